#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "craft/json_tokens.h"
#include "craft/safetensors_model.h"
#include "loadgate/cursor.h"

namespace loadgate::craft {
namespace {

constexpr size_t kUnit = 8;  // What the reference's writer pads a header to.

// The spaces at the front of `behind` that pad a header of `length` bytes, or 0
// where not all of them are there.
size_t PaddingBehind(size_t length, std::string_view behind) {
  const size_t padding = (kUnit - length % kUnit) % kUnit;
  const std::string_view spaces = behind.substr(0, padding);
  const bool whole = spaces.size() == padding &&
                     spaces.find_first_not_of(' ') == std::string_view::npos;
  return whole ? padding : 0;
}

// How many bytes of `behind`, which follows the length, are the header.
size_t HeaderBytes(uint64_t declared, std::string_view behind) {
  if (declared <= behind.size()) return static_cast<size_t>(declared);
  const size_t end = JsonObjectEnd(behind).value_or(behind.size());
  return end + PaddingBehind(end, behind.substr(end));
}

}  // namespace

SafetensorsModel SafetensorsFromBytes(ByteSpan bytes) {
  SafetensorsModel model;
  Cursor rest(bytes);
  uint64_t length = 0;
  if (!rest.ReadU64(&length)) {
    model.raw = std::string(AsText(bytes));
    return model;
  }
  const std::string_view behind = AsText(rest.rest());
  const size_t header = HeaderBytes(length, behind);
  model.header_length = length;
  model.header = TokenizeJson(behind.substr(0, header));
  model.data = std::string(behind.substr(header));
  return model;
}

}  // namespace loadgate::craft
