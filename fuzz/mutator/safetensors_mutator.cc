#include "fuzz/mutator/safetensors_mutator.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "craft/byte_writer.h"
#include "fuzz/mutator/company.h"
#include "fuzz/mutator/lists.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/safetensors_companies.h"
#include "fuzz/mutator/safetensors_lies.h"
#include "fuzz/mutator/text_numbers.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

constexpr uint64_t kTensorBytes = 128;
constexpr size_t kMostParts = 64;
constexpr size_t kLengthBytes = 8;
constexpr size_t kMostDimensions = 5;

// In a hundred: what is well formed. The rest lies.
constexpr uint64_t kWellFormed = 60;

// A number that the file comes to, or one next to it.
uint64_t MeasureOf(const SafetensorsParts& parts, const SafetensorsPart& part,
                   Random* random) {
  uint64_t measure = part.span.end;
  switch (random->Below(4)) {
    case 0:
      measure = parts.parts.size();
      break;
    case 1:
      measure = parts.data.size();
      break;
    default:
      if (!part.shape.empty()) measure = random->Pick(part.shape);
  }
  return measure + random->Below(3) - 1;
}

}  // namespace

SafetensorsParts SafetensorsMutator::Seed() {
  SafetensorsParts parts;
  if (random_.OneIn(2)) parts.metadata.emplace_back("format", "pt");
  const uint64_t tensors = random_.Between(1, 4);
  for (uint64_t i = 0; i < tensors; ++i) {
    parts.parts.push_back(RandomPart(kTensorBytes, &random_));
  }
  if (random_.OneIn(3)) AddSafetensorsCompany(kMostParts, &random_, &parts);
  return parts;
}

void SafetensorsMutator::Change(SafetensorsParts* parts) {
  const uint64_t changes = 1 + random_.Small(3);
  for (uint64_t i = 0; i < changes; ++i) ChangeOnce(parts);
}

void SafetensorsMutator::ChangeOnce(SafetensorsParts* parts) {
  if (random_.OneIn(12)) {
    return AddSafetensorsCompany(kMostParts, &random_, parts);
  }
  switch (random_.Below(9)) {
    case 8:
      return ChangeAgreement(parts);
    case 0:
    case 1:
      if (parts->parts.size() < kMostParts) {
        InsertAnywhere(RandomPart(kTensorBytes, &random_), &random_,
                       &parts->parts);
      }
      return;
    case 2:
    case 3:
      return EditList(kMostParts, &random_, &parts->parts);
    case 4:
      if (!parts->metadata.empty() && random_.OneIn(3)) {
        std::string& value = random_.Pick(parts->metadata).second;
        value = NearText(value, &random_);
        return;
      }
      return EditList(kMostParts, &random_, &parts->metadata);
    case 5:
      if (parts->metadata.size() < kMostParts) {
        std::string key = Word(&random_);
        parts->metadata.emplace_back(std::move(key), Word(&random_));
      }
      return;
    case 6:
      if (parts->parts.empty()) return;
      return RandomDtypeShape(kTensorBytes, &random_,
                              &random_.Pick(parts->parts));
    default:
      if (parts->parts.empty()) return;
      std::string& name = random_.Pick(parts->parts).name;
      name = random_.OneIn(2) ? SafetensorsTensorName(&random_)
                              : NearText(name, &random_);
  }
}

// A dimension of one tensor becomes that of another, or one more; a tensor
// becomes another of the same shape and dtype, or gets a shape near its own; or
// metadata says a number that the file comes to.
void SafetensorsMutator::ChangeAgreement(SafetensorsParts* parts) {
  if (parts->parts.empty()) return;
  SafetensorsPart& part = random_.Pick(parts->parts);
  const SafetensorsPart& other = random_.Pick(parts->parts);
  if (random_.OneIn(4)) {
    part.shape = NearShape(std::move(part.shape), kMostDimensions, &random_);
    return;
  }
  if (random_.OneIn(3)) {
    part.shape = other.shape;
    if (random_.OneIn(2)) part.dtype = other.dtype;
    return;
  }
  const uint64_t measure = MeasureOf(*parts, other, &random_);
  if (part.shape.empty() || random_.OneIn(3)) {
    if (parts->metadata.size() >= kMostParts) return;
    constexpr std::array<std::string_view, 6> kKeys = {
        "total_size", "total_parameters", "num_layers", "rank",
        "step",       "version"};
    parts->metadata.emplace_back(random_.Pick(kKeys), std::to_string(measure));
    return;
  }
  random_.Pick(part.shape) = measure;
}

void SafetensorsMutator::CrossOver(const SafetensorsParts& from,
                                   SafetensorsParts* into) {
  Splice(from.parts, kMostParts, &random_, &into->parts);
  if (random_.OneIn(3)) into->metadata = from.metadata;
}

std::string SafetensorsMutator::WellFormed(SafetensorsParts parts) {
  RepairParts(max_size_, &random_, &parts);
  std::string header = HeaderOf(parts);
  if (random_.OneIn(3)) VaryHeader(&random_, &header);
  std::string file = FileOf(header, parts.data);
  if (file.size() > max_size_) file = FileOf(HeaderOf(parts), parts.data);
  return file;
}

std::string SafetensorsMutator::Lying(SafetensorsParts parts) {
  if (random_.Percent(85)) RepairParts(max_size_, &random_, &parts);
  const uint64_t kind = random_.Below(10);
  if (kind < 6) LieInParts(&random_, &parts);
  if (random_.OneIn(4)) LayOut(max_size_, &parts);
  std::string header = HeaderOf(parts);
  if (kind >= 5 && kind < 9) LieInHeader(&random_, &header);
  std::string file = FileOf(header, parts.data);
  if (kind == 9) {
    const Surroundings about = {.truth = header.size(),
                                .remaining = file.size() - kLengthBytes,
                                .unit = 8,
                                .width = kLengthBytes};
    craft::SetNumber(LyingNumber(about, &random_), kLengthBytes,
                     ByteOrder::kLittle, 0, &file);
  }
  return file;
}

std::string SafetensorsMutator::Finish(SafetensorsParts parts) {
  std::string file = random_.Percent(kWellFormed) ? WellFormed(std::move(parts))
                                                  : Lying(std::move(parts));
  if (file.size() > max_size_) file.resize(max_size_);
  return file;
}

}  // namespace loadgate::mutator
