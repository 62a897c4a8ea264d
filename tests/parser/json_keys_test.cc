#include "formats/json_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loadgate {
namespace {

// Keys one after another, each ended by a NUL, and what Add says to each.
class KeysOfOneObject {
 public:
  // Adds `key`, which stands behind those added before.
  std::optional<uint32_t> Add(const std::string& key) {
    const auto offset = static_cast<uint32_t>(text_.size());
    text_ += key;
    text_ += '\0';
    offsets_.push_back(offset);
    return keys_.Add(text_, key, offset);
  }
  void Clear() { keys_.Clear(); }
  uint32_t OffsetOf(size_t i) const { return offsets_.at(i); }

 private:
  std::string text_;
  std::vector<uint32_t> offsets_;
  JsonKeys keys_{HashKey{}};
};

std::string Name(size_t i) { return "key" + std::to_string(i); }

TEST(JsonKeysTest, AKeyThatStoodBeforeIsFoundWhereItStood) {
  // Around the eighth key the table takes over from the list.
  for (const size_t count : {1, 2, 7, 8, 9, 10, 100, 1000}) {
    KeysOfOneObject keys;
    for (size_t i = 0; i < count; ++i) {
      EXPECT_EQ(keys.Add(Name(i)), std::nullopt) << i << " of " << count;
    }
    for (size_t i = 0; i < count; ++i) {
      EXPECT_EQ(keys.Add(Name(i)), keys.OffsetOf(i)) << i << " of " << count;
    }
    EXPECT_EQ(keys.Add("another"), std::nullopt);
  }
}

TEST(JsonKeysTest, AKeyThatBeginsAnotherIsNotThatOne) {
  KeysOfOneObject keys;
  for (const char* key : {"abc", "ab", "", "a", "abcd", "b"}) {
    EXPECT_EQ(keys.Add(key), std::nullopt) << key;
  }
  EXPECT_EQ(keys.Add(""), keys.OffsetOf(2));
  EXPECT_EQ(keys.Add("ab"), keys.OffsetOf(1));
}

TEST(JsonKeysTest, TheFirstOfThreeIsNamed) {
  KeysOfOneObject keys;
  keys.Add("k");
  EXPECT_EQ(keys.Add("k"), 0u);
  EXPECT_EQ(keys.Add("k"), 0u);
}

TEST(JsonKeysTest, ClearForgetsListAndTable) {
  for (const size_t count : {3, 30}) {
    KeysOfOneObject keys;
    for (size_t i = 0; i < count; ++i) keys.Add(Name(i));
    keys.Clear();
    for (size_t i = 0; i < count; ++i) {
      EXPECT_EQ(keys.Add(Name(i)), std::nullopt) << i << " of " << count;
    }
  }
}

TEST(JsonKeysTest, AKeyWithANulIsTheWholeOfIt) {
  const std::string with_nul("a\0b", 3);
  for (const size_t count : {0, 20}) {
    KeysOfOneObject keys;
    for (size_t i = 0; i < count; ++i) keys.Add(Name(i));
    EXPECT_EQ(keys.Add(with_nul), std::nullopt);
    EXPECT_EQ(keys.Add("a"), std::nullopt) << "not what stands before the NUL";
    EXPECT_EQ(keys.Add(with_nul), keys.OffsetOf(count)) << count;
  }
}

}  // namespace
}  // namespace loadgate
