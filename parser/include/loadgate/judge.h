// Judge: one file, from bytes to findings.
//
// This is the whole way of one file that stands alone: recognise the format,
// read the header in windows, look at the probes, leave everything that was
// found in a sink, and say what a file is that turns out to be no model. It
// runs in the caller's process and thread, without any sandbox: a program that
// judges other people's files with it should have no privilege to lose.

#ifndef LOADGATE_JUDGE_H_
#define LOADGATE_JUDGE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "loadgate/byte_source.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/limits.h"
#include "loadgate/name_index.h"
#include "loadgate/safetensors_file.h"
#include "loadgate/safetensors_index.h"

namespace loadgate {

// Format is what a file is taken for.
enum class Format : uint8_t {
  kUnknown,
  kGguf,
  kSafetensors,
  kSafetensorsIndex,
};

// FormatName returns the format's name as reports print it, such as "gguf".
std::string_view FormatName(Format format);

// JudgeOptions is how a file is judged.
struct JudgeOptions {
  Limits limits;
  // The process's secret; see HashKey and RandomHashKey.
  HashKey hash_key;
  // The file's name, with or without a directory; it outlives the call. The
  // file is read as what its extension says, or as what it begins like where
  // that says nothing. Empty for a file without a name.
  std::string_view name = {};
  // Whether somebody else judges the file together with others: then it is not
  // said what a shard or an index that stands alone is.
  bool in_set = false;
};

// FormatOfName returns what a file's name says it is, by its extension and
// without regard to case.
Format FormatOfName(std::string_view name);

// SaysPart returns whether a file's name says that it holds a part of a model:
// a piece of one that was cut ("m.gguf.part1of2"), or a download that has not
// ended ("m.gguf.crdownload", or a hub's hash and ".incomplete").
bool SaysPart(std::string_view name);

// Judgement is what became known of a file. It owns the header's bytes, which
// `gguf`, `safetensors` and `index` view: move it, do not take it apart.
struct Judgement {
  Format format = Format::kUnknown;
  // The file's size; nullopt when a stream was rejected before its end.
  std::optional<uint64_t> size;
  // The size that it should have, where it is well formed but for a wrong one,
  // or is a Git LFS pointer that says it.
  std::optional<uint64_t> expected_size;
  std::vector<std::byte> header;
  // What was read of a GGUF file: all of it if the sink's verdict is accept,
  // else the items before the first that could not be read, to be shown and not
  // to be loaded.
  std::optional<GgufFile> gguf;
  // The same of a safetensors file.
  std::optional<SafetensorsFile> safetensors;
  // What was read of an index, to be used if the sink has no error.
  std::optional<SafetensorsIndex> index;
};

// Judge judges the bytes of `source`. The findings go into `*sink`, whose
// verdict is that on the file. An error status means that the bytes could not
// be had: the file then has no verdict, whatever the sink holds. A stream is
// read only as far as it takes to reject it.
absl::StatusOr<Judgement> Judge(ByteSource& source, const JudgeOptions& options,
                                FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_JUDGE_H_
