// SafetensorsModel: a safetensors file as a value that can lie.
//
// What the file declares of the header's length and what the header holds are
// separate members, and so are what the entries say of the data and the data.
// The header is a list of tokens that keeps every byte: a lie is told by giving
// a token another text, and so is a truth in another form. `Entries` says which
// tokens mean what.
//
// `SafetensorsFromBytes` reads any bytes whatever, and always
//
//   SafetensorsToBytes(SafetensorsFromBytes(bytes)) == bytes
//
// Source: the safetensors README, "Format"; docs/formats/safetensors.md.

#ifndef LOADGATE_CRAFT_SAFETENSORS_MODEL_H_
#define LOADGATE_CRAFT_SAFETENSORS_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "craft/json_structure.h"
#include "craft/json_tokens.h"
#include "loadgate/bytes.h"

namespace loadgate::craft {

// SafetensorsModel is the whole file, in the order in which it is written. A
// default one is an empty file; `NewSafetensors` returns one with a header.
struct SafetensorsModel {
  // Absent where the file ends before it does.
  std::optional<uint64_t> header_length = {};
  // What stands where the length should, and is too short for one.
  std::string raw = {};
  std::vector<JsonToken> header = {};
  // What stands behind the header, whether a tensor owns it or not.
  std::string data = {};
  bool operator==(const SafetensorsModel&) const = default;
};

// SafetensorsEntry is one member of the header: a tensor, or the metadata. It
// holds places in the list of tokens, and is of no use once one is added or
// removed; a token's text may change. Of a field that stands twice it has the
// last. A name or key is compared as DecodeJsonString returns it.
struct SafetensorsEntry {
  size_t name = 0;
  bool is_metadata = false;  // The name is __metadata__.
  JsonRange value = {};
  // Of `value`, where it is an object: the fields, or the pairs of metadata.
  std::vector<JsonMember> members = {};
  // Of a tensor. Absent where the field is not there; the dtype also where it
  // is no string, the others where they are no array of single tokens. Those
  // need not be numbers.
  std::optional<size_t> dtype = {};
  std::optional<std::vector<size_t>> shape = {};
  std::optional<std::vector<size_t>> data_offsets = {};
};

// SafetensorsSpan is where a tensor's data begins and ends, counted from the
// end of the header. It may begin behind its end.
struct SafetensorsSpan {
  uint64_t begin = 0;
  uint64_t end = 0;
};

// Entries returns the members of the header, in their order. A header that is
// no object has none.
std::vector<SafetensorsEntry> Entries(const SafetensorsModel& model);

// SafetensorsSizeOf returns the bytes that a dtype and a shape come to, or
// nullopt where they come to no size.
std::optional<uint64_t> SafetensorsSizeOf(std::string_view dtype,
                                          const std::vector<uint64_t>& shape);

// SafetensorsDataSize returns the bytes that the entry's dtype and shape come
// to, or nullopt where they come to no size.
std::optional<uint64_t> SafetensorsDataSize(const SafetensorsModel& model,
                                            const SafetensorsEntry& entry);

// SafetensorsSpanOf returns the entry's data_offsets, or nullopt where they are
// not two plain numbers.
std::optional<SafetensorsSpan> SafetensorsSpanOf(const SafetensorsModel& model,
                                                 const SafetensorsEntry& entry);

// SafetensorsEntryText and SafetensorsMetadataText return one member of the
// header as the reference's writer puts it, without a comma.
std::string SafetensorsEntryText(std::string_view name, std::string_view dtype,
                                 const std::vector<uint64_t>& shape,
                                 SafetensorsSpan span);
std::string SafetensorsMetadataText(
    const std::vector<std::pair<std::string, std::string>>& pairs);

// NewSafetensors returns a file with an empty object and no data.
SafetensorsModel NewSafetensors();

// AddEntry adds a tensor at the end of the header, as the reference's writer
// puts it. Neither the header's length nor the data change; `Fix` sees to them.
// Returns false, and adds nothing, if the header is no object that is closed.
bool AddEntry(std::string_view name, std::string_view dtype,
              const std::vector<uint64_t>& shape, uint64_t begin, uint64_t end,
              SafetensorsModel* model);

// SetMetadata replaces the value of the first __metadata__ by `pairs`, or adds
// one at the front of the header. Otherwise it is as AddEntry.
bool SetMetadata(const std::vector<std::pair<std::string, std::string>>& pairs,
                 SafetensorsModel* model);

// PadHeader adds as many spaces to the header as the data needs to begin at a
// multiple of 8.
void PadHeader(SafetensorsModel* model);

// SafetensorsToBytes returns the file's bytes.
std::string SafetensorsToBytes(const SafetensorsModel& model);

// SafetensorsSize returns how many bytes SafetensorsToBytes would return,
// without making them.
uint64_t SafetensorsSize(const SafetensorsModel& model);

// SafetensorsHeaderSize returns the bytes in front of `data`.
uint64_t SafetensorsHeaderSize(const SafetensorsModel& model);

// SafetensorsFromBytes returns a model of `bytes`, which may be anything. The
// header has the length that the file declares, where there are so many bytes.
// Otherwise it is the first JSON object, with the spaces that pad it to a
// multiple of 8; or all there is, where no object ends. Memory is a small
// constant times the bytes; time is linear.
SafetensorsModel SafetensorsFromBytes(ByteSpan bytes);

// SafetensorsFix says what Fix sets right. Each switch is one kind of field.
struct SafetensorsFix {
  bool offsets = true;  // The running sum of the sizes, in the header's order.
  bool totals = true;   // Data: up to the furthest end.
  bool length = true;   // Of the header: its bytes.
  // An end past this does not count, unless the data ends there.
  uint64_t most_data = uint64_t{1} << 20;
};

// Fix sets right what the switches of `fix` name and leaves the rest. It is
// deterministic, what it sets does not depend on the lies it replaces, and it
// leaves a model that the gate accepts as it is. A member or token that is
// absent stays absent.
//
// Offsets that already have the sizes of their tensors and leave no gap stay,
// whatever the order in which they do. A tensor that has no size keeps its
// offsets, and is taken at its word when others are laid out. Where there are
// tensors and none has an end that counts, data stays as it is.
void Fix(const SafetensorsFix& fix, SafetensorsModel* model);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_SAFETENSORS_MODEL_H_
