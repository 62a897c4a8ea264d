#include "formats/signature.h"

#include <array>
#include <cstdint>

#include "loadgate/cursor.h"

namespace loadgate {
namespace {

using std::string_view_literals::operator""sv;

struct Signature {
  uint64_t offset;
  std::string_view magic;
  std::string_view name;
};

constexpr auto kSignatures = std::to_array<Signature>({
    {0, "PK\3\4"sv, "a ZIP archive"},
    {0, "PK\5\6"sv, "a ZIP archive"},
    {0, "PK\7\10"sv, "a ZIP archive"},
    {0, "7z\xbc\xaf\x27\x1c"sv, "a 7z archive"},
    {0, "Rar!\x1a\7"sv, "a RAR archive"},
    {0, "\x1f\x8b\x08"sv, "a gzip stream"},
    {0,
     "\xfd"
     "7zXZ\0"sv,
     "an xz stream"},
    {0, "\x28\xb5\x2f\xfd"sv, "a zstd stream"},
    {0, "\x04\x22\x4d\x18"sv, "an LZ4 stream"},
    {257, "ustar"sv, "a tar archive"},
    {0, "!<arch>\n"sv, "an ar archive"},
    {0, "MSCF\0\0\0\0"sv, "a cabinet archive"},
    {0,
     "\x7f"
     "ELF"sv,
     "an ELF executable"},
    {0, "\xfe\xed\xfa\xce"sv, "a Mach-O executable"},
    {0, "\xfe\xed\xfa\xcf"sv, "a Mach-O executable"},
    {0, "\xce\xfa\xed\xfe"sv, "a Mach-O executable"},
    {0, "\xcf\xfa\xed\xfe"sv, "a Mach-O executable"},
    {0, "\xca\xfe\xba\xbe"sv, "a Java class or Mach-O executable"},
    {0, "\0asm"sv, "a WebAssembly module"},
    {0, "dex\n"sv, "a Dalvik executable"},
});

// Opcodes with which a pickle of protocol 2 or later goes on in practice.
constexpr std::string_view kPickleOpcodes =
    "\x95]}(cXqKJM)N.\x8a\x8b\x8c\x8d\x88\x89GBCUTIFLVSldt"sv;

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
  if (!HasAt(bytes, 0, "BZh") || !HasAt(bytes, 4, "1AY&SY")) return false;
  const char level = AsText(bytes)[3];
  return level >= '1' && level <= '9';
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

// "#!", optional blanks, and a path.
bool IsScript(ByteSpan bytes) {
  if (!HasAt(bytes, 0, "#!")) return false;
  const std::string_view rest = AsText(bytes).substr(2);
  const size_t first = rest.find_first_not_of(" \t");
  return first != std::string_view::npos && rest[first] == '/';
}

}  // namespace

std::string_view FindSignature(ByteSpan bytes) {
  for (const Signature& signature : kSignatures) {
    if (HasAt(bytes, signature.offset, signature.magic)) return signature.name;
  }
  if (IsBzip2(bytes)) return "a bzip2 stream";
  if (IsPortableExecutable(bytes)) return kPeName;
  if (IsPickle(bytes)) return "a Python pickle";
  if (IsScript(bytes)) return "a script";
  return {};
}

std::optional<uint32_t> FindPeHeader(ByteSpan bytes) {
  constexpr uint64_t kHeaderPointer = 0x3c;
  Cursor cursor(bytes);
  uint32_t header = 0;
  const bool found = HasAt(bytes, 0, "MZ") && cursor.Skip(kHeaderPointer) &&
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
