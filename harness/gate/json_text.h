// JsonText: JSON values on their way to a report.
//
// A thin layer over RapidJSON's Writer, which gets commas and quotes right. It
// adds what every report needs: text that is escaped as escape.h says before it
// becomes a JSON string, so that no JSON string of a report ever holds a
// control character or anything that is not well-formed UTF-8, and numbers that
// JSON has no form for.

#ifndef HARNESS_GATE_JSON_TEXT_H_
#define HARNESS_GATE_JSON_TEXT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "harness/gate/record.h"

namespace loadgate {

class JsonText {
 public:
  JsonText();
  ~JsonText();
  JsonText(const JsonText&) = delete;
  JsonText& operator=(const JsonText&) = delete;

  // The parts of a JSON text, in their order. Key and String escape what they
  // are given.
  void StartObject();
  void EndObject();
  void StartArray();
  void EndArray();
  void Key(std::string_view raw);
  void String(std::string_view raw);
  void Number(uint64_t value);
  void Bool(bool value);
  void Null();

  // Value writes a metadata value: a number as a number with as many digits as
  // tell it from its neighbours; an infinity or NaN as a string.
  void Value(const ScalarValue& value);

  // BeginText begins a string whose text comes in any pieces, each by TextPart,
  // and EndText ends it. What is written is what String writes of all of it;
  // no more of a piece is held back than a character that is not whole.
  void BeginText();
  void TextPart(std::string_view raw);
  void EndText();

  // Take returns what was written since the last Take, so that a long text can
  // go out in parts.
  std::string Take();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// ScalarText returns a metadata value as plain text, strings raw.
std::string ScalarText(const ScalarValue& value);

}  // namespace loadgate

#endif  // HARNESS_GATE_JSON_TEXT_H_
