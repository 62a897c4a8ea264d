#include "formats/safetensors_guess.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loadgate {
namespace {

std::string_view Guess(std::string_view name) {
  const SafetensorsDtype* const dtype = GuessSafetensorsDtype(name);
  return dtype == nullptr ? "none" : dtype->name;
}

TEST(SafetensorsGuessTest, OtherNamesOfATypeMeanIt) {
  const std::vector<std::pair<std::string_view, std::string_view>> names = {
      {"float32", "F32"},
      {"fp32", "F32"},
      {"float", "F32"},
      {"torch.float32", "F32"},
      {"f32", "F32"},
      {"fp16", "F16"},
      {"half", "F16"},
      {"bfloat16", "BF16"},
      {"bf16", "BF16"},
      {"double", "F64"},
      {"float64", "F64"},
      {"int64", "I64"},
      {"torch.long", "I64"},
      {"int", "I32"},
      {"int8", "I8"},
      {"uint8", "U8"},
      {"byte", "U8"},
      {"uint64", "U64"},
      {"bool", "BOOL"},
      {"boolean", "BOOL"},
      {"complex64", "C64"},
      {"F8_E4M3FN", "F8_E4M3"},
      {"float8_e4m3fn", "F8_E4M3"},
      {"float8_e5m2", "F8_E5M2"},
      {"float8_e4m3fnuz", "F8_E4M3FNUZ"},
      {"float8_e8m0fnu", "F8_E8M0"}};
  for (const auto& [name, meant] : names) {
    EXPECT_EQ(Guess(name), meant) << name;
  }
}

TEST(SafetensorsGuessTest, ANameLikeNoTypeMeansNone) {
  for (const char* name :
       {"", "F", "I4", "Q4_0", "float128", "int7", "F32 ", "fp", "torch."}) {
    EXPECT_EQ(Guess(name), "none") << name;
  }
  EXPECT_EQ(Guess(std::string(100'000, 'f')), "none");
}

}  // namespace
}  // namespace loadgate
