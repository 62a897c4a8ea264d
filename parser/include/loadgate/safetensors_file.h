// SafetensorsFile: what a safetensors header says, ready to be looked up.
//
// Source: the safetensors README, "Format".
//
// A SafetensorsFile is made by SafetensorsReader. Names and metadata are views
// of the header's bytes, which were unescaped in place: either a copy the file
// owns, or the caller's private memory, which must then outlive it.

#ifndef LOADGATE_SAFETENSORS_FILE_H_
#define LOADGATE_SAFETENSORS_FILE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "loadgate/attributes.h"
#include "loadgate/bytes.h"
#include "loadgate/name_index.h"
#include "loadgate/safetensors_dtype.h"

namespace loadgate {

// SafetensorsTensor is one entry of the header, decoded. Its views live as long
// as the file's.
struct SafetensorsTensor {
  std::string_view name;
  const SafetensorsDtype* dtype = nullptr;
  std::vector<uint64_t> shape;  // Row-major: the last dimension varies fastest.
  uint64_t begin = 0;  // data_offsets, counted from the data section's start.
  uint64_t end = 0;
  // info_offset is where in the file the entry begins, with its name's quote.
  uint64_t info_offset = 0;

  // bytes returns the length of the tensor's data.
  uint64_t bytes() const { return end - begin; }
};

// SafetensorsTables is what the reader notes: offsets into the header. It is an
// implementation detail of SafetensorsReader and SafetensorsFile.
struct SafetensorsTables {
  // A stretch of header text. Headers have at most 100,000,000 bytes.
  struct Text {
    uint32_t offset = 0;
    uint32_t length = 0;
  };
  struct Entry {
    Text name;
    uint32_t shape_offset = 0;  // Of the bracket that opens the shape.
    uint32_t rank = 0;
    uint64_t begin = 0;
    uint64_t end = 0;
    const SafetensorsDtype* dtype = nullptr;
  };
  struct Pair {
    uint32_t key_offset = 0;
    uint32_t key_length = 0;
    Text value;
  };

  explicit SafetensorsTables(const HashKey& key) : name_index(key) {}

  uint64_t data_start = 0;
  uint64_t data_bytes = 0;    // Up to the end of the furthest tensor.
  bool layout_known = false;  // Whether the tensors were laid out.
  std::deque<Entry> entries;
  std::deque<Pair> metadata;
  NameIndex name_index;
};

class SafetensorsFile {
 public:
  // It may be moved, and its views stay; a copy would view another's bytes. A
  // move that finds no memory ends the process.
  SafetensorsFile(const SafetensorsFile&) = delete;
  SafetensorsFile& operator=(const SafetensorsFile&) = delete;
  SafetensorsFile(SafetensorsFile&&) noexcept = default;
  SafetensorsFile& operator=(SafetensorsFile&&) noexcept = default;

  // header_bytes returns the length of everything before the data section: the
  // length field and the header. data_offset is where that section begins.
  uint64_t header_bytes() const { return tables_.data_start; }
  uint64_t data_offset() const { return tables_.data_start; }

  // data_bytes returns the length of the data section.
  uint64_t data_bytes() const { return tables_.data_bytes; }

  // layout_known returns whether data_bytes means anything: false where the
  // header has an error. Entries with one have no dtype, shape or offsets.
  bool layout_known() const { return tables_.layout_known; }

  // tensor_count and tensor return the entries, in the order of the header.
  size_t tensor_count() const { return tables_.entries.size(); }
  SafetensorsTensor tensor(size_t i) const LG_LIFETIME_BOUND;

  // DtypeOf and BytesOf return what tensor(i) says of dtype (nullptr if it is
  // unknown) and length, without decoding a shape that may be long.
  const SafetensorsDtype* DtypeOf(size_t i) const;
  uint64_t BytesOf(size_t i) const;

  // FindTensor returns the entry with that name, unescaped, or nullopt.
  std::optional<SafetensorsTensor> FindTensor(std::string_view name) const
      LG_LIFETIME_BOUND;

  // metadata_count and metadata return the pairs of __metadata__.
  size_t metadata_count() const { return tables_.metadata.size(); }
  std::pair<std::string_view, std::string_view> metadata(size_t i) const
      LG_LIFETIME_BOUND;

  // MetadataOffset returns where in the file that pair begins, with its key's
  // quote.
  uint64_t MetadataOffset(size_t i) const;

 private:
  friend class SafetensorsReader;
  SafetensorsFile(SafetensorsTables tables, std::vector<std::byte> own,
                  ByteSpan bytes)
      : tables_(std::move(tables)), own_(std::move(own)), bytes_(bytes) {}

  SafetensorsTables tables_;
  std::vector<std::byte> own_;  // The unescaped copy, if it is ours.
  ByteSpan bytes_;              // The file's first bytes, unescaped.
};

}  // namespace loadgate

#endif  // LOADGATE_SAFETENSORS_FILE_H_
