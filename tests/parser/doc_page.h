// A page of docs/ as a test reads it: its tables, and its examples of files
// byte by byte.

#ifndef LOADGATE_TESTS_PARSER_DOC_PAGE_H_
#define LOADGATE_TESTS_PARSER_DOC_PAGE_H_

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loadgate::testing_support {

// PageField is a line of an example without its bytes.
struct PageField {
  uint64_t offset = 0;
  std::string name;
  std::string value;
  bool operator==(const PageField&) const = default;
};

inline void PrintTo(const PageField& field, std::ostream* out) {
  *out << field.offset << " " << field.name << " = " << field.value;
}

// PageBlock is an example: its fields, and the bytes of each.
struct PageBlock {
  std::vector<PageField> fields;
  std::vector<std::vector<std::byte>> bytes;

  // Bytes returns all of them; the offsets must be those of a whole file.
  std::vector<std::byte> Bytes() const;

  // WrittenOver returns `file` with every field in its place.
  std::vector<std::byte> WrittenOver(std::vector<std::byte> file) const;
};

class DocPage {
 public:
  // DocPage reads docs/`path`.
  explicit DocPage(const std::string& path);

  const std::vector<std::string>& lines() const { return lines_; }

  // LinesBehind returns what stands behind "<!-- marker -->": the lines of a
  // code block without its fences, or the rows of a table without its head.
  std::vector<std::string> LinesBehind(std::string_view marker) const;

  // TextBehind returns those lines in one, with a space between them.
  std::string TextBehind(std::string_view marker) const;

  // BlockBehind returns the example that stands there. A line of it without a
  // name goes on with the bytes of the one before.
  PageBlock BlockBehind(std::string_view marker) const;

  // Codes returns every `code` of the page that begins with one of `fronts`.
  std::set<std::string> Codes(const std::vector<std::string>& fronts) const;

 private:
  std::vector<std::string> lines_;
};

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_DOC_PAGE_H_
