#include "bench/judging.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "loadgate/byte_source.h"
#include "loadgate/check.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/judge.h"
#include "loadgate/safetensors_reader.h"

namespace loadgate::bench {
namespace {

// Not a secret here, so that every run does the same.
constexpr HashKey kHashKey = {.k0 = 1, .k1 = 2};

Verdict JudgeSource(ByteSource& source) {
  JudgeOptions options;
  options.hash_key = kHashKey;
  FindingSink sink(options.limits);
  LG_CHECK(Judge(source, options, &sink).ok());
  return sink.verdict();
}

}  // namespace

void ReadHeader(const ModelFile& model) {
  const Limits limits;
  FindingSink sink(limits);
  GgufReader reader(limits, kHashKey);
  const ReadResult result = reader.Read(model.header, model.file_size, &sink);
  LG_CHECK(result.status == ReadStatus::kParsed);
  const GgufFile file = std::move(reader).TakeFile(model.header);
  LG_CHECK(file.key_value_count() == model.key_values &&
           file.tensor_count() == model.tensors);
}

void ReadSafetensors(const SafetensorsModel& model) {
  const Limits limits;
  FindingSink sink(limits);
  SafetensorsReader reader(limits, kHashKey);
  const ReadResult result = reader.Read(model.header, model.file_size, &sink);
  LG_CHECK(result.status == ReadStatus::kParsed);
  const SafetensorsFile file = std::move(reader).TakeFile(model.header);
  LG_CHECK(file.tensor_count() == model.tensors);
}

void ReadSafetensorsInPlace(std::span<std::byte> header,
                            const SafetensorsModel& model) {
  const Limits limits;
  FindingSink sink(limits);
  SafetensorsReader reader(limits, kHashKey);
  const ReadResult result = reader.ReadInPlace(header, model.file_size, &sink);
  LG_CHECK(result.status == ReadStatus::kParsed);
  const SafetensorsFile file = std::move(reader).TakeFile(header);
  LG_CHECK(file.tensor_count() == model.tensors);
}

Verdict JudgeBytes(ByteSpan bytes) {
  MemorySource source(bytes);
  return JudgeSource(source);
}

Verdict JudgeFile(const std::string& path, bool as_stream) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status = {};
  LG_CHECK(fd >= 0 && fstat(fd, &status) == 0);
  StreamSource stream(fd);
  FileSource file(fd, static_cast<uint64_t>(status.st_size));
  const Verdict verdict = as_stream ? JudgeSource(stream) : JudgeSource(file);
  close(fd);
  return verdict;
}

}  // namespace loadgate::bench
