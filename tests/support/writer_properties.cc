#include "tests/support/writer_properties.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "loadgate/cursor.h"
#include "loadgate/gguf_writer.h"
#include "loadgate/safetensors_writer.h"
#include "loadgate/split_gguf.h"
#include "tests/support/rewrite.h"
#include "tests/support/written_file.h"

namespace loadgate::testing_support {
namespace {

// Larger files are laid out and not written.
constexpr uint64_t kMostBytes = 1 << 20;
constexpr uint64_t kMostShards = 8;

// Reads operands; behind the end they are zeros.
class Orders {
 public:
  explicit Orders(ByteSpan program) : cursor_(program) {}
  bool empty() const { return cursor_.empty(); }

  uint8_t Byte() {
    uint8_t byte = 0;
    return cursor_.ReadU8(&byte) ? byte : 0;
  }

  uint64_t Number() {
    const uint8_t byte = Byte();
    uint64_t number = 0;
    if (byte == 0xff && cursor_.ReadU64(&number)) return number;
    return byte;
  }

  std::string_view Text() {
    ByteSpan bytes;
    const uint64_t length = std::min<uint64_t>(Byte(), cursor_.remaining());
    return cursor_.ReadBytes(length, &bytes) ? AsText(bytes)
                                             : std::string_view();
  }

  std::vector<uint64_t> Shape() {
    std::vector<uint64_t> shape(Byte() % 7);
    for (uint64_t& dimension : shape) dimension = Number();
    return shape;
  }

