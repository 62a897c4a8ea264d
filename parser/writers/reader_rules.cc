#include "writers/reader_rules.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"
#include "loadgate/escape.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/safetensors_reader.h"
#include "writers/header_bytes.h"

namespace loadgate {
namespace {

// Of one item nothing is too much: limits are for whole files.
Limits NoLimits() {
  Limits limits;
  limits.header_bytes = kMaxFileSize;
  limits.findings_per_code = 1;
  return limits;
}

// A header of one item; the rules about the end wait for a size that is never
// given.
absl::Status CheckGgufItem(std::string_view what, uint64_t tensors,
                           uint64_t pairs, ByteSpan item) {
  std::vector<std::byte> header;
  AppendBytes(AsBytes("GGUF"), &header);
  AppendNumber(uint32_t{3}, &header);
  AppendNumber(tensors, &header);
  AppendNumber(pairs, &header);
  AppendBytes(item, &header);
  const Limits limits = NoLimits();
  FindingSink sink(limits);
  GgufReader reader(limits, HashKey());
  const ReadResult result = reader.Read(header, std::nullopt, &sink);
  if (absl::Status status = StatusOfFindings(what, sink); !status.ok()) {
    return status;
  }
  LG_CHECK(result.status == ReadStatus::kNeedSize);
  return absl::OkStatus();
}

}  // namespace

absl::Status StatusOfFindings(std::string_view what, const FindingSink& sink) {
  if (sink.verdict() == Verdict::kAccept) return absl::OkStatus();
  const std::vector<Finding> findings = sink.Findings();
  LG_CHECK(!findings.empty());
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: %s: %s", what, CodeName(findings.front().code),
                      Escaped(findings.front().message)));
}

absl::Status CheckGgufPair(std::string_view key, ByteSpan pair) {
  return CheckGgufItem("key " + EscapedQuoted(key), 0, 1, pair);
}

absl::Status CheckGgufTensor(std::string_view name, ByteSpan info) {
  return CheckGgufItem("tensor " + EscapedQuoted(name), 1, 0, info);
}

absl::Status CheckSafetensorsHeader(std::string_view what,
                                    std::string_view header,
                                    uint64_t data_bytes) {
  std::vector<std::byte> bytes;
  AppendText(header, &bytes);
  const std::optional<uint64_t> size = CheckedAdd(bytes.size(), data_bytes);
  if (!size.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: the file is larger than 2^63-1", what));
  }
  const Limits limits = NoLimits();
  FindingSink sink(limits);
  SafetensorsReader reader(limits, HashKey());
  const ReadResult result = reader.ReadInPlace(bytes, *size, &sink);
  if (absl::Status status = StatusOfFindings(what, sink); !status.ok()) {
    return status;
  }
  LG_CHECK(result.status == ReadStatus::kParsed);
  return absl::OkStatus();
}

}  // namespace loadgate
