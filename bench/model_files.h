// Files like real ones, and files that grow by one kind of item.
//
// All content is made up and always the same. Headers are what is built; the
// tensor data behind them is only counted, as no reader of a header looks at
// it.

#ifndef LOADGATE_BENCH_MODEL_FILES_H_
#define LOADGATE_BENCH_MODEL_FILES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loadgate::bench {

// ModelFile is a header, padded to where the tensor data begins, and the size
// of the file it would stand in.
struct ModelFile {
  std::vector<std::byte> header;
  uint64_t file_size = 0;
  uint64_t key_values = 0;
  uint64_t tensors = 0;
};

// Text says what a vocabulary is written in. Byte-level vocabularies write a
// leading blank as U+0120, so most of the strings of a real one are not ASCII.
enum class Text { kAscii, kByteLevel };

// ModelShape describes a transformer of the usual kind, in f16.
struct ModelShape {
  uint64_t layers = 32;
  uint64_t width = 4096;
  uint64_t key_width = 1024;
  uint64_t inner_width = 14336;
  Text text = Text::kByteLevel;
  // With it, tensors have 32 elements each: the same header but for numbers,
  // in front of hardly any data.
  bool tiny_tensors = false;
};

// Model builds a model with a vocabulary of 128,256 tokens and 280,147 merges.
ModelFile Model(const ModelShape& shape);

// WithTensors, WithKeys and WithStrings build a file of `n` tensors, of `n`
// keys, or of `n` strings in one array.
ModelFile WithTensors(uint64_t n);
ModelFile WithKeys(uint64_t n);
ModelFile WithStrings(uint64_t n);

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_MODEL_FILES_H_
