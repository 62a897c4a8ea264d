#include "fuzz/other/counts.h"

#include <array>
#include <cstdio>

namespace loadgate::other {
namespace {

std::string Row(const char* name, uint64_t count, uint64_t of) {
  std::array<char, 100> line{};
  const double share =
      of == 0 ? 0
              : 100.0 * static_cast<double>(count) / static_cast<double>(of);
  std::snprintf(line.data(), line.size(), "%-34s %10llu  %6.2f %%\n", name,
                static_cast<unsigned long long>(count), share);
  return line.data();
}

}  // namespace

std::string TableOf(Format format, const Counts& counts) {
  const uint64_t made = counts.made;
  const double rate =
      counts.seconds > 0 ? static_cast<double>(made) / counts.seconds : 0;
  std::array<char, 100> line{};
  std::snprintf(line.data(), line.size(), "%-34s %10llu  %.0f a second\n",
                "files made", static_cast<unsigned long long>(made), rate);
  std::string table = line.data();
  const bool is_gguf = format == Format::kGguf;
  table += Row("accepted", counts.accepted, made);
  if (is_gguf) {
    table += Row("  with a key-value", counts.with_pair, made);
    table += Row("  with an array", counts.with_array, made);
    table += Row("  with a tensor", counts.with_tensor, made);
    table += Row("  with three of both", counts.with_three, made);
    table += Row("  with a key-value and a tensor", counts.deep, made);
  } else {
    table += Row("  with metadata", counts.with_pair, made);
    table += Row("  with three of it and tensors", counts.with_three, made);
    table += Row("  with a tensor", counts.deep, made);
  }
  table += Row("  and a header not seen before", counts.new_headers, made);
  table += Row("refused", counts.refused, made);
  table += Row("crashes", counts.crashes, made);
  table += Row("hangs", counts.hangs, made);
  return table;
}

}  // namespace loadgate::other
