// Rules about files that are no models, and about models that are not whole.

#include <string>
#include <vector>

#include "tests/parser/rule_cases.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

constexpr char kHash[] =
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

RuleCase Instead(Code code, std::string bytes, std::vector<std::string> says,
                 std::string variant = {}) {
  return {.code = code,
          .variant = std::move(variant),
          .lie = ReplaceBy(std::move(bytes)),
          .at = AtByte(0),
          .where = "file",
          .says = std::move(says)};
}

// Leaves 4 bytes of the tensor's 32.
void CutShort(GgufBytes& file) { file.Truncate(file.size() - 28); }

RuleCase Named(RuleCase rule_case, std::string name) {
  rule_case.name = std::move(name);
  return rule_case;
}

std::string Pointer() {
  return "version https://git-lfs.github.com/spec/v1\noid sha256:"s + kHash +
         "\nsize 4000\n";
}

std::string Tar() {
  std::string bytes = "model/";
  bytes.resize(257, '\0');
  return bytes + "ustar\0"s + "00";
}

std::vector<RuleCase> TextCases() {
  return {
      Instead(Code::kFileLfsPointer, Pointer(),
              {"of 4000 bytes", "SHA-256 "s + kHash}),
      Instead(Code::kFileLfsPointer, "\xef\xbb\xbf" + Pointer(),
              {"of 4000 bytes", "spoilt by a byte-order mark"}, "edited"),
      Named(Instead(Code::kFileLfsPointer, Pointer(), {"of 4000 bytes"},
                    "as-safetensors"),
            "m.safetensors"),
      Instead(Code::kFileWebPage,
              "<!DOCTYPE html><title> Sign in </title><body>",
              {"a web page: 'Sign in'."}),
      Instead(Code::kFileWebPage,
              "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>",
              {"an error document (XML): 'AccessDenied'."}, "of-an-error"),
      Instead(Code::kFileWebPage, "<?xml version=\"1.0\"?><feed></feed>",
              {"an XML document that begins '<?xml version=\"1.0\"?><feed>"},
              "of-xml"),
      Instead(Code::kFileJsonText, "\n{\"error\":\"Not found\"}",
              {"begins '{\"error\":\"Not found\"}'."}),
      Instead(Code::kFilePlainText, "Entry not found",
              {"begins 'Entry not found'."}),
      Named(Instead(Code::kFilePlainText, "Entry not found",
                    {"begins 'Entry not found'."}, "without-a-format"),
            "README.md"),
  };
}

std::vector<RuleCase> BinaryCases() {
  return {
      Instead(Code::kFileZipArchive,
              "PK\3\4"s + std::string(22, '\0') + "\x10\0\0\0"s +
                  "archive/data.pkl",
              {"a PyTorch checkpoint", "first entry is 'archive/data.pkl'."}),
      Instead(Code::kFileZipArchive, "PK\5\6"s + std::string(18, '\0'),
              {"The file is a ZIP archive."}, "without-an-entry"),
      Named(
          Instead(Code::kFileZipArchive, "PK\3\4\0\0\0\0\0\0"s,
                  {"The file is a ZIP archive."}, "whose-length-is-a-header-s"),
          "m.safetensors"),
      Instead(Code::kFilePickle, "\x80\x02}q\x00X"s, {"a Python pickle."}),
      Named(Instead(Code::kFilePickle, "\x80\x02}q\x00X"s, {"a Python pickle."},
                    "by-name"),
            "pytorch_model.bin"),
      Instead(Code::kFileOldGgml, "tjgg\3\0\0\0"s,
              {"begins with 'tjgg', as a GGJT file does."}),
      Instead(Code::kFileOldGgml, "lmgg\x99\xca\0\0"s,
              {"'lmgg', as a whisper.cpp file does."}, "of-whisper"),
      Instead(Code::kFileZeros, std::string(4096, '\0'),
              {"All 4096 bytes are zero."}),
      Instead(Code::kFileZeros, std::string(24, '\0') + "data",
              {"The first 24 bytes are zero."}, "then-data"),
      Named(Instead(Code::kFileZeros, std::string(8, '\0'),
                    {"All 8 bytes are zero."}, "in-a-length"),
            "m.safetensors"),
      Instead(Code::kFileOtherFormat, Tar(), {"begins as a tar archive."}),
      Instead(Code::kFileOtherFormat, "\x89PNG\r\n\x1a\n"s,
              {"begins as a PNG picture."}, "of-a-picture"),
  };
}

// What is wrong is in the name, or beside the reader's finding.
std::vector<RuleCase> NameCases() {
  return {
      {.code = Code::kFileSplitPart,
       .lie = CutShort,
       .where = "file",
       .says = {"The name 'm.gguf.part-aa' says so."},
       .beside = {Code::kGgufTensorDataPastEnd},
       .name = "d/m.gguf.part-aa"},
      Named(
          Instead(Code::kFileSplitPart, "\x7f\1\2\3\4",
                  {"The name 'm.gguf.part2of2' says so."}, "behind-the-first"),
          "m.gguf.part2of2"),
      {.code = Code::kFilePartialDownload,
       .lie = CutShort,
       .where = "file",
       .says = {"The name 'm.gguf.crdownload' says so."},
       .beside = {Code::kGgufTensorDataPastEnd},
       .name = "m.gguf.crdownload"},
      {.code = Code::kFormatExtensionMismatch,
       .where = "file",
       .says = {"GGUF's magic", "the name of a GGUF file ends in .gguf."},
       .name = "m.safetensors"},
      Instead(Code::kFormatExtensionMismatch, "\2\0\0\0\0\0\0\0{}"s,
              {"begins as safetensors do",
               "the name of a safetensors file ends in .safetensors."},
              "the-other-way"),
  };
}

std::vector<RuleCase> MangledCases() {
  return {
      {.code = Code::kFileTextMangled,
       .variant = "by-replacement",
       .good = WithPair({"general.name", "\xef\xbf\xbd"}),
       .lie = CutShort,
       .at = At("key_value[1].type", 12),
       .where = "file",
       .says = {"replaced by EF BF BD."},
       .beside = {Code::kGgufTensorDataPastEnd}},
      {.code = Code::kFileTextMangled,
       .variant = "by-line-ends",
       .good = WithPair({"general.name", "a\r\nb"}),
       .lie = CutShort,
       .at = At("key_value[1].type", 13),
       .where = "file",
       .says = {"0A) seems to have been turned into 0D 0A."},
       .beside = {Code::kGgufTensorDataPastEnd}},
  };
}

}  // namespace

std::vector<RuleCase> OtherFileRuleCases() {
  std::vector<RuleCase> cases;
  for (const auto part : {TextCases, BinaryCases, NameCases, MangledCases}) {
    const std::vector<RuleCase> some = part();
    cases.insert(cases.end(), some.begin(), some.end());
  }
  return cases;
}

}  // namespace loadgate::testing_support
