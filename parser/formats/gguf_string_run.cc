#include "formats/gguf_string_run.h"

#include <algorithm>
#include <string_view>

#include "base/utf8_blocks.h"
#include "loadgate/cursor.h"

namespace loadgate {
namespace {

constexpr size_t kMostBytes = 32 * 1024;
constexpr uint64_t kShort = 128;
constexpr size_t kCacheLine = 64;

// Each length is found by the one before it, so the loop waits for memory at
// every step unless the bytes are asked for ahead.
void Prefetch(ByteSpan bytes) {
  for (size_t i = 0; i < bytes.size(); i += kCacheLine) {
    __builtin_prefetch(&bytes[i]);
  }
}

// The order is a template argument to keep its test out of the same chain.
template <ByteOrder kOrder>
GgufStringRun FindRun(ByteSpan bytes, uint64_t most) {
  Cursor cursor(bytes);
  GgufStringRun run;
  uint64_t length = 0;
  while (run.strings < most && cursor.ReadU64(&length, kOrder) &&
         length < kShort && cursor.Skip(length)) {
    ++run.strings;
    run.bytes = cursor.offset();
    run.nuls += length == 0 ? sizeof(length) : sizeof(length) - 1;
  }
  return run;
}

}  // namespace

GgufStringRun FindGgufStringRun(ByteSpan bytes, uint64_t most,
                                ByteOrder order) {
  const ByteSpan front = bytes.first(std::min(bytes.size(), kMostBytes));
  Prefetch(front);
  return order == ByteOrder::kLittle ? FindRun<ByteOrder::kLittle>(front, most)
                                     : FindRun<ByteOrder::kBig>(front, most);
}

bool IsCleanGgufStringRun(ByteSpan bytes, const GgufStringRun& run,
                          bool nul_allowed) {
  const std::string_view text =
      AsText(bytes.first(static_cast<size_t>(run.bytes)));
  return IsUtf8InBlocks(text) && (nul_allowed || CountNuls(text) == run.nuls);
}

}  // namespace loadgate
