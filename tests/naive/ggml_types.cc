#include "tests/naive/ggml_types.h"

namespace naive {
namespace {

constexpr GgmlType kTypes[] = {
    {0, 1, 4},       // f32
    {1, 1, 2},       // f16
    {2, 32, 18},     // q4_0
    {3, 32, 20},     // q4_1
    {4, 0, 0},       // q4_2, removed
    {5, 0, 0},       // q4_3, removed
    {6, 32, 22},     // q5_0
    {7, 32, 24},     // q5_1
    {8, 32, 34},     // q8_0
    {9, 32, 36},     // q8_1
    {10, 256, 84},   // q2_K
    {11, 256, 110},  // q3_K
    {12, 256, 144},  // q4_K
    {13, 256, 176},  // q5_K
    {14, 256, 210},  // q6_K
    {15, 256, 292},  // q8_K
    {16, 256, 66},   // iq2_xxs
    {17, 256, 74},   // iq2_xs
    {18, 256, 98},   // iq3_xxs
    {19, 256, 50},   // iq1_s
    {20, 32, 18},    // iq4_nl
    {21, 256, 110},  // iq3_s
    {22, 256, 82},   // iq2_s
    {23, 256, 136},  // iq4_xs
    {24, 1, 1},      // i8
    {25, 1, 2},      // i16
    {26, 1, 4},      // i32
    {27, 1, 8},      // i64
    {28, 1, 8},      // f64
    {29, 256, 56},   // iq1_m
    {30, 1, 2},      // bf16
    {31, 0, 0},      // q4_0_4_4, removed
    {32, 0, 0},      // q4_0_4_8, removed
    {33, 0, 0},      // q4_0_8_8, removed
    {34, 256, 54},   // tq1_0
    {35, 256, 66},   // tq2_0
    {36, 0, 0},      // iq4_nl_4_4, removed
    {37, 0, 0},      // iq4_nl_4_8, removed
    {38, 0, 0},      // iq4_nl_8_8, removed
    {39, 32, 17},    // mxfp4
    {40, 64, 36},    // nvfp4
    {41, 128, 18},   // q1_0
    {42, 64, 18},    // q2_0
};

}  // namespace

const GgmlType* FindGgmlType(uint32_t id) {
  for (const GgmlType& type : kTypes) {
    if (type.id == id) return &type;
  }
  return nullptr;
}

}  // namespace naive
