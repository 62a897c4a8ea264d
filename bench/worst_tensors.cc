#include <string>
#include <utility>

#include "bench/worst_cases.h"
#include "tests/support/gguf_bytes.h"

namespace loadgate::bench {
namespace {

using testing_support::GgufBytes;

constexpr uint64_t kBeforeTensors = 24 + 8 + 1 + 4 + 1;
constexpr uint64_t kAlignment = 32;
constexpr uint32_t kF32 = 0;
constexpr uint32_t kQ80 = 8;
constexpr uint32_t kI8 = 24;

// What tensor `i` of `n` looks like. All of a case have the same size.
struct Info {
  std::string name;
  std::vector<uint64_t> ne;
  uint32_t type = kF32;
  uint64_t offset = 0;
};
using InfoOf = std::function<Info(uint64_t i, uint64_t n)>;

uint64_t SizeOf(const Info& info) {
  return 8 + info.name.size() + 4 + 8 * info.ne.size() + 4 + 8;
}

// The header of a file of as many tensors as fit in `bytes`, when each has
// `data` bytes behind the header.
GgufBytes Infos(uint64_t bytes, const InfoOf& info_of, uint64_t data,
                ByteOrder order) {
  const uint64_t size = SizeOf(info_of(0, 1)) + data;
  const uint64_t count = (bytes - kBeforeTensors - kAlignment) / size;
  GgufBytes file(order);
  file.Record(false).Header(3, count, 1).PairU8("a", 1);
  for (uint64_t i = 0; i < count; ++i) {
    const Info info = info_of(i, count);
    file.TensorInfo(info.name, info.ne, info.type, info.offset);
  }
  return file;
}

// Tensors whose data is not there.
WorstCase Tensors(std::string name, InfoOf info_of,
                  ByteOrder order = ByteOrder::kLittle) {
  return {std::move(name), [info_of = std::move(info_of), order](uint64_t n) {
            return Infos(n, info_of, 0, order).bytes();
          }};
}

// Tensors of one byte each, their data and their padding.
WorstCase Padded(std::string name, std::byte padding) {
  return {std::move(name), [padding](uint64_t bytes) {
            GgufBytes file = Infos(
                bytes,
                [](uint64_t i, uint64_t) {
                  return Info{UniqueName(i, 4), {1}, kI8, kAlignment * i};
                },
                kAlignment, ByteOrder::kLittle);
            file.PadTo(kAlignment);
            while (file.size() + kAlignment <= bytes) {
              file.Fill(1, std::byte{1}).Fill(kAlignment - 1, padding);
            }
            return file.bytes();
          }};
}

// Tensors of 32 bytes at multiples of `place`, without a fault in themselves.
WorstCase Placed(std::string name,
                 std::function<uint64_t(uint64_t i, uint64_t n)> place) {
  return Tensors(
      std::move(name), [place = std::move(place)](uint64_t i, uint64_t n) {
        return Info{UniqueName(i, 63), {8, 1}, kF32, kAlignment * place(i, n)};
      });
}

// Sound tensors that lie one behind the other.
WorstCase Sound(std::string name, uint64_t name_length,
                std::vector<uint64_t> ne) {
  return Tensors(std::move(name), [name_length, ne](uint64_t i, uint64_t) {
    return Info{UniqueName(i, name_length), ne, kF32, kAlignment * i};
  });
}

// Tensors with one thing wrong in their shape or type.
WorstCase Misshapen(std::string name, std::vector<uint64_t> ne, uint32_t type) {
  return Tensors(std::move(name), [ne, type](uint64_t i, uint64_t) {
    return Info{UniqueName(i, 4), ne, type, kAlignment * i};
  });
}

WorstCase Named(std::string name, std::string before, uint64_t length) {
  return Tensors(std::move(name), [before, length](uint64_t i, uint64_t) {
    const std::string own = length > 0 ? UniqueName(i, length) : "";
    return Info{before + own, {}, kF32, kAlignment * i};
  });
}

// A header without tensors, and a tail full of the signs of a ZIP's end.
std::vector<std::byte> ZipSigns(uint64_t bytes) {
  GgufBytes file;
  file.Record(false).Header(3, 0, 1).PairU8("a", 1);
  while (file.size() + 4 <= bytes) file.Raw("PK\5\6");
  return file.bytes();
}

std::vector<std::byte> ZeroTail(uint64_t bytes) {
  GgufBytes file;
  file.Record(false).Header(3, 0, 1).PairU8("a", 1);
  return file.Zeros(bytes - file.size()).bytes();
}

std::vector<WorstCase> Layouts() {
  return {
      Placed("tensors, a gap before each",
             [](uint64_t i, uint64_t) { return 2 * i + 1; }),
      Placed("tensors, gaps filled from the last",
             [](uint64_t i, uint64_t n) {
               return i < n / 2 ? 2 * i + 1 : 2 * (n - i);
             }),
      Placed("tensors, gaps filled out of order",
             [](uint64_t i, uint64_t n) {
               const uint64_t half = n / 2 > 0 ? n / 2 : 1;
               return i < half ? 2 * i + 1 : i * 2654435761 % half * 2;
             }),
      Placed("tensors, one gap split again and again",
             [](uint64_t i, uint64_t n) {
               return i == 0 ? 4 * n : i * 2654435761 % (4 * n);
             }),
      Placed("tensors, all at 0", [](uint64_t, uint64_t) { return 0; }),
      Tensors("tensors, none aligned",
              [](uint64_t i, uint64_t) {
                return Info{UniqueName(i, 4), {8}, kF32, kAlignment * i + 1};
              }),
      Padded("tensors with padding", std::byte{0}),
      Padded("tensors with padding, none of it zero", std::byte{0xff}),
      {"a tail of ZIP signs", ZipSigns},
      {"a tail of zeros", ZeroTail},
  };
}

}  // namespace

std::vector<WorstCase> WorstTensors() {
  constexpr uint64_t kHuge = uint64_t{1} << 62;
  std::vector<WorstCase> cases = {
      Named("tensors without dimensions", "", 4),
      // As many of them as the limit allows in a file of 100 MiB.
      Sound("tensors with a name of 63 bytes", 63, {8, 1}),
      Sound("tensors with 4 dimensions", 63, {8, 1, 1, 1}),
      Tensors(
          "tensors, big endian",
          [](uint64_t i, uint64_t) {
            return Info{UniqueName(i, 4), {8}, kF32, kAlignment * i};
          },
          ByteOrder::kBig),
      Named("tensors without a name", "", 0),
      Named("tensors, all of one name", "a", 0),
      Named("tensors with a name of 64 bytes", "", 64),
      Named("tensors with a name of 65,535 bytes", "", 65535),
      Named("tensors with a name that is not UTF-8", "\xff", 4),
      Named("tensors with a NUL in their name", std::string(1, '\0'), 4),
      Misshapen("tensors of an unknown type", {8}, 1000),
      Misshapen("tensors of a removed type", {8}, 4),
      Misshapen("tensors of broken rows", {33}, kQ80),
      Misshapen("tensors of a negative dimension", {UINT64_MAX}, kF32),
      Misshapen("tensors of too many elements", {kHuge, 4}, kF32),
      Misshapen("tensors of too many bytes", {kHuge}, kF32),
      Misshapen("tensors of no elements", {0, kHuge, 4}, kF32),
  };
  for (WorstCase& one : Layouts()) cases.push_back(std::move(one));
  return cases;
}

}  // namespace loadgate::bench
