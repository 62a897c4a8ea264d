// GgufReader: reads a GGUF header that cannot be trusted.
//
// Source: the GGUF specification, "File Structure"; where it and ggml's reader
// disagree, docs/formats/gguf.md says which side is taken and why.
//
// The reader is a value and a pure function over bytes: no I/O, no clock, no
// globals. It is given the header's first bytes, as many as there are so far,
// and the file's size if that is known. It keeps its place as offsets, so that
// a header can arrive in pieces and move in memory as it grows; each item is
// parsed once, however it arrives.
//
//   GgufReader reader(options);
//   ReadResult result = reader.Read(header, size, &sink);
//   while (result.status == ReadStatus::kNeedBytes) {
//     ... fetch at least result.need bytes from the file's start ...
//     result = reader.Read(header, size, &sink);
//   }
//   if (result.status == ReadStatus::kParsed) {
//     GgufFile file = std::move(reader).TakeFile(header);
//   }
//
// Rules about padding and the tail need bytes behind the header: see
// GgufFile::probes and GgufFile::TailProbes. A file is accepted when the reader
// has said kParsed and no probe has added an error.

#ifndef LOADGATE_GGUF_READER_H_
#define LOADGATE_GGUF_READER_H_

#include <cstdint>
#include <optional>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/limits.h"
#include "loadgate/name_index.h"
#include "loadgate/read_result.h"

namespace loadgate {

class FieldReader;

class GgufReader {
 public:
  // GgufReader reads one file within `limits`; `hash_key` is the process's
  // secret (see HashKey).
  GgufReader(const Limits& limits, const HashKey& hash_key);

  // Read goes on with the header. `header` is the file's first bytes: no fewer
  // than were given before and with the same content, but anywhere in memory.
  // `file_size` is the file's size in bytes, or nullopt while it is unknown; a
  // size once given stays. Bytes of `header` past the file's size are ignored,
  // and so are those past Limits::header_bytes: a header that is longer earns
  // `limit-header-bytes` also where all of it was given.
  //
  // What is found goes into `*sink`, each finding once, as early as the bytes
  // allow: after an error the caller may stop. Once the answer is kParsed or
  // kFindings, it stays the same.
  //
  // Time over all calls is linear in the header's bytes plus the number of
  // calls. Memory is a small constant times the items really present.
  ReadResult Read(ByteSpan header, std::optional<uint64_t> file_size,
                  FindingSink* sink);

  // TakeFile returns the parsed file. It may be called once, after Read has
  // answered kParsed; `header` is what Read was given last and must outlive the
  // result.
  GgufFile TakeFile(ByteSpan header) &&;

  // TakePartial returns what was read of a file that is not accepted, for tools
  // that show it: the whole items before the first that could not be read.
  // Nothing may be loaded by it. `header` is as for TakeFile.
  GgufFile TakePartial(ByteSpan header) &&;

  // items_read returns how many items were parsed so far: the header, each
  // pair, each array element and each tensor info counts one.
  uint64_t items_read() const { return items_read_; }

 private:
  enum class Phase : uint8_t {
    kHeader,
    kKeyValues,
    kElements,
    kTensorInfos,
    kEnd,
    kDone,
  };

  // Reads what comes next, one item or as many elements of an array as are
  // there, and returns false when reading stopped.
  bool ReadItem(FieldReader& in, ByteSpan header, FindingSink* sink);

  // Goes on to the phase that still has something to read.
  void SkipFinishedPhases();

  ReadResult NeedBytes(uint64_t need, FindingSink* sink);
  ReadResult End(ByteSpan header, std::optional<uint64_t> file_size,
                 FindingSink* sink);
  ReadResult Finish(ReadStatus status);

  Limits limits_;
  GgufTables tables_;
  Phase phase_ = Phase::kHeader;
  uint64_t position_ = 0;  // Just past the last whole item.
  uint64_t items_read_ = 0;
  bool has_error_ = false;
  bool layout_finished_ = false;
  ReadResult result_;
};

}  // namespace loadgate

#endif  // LOADGATE_GGUF_READER_H_
