#include "fuzz/other/byte_mutator.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace loadgate::other {
namespace {

using mutator::Random;

constexpr size_t kLongestRun = 128;

size_t PlaceIn(const std::string& file, Random* random) {
  return static_cast<size_t>(random->Below(file.size()));
}

// The length of a run that begins at `at`.
size_t RunFrom(const std::string& file, size_t at, Random* random) {
  return 1 + static_cast<size_t>(
                 random->Small(std::min(file.size() - at, kLongestRun) - 1));
}

void InsertRun(Random* random, std::string* file) {
  const auto at = static_cast<size_t>(random->Below(file->size() + 1));
  const uint64_t size = 1 + random->Small(kLongestRun - 1);
  std::string run(static_cast<size_t>(size), static_cast<char>(random->Bits()));
  if (random->OneIn(2)) {
    for (char& c : run) c = static_cast<char>(random->Bits());
  }
  file->insert(at, run);
}

// An integer of 1, 2, 4 or 8 bytes, little or big endian, set or added to.
void ChangeInteger(Random* random, std::string* file) {
  const size_t width = size_t{1} << random->Below(4);
  if (file->size() < width) return;
  const auto at = static_cast<size_t>(random->Below(file->size() - width + 1));
  const bool big = random->OneIn(2);
  const auto byte = [&](size_t i) -> char& {
    return (*file)[at + (big ? width - 1 - i : i)];
  };
  uint64_t value = 0;
  for (size_t i = 0; i < width; ++i) {
    value |= uint64_t{static_cast<uint8_t>(byte(i))} << (8 * i);
  }
  const uint64_t small = random->Below(21) - 10;  // It may wrap: -10 to 10.
  value = random->OneIn(3) ? small : value + small;
  for (size_t i = 0; i < width; ++i) {
    byte(i) = static_cast<char>(value >> (8 * i));
  }
}

void CopyRun(bool over, Random* random, std::string* file) {
  const size_t from = PlaceIn(*file, random);
  const std::string run = file->substr(from, RunFrom(*file, from, random));
  const size_t to = PlaceIn(*file, random);
  file->replace(to, over ? std::min(run.size(), file->size() - to) : 0, run);
}

void ChangeOnce(Random* random, std::string* file) {
  if (file->empty()) return InsertRun(random, file);
  const size_t at = PlaceIn(*file, random);
  switch (random->Below(8)) {
    case 0:
      (*file)[at] = static_cast<char>((*file)[at] ^ (1 << random->Below(8)));
      return;
    case 1:
      (*file)[at] = static_cast<char>(random->Bits());
      return;
    case 2:
      file->erase(at, RunFrom(*file, at, random));
      return;
    case 3:
      return InsertRun(random, file);
    case 4:
      file->insert(at, 1, static_cast<char>(random->Bits()));
      return;
    case 5:
      return ChangeInteger(random, file);
    default:
      return CopyRun(random->OneIn(2), random, file);
  }
}

}  // namespace

std::string ChangeBytes(std::string file, size_t max_size, Random* random) {
  const uint64_t changes = random->Between(1, 5);
  for (uint64_t i = 0; i < changes; ++i) ChangeOnce(random, &file);
  if (file.empty()) file.push_back(static_cast<char>(random->Bits()));
  if (file.size() > max_size) file.resize(max_size);
  return file;
}

}  // namespace loadgate::other
