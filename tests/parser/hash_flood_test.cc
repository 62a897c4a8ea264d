// Names chosen to collide cost no more than others.
//
// What is counted is work, never time: how many names are compared, how many
// places of a table are looked at, how many items are parsed.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/gguf_reader.h"
#include "loadgate/name_index.h"
#include "loadgate/random_hash_key.h"
#include "tests/parser/judge_bytes.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

// "Aa" and "BB" have the same hash under every polynomial in 31, so all strings
// of the same number of them have, 2^n strings for n of them.
constexpr unsigned kHalves = 20;
constexpr uint32_t kFloodOfNames = uint32_t{1} << kHalves;

class ColliderNames {
 public:
  // operator() returns name number `n`, which is good until the next call.
  std::string_view operator()(uint32_t n) {
    for (unsigned i = 0; i < kHalves; ++i) {
      const bool second = (n >> i & 1) != 0;
      text_[2 * i] = second ? 'B' : 'A';
      text_[2 * i + 1] = second ? 'B' : 'a';
    }
    return {text_.data(), text_.size()};
  }

 private:
  std::array<char, 2 * kHalves> text_ = {};
};

uint32_t PolynomialHash(std::string_view text) {
  uint32_t hash = 0;
  for (const char c : text) hash = hash * 31 + static_cast<uint8_t>(c);
  return hash;
}

TEST(HashFloodTest, TheNamesCollideUnderAnUnkeyedHash) {
  ColliderNames names;
  const uint32_t first = PolynomialHash(names(0));
  for (const uint32_t n : {1u, 2u, 1000u, kFloodOfNames - 1}) {
    EXPECT_EQ(PolynomialHash(names(n)), first);
  }
}

TEST(HashFloodTest, AFloodOfCollidingNamesComparesHardlyAnyNames) {
  NameIndex index(RandomHashKey());
  ColliderNames names;
  ColliderNames stored;
  uint64_t compared = 0;
  const auto name_of = [&](uint32_t n) {
    ++compared;
    return stored(n);
  };
  for (uint32_t n = 0; n < kFloodOfNames; ++n) {
    ASSERT_EQ(index.Insert(names(n), n, name_of), std::nullopt);
  }
  EXPECT_EQ(index.size(), kFloodOfNames);
  EXPECT_LE(compared, kFloodOfNames / 100);
  compared = 0;
  for (uint32_t n = 0; n < kFloodOfNames; ++n) {
    ASSERT_EQ(index.Find(names(n), name_of), n);
  }
  EXPECT_LE(compared, kFloodOfNames + kFloodOfNames / 100);
}

// How many places of a half-empty table with linear probing are looked at when
// `names` go into it, hashed with `key` as NameIndex does.
uint64_t PlacesLookedAt(const std::vector<std::string>& names,
                        const HashKey& key) {
  std::vector<bool> taken(names.size() * 2);
  uint64_t looked_at = 0;
  for (const std::string& name : names) {
    size_t place = (SipHash13(key, name) >> 32) % taken.size();
    for (++looked_at; taken[place]; ++looked_at) {
      place = (place + 1) % taken.size();
    }
    taken[place] = true;
  }
  return looked_at;
}

// Names that all begin at the same place of such a table under `key`.
std::vector<std::string> NamesFoundByTrying(size_t count, const HashKey& key) {
  std::vector<std::string> names;
  for (uint64_t i = 0; names.size() < count; ++i) {
    std::string name = std::to_string(i);
    if ((SipHash13(key, name) >> 32) % (2 * count) == 0) {
      names.push_back(std::move(name));
    }
  }
  return names;
}

TEST(HashFloodTest, NamesMadeForOneKeyDoNoHarmUnderAnother) {
  constexpr size_t kCount = 512;
  const HashKey known = {};
  const auto names = NamesFoundByTrying(kCount, known);
  EXPECT_GE(PlacesLookedAt(names, known), kCount * kCount / 2);
  for (int i = 0; i < 10; ++i) {
    // Two in three on average; twenty would be an unheard-of accident.
    EXPECT_LE(PlacesLookedAt(names, RandomHashKey()), kCount * 20);
  }
}

// 63 bytes that differ in the last ones only.
std::string LongName(uint32_t n) {
  const std::string number = std::to_string(n);
  return std::string(63 - number.size(), 'x') + number;
}

TEST(HashFloodTest, AFileOfNamesWithLongCommonPrefixesIsReadInOnePass) {
  constexpr uint32_t kMany = 100'000;
  GgufBytes file;
  file.Record(false).Header(3, kMany, kMany);
  for (uint32_t i = 0; i < kMany; ++i) file.PairU8(LongName(i), 1);
  for (uint32_t i = 0; i < kMany; ++i) file.TensorInfo(LongName(i), {0}, 0, 0);
  file.PadTo(32);
  FindingSink sink;
  GgufReader reader({}, RandomHashKey());
  const ReadResult result = reader.Read(file.bytes(), file.size(), &sink);
  EXPECT_EQ(result.status, ReadStatus::kParsed)
      << ::testing::PrintToString(sink.Findings());
  EXPECT_EQ(reader.items_read(), 1 + 2 * uint64_t{kMany});
}

}  // namespace
}  // namespace loadgate::testing_support
