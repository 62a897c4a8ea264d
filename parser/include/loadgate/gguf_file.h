// GgufFile: what a GGUF header says, ready to be looked up.
//
// Source: the GGUF specification, "File Structure".
//
// A GgufFile is made by GgufReader. It keeps offsets into the header, not
// copies: names, keys and strings are views of the header bytes it was given,
// which must stay as they are and outlive it and everything it returned. Those
// bytes must be private to the process; a mapping of a file that somebody else
// can write is not.

#ifndef LOADGATE_GGUF_FILE_H_
#define LOADGATE_GGUF_FILE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/attributes.h"
#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/ggml_type.h"
#include "loadgate/gguf_value.h"
#include "loadgate/name_index.h"
#include "loadgate/probe.h"

namespace loadgate {

// kGgufMaxDimensions is ggml's limit on a tensor's rank (GGML_MAX_DIMS).
inline constexpr size_t kGgufMaxDimensions = 4;

// kGgufDefaultAlignment applies where the file has no general.alignment.
inline constexpr uint64_t kGgufDefaultAlignment = 32;

// GgufTensor is one tensor info, decoded, with what follows from it.
struct GgufTensor {
  std::string_view name;
  uint32_t n_dims = 0;
  // ne holds the dimensions as stored: ne[0] varies fastest. Those past n_dims
  // are 1.
  std::array<uint64_t, kGgufMaxDimensions> ne = {1, 1, 1, 1};
  // type_id is the type as stored; type is its row, nullptr if unknown.
  uint32_t type_id = 0;
  const GgmlType* type = nullptr;
  // offset is where the data begins, counted from the start of the data
  // section, as stored.
  uint64_t offset = 0;
  // elements and bytes are the tensor's size without padding. Both are 0 in a
  // rejected file when they cannot be computed.
  uint64_t elements = 0;
  uint64_t bytes = 0;
  // info_offset is where in the file the tensor info begins.
  uint64_t info_offset = 0;

  // Shape views the dimensions as stored, `n_dims` of them.
  std::span<const uint64_t> Shape() const LG_LIFETIME_BOUND {
    return std::span<const uint64_t>(ne).first(n_dims);
  }

  // RowMajorShape returns the dimensions in the order of row-major frameworks:
  // the fastest-varying last.
  std::vector<uint64_t> RowMajorShape() const;
};

// GgufTables is what the reader notes while it reads: offsets of whole items
// and the layout. It is an implementation detail of GgufReader and GgufFile.
struct GgufTables {
  struct Extent {
    uint64_t begin = 0;
    uint64_t end = 0;
  };

  // The array whose elements are being read; `next` is the next one's index.
  struct OpenArray {
    GgufValueType type = GgufValueType::kU8;
    uint64_t count = 0;
    uint64_t next = 0;
  };

  explicit GgufTables(const HashKey& key) : key_index(key), tensor_index(key) {}

  uint32_t version = 0;
  ByteOrder order = ByteOrder::kLittle;
  uint64_t declared_key_values = 0;
  uint64_t declared_tensors = 0;
  uint64_t alignment = kGgufDefaultAlignment;
  std::vector<Extent> key_values;
  std::vector<uint64_t> tensors;  // Offsets of the tensor infos.
  NameIndex key_index;
  NameIndex tensor_index;
  OpenArray open_array;

  // Where things lie. Offsets of tensors and of their probes count from
  // data_start, which is known when the last tensor info has been read.
  uint64_t header_end = 0;   // Just past the last item read.
  uint64_t data_start = 0;   // header_end, aligned if there are tensors.
  uint64_t running_sum = 0;  // Where the next tensor's data must begin;
  std::optional<uint64_t> other_sum;  // or here, behind a wrong offset.
  uint64_t data_bytes = 0;            // Up to the end of the furthest tensor.
  uint64_t padded_data_bytes = 0;     // The same, with that one's padding.
  bool layout_known = true;   // False once a size or alignment is wrong.
  bool offsets_sound = true;  // False once an offset is wrong.
  std::map<uint64_t, uint64_t> gaps;  // Bytes no tensor owns yet: begin, end.
  std::vector<Probe> probes;
  uint64_t probe_bytes = 0;
  uint64_t probes_left_out = 0;
};

class GgufFile {
 public:
  // version returns 2 or 3. Of a file that was rejected at its version it
  // returns that one, and 0 where none was read.
  uint32_t version() const { return tables_.version; }

