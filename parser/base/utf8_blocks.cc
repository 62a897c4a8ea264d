#include "base/utf8_blocks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>

namespace loadgate {
namespace {

constexpr size_t kBlock = 64;
// A byte is judged by the three before it.
constexpr size_t kBefore = 3;
using Window = std::array<uint8_t, kBefore + kBlock>;

// Moves the window on to the next block of `text`, at most kBlock bytes, and
// fills what they leave with NULs. Behind the last byte a NUL shows a sequence
// that is cut off.
void MoveOn(std::string_view text, Window& window) {
  const std::span<uint8_t> all(window);
  std::ranges::copy(all.last<kBefore>(), all.begin());
  const std::span<uint8_t> block = all.last<kBlock>();
  const size_t length = std::min(text.size(), kBlock);
  std::memcpy(block.data(), text.data(), length);
  std::ranges::fill(block.subspan(length), uint8_t{0});
}

// A truth value to be combined bit by bit with others: logical operators would
// be branches, and keep the loops below from becoming vector code.
constexpr uint8_t Bit(bool value) { return value ? 1 : 0; }

uint8_t Continues(uint8_t byte) { return Bit(static_cast<int8_t>(byte) < -64); }

// Whether a block holds ASCII and whole two-byte characters alone, as most do.
// A block behind one that does not needs the full test: a longer character may
// reach into it.
bool IsSimple(const Window& window) {
  uint8_t odd = 0;
  for (size_t i = kBefore; i < window.size(); ++i) {
    const uint8_t byte = window[i];
    const auto lead = static_cast<uint8_t>(window[i - 1] - 0xc2);
    const int wanted = Bit(lead < 0x1e);
    const int other = Bit(byte >= 0xe0) | Bit((byte & 0xfe) == 0xc0);
    odd |= static_cast<uint8_t>((wanted ^ Continues(byte)) | other);
  }
  return odd == 0;
}

// Every byte continues a character exactly where one is to be continued; no
// byte is of those that stand nowhere; and the second byte of a character is in
// the range that its first one leaves.
bool IsWellFormed(const Window& window) {
  uint8_t bad = 0;
  for (size_t i = kBefore; i < window.size(); ++i) {
    const uint8_t byte = window[i];
    const uint8_t first = window[i - 1];
    const int wanted = Bit(first >= 0xc0) | Bit(window[i - 2] >= 0xe0) |
                       Bit(window[i - 3] >= 0xf0);
    const int nowhere =
        Bit(byte == 0xc0) | Bit(byte == 0xc1) | Bit(byte >= 0xf5);
    const int out_of_range = (Bit(first == 0xe0) & Bit(byte < 0xa0)) |
                             (Bit(first == 0xed) & Bit(byte > 0x9f)) |
                             (Bit(first == 0xf0) & Bit(byte < 0x90)) |
                             (Bit(first == 0xf4) & Bit(byte > 0x8f));
    bad |= static_cast<uint8_t>((wanted ^ Continues(byte)) | nowhere |
                                out_of_range);
  }
  return bad == 0;
}

}  // namespace

bool IsUtf8InBlocks(std::string_view text) {
  Window window{};
  bool simple_before = true;
  bool last = false;
  while (!last) {
    last = text.size() < kBlock;
    MoveOn(text, window);
    const bool simple = IsSimple(window);
    if (!(simple && simple_before) && !IsWellFormed(window)) return false;
    simple_before = simple;
    text.remove_prefix(std::min(text.size(), kBlock));
  }
  return true;
}

size_t CountNuls(std::string_view text) {
  size_t count = 0;
  while (!text.empty()) {
    std::array<uint8_t, kBlock> block;
    const size_t length = std::min(text.size(), kBlock);
    block.fill(1);
    std::memcpy(block.data(), text.data(), length);
    uint8_t in_block = 0;
    for (const uint8_t byte : block) {
      in_block = static_cast<uint8_t>(in_block + (byte == 0 ? 1 : 0));
    }
    count += in_block;
    text.remove_prefix(length);
  }
  return count;
}

}  // namespace loadgate
