// ggml's own GGUF reader, out of a shared library that somebody else built.

#ifndef LOADGATE_BENCH_PEERS_GGML_H_
#define LOADGATE_BENCH_PEERS_GGML_H_

#include <cstdint>
#include <optional>
#include <string>

#include "loadgate/bytes.h"

// ggml's own types. They have C linkage's names, so they stand outside.
struct gguf_context;
struct ggml_context;
struct gguf_init_params {
  bool no_alloc;
  ggml_context** ctx;
};

namespace loadgate::bench {

class Ggml {
 public:
  // Load opens libggml-base.so at `path` and silences its log. It returns
  // nullopt, and says why in `*error`, when the library is not there or lacks a
  // function. The library stays loaded until the process ends.
  static std::optional<Ggml> Load(const std::string& path, std::string* error);

  // Items is what ggml found in a header.
  struct Items {
    int64_t key_values = 0;
    int64_t tensors = 0;
  };

  // Read reads a header as gguf_init_from_buffer does and frees what it made.
  // It returns nullopt when ggml rejects it.
  std::optional<Items> Read(ByteSpan header) const;

 private:
  gguf_context* (*init_from_buffer_)(const void*, size_t,
                                     gguf_init_params) = nullptr;
  void (*free_)(gguf_context*) = nullptr;
  int64_t (*get_n_kv_)(const gguf_context*) = nullptr;
  int64_t (*get_n_tensors_)(const gguf_context*) = nullptr;
};

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_PEERS_GGML_H_
