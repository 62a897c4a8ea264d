#include "formats/json_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace loadgate {
namespace {

using ::testing::IsEmpty;

// Keys one after another, each ended by a NUL, and which were repeated.
class KeysOfOneObject {
 public:
  // By where a key stands, where the first equal one stands.
  using Repeated = std::map<uint32_t, uint32_t>;

  // Adds `key` and returns where it stands.
  uint32_t Add(const std::string& key) {
    const auto offset = static_cast<uint32_t>(text_.size());
    text_ += key;
    text_ += '\0';
    keys_.Add(text_, offset, static_cast<uint32_t>(key.size()),
              [this](const RepeatedKey& repeated) { Note(repeated); });
    return offset;
  }
  // Ends the object.
  Repeated Finish() {
    keys_.Finish(text_,
                 [this](const RepeatedKey& repeated) { Note(repeated); });
    return std::exchange(repeated_, {});
  }
  // What is known before.
  const Repeated& repeated() const { return repeated_; }

 private:
  void Note(const RepeatedKey& key) {
    EXPECT_TRUE(repeated_.emplace(key.offset, key.first).second)
        << "answered twice: " << key.offset;
    EXPECT_EQ(text_.at(key.offset + key.length), '\0');
  }

  std::string text_;
  Repeated repeated_;
  JsonKeys keys_{HashKey{}};
};

// Around eight bytes keys are compared in another way.
std::string Name(size_t i) {
  return std::string(i % 12, 'k') + std::to_string(i);
}

TEST(JsonKeysTest, AKeyThatStoodBeforeIsFoundWhereItStood) {
  // At the seventeenth key the list of a few gives up.
  for (const size_t count : {1, 2, 15, 16, 17, 18, 100, 70'000}) {
    KeysOfOneObject keys;
    std::vector<uint32_t> first;
    for (size_t i = 0; i < count; ++i) first.push_back(keys.Add(Name(i)));
    EXPECT_THAT(keys.repeated(), IsEmpty()) << count;
    KeysOfOneObject::Repeated expected;
    for (size_t i = 0; i < count; ++i) expected[keys.Add(Name(i))] = first[i];
    keys.Add("another");
    EXPECT_EQ(keys.Finish(), expected) << count;
  }
}

TEST(JsonKeysTest, KeysOfASmallObjectAreAnsweredAtOnce) {
  KeysOfOneObject keys;
  const uint32_t first = keys.Add("k");
  const uint32_t second = keys.Add("k");
  const uint32_t third = keys.Add("k");
  EXPECT_EQ(keys.repeated(),
            (KeysOfOneObject::Repeated{{second, first}, {third, first}}));
}

TEST(JsonKeysTest, ARepeatedKeyIsAnsweredOnceWhereTheListGivesUp) {
  KeysOfOneObject keys;
  KeysOfOneObject::Repeated expected;
  for (size_t i = 0; i < 20; ++i) {
    const uint32_t first = keys.Add(Name(i));
    expected[keys.Add(Name(i))] = first;
  }
  EXPECT_EQ(keys.Finish(), expected);
}

TEST(JsonKeysTest, KeysThatDifferInOneByteAreDifferent) {
  for (const size_t length : {1, 7, 8, 9, 15, 16, 17, 40}) {
    for (size_t at = 0; at < length; ++at) {
      KeysOfOneObject keys;
      std::string key(length, '\xff');
      keys.Add(key);
      key[at] = '\x7f';
      keys.Add(key);
      EXPECT_THAT(keys.Finish(), IsEmpty()) << at << " of " << length;
    }
  }
}

TEST(JsonKeysTest, AKeyThatBeginsAnotherIsNotThatOne) {
  KeysOfOneObject keys;
  for (const char* key : {"abcdefgh", "abcdefghi", "abc", "ab", "", "a", "b",
                          "abcdefg", "abcdefghij"}) {
    keys.Add(key);
  }
  EXPECT_THAT(keys.Finish(), IsEmpty());
}

TEST(JsonKeysTest, TheNextObjectHasItsOwnKeys) {
  for (const size_t count : {3, 30}) {
    KeysOfOneObject keys;
    for (int object = 0; object < 3; ++object) {
      for (size_t i = 0; i < count; ++i) keys.Add(Name(i));
      keys.Add(std::string("\0", 1));
      EXPECT_THAT(keys.Finish(), IsEmpty()) << object << " of " << count;
    }
  }
}

TEST(JsonKeysTest, AKeyWithANulIsTheWholeOfIt) {
  for (const size_t length : {3, 8, 9, 20}) {
    for (const size_t count : {0, 20}) {
      std::string with_nul(length, 'a');
      with_nul[1] = '\0';
      KeysOfOneObject keys;
      for (size_t i = 0; i < count; ++i) keys.Add(Name(i));
      const uint32_t first = keys.Add(with_nul);
      keys.Add("a");
      with_nul.back() = 'b';
      keys.Add(with_nul);
      with_nul.back() = 'a';
      const uint32_t second = keys.Add(with_nul);
      EXPECT_EQ(keys.Finish(), (KeysOfOneObject::Repeated{{second, first}}))
          << length << " behind " << count;
    }
  }
}

}  // namespace
}  // namespace loadgate
