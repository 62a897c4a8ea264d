// loadgate_make_set_judge_seeds OUTDIR | --check CORPUS
//
// The seeds of set_judge_fuzzer: see SeedsMain. Sets that agree, and one for
// each way in which their files may not.

#include <string>

#include "fuzz/support/recipes.h"
#include "fuzz/support/seeds.h"

namespace loadgate::testing_support {
namespace {

// A split of two, of which the second has these keys and tensors.
std::string Split(const std::string& second) {
  return "bundle\n"
         "file \"m-00001-of-00002.gguf\"\n"
         "gguf\n"
         "kv \"split.no\" u16 0\n"
         "kv \"split.count\" u16 2\n"
         "kv \"split.tensors.count\" i32 2\n"
         "tensor \"a\" [8] f32\n"
         "file \"m-00002-of-00002.gguf\"\n"
         "gguf\n" +
         second;
}

std::string Second(const std::string& number, const std::string& count,
                   const std::string& total, const std::string& tensor) {
  return Split("kv \"split.no\" " + number + "\nkv \"split.count\" " + count +
               "\nkv \"split.tensors.count\" " + total + "\ntensor \"" +
               tensor + "\" [8] f32\n");
}

// A checkpoint of two shards with these tensors, and an index.
std::string Checkpoint(const std::string& first, const std::string& second,
                       const std::string& index) {
  return "bundle\n"
         "file \"m-1.safetensors\"\n"
         "safetensors\n" +
         first +
         "file \"m-2.safetensors\"\n"
         "safetensors\n" +
         second +
         "file \"m.safetensors.index.json\"\n"
         "index\n"
         "total_size 8\n"
         "weight \"a\" \"m-1.safetensors\"\n"
         "weight \"b\" \"m-2.safetensors\"\n" +
         index;
}

constexpr char kA[] = "tensor \"a\" F32 [1]\n";
constexpr char kB[] = "tensor \"b\" F32 [1]\n";
constexpr char kX[] = "tensor \"x\" F32 [1]\n";

Seeds JudgeRecipes() {
  const std::string a = kA;
  const std::string b = kB;
  const std::string x = kX;
  return {
      {"split-agrees", Second("u16 1", "u16 2", "i32 2", "b")},
      {"split-number", Second("u16 2", "u16 2", "i32 2", "b")},
      {"split-count", Second("u16 1", "u16 3", "i32 2", "b")},
      {"split-total", Second("u16 1", "u16 2", "i32 3", "b")},
      {"split-total-negative", Second("u16 1", "u16 2", "i32 -2", "b")},
      {"split-types", Second("u32 1", "i16 2", "u32 2", "b")},
      {"split-tensor-twice", Second("u16 1", "u16 2", "i32 2", "a")},
      {"split-keys-missing", Split("tensor \"b\" [8] f32\n")},
      {"checkpoint-agrees", Checkpoint(a, b, "")},
      {"checkpoint-missing", Checkpoint(a, "", "")},
      {"checkpoint-moved", Checkpoint(a + b, "", "")},
      {"checkpoint-twice", Checkpoint(a, a + b, "")},
      {"checkpoint-unlisted", Checkpoint(a, b + x, "")},
      {"checkpoint-unlisted-twice", Checkpoint(a + x, b + x, "")},
      {"checkpoint-total", Checkpoint(a, b + "tensor \"c\" F32 [2]\n",
                                      "weight \"c\" \"m-2.safetensors\"\n")},
      {"checkpoint-shard-absent",
       Checkpoint(a, b, "weight \"c\" \"m-3.safetensors\"\n")},
      {"checkpoint-dotted",
       Checkpoint(a, b + x, "weight \"x\" \"./m-2.safetensors\"\n")},
  };
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv,
                            support::Assembled(support::JudgeRecipes()));
}
