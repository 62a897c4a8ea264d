// The smallest parts that a header's time is made of, under Google Benchmark.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/cursor.h"
#include "loadgate/name_index.h"
#include "loadgate/utf8.h"

namespace loadgate {
namespace {

constexpr HashKey kHashKey = {.k0 = 1, .k1 = 2};

std::string Repeat(std::string_view text, int64_t bytes) {
  std::string out;
  while (out.size() + text.size() <= static_cast<size_t>(bytes)) out += text;
  return out;
}

void BM_CursorReadU32(benchmark::State& state) {
  const std::vector<std::byte> bytes(4096);
  for (auto _ : state) {
    Cursor cursor{ByteSpan(bytes)};
    uint32_t value = 0;
    uint32_t sum = 0;
    while (cursor.ReadU32(&value)) sum += value;
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * 1024);
}
BENCHMARK(BM_CursorReadU32);

void BM_ScanAsciiText(benchmark::State& state) {
  const std::string text = Repeat("a", state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(ScanText(text));
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_ScanAsciiText)->Arg(7)->Arg(64)->Arg(4096);

void BM_ScanTwoByteText(benchmark::State& state) {
  const std::string text = Repeat("\u0120", state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(ScanText(text));
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_ScanTwoByteText)->Arg(8)->Arg(64)->Arg(4096);

void BM_SipHash13(benchmark::State& state) {
  const std::string text = Repeat("a", state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(SipHash13(kHashKey, text));
}
BENCHMARK(BM_SipHash13)->Arg(8)->Arg(24)->Arg(63);

void BM_NameIndexInsert(benchmark::State& state) {
  std::vector<std::string> names;
  for (int64_t i = 0; i < state.range(0); ++i) {
    names.push_back("blk." + std::to_string(i) + ".attn_q.weight");
  }
  for (auto _ : state) {
    NameIndex index(kHashKey);
    for (uint32_t i = 0; i < names.size(); ++i) {
      index.Insert(names[i], i,
                   [&](uint32_t n) { return std::string_view(names[n]); });
    }
    benchmark::DoNotOptimize(index.size());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_NameIndexInsert)->Arg(1000)->Arg(100000);

}  // namespace
}  // namespace loadgate
