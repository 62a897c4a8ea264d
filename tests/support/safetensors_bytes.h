// Safetensors files as a test writes them down.
//
// A header is JSON text, so a test says it as text: a good one is put together
// from entries, a bad one differs from it in a few characters.

#ifndef LOADGATE_TESTS_SUPPORT_SAFETENSORS_BYTES_H_
#define LOADGATE_TESTS_SUPPORT_SAFETENSORS_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loadgate::testing_support {

// SafetensorsEntry is one tensor as JSON. Every part is text as it stands in
// the header, so that any of them can be wrong; `more` follows the last field.
struct SafetensorsEntry {
  std::string name = "w";
  std::string dtype = "\"F32\"";
  std::string shape = "[2]";
  std::string data_offsets = "[0,8]";
  std::string more = "";

  // Text returns "name":{...}, without white space.
  std::string Text() const;
};

// TensorText returns the entry of a tensor whose fields are well formed.
std::string TensorText(std::string_view name, std::string_view dtype,
                       const std::vector<uint64_t>& shape, uint64_t begin,
                       uint64_t end);

// ObjectText returns {members}, with commas between them.
std::string ObjectText(const std::vector<std::string>& members);

// Repeated returns `count` times `text`, with commas between them.
std::string Repeated(std::string_view text, size_t count);

// Padded returns `json` with spaces behind it, so that the data section of its
// file begins at a multiple of 8.
std::string Padded(std::string json);

// SafetensorsBytes is a file: a header and zeros behind it.
struct SafetensorsBytes {
  std::string json;
  uint64_t data_bytes = 0;
  // What the file says the header's length is, where that is a lie.
  std::optional<uint64_t> declared_length = {};
  // How many of its bytes there are, where it is cut short.
  std::optional<uint64_t> cut_to = {};

  // bytes returns the file; header_bytes how long it is before its data.
  std::vector<std::byte> bytes() const;
  uint64_t header_bytes() const { return 8 + json.size(); }
  uint64_t size() const { return cut_to.value_or(header_bytes() + data_bytes); }

  // OffsetOf returns where `text`, which must be there, first stands in the
  // file.
  uint64_t OffsetOf(std::string_view text) const;
};

// GoodSafetensors is a file that earns no error, and what it is about.
struct GoodSafetensors {
  std::string name;
  SafetensorsBytes file;
  size_t tensors = 0;
  size_t metadata = 0;
};

// GoodSafetensorsFiles returns ten of them, each of another kind.
std::vector<GoodSafetensors> GoodSafetensorsFiles();

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_SAFETENSORS_BYTES_H_
