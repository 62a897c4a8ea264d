// SafetensorsParts: a safetensors file as the mutator changes it.
//
// The model of craft/ keeps every token of a header. Here a header is a list of
// tensors, and what is no plain tensor is kept as text; the forms in which
// things are written come back when the header is put together.

#ifndef FUZZ_MUTATOR_SAFETENSORS_PARTS_H_
#define FUZZ_MUTATOR_SAFETENSORS_PARTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "craft/safetensors_model.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// SafetensorsPart is one member of the header: a tensor, or `text` where that
// is not empty: a member as it is written.
struct SafetensorsPart {
  std::string name = {};
  std::string dtype = {};
  std::vector<uint64_t> shape = {};
  craft::SafetensorsSpan span = {};
  std::string text = {};
};

struct SafetensorsParts {
  std::vector<std::pair<std::string, std::string>> metadata = {};
  std::vector<SafetensorsPart> parts = {};
  std::string data = {};
};

// PartsOf returns the parts of `model`, as far as they can be made out.
SafetensorsParts PartsOf(const craft::SafetensorsModel& model);

// HeaderOf returns the header of `parts`, as the reference's writer writes it,
// with padding.
std::string HeaderOf(const SafetensorsParts& parts);

// FileOf returns the file of `header`, with its true length, and `data`.
std::string FileOf(const std::string& header, const std::string& data);

// RandomPart returns a tensor of at most `most_bytes`, at no place yet.
SafetensorsPart RandomPart(uint64_t most_bytes, Random* random);

// RandomDtypeShape gives `part` a dtype of the table, and a shape of whole
// bytes that comes to at most `most_bytes`.
void RandomDtypeShape(uint64_t most_bytes, Random* random,
                      SafetensorsPart* part);

// RepairParts makes the parts of a file well formed, in at most `max_size`
// bytes: no text, names that no other has, shapes that come to a size, data
// that they share without a gap.
void RepairParts(size_t max_size, Random* random, SafetensorsParts* parts);

// LayOut puts each tensor behind the one before it, those that come to no size
// without any, and gives the file the data for it, up to `max_data`.
void LayOut(size_t max_data, SafetensorsParts* parts);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_SAFETENSORS_PARTS_H_
