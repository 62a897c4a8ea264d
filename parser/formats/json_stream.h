// JsonStream: a private copy of JSON text as RapidJSON reads it, in place.
//
// Strings are unescaped over their own text, so that parsing allocates nothing
// for them, and a position is an index, so that every event can be placed to
// the byte. RapidJSON marks the end of input with a NUL: `Peek` returns one
// there, and the caller compares `Tell` with the length afterwards, because a
// NUL in the text looks the same to the reader.
//
// Concept: rapidjson/rapidjson.h, "Stream", with the in-situ functions.

#ifndef LOADGATE_FORMATS_JSON_STREAM_H_
#define LOADGATE_FORMATS_JSON_STREAM_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "formats/json_plain.h"

namespace loadgate {

// AsCharacters views `bytes` as the characters that a JsonStream unescapes.
inline std::span<char> AsCharacters(std::span<std::byte> bytes) {
  return {reinterpret_cast<char*>(bytes.data()), bytes.size()};
}

class JsonStream {
 public:
  using Ch = char;

  explicit JsonStream(std::span<char> text) : text_(text) {}

  // Peek returns the next character, or NUL at the end.
  Ch Peek() const { return next_ < text_.size() ? text_[next_] : '\0'; }

  // Take returns the next character and passes it. At the end it passes
  // nothing.
  Ch Take() { return next_ < text_.size() ? text_[next_++] : '\0'; }

  // Tell returns the index of the next character.
  size_t Tell() const { return next_; }

  // PutBegin begins to write where the next character is; the reader calls it
  // behind the opening quote of a string.
  Ch* PutBegin() {
    begin_ = next_;
    end_ = next_;
    FetchAhead(std::string_view(text_.data(), text_.size()), next_);
    return text_.subspan(begin_).data();
  }

  // PassWhiteSpace passes over the white space that comes next, if any.
  void PassWhiteSpace() {
    while (next_ < text_.size() && IsJsonWhiteSpace(text_[next_])) ++next_;
  }

  // PassPlain passes over the plain characters that come next, and writes them
  // as Put would.
  void PassPlain() {
    const std::span<char> rest = text_.subspan(next_);
    const size_t length =
        CountPlainInJson(std::string_view(rest.data(), rest.size()));
    if (end_ != next_) {
      std::ranges::copy(rest.first(length), text_.subspan(end_).begin());
    }
    next_ += length;
    end_ += length;
  }

  // Put writes one character behind the last. Writing never overtakes reading:
  // an escape is longer than what it stands for, and the terminator falls on
  // the closing quote.
  void Put(Ch c) { text_[end_++] = c; }

  // PutEnd returns how many characters were written since PutBegin.
  size_t PutEnd(Ch* /*begin*/) const { return end_ - begin_; }

  // string_begin returns the index of the first character of the string that
  // was read last.
  size_t string_begin() const { return begin_; }

 private:
  std::span<char> text_;
  size_t next_ = 0;
  size_t begin_ = 0;
  size_t end_ = 0;
};

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_STREAM_H_
