#include "formats/signature.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "loadgate/cursor.h"

namespace loadgate {
namespace {

using std::string_view_literals::operator""sv;

struct Signature {
  std::string_view magic;
  std::string_view name;
};

constexpr auto kSignatures = std::to_array<Signature>({
    {"PK\3\4"sv, "a ZIP archive"},
    {"PK\5\6"sv, "a ZIP archive"},
    {"PK\7\10"sv, "a ZIP archive"},
    {"7z\xbc\xaf\x27\x1c"sv, "a 7z archive"},
    {"Rar!\x1a\7"sv, "a RAR archive"},
    {"\x1f\x8b\x08"sv, "a gzip stream"},
    {"\xfd"
     "7zXZ\0"sv,
     "an xz stream"},
    {"\x28\xb5\x2f\xfd"sv, "a zstd stream"},
    {"\x04\x22\x4d\x18"sv, "an LZ4 stream"},
    {"!<arch>\n"sv, "an ar archive"},
    {"MSCF\0\0\0\0"sv, "a cabinet archive"},
    {"\x7f"
     "ELF"sv,
     "an ELF executable"},
    {"\xfe\xed\xfa\xce"sv, "a Mach-O executable"},
    {"\xfe\xed\xfa\xcf"sv, "a Mach-O executable"},
    {"\xce\xfa\xed\xfe"sv, "a Mach-O executable"},
    {"\xcf\xfa\xed\xfe"sv, "a Mach-O executable"},
    {"\xca\xfe\xba\xbe"sv, "a Java class or Mach-O executable"},
    {"\0asm"sv, "a WebAssembly module"},
    {"dex\n"sv, "a Dalvik executable"},
});

// Opcodes with which a pickle of protocol 2 or later goes on in practice.
constexpr std::string_view kPickleOpcodes =
    "\x95]}(cXqKJM)N.\x8a\x8b\x8c\x8d\x88\x89GBCUTIFLVSldt"sv;

constexpr std::string_view kTarMagic = "ustar";
constexpr uint64_t kTarMagicOffset = kTarSigned - kTarMagic.size();

constexpr std::string_view kBzip2Magic = "BZh";
constexpr std::string_view kBzip2Block = "1AY&SY";
constexpr uint64_t kBzip2BlockOffset = 4;

constexpr uint64_t kPePointer = 0x3c;
constexpr uint64_t kMzHeaderBytes = kPePointer + sizeof(uint32_t);

constexpr std::string_view kPeMagic = "PE\0\0"sv;
static_assert(kPeMagic.size() == kPeHeaderBytes);

constexpr std::string_view kZipEndMagic = "PK\5\6"sv;
constexpr size_t kZipEndSize = 22;

bool HasAt(ByteSpan bytes, uint64_t offset, std::string_view magic) {
  Cursor cursor(bytes);
  ByteSpan there;
  return cursor.Skip(offset) && cursor.ReadBytes(magic.size(), &there) &&
         AsText(there) == magic;
}

// "BZh", the level from 1 to 9, and the first block's magic.
bool IsBzip2(ByteSpan bytes) {
  if (!HasAt(bytes, 0, kBzip2Magic) ||
      !HasAt(bytes, kBzip2BlockOffset, kBzip2Block)) {
    return false;
  }
  const char level = AsText(bytes)[kBzip2Magic.size()];
  return level >= '1' && level <= '9';
}

bool MayBeBzip2(ByteSpan start) {
  return MatchesSoFar(start, kBzip2Magic) &&
         (start.size() <= kBzip2BlockOffset ||
          MatchesSoFar(start.subspan(kBzip2BlockOffset), kBzip2Block));
}

bool IsPortableExecutable(ByteSpan bytes) {
  const std::optional<uint32_t> header = FindPeHeader(bytes);
  return header.has_value() && HasAt(bytes, *header, kPeMagic);
}

bool IsPickle(ByteSpan bytes) {
  Cursor cursor(bytes);
  uint8_t proto = 0;
  uint8_t version = 0;
  uint8_t opcode = 0;
  return cursor.ReadU8(&proto) && proto == 0x80 && cursor.ReadU8(&version) &&
         version >= 2 && version <= 5 && cursor.ReadU8(&opcode) &&
         kPickleOpcodes.find(static_cast<char>(opcode)) !=
             std::string_view::npos;
}

bool MayBePortableExecutable(ByteSpan start, uint64_t most) {
  if (!MatchesSoFar(start, "MZ")) return false;
  if (start.size() < kMzHeaderBytes) return true;
  const uint32_t header = FindPeHeader(start).value_or(UINT32_MAX);
  if (header >= most) return false;
  return header >= start.size() ||
         MatchesSoFar(start.subspan(header), kPeMagic);
}

bool MayBePickle(ByteSpan start) {
  return start.size() < 3
             ? MatchesSoFar(start.first(std::min<size_t>(start.size(), 1)),
                            "\x80")
             : IsPickle(start);
}

// "#!", optional blanks, and a path.
bool IsScript(ByteSpan bytes) {
  if (!HasAt(bytes, 0, "#!")) return false;
  const std::string_view rest = AsText(bytes).substr(2);
  const size_t first = rest.find_first_not_of(" \t");
  return first != std::string_view::npos && rest[first] == '/';
}

bool MayBeScript(ByteSpan start) {
  if (!MatchesSoFar(start, "#!")) return false;
  const std::string_view blanks = " \t";
  return IsScript(start) || start.size() <= 2 ||
         AsText(start).find_first_not_of(blanks, 2) == std::string_view::npos;
}

}  // namespace

std::string_view FindSignature(ByteSpan bytes) {
  for (const Signature& signature : kSignatures) {
    if (HasAt(bytes, 0, signature.magic)) return signature.name;
  }
  if (IsBzip2(bytes)) return "a bzip2 stream";
  if (IsPortableExecutable(bytes)) return kPeName;
  if (IsPickle(bytes)) return "a Python pickle";
  if (IsScript(bytes)) return "a script";
  if (HasAt(bytes, kTarMagicOffset, kTarMagic)) return kTarName;
  return {};
}

bool MatchesSoFar(ByteSpan start, std::string_view magic) {
  const std::string_view text = AsText(start);
  return text.starts_with(magic) || magic.starts_with(text);
}

bool MayBeSigned(ByteSpan start, uint64_t most) {
  return std::any_of(kSignatures.begin(), kSignatures.end(),
                     [start](const Signature& signature) {
                       return MatchesSoFar(start, signature.magic);
                     }) ||
         MayBeBzip2(start) || MayBePortableExecutable(start, most) ||
         MayBePickle(start) || MayBeScript(start);
}

std::optional<uint32_t> FindPeHeader(ByteSpan bytes) {
  Cursor cursor(bytes);
  uint32_t header = 0;
  const bool found = HasAt(bytes, 0, "MZ") && cursor.Skip(kPePointer) &&
                     cursor.ReadU32(&header);
  return found ? std::optional(header) : std::nullopt;
}

bool IsPeHeader(ByteSpan bytes) { return HasAt(bytes, 0, kPeMagic); }

std::optional<size_t> FindZipEnd(ByteSpan bytes) {
  const std::string_view text = AsText(bytes);
  size_t at = text.find(kZipEndMagic);
  for (; at != std::string_view::npos; at = text.find(kZipEndMagic, at + 1)) {
    Cursor record(bytes.subspan(at));
    uint16_t comment = 0;
    if (record.Skip(kZipEndSize - sizeof(comment)) &&
        record.ReadU16(&comment) && record.remaining() == comment) {
      return at;
    }
  }
  return std::nullopt;
}

}  // namespace loadgate
