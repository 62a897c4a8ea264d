#include "fuzz/other/inputs.h"

#include <utility>

#include "fuzz/mutator/file_mutator.h"
#include "fuzz/other/byte_mutator.h"
#include "loadgate/bytes.h"

namespace loadgate::other {
namespace {

// In a hundred: files made of two.
constexpr uint64_t kCrossOverShare = 10;

}  // namespace

std::string Inputs::Next() {
  if (structured_) return NextStructured();
  std::string file = pool_.empty() ? std::string() : random_.Pick(pool_);
  return ChangeBytes(std::move(file), max_size_, &random_);
}

std::string Inputs::NextStructured() {
  const bool is_gguf = format_ == Format::kGguf;
  const std::string nothing;
  const std::string& first = pool_.empty() ? nothing : random_.Pick(pool_);
  if (!pool_.empty() && random_.Percent(kCrossOverShare)) {
    const std::string& second = random_.Pick(pool_);
    const auto cross_over =
        is_gguf ? mutator::CrossOverGguf : mutator::CrossOverSafetensors;
    return cross_over(AsBytes(first), AsBytes(second), max_size_,
                      random_.Bits());
  }
  const auto mutate =
      is_gguf ? mutator::MutateGguf : mutator::MutateSafetensors;
  return mutate(AsBytes(first), max_size_, random_.Bits(),
                [this](std::string bytes, size_t max_size) {
                  return ChangeBytes(std::move(bytes), max_size, &random_);
                });
}

void Inputs::Keep(std::string file) {
  if (file.size() > max_size_) return;
  if (pool_.size() < kMostKept) {
    pool_.push_back(std::move(file));
  } else {
    random_.Pick(pool_) = std::move(file);
  }
}

}  // namespace loadgate::other
