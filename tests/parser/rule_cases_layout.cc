// Rules about where GGUF tensor data lies, and what else is in the file.

#include <string>
#include <vector>

#include "tests/parser/rule_cases.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

// Two tensors of 32 bytes each, and room for one more.
GgufRecipe TwoTensors() {
  GgufRecipe recipe =
      WithTensors({{.name = "a", .ne = {8}}, {.name = "b", .ne = {8}}});
  recipe.tail = std::string(32, '\0');
  return recipe;
}

RuleCase OffsetCase(Code code, uint64_t offset, std::string says) {
  return {.code = code,
          .good = TwoTensors(),
          .lie = SetTo("tensor[1].offset", offset),
          .at = At("tensor[1].offset"),
          .where = "tensor[1] 'b'",
          .says = {says, "padded to 32, at 32"}};
}

// The first lies behind the second: it leaves a gap, which the second fills.
void SwapOffsets(GgufBytes& file) {
  file.Set("tensor[0].offset", 32).Set("tensor[1].offset", 0);
}

// A small file with `tail` behind it, in which the good one has `good_tail`.
RuleCase TailCase(Code code, std::string good_tail, const std::string& tail,
                  uint64_t plus, std::vector<std::string> says) {
  RuleCase rule_case = {.code = code,
                        .spoil = TailIs(tail),
                        .at = BeforeEnd(tail.size() - plus),
                        .where = "tail",
                        .says = std::move(says)};
  rule_case.good.tail = std::move(good_tail);
  return rule_case;
}

RuleCase EmbeddedCase(std::string variant, const std::string& magic,
                      std::string says) {
  const std::string filler(64 - magic.size(), 'x');
  RuleCase rule_case =
      TailCase(Code::kGgufTailEmbeddedFile, magic + filler.substr(1),
               magic + filler, 0, {"64 bytes follow at 160", says});
  rule_case.variant = std::move(variant);
  return rule_case;
}

// The end record of a ZIP archive whose comment has `comment` bytes.
std::string ZipEnd(char comment) {
  return "PK\5\6"s + std::string(16, '\0') + comment + '\0';
}

}  // namespace

// A tensor can fill a gap only where another has left one: two offsets are
// wrong, and each is blamed once. The first is known before the second is read.
std::vector<RuleCase> OffsetRuleCases() {
  RuleCase order = {.code = Code::kGgufOffsetOrder,
                    .good = TwoTensors(),
                    .lie = SwapOffsets,
                    .at = At("tensor[1].offset"),
                    .where = "tensor[1] 'b'",
                    .says = {"The offset is 0", "padded to 32, at 64"},
                    .beside = {Code::kGgufOffsetGap}};
  return {
      OffsetCase(Code::kGgufOffsetMisaligned, 36, "The offset is 36"),
      OffsetCase(Code::kGgufOffsetGap, 64, "The offset is 64"),
      OffsetCase(Code::kGgufOffsetOverlap, 0, "The offset is 0"),
      order,
  };
}

std::vector<RuleCase> EndRuleCases() {
  const Tensor padded = {.name = "w", .ne = {3}};
  RuleCase long_tail = TailCase(
      Code::kGgufPaddingNotLookedAt, std::string(65536, '\0'),
      std::string(65537, '\0'), 0, {"65537 bytes follow", "the first 65536"});
  long_tail.variant = "in-the-tail";
  long_tail.good = WithPair({"general.alignment", uint32_t{1} << 17});
  long_tail.good.tensors.clear();
  RuleCase zip_end = TailCase(Code::kGgufTailEmbeddedFile, "...." + ZipEnd(1),
                              "...." + ZipEnd(0), 4,
                              {"end record of a ZIP archive", "at 164"});
  zip_end.variant = "zip-end";
  return {
      {.code = Code::kGgufDataStartPastEnd,
       .lie = CutAfter("tensor[0].offset", 8),
       .at = AtEnd(),
       .where = "data section",
       .says = {"starts at 128", "58 bytes are missing", "has 102"}},
      {.code = Code::kGgufTensorDataPastEnd,
       .lie = [](GgufBytes& file) { file.Truncate(159); },
       .at = AtEnd(),
       .where = "tensor[0] 'w'",
       .says = {"32 bytes from 128 on", "1 byte is missing", "has 159"}},
      {.code = Code::kGgufTensorDataPastEnd,
       .variant = "by-more-than-the-file",
       .lie = SetTo("tensor[0].ne[0]", 1 << 20),
       .at = At("tensor[0].ne[0]"),
       .where = "tensor[0] 'w'",
       .says = {"4194304 bytes from 128 on", "4194272 bytes are missing"}},
      {.code = Code::kGgufLastPaddingMissing,
       .good = WithTensor(padded),
       .spoil = [](GgufRecipe& recipe) { recipe.pad_last = false; },
       .at = AtEnd(),
       .where = "padding after the last tensor",
       .says = {"20 bytes are missing", "has 140"}},
      {.code = Code::kGgufPaddingNotZero,
       .spoil = [](GgufRecipe& recipe) { recipe.padding = std::byte{0xAA}; },
       .at = At("tensor[0].offset", 8),
       .where = "padding before the tensor data",
       .says = {"Byte 0 of 26 bytes of padding is 170"}},
      {.code = Code::kGgufPaddingNotLookedAt,
       .spoil = FirstTensor(padded),
       .at = At("tensor[0].offset", 8),
       .where = "padding",
       .says = {"1 place with padding was"},
       .limits = {.probes = 4}},
      long_tail,
      TailCase(Code::kGgufTailZeros, std::string(32, '\0'),
               std::string(33, '\0'), 0,
               {"33 bytes follow at 160", "the alignment of 32"}),
      TailCase(Code::kGgufTailBytes, std::string(3, '\0'), "\0\0x"s, 2,
               {"3 bytes follow at 160", "not zero"}),
      EmbeddedCase("zip", "PK\3\4", "a ZIP archive"),
      EmbeddedCase("elf",
                   "\x7f"
                   "ELF",
                   "an ELF executable"),
      EmbeddedCase("pickle", "\x80\4\x95", "a Python pickle"),
      EmbeddedCase("script", "#! /bin/sh\n", "a script"),
      zip_end,
  };
}

}  // namespace loadgate::testing_support
