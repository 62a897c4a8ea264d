#include "formats/json_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loadgate {
namespace {

// Keys one after another, each ended by a NUL, and what is answered to each.
class KeysOfOneObject {
 public:
  using Answers = std::map<uint32_t, std::optional<uint32_t>>;

  // Adds `key`, which stands behind those added before. What it was answered
  // is in Answers at its offset, once it was.
  uint32_t AddLater(const std::string& key) {
    const auto offset = static_cast<uint32_t>(text_.size());
    text_ += key;
    text_ += '\0';
    offsets_.push_back(offset);
    keys_.Add(text_, key, offset,
              [this](const JsonKey& answered) { Note(answered); });
    return offset;
  }
  void Flush() {
    keys_.Flush(text_, [this](const JsonKey& answered) { Note(answered); });
  }
  std::optional<uint32_t> Add(const std::string& key) {
    const uint32_t offset = AddLater(key);
    Flush();
    return answers_.at(offset);
  }
  void Clear() { keys_.Clear(); }
  uint32_t OffsetOf(size_t i) const { return offsets_.at(i); }
  const Answers& answers() const { return answers_; }

 private:
  void Note(const JsonKey& key) {
    EXPECT_TRUE(answers_.emplace(key.offset, key.first).second)
        << "answered twice: " << key.offset;
    EXPECT_EQ(text_.at(key.offset + key.length), '\0');
  }

  std::string text_;
  std::vector<uint32_t> offsets_;
  Answers answers_;
  JsonKeys keys_{HashKey{}};
};

std::string Name(size_t i) { return "key" + std::to_string(i); }

// How many keys were added before Name(i), if every third is followed by
// another: see EveryKeyIsAnsweredAsIfAtOnce.
size_t IndexOf(size_t i) { return i + (i + 2) / 3; }

TEST(JsonKeysTest, AKeyThatStoodBeforeIsFoundWhereItStood) {
  // Around the sixteenth key the table takes over from the list.
  for (const size_t count : {1, 2, 15, 16, 17, 18, 100, 1000}) {
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

TEST(JsonKeysTest, EveryKeyIsAnsweredAsIfAtOnce) {
  for (const size_t count :
       {1, 16, 17, 18, 300, 1536, 1600, 12'290, 12'296, 40'000}) {
    KeysOfOneObject keys;
    KeysOfOneObject::Answers expected;
    for (size_t i = 0; i < count; ++i) {
      expected[keys.AddLater(Name(i))] = std::nullopt;
      if (i % 3 != 0) continue;
      expected[keys.AddLater(Name(i / 2))] = keys.OffsetOf(IndexOf(i / 2));
    }
    keys.Flush();
    EXPECT_EQ(keys.answers(), expected) << count;
    keys.Flush();
    EXPECT_EQ(keys.answers().size(), expected.size()) << "nothing is left";
  }
}

TEST(JsonKeysTest, ClearForgetsKeysThatWait) {
  KeysOfOneObject keys;
  for (size_t i = 0; i < 30; ++i) keys.AddLater(Name(i));
  const size_t answered = keys.answers().size();
  EXPECT_LT(answered, 30u) << "some keys wait";
  keys.Clear();
  keys.Flush();
  EXPECT_EQ(keys.answers().size(), answered);
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
