#include "tests/naive/tail.h"

#include <string_view>

namespace naive {
namespace {

using namespace std::string_view_literals;

struct Sign {
  std::string_view name;
  size_t at;
  std::string_view bytes;
};

constexpr Sign kSigns[] = {
    {"a ZIP archive", 0, "PK\x03\x04"sv},
    {"an empty ZIP archive", 0, "PK\x05\x06"sv},
    {"a spanned ZIP archive", 0, "PK\x07\x08"sv},
    {"a 7z archive", 0, "7z\xBC\xAF\x27\x1C"sv},
    {"a RAR archive", 0, "Rar!\x1A\x07"sv},
    {"a gzip file", 0, "\x1F\x8B\x08"sv},
    {"an xz file", 0, "\xFD\x37zXZ\0"sv},
    {"a zstd frame", 0, "\x28\xB5\x2F\xFD"sv},
    {"an LZ4 frame", 0, "\x04\x22\x4D\x18"sv},
    {"a tar archive", 257, "ustar"sv},
    {"an ar archive", 0, "!<arch>\n"sv},
    {"a cabinet", 0, "MSCF\0\0\0\0"sv},
    {"an ELF program", 0, "\x7F\x45LF"sv},
    {"a Mach-O program", 0, "\xFE\xED\xFA\xCE"sv},
    {"a Mach-O program", 0, "\xFE\xED\xFA\xCF"sv},
    {"a Mach-O program", 0, "\xCE\xFA\xED\xFE"sv},
    {"a Mach-O program", 0, "\xCF\xFA\xED\xFE"sv},
    {"a Mach-O or Java program", 0, "\xCA\xFE\xBA\xBE"sv},
    {"a WebAssembly program", 0, "\0asm"sv},
    {"a dex program", 0, "dex\n"sv},
};

constexpr size_t kLeastTail = 64;
constexpr size_t kZipEndBytes = 22;
constexpr size_t kZipEndReach = kZipEndBytes + 0xFFFF;

bool Has(std::span<const uint8_t> bytes, size_t at, std::string_view wanted) {
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (at + i >= bytes.size()) return false;
    if (bytes[at + i] != static_cast<uint8_t>(wanted[i])) return false;
  }
  return true;
}

uint32_t Little(std::span<const uint8_t> bytes, size_t at, size_t width) {
  uint32_t value = 0;
  for (size_t i = width; i > 0; --i) value = value << 8 | bytes[at + i - 1];
  return value;
}

bool IsBzip2(std::span<const uint8_t> tail) {
  return Has(tail, 0, "BZh"sv) && tail[3] >= '1' && tail[3] <= '9' &&
         Has(tail, 4, "\x31\x41\x59\x26\x53\x59"sv);
}

// "MZ" alone is two letters of text; the header it points to settles it.
bool IsWindowsProgram(std::span<const uint8_t> tail) {
  return Has(tail, 0, "MZ"sv) &&
         Has(tail, size_t{Little(tail, 0x3C, 4)}, "PE\0\0"sv);
}

// The third byte must be an opcode a pickle can go on with.
bool IsPickle(std::span<const uint8_t> tail) {
  constexpr auto kOpcodes =
      "\x95]}(cXqKJM)N.\x8A\x8B\x8C\x8D\x88\x89GBCUTIFLVSldt"sv;
  return tail[0] == 0x80 && tail[1] >= 2 && tail[1] <= 5 &&
         kOpcodes.find(static_cast<char>(tail[2])) != kOpcodes.npos;
}

bool IsScript(std::span<const uint8_t> tail) {
  if (!Has(tail, 0, "#!"sv)) return false;
  size_t at = 2;
  while (at < tail.size() && (tail[at] == ' ' || tail[at] == '\t')) ++at;
  return Has(tail, at, "/"sv);
}

}  // namespace

std::string NameTail(std::span<const uint8_t> tail) {
  if (tail.size() < kLeastTail) return "";
  for (const Sign& sign : kSigns) {
    if (Has(tail, sign.at, sign.bytes)) return std::string(sign.name);
  }
  if (IsBzip2(tail)) return "a bzip2 file";
  if (IsWindowsProgram(tail)) return "a Windows program";
  if (IsPickle(tail)) return "a Python pickle";
  if (IsScript(tail)) return "a script";
  return "";
}

std::optional<size_t> FindZipEnd(std::span<const uint8_t> file,
                                 size_t tail_start) {
  for (size_t at = tail_start; at < file.size(); ++at) {
    const size_t left = file.size() - at;
    if (left > kZipEndReach || left < kZipEndBytes) continue;
    if (!Has(file, at, "PK\x05\x06"sv)) continue;
    if (kZipEndBytes + Little(file, at + 20, 2) == left) return at;
  }
  return std::nullopt;
}

}  // namespace naive