  // order returns the byte order of the file's numbers.
  ByteOrder order() const { return tables_.order; }

  // alignment returns general.alignment, or its default.
  uint64_t alignment() const { return tables_.alignment; }

  // header_bytes returns the length of everything before the data section,
  // without the padding in front of it.
  uint64_t header_bytes() const { return tables_.header_end; }

  // data_offset returns where the data section begins. Without tensors it is
  // header_bytes(), and the section is empty.
  uint64_t data_offset() const { return tables_.data_start; }

  // data_bytes returns the length of the data section up to the end of its last
  // tensor, without that one's padding.
  uint64_t data_bytes() const { return tables_.data_bytes; }

  // key_value_count and tensor_count return how many of each were read; in an
  // accepted file all that are declared.
  size_t key_value_count() const { return tables_.key_values.size(); }
  size_t tensor_count() const { return tables_.tensors.size(); }

  // key_value returns pair `i`, which must be below key_value_count().
  GgufKeyValue key_value(size_t i) const LG_LIFETIME_BOUND;

  // FindKey returns the pair with that key, or nullopt. One look-up in a hash
  // table, whatever the number of keys.
  std::optional<GgufKeyValue> FindKey(std::string_view key) const
      LG_LIFETIME_BOUND;

  // Get returns the value of `key` stored as exactly T.
  template <GgufCxx T>
  GgufLookup<T> Get(std::string_view key) const LG_LIFETIME_BOUND {
    const std::optional<GgufKeyValue> pair = FindKey(key);
    if (pair.has_value()) {
      if (const std::optional<T> value = pair->As<T>()) return *value;
    }
    return GgufLookup<T>::Failure(LookupError(key, *kGgufTypeOf<T>, pair));
  }

  // GetConverted returns the value of `key` as T, converted as
  // GgufKeyValue::ConvertTo does.
  template <GgufCxx T>
  GgufLookup<T> GetConverted(std::string_view key) const LG_LIFETIME_BOUND {
    const std::optional<GgufKeyValue> pair = FindKey(key);
    if (pair.has_value()) {
      if (const std::optional<T> value = pair->ConvertTo<T>()) return *value;
    }
    return GgufLookup<T>::Failure(LookupError(key, *kGgufTypeOf<T>, pair));
  }

  // tensor returns tensor `i`, which must be below tensor_count().
  GgufTensor tensor(size_t i) const LG_LIFETIME_BOUND;

  // FindTensor returns the tensor with that name, or nullopt. One look-up in a
  // hash table, whatever the number of tensors.
  std::optional<GgufTensor> FindTensor(std::string_view name) const
      LG_LIFETIME_BOUND;

  // tail_offset returns where bytes begin that no tensor owns: behind the
  // padding of the last tensor, or behind the header when there are none. The
  // file may end before it.
  uint64_t tail_offset() const {
    return tables_.data_start + tables_.padded_data_bytes;
  }

  // layout_known returns whether the sizes and offsets above mean anything: in
  // a rejected file an unknown type, a bad alignment or a wrong offset leaves
  // them open.
  bool layout_known() const {
    return tables_.layout_known && tables_.offsets_sound;
  }

  // probes lists the places that rules about padding must see, in file order,
  // as many as the reader's limits allow.
  std::span<const Probe> probes() const LG_LIFETIME_BOUND {
    return tables_.probes;
  }

  // TailProbes lists the places that rules about the tail must see, in file
  // order, given the file's size. Empty when there is no tail.
  std::vector<Probe> TailProbes(uint64_t file_size) const;

  // CheckProbe checks the bytes of one probe of either list, reporting into
  // `*sink`. `bytes` are the probe's, all `probe.length` of them, and
  // `file_size` is that of the file. What was wrong may hang on bytes elsewhere
  // in the file: then the probe for these comes back, to be checked next.
  [[nodiscard]] std::optional<Probe> CheckProbe(const Probe& probe,
                                                ByteSpan bytes,
                                                uint64_t file_size,
                                                FindingSink* sink) const;

 private:
  friend class GgufReader;
  GgufFile(GgufTables tables, ByteSpan header)
      : tables_(std::move(tables)), header_(header) {}

  std::string LookupError(std::string_view key, GgufValueType wanted,
                          const std::optional<GgufKeyValue>& found) const;

  GgufTables tables_;
  ByteSpan header_;
};

}  // namespace loadgate

#endif  // LOADGATE_GGUF_FILE_H_
