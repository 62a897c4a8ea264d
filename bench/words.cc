#include "bench/words.h"

namespace loadgate::bench {

uint64_t Random::Below(uint64_t n) {
  uint64_t z = state_ += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return (z ^ (z >> 31)) % n;
}

std::string Words::Token() { return Blank() + Piece(2, 9); }

std::string Words::Merge() {
  const std::string first = Blank() + Piece(1, 5);
  return first + " " + Piece(1, 5);
}

std::string Words::Blank() {
  if (random_.Below(2) == 0) return "";
  return text_ == Text::kByteLevel ? "\u0120" : "_";
}

std::string Words::Piece(uint64_t shortest, uint64_t lengths) {
  std::string piece;
  const bool foreign = text_ == Text::kByteLevel && random_.Below(8) == 0;
  const uint64_t length = shortest + random_.Below(lengths);
  for (uint64_t i = 0; i < length; ++i) {
    if (foreign) {
      // U+00D0 and U+00BF are how a byte-level vocabulary writes D0 BF.
      piece += i % 2 == 0 ? "\u00d0" : "\u00bf";
    } else {
      piece += static_cast<char>('a' + random_.Below(26));
    }
  }
  return piece;
}

}  // namespace loadgate::bench
