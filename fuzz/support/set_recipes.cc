#include <string>

#include "fuzz/support/recipes.h"

namespace loadgate::testing_support {
namespace {

constexpr char kSplit[] =
    "bundle\n"
    "file \"m-00001-of-00002.gguf\"\n"
    "gguf\n"
    "kv \"general.architecture\" string \"llama\"\n"
    "split\n"
    "tensor \"a\" [3] f32\n"
    "file \"m-00002-of-00002.gguf\"\n"
    "gguf\n"
    "split\n"
    "tensor \"b\" [2] f32\n";

constexpr char kCheckpoint[] =
    "bundle\n"
    "file \"m-00001-of-00002.safetensors\"\n"
    "safetensors\n"
    "metadata [\"format\" \"pt\"]\n"
    "tensor \"a\" F32 [2]\n"
    "file \"m-00002-of-00002.safetensors\"\n"
    "safetensors\n"
    "tensor \"b\" I8 [3]\n"
    "file \"m.safetensors.index.json\"\n"
    "index\n";

std::string Split(const std::string& more) { return kSplit + more; }
std::string Checkpoint(const std::string& more) { return kCheckpoint + more; }

}  // namespace

Seeds SetRecipes() {
  return {
      {"set-split", kSplit},
      {"set-split-tensor-twice", Split("tensor \"a\" [3] f32\n")},
      {"set-split-part-missing", Split("file \"x-00001-of-00003.gguf\"\n"
                                       "gguf\n"
                                       "split\n")},
      {"set-split-file-twice",
       Split("file \"m-00002-of-00002.gguf\"\ngguf\nsplit\n")},
      {"set-split-keys-lie",
       "bundle\n"
       "file \"a.gguf\"\n"
       "gguf\n"
       "kv \"split.no\" u16 1\n"
       "kv \"split.count\" u16 65535\n"
       "kv \"split.tensors.count\" i32 -1\n"
       "file \"b.gguf\"\n"
       "gguf\n"
       "kv \"split.count\" u32 2\n"
       "kv \"split.no\" string \"1\"\n"
       "file \"m-00001-of-00002.GGUF\"\n"
       "gguf big_endian\n"
       "split\n"
       "split\n"},
      {"set-split-file-lies",
       "bundle\n"
       "file \"m-00001-of-00001.gguf\"\n"
       "gguf\n"
       "tensor_count 9\n"
       "split\n"
       "tensor \"w\" [1] f32 offset=absent\n"
       "raw \"x\"\n"},
      {"set-checkpoint", kCheckpoint},
      {"set-checkpoint-index-lies",
       Checkpoint("total_size 12\n"
                  "weight \"a\" \"../m-00001-of-00002.safetensors\"\n"
                  "weight \"b\" absent\n"
                  "weight \"c\" \"C:\\\\x.bin\"\n"
                  "weight \"d\" x\"00\"\n")},
      {"set-checkpoint-total-absent", Checkpoint("total_size absent\n")},
      {"set-checkpoint-index-json",
       Checkpoint("json \"{\\\"weight_map\\\":{\\\"a\\\":1,\\\"a\\\":\"\n")},
      {"set-checkpoint-shards-lie",
       "bundle\n"
       "file \"a.safetensors\"\n"
       "safetensors\n"
       "header_length 1\n"
       "tensor \"a\" F32 [2]\n"
       "file \"a.safetensors\"\n"
       "safetensors\n"
       "tensor \"a\" F16 [2] data_offsets=[9 1]\n"
       "file \"sub/b.safetensors\"\n"
       "safetensors\n"
       "brackets absent\n"
       "file \"x.index.json\"\n"
       "index\n"},
      {"set-both", Split(std::string(kCheckpoint).substr(sizeof("bundle")))},
      {"set-others",
       "bundle\n"
       "rest x\"01 00 00 00\"\n"
       "file \"\"\n"
       "bytes\n"
       "file x\"2e 2e 00 ff\"\n"
       "bytes \"GGUF\" zeros 3\n"
       "file \"README.md\"\n"
       "bytes \"# A model\\n\"\n"},
      {"set-none", "bundle\nrest \"loadgate bundle 1\\n\"\n"},
  };
}

}  // namespace loadgate::testing_support
