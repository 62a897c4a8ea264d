#include "harness/gate/text_pieces.h"

namespace loadgate {

size_t WholeCharacters(std::string_view text, size_t wanted) {
  if (text.size() <= wanted) return text.size();
  size_t length = wanted;
  while (length > 0 && wanted - length < 3 &&
         (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) {
    --length;
  }
  return length > 0 ? length : wanted;
}

}  // namespace loadgate
