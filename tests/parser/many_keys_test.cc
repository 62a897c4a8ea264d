#include "formats/many_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace loadgate {
namespace {

using ::testing::IsEmpty;

// A key's place, and that of the first equal one.
using Pair = std::pair<uint32_t, uint32_t>;

// Keys one after another, each ended by a NUL.
class KeysOfOneObject {
 public:
  explicit KeysOfOneObject(const HashKey& key = {}) : keys_(key) {}

  // Adds `key` and returns where it stands.
  uint32_t Add(const std::string& key) {
    const auto offset = static_cast<uint32_t>(text_.size());
    text_ += key;
    text_ += '\0';
    keys_.Add(text_, offset, static_cast<uint32_t>(key.size()));
    return offset;
  }

  std::vector<Pair> TakeRepeated() {
    std::vector<Pair> repeated;
    keys_.TakeRepeated(text_, [&](const RepeatedKey& key) {
      EXPECT_EQ(text_.at(key.offset + key.length), '\0');
      EXPECT_EQ(text_.compare(key.offset, key.length + 1, text_, key.first,
                              key.length + 1),
                0);
      repeated.emplace_back(key.offset, key.first);
    });
    return repeated;
  }

 private:
  std::string text_;
  ManyKeys keys_;
};

// Up to 65,535 keys are looked up in one table, more in 1024.
constexpr uint32_t kCounts[] = {1, 20, 65'535, 65'536, 65'537, 200'000};

std::string Name(uint32_t i) { return "k" + std::to_string(i); }

TEST(ManyKeysTest, KeysThatStandOnceAreNotRepeated) {
  for (const uint32_t count : kCounts) {
    KeysOfOneObject keys;
    for (uint32_t i = 0; i < count; ++i) keys.Add(Name(i));
    EXPECT_THAT(keys.TakeRepeated(), IsEmpty()) << count;
  }
}

TEST(ManyKeysTest, TheSecondAndTheThirdOfAKeyNameTheFirst) {
  for (const uint32_t count : kCounts) {
    KeysOfOneObject keys;
    const uint32_t first = keys.Add("twice");
    for (uint32_t i = 0; i < count; ++i) keys.Add(Name(i));
    const uint32_t second = keys.Add("twice");
    const uint32_t third = keys.Add("twice");
    EXPECT_EQ(keys.TakeRepeated(),
              (std::vector<Pair>{{second, first}, {third, first}}))
        << count;
  }
}

TEST(ManyKeysTest, RepeatedKeysComeInTheOrderOfTheText) {
  for (const uint32_t count : kCounts) {
    KeysOfOneObject keys;
    std::vector<uint32_t> first;
    for (uint32_t i = 0; i < count; ++i) first.push_back(keys.Add(Name(i)));
    std::vector<Pair> expected;
    // Backwards, so that the order is not that of the first ones.
    for (uint32_t i = count; i-- > 0;) {
      if (i % 3 != 0) expected.emplace_back(keys.Add(Name(i)), first[i]);
    }
    EXPECT_EQ(keys.TakeRepeated(), expected) << count;
  }
}

TEST(ManyKeysTest, OneKeyAHundredThousandTimesIsRepeatedAllButOnce) {
  KeysOfOneObject keys;
  const uint32_t first = keys.Add("");
  std::vector<Pair> expected;
  for (int i = 0; i < 100'000; ++i) expected.emplace_back(keys.Add(""), first);
  EXPECT_EQ(keys.TakeRepeated(), expected);
}

// Among 200,000 keys a few have the same 32 bits of hash: 4.7 pairs are to be
// expected, and at one key in a hundred there are none. Here are many keys.
TEST(ManyKeysTest, KeysWithOneHashAreToldByTheirBytes) {
  uint32_t alike = 0;
  for (uint64_t k = 0; k < 3; ++k) {
    const HashKey hash_key = {.k0 = k};
    KeysOfOneObject keys(hash_key);
    std::vector<uint32_t> hashes;
    for (uint32_t i = 0; i < 200'000; ++i) {
      keys.Add(Name(i));
      hashes.push_back(
          static_cast<uint32_t>(SipHash13(hash_key, Name(i)) >> 32));
    }
    std::ranges::sort(hashes);
    alike += static_cast<uint32_t>(hashes.end() -
                                   std::unique(hashes.begin(), hashes.end()));
    EXPECT_THAT(keys.TakeRepeated(), IsEmpty());
  }
  EXPECT_GT(alike, 0u) << "the test has lost what it tests";
}

TEST(ManyKeysTest, AKeyThatBeginsAnotherIsNotThatOne) {
  KeysOfOneObject keys;
  for (const char* key : {"abc", "ab", "", "a", "abcd", "b"}) keys.Add(key);
  EXPECT_THAT(keys.TakeRepeated(), IsEmpty());
}

TEST(ManyKeysTest, WhatWasTakenIsForgotten) {
  for (const uint32_t count : kCounts) {
    KeysOfOneObject keys;
    for (uint32_t i = 0; i < count; ++i) keys.Add(Name(i));
    keys.Add(Name(0));
    EXPECT_EQ(keys.TakeRepeated().size(), 1u);
    EXPECT_THAT(keys.TakeRepeated(), IsEmpty());
    for (uint32_t i = 0; i < 20; ++i) keys.Add(Name(i));
    EXPECT_THAT(keys.TakeRepeated(), IsEmpty()) << count;
  }
}

}  // namespace
}  // namespace loadgate
