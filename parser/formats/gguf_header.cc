#include "formats/gguf_header.h"

#include <algorithm>
#include <string>

#include "base/canary.h"
#include "base/canary_conditions.h"
#include "base/message.h"

namespace loadgate {
namespace {

constexpr uint32_t kOldestVersion = 2;
constexpr uint32_t kNewestVersion = 3;

// The fewest bytes an item takes: a key-value has a key of one byte and a value
// of one, a tensor info an empty name and no dimensions.
constexpr uint64_t kSmallestKeyValue = 8 + 1 + 4 + 1;
constexpr uint64_t kSmallestTensorInfo = 8 + 4 + 4 + 8;

// The header as far as it was read. Nothing of it reaches the tables before
// reading has ended: a header that arrives in pieces is read from its start
// again.
struct Header {
  ByteOrder order = ByteOrder::kLittle;
  uint32_t version = 0;
  uint64_t tensors = 0;
  uint64_t key_values = 0;
};

// Compares as much of the magic as the file has, so that a short file of
// another kind is called that and not a cut-off GGUF file.
bool ReadMagic(FieldReader& in) {
  const auto there = static_cast<size_t>(
      std::min<uint64_t>(kGgufMagic.size(), in.left_in_file()));
  ByteSpan start;
  if (!in.Bytes("magic", there, &start)) return false;
  if (AsText(start) != kGgufMagic.substr(0, there)) {
    return in.Fail(Code::kGgufMagic, 0,
                   Message({"The file begins with ", Quoted(AsText(start)),
                            ", not with 'GGUF'."}));
  }
  return in.Bytes("magic", kGgufMagic.size() - there, &start);
}

// A big-endian file shows itself by its version: a small number whose low half
// is empty when it is read in the wrong order.
ByteOrder OrderOf(uint32_t version) {
  const bool swapped = version != 0 && (version & 0xffff) == 0;
  return swapped ? ByteOrder::kBig : ByteOrder::kLittle;
}

bool ReadVersion(FieldReader& in, Header* header) {
  const uint64_t at = in.offset();
  uint32_t version = 0;
  if (!in.U32("version", &version)) return false;
  header->order = OrderOf(version);
  header->version =
      header->order == ByteOrder::kBig ? __builtin_bswap32(version) : version;
  if (header->version < kOldestVersion || header->version > kNewestVersion) {
    return in.Fail(Code::kGgufVersionUnsupported, at,
                   Message({"The version is ", Number(header->version),
                            "; versions 2 and 3 are read."}));
  }
  in.set_order(header->order);
  return true;
}

// A count that the file cannot hold, or that we do not want to read.
struct CountRule {
  std::string_view field;
  uint64_t offset;
  uint64_t smallest;
  Code past_end;
  uint64_t limit;
  Code over_limit;
};

// Compares a count with what is left. One that only a whole file could hold is
// reported, and the reading goes on to where the file ends: it may be cut
// short. One that no file holds ends the reading. Nothing is allocated for
// either.
//
// While the file's size is unknown, a count over our limit ends the reading
// too. Its end might have shown the count to be a lie, but waiting for that
// would turn one refusal into another at the price of the whole upload.
bool CheckCount(FieldReader& in, const CountRule& rule, uint64_t count,
                FindingSink* sink) {
  const uint64_t most = in.left_in_file() / rule.smallest;
  if (count > most) {
    sink->Report(rule.past_end, rule.offset, [&] {
      return FindingText{
          "header",
          Message({"The ", rule.field, " is ", Number(count), ", but at most ",
                   Number(most), " of at least ", Count(rule.smallest, "byte"),
                   Agree(most, " fits", " fit"), " in the ",
                   in.LeftInFileText()})};
    });
    return count <= rule.limit;
  }
  if (count > rule.limit) {
    sink->Report(rule.over_limit, rule.offset, [&] {
      return FindingText{"header",
                         Message({"The ", rule.field, " is ", Number(count),
                                  "; the limit is ", Number(rule.limit), "."})};
    });
    return false;
  }
  return true;
}

bool CheckCounts(FieldReader& in, const Limits& limits,
                 const GgufTables& tables, FindingSink* sink) {
  const CountRule tensors = {
      .field = "tensor count",
      .offset = 8,
      .smallest = kSmallestTensorInfo,
      .past_end = Code::kGgufTensorCountPastEnd,
      .limit = limits.tensors,
      .over_limit = Code::kLimitTensors,
  };
  const CountRule pairs = {
      .field = "key-value count",
      .offset = 16,
      .smallest = kSmallestKeyValue,
      .past_end = Code::kGgufKeyValueCountPastEnd,
      .limit = limits.key_values,
      .over_limit = Code::kLimitKeyValues,
  };
  LG_CANARY(PairTableWraps, canary::ProductPasses(tables.declared_key_values,
                                                  48, in.left_in_file()));
  LG_CANARY(TensorTableWraps,
            canary::ProductPasses(tables.declared_tensors, kSmallestTensorInfo,
                                  in.left_in_file()));
  const bool tensors_ok =
      CheckCount(in, tensors, tables.declared_tensors, sink);
  return CheckCount(in, pairs, tables.declared_key_values, sink) && tensors_ok;
}

// Makes room for the items, as many as the bytes that are present can hold:
// those that are yet to come make room for themselves.
void Reserve(uint64_t present, GgufTables* tables) {
  const auto pairs = static_cast<size_t>(
      std::min(tables->declared_key_values, present / kSmallestKeyValue));
  const auto tensors = static_cast<size_t>(
      std::min(tables->declared_tensors, present / kSmallestTensorInfo));
  tables->key_values.reserve(pairs);
  tables->key_index.Reserve(pairs);
  tables->tensors.reserve(tensors);
  tables->tensor_index.Reserve(tensors);
}

void ReportNoKeyValues(FindingSink* sink) {
  sink->Report(Code::kGgufNoKeyValues, 16, [] {
    return FindingText{"header", "The key-value count is 0."};
  });
}

void ReportBigEndian(FindingSink* sink) {
  sink->Report(Code::kGgufBigEndian, 4, [] {
    return FindingText{"header", "The version is stored big endian."};
  });
}

}  // namespace

bool ReadGgufHeader(FieldReader& in, const Limits& limits, GgufTables* tables,
                    FindingSink* sink) {
  Header header;
  const bool whole = ReadMagic(in) && ReadVersion(in, &header) &&
                     in.U64("tensor count", &header.tensors) &&
                     in.U64("key-value count", &header.key_values);
  if (!whole && !in.stopped()) return false;
  tables->order = header.order;
  tables->version = header.version;
  tables->declared_tensors = header.tensors;
  tables->declared_key_values = header.key_values;
  if (const auto& failure = in.failure()) {
    sink->Report(failure->code, failure->offset, [&failure] {
      return FindingText{"header", failure->what};
    });
  }
  if (!whole) return false;
  if (tables->order == ByteOrder::kBig) ReportBigEndian(sink);
  if (tables->declared_key_values == 0) ReportNoKeyValues(sink);
  if (!CheckCounts(in, limits, *tables, sink)) return in.Stop();
  Reserve(in.cursor().remaining(), tables);
  return true;
}

}  // namespace loadgate
