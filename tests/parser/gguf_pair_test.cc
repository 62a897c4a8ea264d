#include "writers/gguf_pair.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "loadgate/check.h"
#include "tests/support/good_files.h"
#include "tests/support/written_file.h"

namespace loadgate {
namespace {

using testing_support::BigEndianGgufFiles;
using testing_support::GoodFile;
using testing_support::GoodGgufFiles;
using testing_support::JudgeBytes;

ByteSpan PairBytes(const GgufFile& file, size_t i, ByteSpan header) {
  const GgufKeyValue pair = file.key_value(i);
  const uint64_t end = pair.value_offset() + pair.value_bytes();
  return header.subspan(pair.offset(), end - pair.offset());
}

TEST(GgufPairTest, APairIsEncodedAsItStoodInTheFile) {
  size_t pairs = 0;
  for (const GoodFile& good : GoodGgufFiles()) {
    const auto judged = JudgeBytes(good.bytes);
    const GgufFile& file = *judged.judgement.gguf;
    for (size_t i = 0; i < file.key_value_count(); ++i) {
      const auto bytes = EncodeGgufPair(file.key_value(i));
      ASSERT_TRUE(bytes.has_value());
      EXPECT_EQ(AsText(*bytes), AsText(PairBytes(file, i, good.bytes)))
          << good.name << " " << i;
      ++pairs;
    }
  }
  EXPECT_GT(pairs, 50U);
}

TEST(GgufPairTest, ABigEndianPairComesOutLittleEndian) {
  size_t files = 0;
  for (const GoodFile& big : BigEndianGgufFiles()) {
    const GoodFile& twin = testing_support::GoodGgufFile(
        big.name.substr(0, big.name.size() - sizeof("_big_endian") + 1));
    const auto judged = JudgeBytes(big.bytes);
    const auto wanted = JudgeBytes(twin.bytes);
    const GgufFile& file = *judged.judgement.gguf;
    ASSERT_EQ(file.key_value_count(), wanted.judgement.gguf->key_value_count());
    for (size_t i = 0; i < file.key_value_count(); ++i) {
      const auto bytes = EncodeGgufPair(file.key_value(i));
      ASSERT_TRUE(bytes.has_value());
      EXPECT_EQ(AsText(*bytes),
                AsText(PairBytes(*wanted.judgement.gguf, i, twin.bytes)))
          << big.name << " " << i;
    }
    ++files;
  }
  EXPECT_GT(files, 5U);
}

}  // namespace
}  // namespace loadgate
