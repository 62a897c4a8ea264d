// loadgate_make_craft_reply_seeds OUTDIR | --check CORPUS
//
// The seeds of craft_reply_fuzzer: see SeedsMain. Each is in the language of
// tests/support/craft_reply_properties.h.

#include <string>
#include <string_view>
#include <utility>

#include "fuzz/support/seeds.h"
#include "harness/gate/craft_encoder.h"
#include "harness/gate/craft_reply.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;
using Kind = CraftFailureKind;

std::string Encoded(const CraftResult& result) {
  std::string bytes;
  EncodeCraftResult(result,
                    [&bytes](std::string_view piece) { bytes += piece; });
  return bytes;
}

CraftResult File(std::string bytes) {
  CraftResult result;
  result.files.push_back({.name = "", .bytes = std::move(bytes)});
  return result;
}

CraftResult Failed(CraftFailure failure) {
  CraftResult result;
  result.failure = std::move(failure);
  return result;
}

CraftResult Set() {
  CraftResult result;
  result.is_set = true;
  result.files = {{"a.gguf", "GGUF"}, {"../b", ""}, {"a.gguf", "x"}};
  return result;
}

void AddGood(Seeds* seeds) {
  seeds->emplace("disasm", "disasm 3 7\n" + Encoded(File("gguf\nversion 3\n")));
  seeds->emplace("asm", "asm\n" + Encoded(File("\0\xff"s)));
  seeds->emplace("asm-nothing", "asm\n" + Encoded(File("")));
  seeds->emplace("set", "set 5 64\n" + Encoded(Set()));
  CraftResult none;
  none.is_set = true;
  seeds->emplace("set-of-none", "set\n" + Encoded(none));
  seeds->emplace("set-as-one-file", "set\n" + Encoded(File("x")));
  for (uint8_t kind = 0; kind < kCraftFailureKinds; ++kind) {
    const CraftFailure failure = {static_cast<Kind>(kind), 0, 3, "message",
                                  "shown"};
    seeds->emplace("failed-"s + std::to_string(kind),
                   "asm 1\n" + Encoded(Failed(failure)));
  }
  seeds->emplace(
      "disasm-unreadable",
      "disasm\n" + Encoded(Failed({Kind::kUnreadable, 1, 0, "EIO"})));
}

void AddBad(Seeds* seeds) {
  const std::string file = Encoded(File("ab"));
  const std::string end = file.substr(file.size() - kFrameHeaderBytes);
  const std::string open = file.substr(0, file.size() - kFrameHeaderBytes);
  const std::string error = Encoded(Failed({Kind::kSet}));
  const std::pair<const char*, std::string> kBad[] = {
      {"nothing", ""},
      {"zeros", "\0\0\0\0\0\0"s},
      {"end-alone", end},
      {"end-missing", open},
      {"end-too-soon", file.substr(0, 13) + end},
      {"second-end", file + end},
      {"byte-behind-the-end", file + "\0"s},
      {"error-behind-a-file", open + error},
      {"two-files", open + file},
      {"unknown-type", "\x01\0\0\0\0"s},
      {"too-long", file.substr(0, 13) + "\x24\x01\0\x01\0"s},
      {"largest-size", "\x21\x08\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"s},
      {"small-frames",
       file.substr(0, 13) + "\x24\1\0\0\0a\x24\1\0\0\0b"s + end},
      {"bytes-of-nothing", Encoded(File("")).substr(0, 13) + "\x24\0\0\0\0"s},
  };
  for (const auto& [name, bytes] : kBad) {
    seeds->emplace("bad-"s + name, "asm\n" + bytes);
  }
  seeds->emplace("bad-set-that-was-not-asked-for", "asm\n" + Encoded(Set()));
  seeds->emplace("bad-recipe-of-disasm",
                 "disasm\n" + Encoded(Failed({Kind::kRecipe, 0, 1, "m", "s"})));
  for (const char* cap : {"b4", "f2", "b5 f3"}) {
    seeds->emplace("cap-"s + (cap[2] == 0 ? cap : "both"),
                   "set "s + cap + " 2\n" + Encoded(Set()));
  }
}

Seeds AllSeeds() {
  Seeds seeds;
  AddGood(&seeds);
  AddBad(&seeds);
  seeds.emplace("made", "made\na\0one\0../b\0\0a\0two\0"s);
  seeds.emplace("made-long-name", "made\n" + std::string(4000, 'n'));
  for (const char* kind : {"0", "2", "4", "5"}) {
    seeds.emplace("made-failed-"s + kind,
                  "failed "s + kind + "\nmessage\0shown\0"s);
  }
  return seeds;
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv, support::AllSeeds());
}
