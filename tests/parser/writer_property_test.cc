#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/bytes.h"
#include "tests/support/writer_properties.h"

namespace loadgate {
namespace {

using testing_support::BrokenWriterProperty;

TEST(WriterPropertyTest, HoldsOfOrdersByChance) {
  constexpr std::string_view kOrders = "aklttssmn";
  std::mt19937 random(7);
  for (int i = 0; i < 1500; ++i) {
    std::string program;
    while (program.size() < 120) {
      program.push_back(kOrders[random() % kOrders.size()]);
      // Small operands make sense more often.
      const size_t operands = 3 + random() % 8;
      for (size_t j = 0; j < operands; ++j) {
        const bool small = random() % 8 != 0;
        program.push_back(static_cast<char>(random() % (small ? 9 : 256)));
      }
    }
    ASSERT_EQ(BrokenWriterProperty(AsBytes(program)), "") << "program " << i;
  }
}

}  // namespace
}  // namespace loadgate
