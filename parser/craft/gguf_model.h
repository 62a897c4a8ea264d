// GgufModel: a GGUF file as a value that can lie.
//
// What a file declares and what it holds are separate members: a string has a
// length and bytes, an array a count and elements, a tensor an offset and data.
// `ToBytes` writes each as it stands, so that any lie can be told by setting
// one member, and any combination by setting several. `Fix` makes members agree
// again, kind by kind.
//
// `GgufFromBytes` reads any bytes whatever. What it cannot understand it keeps
// as it is, in `raw` or `tail`, so that always
//
//   GgufToBytes(GgufFromBytes(bytes)) == bytes
//
// It is lenient where the reader is strict: it goes on behind every lie that
// still tells where the next item begins. A member that is nullopt or monostate
// is not in the file at all: the file ends, or turns to nonsense, before it.
//
// Source: the GGUF specification, "File Structure"; docs/formats/gguf.md.

#ifndef LOADGATE_CRAFT_GGUF_MODEL_H_
#define LOADGATE_CRAFT_GGUF_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/gguf_value.h"

namespace loadgate::craft {

// GgufText is a string: the length the file declares, and the bytes it has.
struct GgufText {
  uint64_t length = 0;
  std::string bytes = {};

  // Of returns `text` with its true length.
  static GgufText Of(std::string_view text) {
    return {text.size(), std::string(text)};
  }
  bool operator==(const GgufText&) const = default;
};

// GgufNumber is one number of 1, 2, 4 or 8 bytes. `bits` holds them as an
// integer, a float's as they are stored.
struct GgufNumber {
  size_t width = 4;
  uint64_t bits = 0;
  bool operator==(const GgufNumber&) const = default;
};

// GgufNumbers is an array's numbers of `width` bytes each, one after the other
// in the byte order of the file.
struct GgufNumbers {
  size_t width = 4;
  std::string bytes = {};
  bool operator==(const GgufNumbers&) const = default;
};

// GgufArray is an array value. The elements may be of another kind than
// `element_type` says, and of another number than `count`.
struct GgufArray {
  std::optional<uint32_t> element_type = {};
  std::optional<uint64_t> count = {};
  std::variant<std::monostate, GgufNumbers, std::vector<GgufText>> elements =
      {};
  bool operator==(const GgufArray&) const = default;
};

// GgufAnyValue is a value by what is there, whatever its type field says.
using GgufAnyValue =
    std::variant<std::monostate, GgufNumber, GgufText, GgufArray>;

// GgufPair is a key with its value.
struct GgufPair {
  GgufText key = {};
  std::optional<uint32_t> type = {};
  GgufAnyValue value = {};
  bool operator==(const GgufPair&) const = default;
};

// GgufTensor is a tensor info, with the data and the padding that stand in its
// place behind the header: the first tensor's first. Where its `offset` points
// is another matter.
struct GgufTensor {
  GgufText name = {};
  std::optional<uint32_t> dimension_count = {};
  std::vector<uint64_t> dimensions = {};
  std::optional<uint32_t> type = {};
  std::optional<uint64_t> offset = {};
  std::string data = {};
  std::string padding = {};
  bool operator==(const GgufTensor&) const = default;
};

// GgufModel is the whole file, in the order in which it is written. A default
// one is an empty file; `NewGguf` returns one with a header.
struct GgufModel {
  ByteOrder order = ByteOrder::kLittle;
  std::string magic = {};  // The first bytes, 4 of them at most.
  std::optional<uint32_t> version = {};
  std::optional<uint64_t> tensor_count = {};
  std::optional<uint64_t> pair_count = {};
  std::vector<GgufPair> pairs = {};
  std::vector<GgufTensor> tensors = {};
  // What stands where the next item of the header should, and is none.
  std::string raw = {};
  // What stands between the header and the first tensor's data.
  std::string padding = {};
  // What stands behind the last tensor's padding.
  std::string tail = {};
  bool operator==(const GgufModel&) const = default;
};

// NewGguf returns a version 3 file of the given order with no pairs and no
// tensors, as it should be.
GgufModel NewGguf(ByteOrder order = ByteOrder::kLittle);

// MakePair returns a pair whose lengths, counts and types are true. `type` is
// that of `value`, or of the elements of one that is an array; a number's width
// must be that of `type`.
GgufPair MakePair(std::string_view key, GgufValueType type, GgufAnyValue value);

// MakeNumbers packs `values` as elements of `width` bytes in `order`.
GgufNumbers MakeNumbers(size_t width, const std::vector<uint64_t>& values,
                        ByteOrder order = ByteOrder::kLittle);

// MakeTensor returns a tensor info without data and with offset 0; `Fix` adds
// the data and lays it out.
GgufTensor MakeTensor(std::string_view name, std::vector<uint64_t> dimensions,
                      uint32_t type);

// GgufToBytes returns the file's bytes.
std::string GgufToBytes(const GgufModel& model);

// GgufSize returns how many bytes GgufToBytes would return, without making
// them.
uint64_t GgufSize(const GgufModel& model);

// GgufHeaderSize returns the bytes in front of `padding`, `raw` included.
uint64_t GgufHeaderSize(const GgufModel& model);

// GgufFromBytes returns a model of `bytes`, which may be anything. Memory is a
// small constant times the bytes; time is linear.
GgufModel GgufFromBytes(ByteSpan bytes);

// GgufAlignment returns the unit by which the data section is laid out: the
// value of general.alignment where it is a u32 and a power of two, else 32.
uint64_t GgufAlignment(const GgufModel& model);

// GgufDataSize returns the bytes that the tensor's dimensions and type come to,
// or nullopt where they come to no size.
std::optional<uint64_t> GgufDataSize(const GgufTensor& tensor);

// GgufFix says what Fix sets right. Each switch is one kind of field.
struct GgufFix {
  bool lengths = true;  // Of keys, names and strings: their bytes.
  bool types = true;    // Of values and elements: one that what is there fits.
  bool counts = true;   // Of pairs, tensors, dimensions, elements.
  bool totals = true;   // Data: as many bytes as the shape comes to.
  bool padding = true;  // Up to the alignment; zeros where some are missing.
  bool offsets = true;  // The running sum of the padded sizes.
  // Also of the last tensor, whose padding a file may lack.
  bool last_padding = false;
  // Tensors whose size, or whose padding, would pass this stay as they are.
  uint64_t most_data = uint64_t{1} << 20;
};

// Fix sets right what the switches of `fix` name and leaves the rest. It is
// deterministic, what it sets does not depend on the lies it replaces, and it
// leaves a model that the gate accepts as it is. A member that is absent stays
// absent, and the file ends there: nothing behind its header is set right.
void Fix(const GgufFix& fix, GgufModel* model);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_GGUF_MODEL_H_
