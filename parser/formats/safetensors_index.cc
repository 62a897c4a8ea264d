#include "loadgate/safetensors_index.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/message.h"
#include "formats/index_sax.h"
#include "formats/json_faults.h"
#include "formats/json_reader.h"
#include "formats/json_stream.h"
#include "formats/json_text.h"
#include "loadgate/check.h"

namespace loadgate {
namespace {

constexpr std::string_view kIndex = "index";

Code CodeOf(JsonTextFault fault) {
  switch (fault) {
    case JsonTextFault::kByteOrderMark:
      return Code::kIndexByteOrderMark;
    case JsonTextFault::kNotUtf8:
      return Code::kIndexNotUtf8;
    case JsonTextFault::kControlByte:
      return Code::kIndexControlByte;
    case JsonTextFault::kLoneSurrogate:
      return Code::kIndexLoneSurrogate;
    case JsonTextFault::kNesting:
      return Code::kIndexNesting;
    case JsonTextFault::kNumberTooLarge:
      break;  // Any number may stand in an index.
  }
  LG_CHECK(false);
}

void Report(Code code, uint64_t offset, std::string what, FindingSink* sink) {
  sink->Report(code, offset, [&] {
    return FindingText{std::string(kIndex), std::move(what)};
  });
}

// Whether the index is one that offsets of 32 bits and the limits can have.
bool FitsLimits(uint64_t size, const Limits& limits, FindingSink* sink) {
  const uint64_t most = std::min<uint64_t>(limits.header_bytes, UINT32_MAX);
  if (size <= most) return true;
  Report(Code::kLimitHeaderBytes, 0,
         Message({"The index has ", Count(size, "byte"), "; the limit is ",
                  Number(most), "."}),
         sink);
  return false;
}

// Whether only white space follows the object.
bool CheckRest(std::string_view json, size_t from, FindingSink* sink) {
  const size_t at = json.find_first_not_of(kJsonWhiteSpace, from);
  if (at == std::string_view::npos) return true;
  Report(Code::kIndexTrailing, at, JsonRestText(json, at, kIndex), sink);
  return false;
}

}  // namespace

std::string_view SafetensorsIndex::shard(size_t i) const {
  const SafetensorsIndexTables::Text name = tables_.shards[i].name;
  return AsText(text_.subspan(name.offset, name.length));
}

uint64_t SafetensorsIndex::ShardOffset(size_t i) const {
  return tables_.shards[i].quote;
}

SafetensorsIndex::Tensor SafetensorsIndex::tensor(size_t i) const {
  const SafetensorsIndexTables::Entry& entry = tables_.entries[i];
  return {
      .name = AsText(text_.subspan(entry.tensor.offset, entry.tensor.length)),
      .shard = entry.shard,
      .offset = uint64_t{entry.tensor.offset} - 1};
}

std::optional<SafetensorsIndex> ReadSafetensorsIndex(std::span<std::byte> text,
                                                     const Limits& limits,
                                                     const HashKey& hash_key,
                                                     FindingSink* sink) {
  if (!FitsLimits(text.size(), limits, sink)) return std::nullopt;
  RewrittenNumbers rewritten;
  const std::string_view json = AsText(text);
  const auto error = PrepareJsonText(text, &rewritten, JsonNumbers::kAny);
  if (error.has_value()) {
    Report(CodeOf(error->fault), error->offset,
           JsonTextFaultText(*error, json, kIndex), sink);
    return std::nullopt;
  }
  JsonStream stream(AsCharacters(text));
  SafetensorsIndexTables tables;
  IndexSax sax(stream, json, rewritten, limits, hash_key, &tables, sink);
  const rapidjson::ParseResult result = ReadJson(stream, sax);
  sax.End(!result.IsError());
  if (sax.is_refused()) return std::nullopt;
  if (result.IsError()) {
    Report(Code::kIndexJsonSyntax, result.Offset(),
           JsonSyntaxText(result.Code(), json, result.Offset(), kIndex), sink);
    return std::nullopt;
  }
  if (!CheckRest(json, stream.Tell(), sink)) return std::nullopt;
  return SafetensorsIndex(std::move(tables), text);
}

}  // namespace loadgate
