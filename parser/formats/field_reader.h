// FieldReader: reads one item's fields and remembers why it could not.
//
// A header arrives in pieces, and a file ends somewhere. When a field is not
// among the bytes present there are two reasons: more of the header must be
// fetched, or the file ends inside the field. FieldReader sits on a Cursor over
// the bytes present and knows how long the file is; a read that fails leaves
// behind either how many header bytes it wanted or the finding.

#ifndef LOADGATE_FORMATS_FIELD_READER_H_
#define LOADGATE_FORMATS_FIELD_READER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "loadgate/bytes.h"
#include "loadgate/cursor.h"
#include "loadgate/finding.h"

namespace loadgate {

// StringRule is how a length-prefixed string is judged before it is read.
struct StringRule {
  std::string_view field;  // Its name in messages, such as "key".
  uint64_t max_length;
  Code too_long;
  Code past_end;
};

class FieldReader {
 public:
  // Failure is a finding that ends the reading of the file.
  struct Failure {
    Code code;
    uint64_t offset;
    std::string what;
  };

  // FieldReader stands at `position` of the file, of which `header` are the
  // first bytes. `file_end` is the file's size, or kMaxFileSize while that is
  // unknown; the header is not longer than that. `truncated` is the code for a
  // file that ends inside a field.
  FieldReader(ByteSpan header, uint64_t position, uint64_t file_end,
              ByteOrder order, Code truncated);

  // offset returns the place in the file of the next field.
  uint64_t offset() const { return cursor_.offset(); }

  // left_in_file returns how many bytes of the file lie behind offset().
  uint64_t left_in_file() const { return file_end_ - cursor_.offset(); }

  // LeftInFileText returns "N bytes that follow.", the end of a message.
  std::string LeftInFileText() const;

  // U8, U32 and U64 read a number; `field` names it in a message. When they
  // return false nothing was read, and failure() or need() says why.
  [[nodiscard]] bool U8(std::string_view field, uint8_t* out);
  [[nodiscard]] bool U32(std::string_view field, uint32_t* out);
  [[nodiscard]] bool U64(std::string_view field, uint64_t* out);

  // Bytes reads `length` bytes as a view.
  [[nodiscard]] bool Bytes(std::string_view field, uint64_t length,
                           ByteSpan* out);

  // String reads a u64 length, compares it with the rule's cap and with what is
  // left in the file, and reads that many bytes. When it fails it stands where
  // it stood before the length.
  [[nodiscard]] bool String(const StringRule& rule, std::string_view* out);

  // Fail notes a finding that ends the reading, and returns false.
  bool Fail(Code code, uint64_t offset, std::string what);

  // Stop ends the reading after a finding that was reported already, and
  // returns false.
  bool Stop();

  // stopped returns whether the reading has ended for good.
  bool stopped() const { return stopped_; }

  // failure returns the finding after a read failed, or nullopt when more of
  // the header is wanted; need() then says how much, from the file's start.
  const std::optional<Failure>& failure() const { return failure_; }
  uint64_t need() const { return need_; }

  // set_order sets the byte order of the numbers from here on.
  void set_order(ByteOrder order) { order_ = order; }

  // cursor gives the bytes present to a loop that reads many small elements.
  Cursor& cursor() { return cursor_; }

 private:
  bool Short(std::string_view field, uint64_t length);
  bool StringAfterLength(const StringRule& rule, uint64_t at, uint64_t length,
                         std::string_view* out);

  Cursor cursor_;
  uint64_t file_end_;
  ByteOrder order_;
  Code truncated_;
  std::optional<Failure> failure_;
  bool stopped_ = false;
  uint64_t need_ = 0;
};

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_FIELD_READER_H_
