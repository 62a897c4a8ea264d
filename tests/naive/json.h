#ifndef LOADGATE_TESTS_NAIVE_JSON_H_
#define LOADGATE_TESTS_NAIVE_JSON_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// A naive JSON parser, written from RFC 8259 and nothing else: it makes a tree
// of everything, keeps numbers as they are written and stops at the first
// error. Beyond the grammar it wants what the safetensors rules want: UTF-8
// throughout, no lone surrogates, no key twice in one object, no number that
// would be infinite, and not too many levels.

namespace naive::json {

enum class Kind { kObject, kArray, kString, kNumber, kLiteral };

struct Member {
  std::string key;        // unescaped; empty in arrays
  size_t key_offset = 0;  // of the key's quote
  size_t value = 0;       // an index into Document::values
};

struct Value {
  Kind kind = Kind::kLiteral;
  size_t offset = 0;            // of its first byte
  std::string text;             // a string unescaped; else as written
  std::vector<Member> members;  // of objects and arrays
};

// Document is the tree, or what is wrong and where. values[0] is the root.
struct Document {
  bool ok = false;
  std::string reason;
  size_t offset = 0;
  std::vector<Value> values;
};

// Numbers says whether a number may be one that would be infinite.
enum class Numbers { kFinite, kAny };

// Parse reads all of `text`. Objects and arrays may lie `max_levels` deep, the
// outermost one being the first level.
Document Parse(const std::string& text, size_t max_levels,
               Numbers numbers = Numbers::kFinite);

// PlainUnsigned returns the number if it is written as digits alone, without a
// leading zero, and is at most 2^64-1.
std::optional<uint64_t> PlainUnsigned(const Value& value);

}  // namespace naive::json

#endif  // LOADGATE_TESTS_NAIVE_JSON_H_
