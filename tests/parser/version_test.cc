#include "loadgate/version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace loadgate {
namespace {

TEST(VersionTest, IsThreeNumbersJoinedByDots) {
  EXPECT_THAT(std::string(Version()),
              testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

}  // namespace
}  // namespace loadgate
