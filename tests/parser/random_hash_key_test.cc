#include "loadgate/random_hash_key.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace loadgate {
namespace {

TEST(RandomHashKeyTest, EveryDrawIsAnotherInBothHalves) {
  std::set<uint64_t> halves;
  for (int i = 0; i < 100; ++i) {
    const HashKey key = RandomHashKey();
    halves.insert(key.k0);
    halves.insert(key.k1);
  }
  EXPECT_EQ(halves.size(), 200u);
}

}  // namespace
}  // namespace loadgate
