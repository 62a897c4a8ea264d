// Replies made by hand, and what comes of their bytes.

#ifndef TESTS_HARNESS_SAMPLE_REPLIES_H_
#define TESTS_HARNESS_SAMPLE_REPLIES_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/gate/record.h"
#include "harness/gate/record_decoder.h"
#include "harness/gate/record_encoder.h"
#include "harness/gate/reply_format.h"
#include "tests/support/finding_equality.h"

namespace loadgate::testing_support {

using Records = std::vector<Record>;

// Encoded returns the frames of `records`.
inline std::string Encoded(const Records& records) {
  std::string bytes;
  for (const Record& record : records) EncodeRecord(record, &bytes);
  return bytes;
}

// Frame returns a frame of any type and payload.
inline std::string Frame(uint8_t type, std::string_view payload) {
  std::string bytes(1, static_cast<char>(type));
  for (size_t i = 0; i < 4; ++i) {
    bytes += static_cast<char>(static_cast<uint8_t>(payload.size() >> (8 * i)));
  }
  return bytes.append(payload);
}

inline std::string Frame(FrameType type, std::string_view payload) {
  return Frame(static_cast<uint8_t>(type), payload);
}

// Decoded is what came of a stream.
struct Decoded {
  Records records;
  ReplyState fed = ReplyState::kGoingOn;  // Before Finish.
  ReplyState end = ReplyState::kGoingOn;  // By Finish.
};

// Decode feeds `bytes` in pieces of `piece` bytes.
inline Decoded Decode(std::string_view bytes, const ReplyLimits& limits,
                      size_t piece = std::numeric_limits<size_t>::max()) {
  Decoded out;
  ReplyDecoder decoder(
      limits, [&out](const Record& record) { out.records.push_back(record); });
  while (!bytes.empty()) {
    const std::string_view front = bytes.substr(0, piece);
    out.fed = decoder.Feed(AsBytes(front));
    bytes.remove_prefix(front.size());
  }
  out.end = decoder.Finish();
  return out;
}

// FindingOf returns a finding of `code` with the severity of its rule.
inline Finding FindingOf(Code code, std::string where = "here",
                         std::string message = "It is so.") {
  return Finding{.code = code,
                 .severity = RuleOf(code).severity,
                 .offset = 152,
                 .where = std::move(where),
                 .message = std::move(message)};
}

// CheckReply is a reply of `check` that accepts, with every kind of record that
// one may have.
inline Records CheckReply() {
  HeaderRecord header{.bytes = 180, .sha256 = {}};
  for (size_t i = 0; i < header.sha256.size(); ++i) {
    header.sha256.at(i) = static_cast<uint8_t>(0xa0 + i);
  }
  return {FormatRecord{.format = "gguf", .size = 484, .expected_size = 485},
          header,
          SummaryFact{.group = "", .name = "version", .value = uint64_t{3}},
          SummaryFact{.group = "", .name = "byte_order", .value = "little"},
          SummaryFact{.group = "types", .name = "f32", .value = uint64_t{4}},
          FindingOf(Code::kGgufTailBytes),
          EndRecord{.verdict = Verdict::kAccept, .omitted = 2}};
}

// InspectReply is a reply of `inspect`, likewise.
inline Records InspectReply() {
  return {FormatRecord{.format = "gguf", .size = std::nullopt},
          SummaryFact{.group = "", .name = "version", .value = uint64_t{3}},
          KeyValueRecord{.key = "general.name",
                         .type = "string",
                         .is_array = false,
                         .count = 1,
                         .offset = 24,
                         .bytes = 7},
          ArrayChunk{.values = {TextPiece{.bytes = "a mo", .left = 3}}},
          ArrayChunk{.values = {TextPiece{.bytes = "del", .left = 0}},
                     .joins = true},
          KeyValueRecord{.key = "list",
                         .type = "array of 7 things",
                         .is_array = true,
                         .count = 7,
                         .offset = 60,
                         .bytes = 40},
          ArrayChunk{.values = {uint64_t{1}, int64_t{-1}, 0.5f, -0.25, true}},
          ArrayChunk{.values = {TextPiece{.bytes = "cut", .left = 9}, false}},
          TensorRecord{.name = "w",
                       .type = "f32",
                       .shape = std::vector<uint64_t>{8, 4},
                       .info_offset = 120,
                       .data_offset = 192,
                       .bytes = 128},
          TensorRecord{.name = "x",
                       .type = "",
                       .shape = std::nullopt,
                       .info_offset = 150,
                       .data_offset = std::nullopt,
                       .bytes = std::nullopt},
          RegionRecord{.kind = "header", .begin = 0, .end = 180},
          FindingOf(Code::kGgufMagic, "tensor[1] 'x'", "Bad."),
          FindingOf(Code::kGgufTailBytes),
          EndRecord{.verdict = Verdict::kReject, .omitted = 0}};
}

// FileOf returns what is said of a file of a set.
inline FileRecord FileOf(uint32_t number) {
  FileRecord file{
      .number = number, .size = 484, .bytes = 180 + number, .sha256 = {}};
  file.sha256.fill(static_cast<uint8_t>(0xb0 + number));
  return file;
}

// SetCheckReply is a reply of `check` about a set of three files, of which the
// second was not read.
inline Records SetCheckReply() {
  return {FormatRecord{.format = "gguf", .size = 1452},
          SummaryFact{.group = "", .name = "version", .value = uint64_t{3}},
          FileOf(0),
          FileOf(2),
          FindingOf(Code::kGgufTailBytes),
          EndRecord{.verdict = Verdict::kAccept, .omitted = 0}};
}

// SetInspectReply is a reply of `inspect` about such a set.
inline Records SetInspectReply() {
  return {FormatRecord{.format = "gguf", .size = 1452},
          SummaryFact{.group = "", .name = "version", .value = uint64_t{3}},
          FileOf(0),
          FileOf(1),
          FileOf(2),
          KeyValueRecord{.key = "split.no",
                         .type = "u16",
                         .offset = 24,
                         .bytes = 2,
                         .file = 0},
          ArrayChunk{.values = {uint64_t{0}}},
          TensorRecord{.name = "w",
                       .type = "f32",
                       .shape = std::vector<uint64_t>{8, 4},
                       .info_offset = 120,
                       .data_offset = 192,
                       .bytes = 128,
                       .file = 2},
          EndRecord{.verdict = Verdict::kAccept, .omitted = 0}};
}

// NamesReply is a reply about an index that was asked for names.
inline Records NamesReply() {
  return {FormatRecord{.format = "safetensors-index", .size = 484},
          HeaderRecord{.bytes = 484, .sha256 = {1, 2, 3}},
          ShardNameRecord{.name = "b.safetensors"},
          ShardNameRecord{.name = "a.safetensors"},
          FindingOf(Code::kGgufTailBytes),
          EndRecord{.verdict = Verdict::kAccept, .omitted = 0}};
}

// SampleReply is a reply and what it answers.
struct SampleReply {
  ReplyLimits limits;
  Records records;
};

// InspectOfSet is the most that `inspect` of a set of `files` files may have.
inline ReplyLimits InspectOfSet(uint32_t files) {
  ReplyLimits limits = kInspectReply;
  limits.files = files;
  return limits;
}

// SampleReplies are all of the above.
inline std::vector<SampleReply> SampleReplies() {
  return {{kCheckReply, CheckReply()},
          {kInspectReply, InspectReply()},
          {loadgate::SetReply(100, 3), SetCheckReply()},
          {InspectOfSet(3), SetInspectReply()},
          {loadgate::NamesReply(100), NamesReply()}};
}

}  // namespace loadgate::testing_support

#endif  // TESTS_HARNESS_SAMPLE_REPLIES_H_
