// loadgate_make_record_seeds OUTDIR | --check CORPUS
//
// The seeds of record_fuzzer: see SeedsMain. Each is a line and a reply, in the
// language of tests/support/record_properties.h.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/support/seeds.h"
#include "harness/gate/record.h"
#include "harness/gate/record_encoder.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;
using Records = std::vector<Record>;

std::string Encoded(const Records& records) {
  std::string bytes;
  for (const Record& record : records) EncodeRecord(record, &bytes);
  return bytes;
}

// The frames of `records` one behind the other.
Records operator+(Records a, const Records& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const Records kFormat = {FormatRecord{.format = "gguf", .size = 484}};
const Records kDigest = {HeaderRecord{.bytes = 180, .sha256 = {1, 2, 3}}};
const Records kFacts = {SummaryFact{"", "version", uint64_t{3}},
                        SummaryFact{"", "byte_order", "little"},
                        SummaryFact{"types", "f32", uint64_t{4}}};
const Records kText = {
    KeyValueRecord{.key = "name", .type = "string", .offset = 24, .bytes = 7},
    ArrayChunk{{TextPiece{"a mo", 3}}},
    ArrayChunk{{TextPiece{"del", 0}}, true}};
const Records kList = {KeyValueRecord{.key = "list",
                                      .type = "array of 7 i32",
                                      .is_array = true,
                                      .count = 7,
                                      .offset = 60,
                                      .bytes = 28},
                       ArrayChunk{{uint64_t{1}, int64_t{-1}, 0.5f, -0.25}},
                       ArrayChunk{{true, TextPiece{"cut", 9}, false}}};
const Records kTensors = {
    TensorRecord{"w", "f32", std::vector<uint64_t>{8, 4}, 120, 192, 128},
    TensorRecord{"x", "", std::nullopt, 150, std::nullopt, std::nullopt}};
const Records kRegions = {RegionRecord{"header", 0, 180},
                          RegionRecord{"data", 192, 320}};
const Records kNames = {ShardNameRecord{"b.safetensors"},
                        ShardNameRecord{"a.safetensors"}};
const Records kError = {
    Finding{Code::kGgufMagic, Severity::kError, 152, "tensor[1] 'x'", "Bad."}};
const Records kWarning = {
    Finding{Code::kGgufTailBytes, Severity::kWarning, 480, "file", "More."}};
const Records kAccept = {EndRecord{.verdict = Verdict::kAccept, .omitted = 0}};
const Records kReject = {EndRecord{.verdict = Verdict::kReject, .omitted = 2}};

// What is said of a file of a set, and what one holds.
Records FileOf(uint32_t number) {
  return {FileRecord{
      .number = number, .size = 484, .bytes = 180, .sha256 = {1, 2, 3}}};
}

Records PartsOf(uint32_t number) {
  return {KeyValueRecord{.key = "split.no",
                         .type = "u16",
                         .offset = 24,
                         .bytes = 2,
                         .file = number},
          ArrayChunk{{uint64_t{0}}},
          TensorRecord{.name = "w",
                       .type = "f32",
                       .shape = std::vector<uint64_t>{8},
                       .info_offset = 120,
                       .data_offset = 192,
                       .bytes = 32,
                       .file = number}};
}

void AddSets(Seeds* seeds) {
  const Records files = FileOf(0) + FileOf(1) + FileOf(2);
  seeds->emplace("set-accepts",
                 "check s3\n" + Encoded(kFormat + kFacts + files + kAccept));
  seeds->emplace("set-inspect", "inspect s3\n" + Encoded(kFormat + files +
                                                         PartsOf(2) + kAccept));
  seeds->emplace("names", "names\n" + Encoded(kFormat + kDigest + kNames +
                                              kWarning + kAccept));
  const std::pair<const char*, std::string> kBad[] = {
      {"set-with-a-digest", "check s3\n" + Encoded(kFormat + kDigest)},
      {"set-file-twice",
       "check s3\n" + Encoded(kFormat + FileOf(1) + FileOf(1))},
      {"set-files-out-of-order",
       "check s3\n" + Encoded(kFormat + FileOf(2) + FileOf(0))},
      {"set-file-too-many", "check s3\n" + Encoded(kFormat + FileOf(3))},
      {"set-part-too-many", "inspect s3\n" + Encoded(kFormat + PartsOf(3))},
      {"set-part-of-no-file", "inspect s3\n" + Encoded(kFormat + kTensors)},
      {"part-of-a-set", "inspect\n" + Encoded(kFormat + PartsOf(0))},
      {"file-of-a-set", "check\n" + Encoded(kFormat + FileOf(0))},
      {"too-many-names", "names m1\n" + Encoded(kFormat + kNames)},
      {"names-not-asked-for", "check\n" + Encoded(kFormat + kNames)},
      {"name-of-no-bytes",
       "names\n" + Encoded(kFormat) + "\x0d\4\0\0\0\0\0\0\0"s},
  };
  for (const auto& [name, input] : kBad) seeds->emplace("bad-"s + name, input);
}

void AddGood(Seeds* seeds) {
  const Records check = kFormat + kDigest + kFacts;
  const Records inspect = kFormat + kFacts + kText + kList + kTensors;
  seeds->emplace("check-accepts",
                 "check\n" + Encoded(check + kWarning + kAccept));
  seeds->emplace("check-rejects",
                 "check 3 1 9\n" + Encoded(check + kError + kReject));
  seeds->emplace("check-shortest", "check\n" + Encoded(kFormat + kAccept));
  seeds->emplace("inspect",
                 "inspect 5 64\n" +
                     Encoded(inspect + kRegions + kError + kWarning + kReject));
  seeds->emplace(
      "values-no-numbers",
      "inspect\n" + Encoded(kFormat + Records{kList[0],
                                              ArrayChunk{{__builtin_nanf(""),
                                                          __builtin_nan("")}},
                                              EndRecord{}}));
}

void AddBad(Seeds* seeds) {
  const std::string whole = Encoded(kFormat + kAccept);
  const std::pair<const char*, std::string> kBad[] = {
      {"nothing", ""},
      {"zeros", "\0\0\0\0\0\0"s},
      {"reserved", "\x0c\0\0\0\0"s},
      {"too-long", "\x01\x01\0\x01\0"s},
      {"longest-length", "\x01\xff\xff\xff\xff"},
      {"second-end", whole + Encoded(kAccept)},
      {"byte-behind-the-end", whole + "\0"s},
      {"cut", whole.substr(0, whole.size() - 1)},
      {"no-format", Encoded(kAccept)},
      {"two-formats", Encoded(kFormat + kFormat + kAccept)},
      {"two-digests", Encoded(kFormat + kDigest + kDigest + kAccept)},
      {"not-asked-for", Encoded(kFormat + kTensors + kAccept)},
      {"fact-twice", Encoded(kFormat + kFacts + kFacts + kAccept)},
      {"accepted-with-an-error", Encoded(kFormat + kError + kAccept)},
      {"fact-behind-a-finding", Encoded(kFormat + kWarning + kFacts + kAccept)},
  };
  for (const auto& [name, bytes] : kBad) {
    seeds->emplace("bad-"s + name, "check\n" + bytes);
  }
  seeds->emplace(
      "bad-too-many-values",
      "inspect\n" + Encoded(kFormat + Records{kText[0], kList[1]} + kAccept));
  seeds->emplace(
      "bad-join",
      "inspect\n" + Encoded(kFormat + Records{kText[0], kText[2]} + kAccept));
  const std::string capped = Encoded(kFormat + kError + kWarning + kReject);
  for (const char* cap : {"r3", "b90", "f1"}) {
    seeds->emplace("cap-"s + cap, "check "s + cap + " 1 2\n" + capped);
  }
}

void AddScripts(Seeds* seeds) {
  seeds->emplace(
      "script",
      "script\nF\tgguf\t416\t-\nS\t\tversion\t3\nS\ttypes\tf32\t8\n"
      "K\tgeneral.name\tstring\t-\t24\t9\nV\tt\ta model\t0\n"
      "K\tlist\tarray of 5 i32\t5\t90\t12\nV\ti\t1\nV\tu\t2\nV\tb\t1\n"
      "V\tf\t1036831949\nV\td\t1\n"
      "T\tw\tq4_K\t256,2\t120\t192\t288\nT\tx\t\t-\t24\t-\t-\n"
      "R\theader\t0\t180\n"
      "E\tgguf-magic\t0\tfile\tBad.\nE\tgguf-tail-bytes\t9\tfile\tMore.\n"
      ".\tr\t0\n");
  seeds->emplace("script-set",
                 "script\nM\ta.gguf\nM\tb.gguf\nD\t1\t484\t180\nD\t0\t9\t9\n"
                 "K\ta\tu8\t-\t24\t1\t1\nV\tu\t1\nT\tw\tf32\t8\t1\t2\t3\t7\n"
                 ".\ta\t0\n");
  seeds->emplace("script-names",
                 "script\nN\tb\nN\ta\nN\t" + std::string(300, 'n') +
                     "\nE\tgguf-magic\t0\tfile\tBad.\n.\tr\t0\n");
  seeds->emplace("script-text-in-pieces",
                 "script\nK\ta\tstring\t3\nV\tt\tone \t4\t0\n"
                 "V\tt\ttwo \t0\t1\n.\ta\t0\n");
  seeds->emplace("script-no-numbers",
                 "script\nK\ta\tf32\t3\nV\tf\t2143289345\nV\tf\t2139095041\n"
                 "V\td\t9218868437227405313\n.\ta\t0\n");
  seeds->emplace("script-long-words",
                 "script\nS\t\t" + std::string(300, 'a') + "\t1\nR\t" +
                     std::string(300, 'r') + "\t0\t1\nE\tgguf-magic\t0\t" +
                     std::string(1100, 'w') + "\tm\n.\tr\t0\n");
  std::string many = "script\n";
  for (int i = 0; i < 12; ++i) {
    many += "E\tgguf-tail-bytes\t9\tfile\tMore.\nE\tgguf-magic\t0\tx\tBad.\n";
  }
  seeds->emplace("script-many-findings", many + ".\tr\t18446744073709551615\n");
}

Seeds AllSeeds() {
  Seeds seeds;
  AddGood(&seeds);
  AddSets(&seeds);
  AddBad(&seeds);
  AddScripts(&seeds);
  return seeds;
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv, support::AllSeeds());
}
