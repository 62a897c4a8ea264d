#include "harness/reread.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "harness/sha256.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::TempDir;

class RereadTest : public testing::Test {
 protected:
  // What there is to say of a worker's claim to have read `bytes` bytes which
  // are those of `text`.
  std::optional<Code> Claim(uint64_t bytes, std::string_view text,
                            const Limits& limits = {}) {
    const OpenResult opened = OpenPath(dir_.WriteFile("m.gguf", content_));
    Sha256 sha256;
    sha256.Add(AsBytes(text));
    const HeaderRecord header = {.bytes = bytes, .sha256 = sha256.Digest()};
    const auto finding =
        FindOtherBytes(std::get<OpenedInput>(opened), limits, header);
    if (!finding.has_value()) return std::nullopt;
    return finding->code;
  }

  TempDir dir_;
  std::string content_ = "0123456789";
};

TEST_F(RereadTest, TheSameBytesHaveNoFinding) {
  EXPECT_EQ(Claim(0, ""), std::nullopt);
  EXPECT_EQ(Claim(4, "0123"), std::nullopt);
  EXPECT_EQ(Claim(10, content_), std::nullopt);
}

TEST_F(RereadTest, MoreThanOnePieceIsRead) {
  content_ = std::string(700'000, 'x') + "y";
  EXPECT_EQ(Claim(700'001, content_), std::nullopt);
  EXPECT_EQ(Claim(700'001, std::string(700'001, 'x')),
            Code::kInputDigestDiffers);
}

TEST_F(RereadTest, OtherBytesAreAFinding) {
  EXPECT_EQ(Claim(4, "012x"), Code::kInputDigestDiffers);
  EXPECT_EQ(Claim(3, "0123"), Code::kInputDigestDiffers);
}

TEST_F(RereadTest, MoreBytesThanThereAreDiffer) {
  EXPECT_EQ(Claim(11, content_ + "a"), Code::kInputDigestDiffers);
}

// Or a worker could keep the broker reading.
TEST_F(RereadTest, MoreBytesThanAWorkerReadsAreNoReply) {
  Limits limits;
  EXPECT_EQ(Claim(limits.header_bytes + 1, content_, limits),
            Code::kWorkerBadReply);
  EXPECT_EQ(Claim(UINT64_MAX, content_, limits), Code::kWorkerBadReply);
  limits.header_bytes = 1;
  EXPECT_EQ(Claim(4, "0123", limits), std::nullopt);
}

TEST_F(RereadTest, AWorkerWithoutADigestGivesNothingToCompare) {
  const OpenResult opened = OpenPath(dir_.WriteFile("m.gguf", content_));
  EXPECT_EQ(FindOtherBytes(std::get<OpenedInput>(opened), {}, {}),
            std::nullopt);
}

}  // namespace
}  // namespace loadgate
