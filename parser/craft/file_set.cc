#include "craft/file_set.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/ascii.h"
#include "craft/byte_writer.h"
#include "loadgate/cursor.h"

namespace loadgate::craft {
namespace {

// Reads one file, or leaves `*rest` where it is.
bool ReadFile(Cursor* rest, NamedFile* file) {
  Cursor ahead = *rest;
  uint32_t name_size = 0;
  uint64_t size = 0;
  ByteSpan name;
  ByteSpan bytes;
  if (!ahead.ReadU32(&name_size) || !ahead.ReadBytes(name_size, &name) ||
      !ahead.ReadU64(&size) || !ahead.ReadBytes(size, &bytes)) {
    return false;
  }
  *file = {std::string(AsText(name)), std::string(AsText(bytes))};
  *rest = ahead;
  return true;
}

}  // namespace

Bundle BundleFromBytes(ByteSpan bytes) {
  Bundle bundle;
  Cursor rest(bytes);
  if (AsText(bytes).starts_with(kBundleMagic) &&
      rest.Skip(kBundleMagic.size())) {
    NamedFile file;
    while (ReadFile(&rest, &file)) bundle.files.push_back(std::move(file));
  }
  bundle.raw = AsText(bundle.files.empty() ? bytes : rest.rest());
  return bundle;
}

std::string BundleToBytes(const Bundle& bundle) {
  std::string bytes;
  if (!bundle.files.empty()) bytes = kBundleMagic;
  for (const NamedFile& file : bundle.files) {
    PutNumber(file.name.size(), sizeof(uint32_t), ByteOrder::kLittle, &bytes);
    bytes += file.name;
    PutNumber(file.bytes.size(), sizeof(uint64_t), ByteOrder::kLittle, &bytes);
    bytes += file.bytes;
  }
  return bytes + bundle.raw;
}

bool IsPlainName(std::string_view name) {
  constexpr std::string_view kNeverThere("/\0", 2);
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(kNeverThere) == std::string_view::npos;
}

bool EndsIn(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() &&
         std::equal(ending.rbegin(), ending.rend(), name.rbegin(),
                    [](char a, char b) { return a == AsciiLower(b); });
}

}  // namespace loadgate::craft