 private:
  Cursor cursor_;
};

template <typename T>
absl::Status SetKey(bool list, std::string_view key, Orders& orders,
                    GgufWriter& writer) {
  if (!list) {
    if constexpr (std::same_as<T, std::string_view>) {
      return writer.Set<T>(key, orders.Text());
    } else {
      return writer.Set<T>(key, static_cast<T>(orders.Number()));
    }
  }
  std::array<T, 256> values = {};
  const size_t count = orders.Byte() % 8;
  for (size_t i = 0; i < count; ++i) {
    if constexpr (std::same_as<T, std::string_view>) {
      values[i] = orders.Text();
    } else {
      values[i] = static_cast<T>(orders.Number());
    }
  }
  return writer.SetArray<T>(key, std::span<const T>(values).first(count));
}

absl::Status SetAnyKey(bool list, Orders& orders, GgufWriter& writer) {
  using Setter = absl::Status (*)(bool, std::string_view, Orders&, GgufWriter&);
  constexpr auto kSetters = std::to_array<Setter>(
      {SetKey<uint8_t>, SetKey<int8_t>, SetKey<uint16_t>, SetKey<int16_t>,
       SetKey<uint32_t>, SetKey<int32_t>, SetKey<float>, SetKey<bool>,
       SetKey<std::string_view>, SetKey<uint64_t>, SetKey<int64_t>,
       SetKey<double>});
  const Setter setter = kSetters[orders.Byte() % kSetters.size()];
  const std::string_view key = orders.Text();
  return setter(list, key, orders, writer);
}

// The size that the order says, or mostly the true one.
uint64_t GgufBytes(const std::vector<uint64_t>& ne, const GgmlType* type,
                   Orders& orders) {
  const uint64_t said = orders.Number();
  if (said != 0 || type == nullptr || type->removed()) return said;
  uint64_t elements = 1;
  for (const uint64_t dimension : ne) elements *= dimension;
  return elements / type->block_elements * type->block_bytes;
}

uint64_t SafetensorsBytes(const std::vector<uint64_t>& shape,
                          const SafetensorsDtype& dtype, Orders& orders) {
  const uint64_t said = orders.Number();
  if (said != 0) return said;
  uint64_t bits = dtype.bits;
  for (const uint64_t dimension : shape) bits *= dimension;
  return bits / 8;
}

absl::Status AddGgufTensor(Orders& orders, GgufWriter& writer) {
  const std::string_view name = orders.Text();
  const std::vector<uint64_t> ne = orders.Shape();
  const auto type = static_cast<uint32_t>(orders.Number());
  return writer.AddTensor(name, ne, type,
                          GgufBytes(ne, FindGgmlType(type), orders));
}

absl::Status AddSafetensorsTensor(Orders& orders, SafetensorsWriter& writer) {
  const std::string_view name = orders.Text();
  const std::vector<uint64_t> shape = orders.Shape();
  const auto dtypes = AllSafetensorsDtypes();
  const SafetensorsDtype& dtype = dtypes[orders.Byte() % dtypes.size()];
  return writer.AddTensor(name, dtype, shape,
                          SafetensorsBytes(shape, dtype, orders));
}

template <typename Writer, typename Order>
bool ChangedThoughRefused(Writer& writer, Order&& order) {
  const Writer before = writer;
  if (order(writer).ok()) return false;
  const auto was = before.Layout();
  const auto is = writer.Layout();
  return was.ok() != is.ok() || (was.ok() && was->header != is->header);
}

// A piece too many and one too early, which must change nothing.
bool TakesTooMuch(const FileLayout& layout) {
  MemorySink sink;
  TensorStream stream(&layout, &sink);
  if (!stream.Begin().ok()) return true;
  for (size_t i = 0; i < layout.tensors.size(); ++i) {
    const auto data = PatternBytes(layout.tensors[i].bytes + 1, i);
    const bool more = i + 1 < layout.tensors.size();
    if (stream.Write(i, data).ok()) return true;
    if (more && layout.tensors[i].bytes > 0 &&
        layout.tensors[i + 1].bytes > 0 &&
        stream.Write(i + 1, ByteSpan(data).first(1)).ok()) {
      return true;
    }
    if (!stream.Write(i, ByteSpan(data).first(data.size() - 1)).ok()) {
      return true;
    }
  }
  return !stream.Finish().ok();
}

std::string BrokenReading(ByteSpan bytes, const Judgement& judgement) {
  const auto again = judgement.gguf.has_value()
                         ? Rewrite(bytes, *judgement.gguf)
                         : Rewrite(bytes, *judgement.safetensors);
  if (!again.ok())
    return "what was read is refused: " + again.status().ToString();
  if (AsText(*again) != AsText(bytes)) return "writing again gives other bytes";
  if (judgement.gguf.has_value() && !IsCanonical(bytes, *judgement.gguf)) {
    return "the file is not canonical";
  }
  return {};
}

// What is wrong with one file, whose name ends in `name`; `*tensors` counts
// those that were read.
std::string BrokenFile(const FileLayout& layout, const std::string& name,
                       size_t* tensors) {
  *tensors += layout.tensors.size();
  if (layout.file_bytes > kMostBytes) return {};
  const std::vector<std::byte> bytes = WriteWithPattern(layout, 1000);
  const JudgedFile judged = JudgeBytes(bytes, name, /*in_set=*/true);
  if (judged.verdict != Verdict::kAccept) {
    return "the reader does not accept it: " + FindingTexts(judged);
  }
  const size_t read = judged.judgement.gguf.has_value()
                          ? judged.judgement.gguf->tensor_count()
                          : judged.judgement.safetensors->tensor_count();
  if (read != layout.tensors.size()) return "tensors were lost";
  if (TakesTooMuch(layout)) return "a tensor takes what is not its own";
  return BrokenReading(bytes, judged.judgement);
}

// Whether a model has a key of its own that its shards are to get.
bool HasSplitKey(const FileLayout& layout) {
  constexpr std::array<std::string_view, 3> kKeys = {"split.no", "split.count",
                                                     "split.tensors.count"};
  const std::string_view header = AsText(layout.header);
  return std::ranges::any_of(kKeys, [header](std::string_view key) {
    return header.find(key) != std::string_view::npos;
  });
}

// What is wrong with the whole, or with its shards.
template <typename Writer>
std::string BrokenModel(const Writer& writer,
                        const absl::StatusOr<ModelFiles>& files) {
  const auto layout = writer.Layout();
  size_t whole = 0;
  if (!layout.ok()) return {};
  if (absl::IsAlreadyExists(files.status()) && HasSplitKey(*layout)) {
    return BrokenFile(*layout, "m.gguf", &whole);
  }
  if (!files.ok()) return "there are no shards: " + files.status().ToString();
  std::string broken = BrokenFile(*layout, files->shards[0].path, &whole);
  if (!broken.empty()) return broken;
  size_t tensors = 0;
  for (const NamedLayout& shard : files->shards) {
    broken = BrokenFile(shard.layout, shard.path, &tensors);
    if (!broken.empty()) return shard.path + ": " + broken;
  }
  return tensors == whole ? "" : "the shards have other tensors";
}

GgufWriter WriterOfAlignment(uint64_t power) {
  auto writer = GgufWriter::Create({.alignment = uint32_t{1} << power % 32});
  return writer.ok() ? *std::move(writer) : *GgufWriter::Create();
}

}  // namespace

std::string BrokenWriterProperty(ByteSpan program) {
  Orders orders(program);
  GgufWriter gguf = WriterOfAlignment(5);
  SafetensorsWriter safetensors;
  uint64_t shards = 1;
  while (!orders.empty()) {
    const char order = static_cast<char>(orders.Byte());
    bool changed = false;
    if (order == 'a') gguf = WriterOfAlignment(orders.Number());
    if (order == 'n') shards = orders.Number();
    if (order == 'k' || order == 'l') {
      changed = ChangedThoughRefused(gguf, [&](GgufWriter& writer) {
        return SetAnyKey(order == 'l', orders, writer);
      });
    } else if (order == 't') {
      changed = ChangedThoughRefused(gguf, [&](GgufWriter& writer) {
        return AddGgufTensor(orders, writer);
      });
    } else if (order == 's' || order == 'm') {
      changed = ChangedThoughRefused(safetensors, [&](SafetensorsWriter& w) {
        if (order == 's') return AddSafetensorsTensor(orders, w);
        const std::string_view key = orders.Text();
        return w.SetMetadata(key, orders.Text());
      });
    }
    if (changed) return "a refused order changed something";
  }
  const ShardRule rule = {.max_tensors = gguf.tensor_count() / kMostShards +
                                         shards % kMostShards + 1,
                          .first_without_tensors = shards % 2 == 1};
  std::string broken = BrokenModel(gguf, SplitGguf(gguf, "m", rule));
  if (!broken.empty()) return "gguf: " + broken;
  broken = BrokenModel(
      safetensors, safetensors.Shards("m", {.max_tensors = rule.max_tensors}));
  return broken.empty() ? broken : "safetensors: " + broken;
}

}  // namespace loadgate::testing_support
