// SafetensorsReader: reads a safetensors header that cannot be trusted.
//
// Source: the safetensors README, "Format"; where it and the reference reader
// (tensor.rs) disagree, docs/formats/safetensors.md says which side is taken.
//
// Like GgufReader it is a value and a pure function over bytes. It asks for 8
// bytes, then for the whole header, and parses that once. JSON strings are
// unescaped in place: `ReadInPlace` uses the caller's private memory for it,
// `Read` a copy.

#ifndef LOADGATE_SAFETENSORS_READER_H_
#define LOADGATE_SAFETENSORS_READER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/limits.h"
#include "loadgate/name_index.h"
#include "loadgate/read_result.h"
#include "loadgate/safetensors_file.h"

namespace loadgate {

// kSafetensorsMaxHeader is the reference's limit on the header's length, and
// kSafetensorsLengthBytes the length of the field in front of it.
inline constexpr uint64_t kSafetensorsMaxHeader = 100'000'000;
inline constexpr uint64_t kSafetensorsLengthBytes = 8;

class SafetensorsReader {
 public:
  // SafetensorsReader reads one file within `limits`; `hash_key` is the
  // process's secret (see HashKey).
  SafetensorsReader(const Limits& limits, const HashKey& hash_key);

  // Read goes on with the header, of which `header` are the file's first bytes:
  // no fewer than were given before and with the same content, but anywhere in
  // memory. `file_size` is the file's size, or nullopt while it is unknown.
  // What is found goes into `*sink`, each finding once. When the header is
  // whole it is copied.
  ReadResult Read(ByteSpan header, std::optional<uint64_t> file_size,
                  FindingSink* sink);

  // ReadInPlace is Read for a caller that owns the bytes and needs them no more
  // as they are: once the header is whole its strings are unescaped in it.
  ReadResult ReadInPlace(std::span<std::byte> header,
                         std::optional<uint64_t> file_size, FindingSink* sink);

  // TakeFile returns the parsed file. It may be called once, after Read or
  // ReadInPlace has answered kParsed. `header` is what ReadInPlace was given
  // last and must outlive the result; after Read it is ignored.
  SafetensorsFile TakeFile(ByteSpan header) &&;

  // TakePartial returns what was read of a file that is not accepted, for tools
  // that show it. Nothing may be loaded by it.
  SafetensorsFile TakePartial(ByteSpan header) &&;

  // wanted returns how many bytes from the file's start the header takes, or
  // nullopt before its length was read.
  std::optional<uint64_t> wanted() const { return header_end_; }

 private:
  bool ReadLength(ByteSpan header, uint64_t file_end, FindingSink* sink);
  void Parse(std::span<std::byte> header, FindingSink* sink);
  ReadResult Prepare(ByteSpan header, std::optional<uint64_t> file_size,
                     FindingSink* sink);
  ReadResult End(ByteSpan header, std::optional<uint64_t> file_size,
                 FindingSink* sink);
  ReadResult Finish(ReadStatus status);

  Limits limits_;
  HashKey hash_key_;
  SafetensorsTables tables_;
  std::vector<std::byte> own_;
  std::optional<uint64_t> header_end_;
  bool parsed_ = false;
  bool refused_ = false;
  bool done_ = false;
  ReadResult result_;
};

}  // namespace loadgate

#endif  // LOADGATE_SAFETENSORS_READER_H_
