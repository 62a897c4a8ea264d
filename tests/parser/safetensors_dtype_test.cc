#include "loadgate/safetensors_dtype.h"

#include <gtest/gtest.h>

#include <map>
#include <string_view>

namespace loadgate {
namespace {

// Written down from safetensors' tensor.rs, Dtype::bitsize, a second time.
const std::map<std::string_view, uint32_t>& Bits() {
  static const auto* const kBits = new std::map<std::string_view, uint32_t>{
      {"F4", 4},          {"F6_E2M3", 6},     {"F6_E3M2", 6}, {"BOOL", 8},
      {"U8", 8},          {"I8", 8},          {"F8_E5M2", 8}, {"F8_E4M3", 8},
      {"F8_E8M0", 8},     {"F8_E4M3FNUZ", 8}, {"I16", 16},    {"U16", 16},
      {"F8_E5M2FNUZ", 8}, {"F16", 16},        {"BF16", 16},   {"I32", 32},
      {"U32", 32},        {"F32", 32},        {"C64", 64},    {"F64", 64},
      {"I64", 64},        {"U64", 64}};
  return *kBits;
}

TEST(SafetensorsDtypeTest, TheTableHasEveryTypeWithItsBits) {
  EXPECT_EQ(AllSafetensorsDtypes().size(), 22u);
  EXPECT_EQ(Bits().size(), 22u);
  for (const SafetensorsDtype& dtype : AllSafetensorsDtypes()) {
    ASSERT_TRUE(Bits().contains(dtype.name)) << dtype.name;
    EXPECT_EQ(dtype.bits, Bits().at(dtype.name)) << dtype.name;
  }
}

TEST(SafetensorsDtypeTest, TheOrderIsTheReferences) {
  EXPECT_EQ(AllSafetensorsDtypes().front().name, "BOOL");
  EXPECT_EQ(AllSafetensorsDtypes().back().name, "U64");
}

TEST(SafetensorsDtypeTest, ATypeIsFoundByItsExactName) {
  for (const SafetensorsDtype& dtype : AllSafetensorsDtypes()) {
    EXPECT_EQ(FindSafetensorsDtype(dtype.name), &dtype);
  }
  for (const char* name : {"", "f32", "F32 ", "F3", "F322", "float32", "C128",
                           "I4", "U4", "FP4", "E8M0", "F8", "Bool"}) {
    EXPECT_EQ(FindSafetensorsDtype(name), nullptr) << name;
  }
  EXPECT_EQ(FindSafetensorsDtype(std::string_view("F32\0", 4)), nullptr);
}

TEST(SafetensorsDtypeTest, TheTableHasADate) {
  EXPECT_EQ(kSafetensorsDtypeTableDate.size(), 10u);
}

}  // namespace
}  // namespace loadgate
