#include "tests/support/json_text_properties.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "formats/json_reader.h"
#include "formats/json_stream.h"
#include "formats/json_text.h"
#include "formats/safetensors_json.h"
#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "tests/naive/json.h"
#include "tests/naive/utf8.h"

namespace loadgate::testing_support {
namespace {

using naive::json::Document;
using naive::json::Kind;
using naive::json::Value;

constexpr size_t kLevels = 127;
constexpr char kKeyTwice[] = "a key appears twice";

// --- The pass in front ------------------------------------------------------

// A text after that pass.
struct Prepared {
  std::vector<std::byte> bytes;
  RewrittenNumbers rewritten;
  std::optional<JsonTextError> error;

  explicit Prepared(std::string_view text)
      : bytes(AsBytes(text).begin(), AsBytes(text).end()),
        error(PrepareJsonText(bytes, &rewritten)) {}
  std::string_view text() const { return AsText(bytes); }
};

// Whether `text` begins with a character in UTF-8.
bool BeginsWithCharacter(std::string_view text) {
  for (size_t length = 1; length <= std::min<size_t>(4, text.size());
       ++length) {
    if (naive::IsUtf8(std::string(text.substr(0, length)))) return true;
  }
  return false;
}

bool IsSurrogateEscape(std::string_view text) {
  return text.size() >= 6 && text.starts_with("\\u") &&
         (text[2] == 'd' || text[2] == 'D') &&
         std::string_view("89abcdefABCDEF").find(text[3]) != text.npos;
}

// Whether `fault` is what can be said of the text from its byte on.
bool IsTrue(JsonTextFault fault, std::string_view from) {
  switch (fault) {
    case JsonTextFault::kByteOrderMark:
      return from.starts_with("\xef\xbb\xbf");
    case JsonTextFault::kNotUtf8:
      return !BeginsWithCharacter(from);
    case JsonTextFault::kControlByte:
      return static_cast<uint8_t>(from[0]) < 0x20;
    case JsonTextFault::kLoneSurrogate:
      return IsSurrogateEscape(from);
    case JsonTextFault::kNesting:
      return from[0] == '{' || from[0] == '[';
    case JsonTextFault::kNumberTooLarge:
      return std::isinf(std::strtod(std::string(from).c_str(), nullptr));
  }
  return false;
}

std::string BrokenFault(std::string_view text, const JsonTextError& error) {
  if (error.offset >= text.size()) return "a fault lies outside the text";
  if (!naive::IsUtf8(std::string(text.substr(0, error.offset)))) {
    return "a fault comes behind bytes that are no UTF-8";
  }
  return IsTrue(error.fault, text.substr(error.offset))
             ? ""
             : "a fault is not true of its byte";
}

// The text may differ in numbers, and there in what may stand in their place.
std::string BrokenChanges(std::string_view text, const Prepared& prepared) {
  const std::string_view now = prepared.text();
  for (size_t i = 0; i < text.size(); ++i) {
    if (now[i] == text[i]) continue;
    const bool of_number =
        std::string_view("0123456789+-.eE").find(text[i]) != text.npos;
    const bool rewritten = now[i] == ' ' || now[i] == '-' || now[i] == '0';
    if (!of_number || !rewritten) return "a byte of no number is changed";
  }
  const Prepared again(now);
  return !again.error.has_value() && again.text() == now
             ? ""
             : "a second time it does something";
}

// Of an accepted text every number is as it was, or remembered.
std::string BrokenNumbers(const Document& tree, const Prepared& prepared) {
  constexpr size_t kMostRemembered = 256;
  constexpr size_t kMostOfOne = 96;
  size_t others = 0;
  for (const Value& value : tree.values) {
    if (value.kind != Kind::kNumber) continue;
    const bool plain = naive::json::PlainUnsigned(value).has_value();
    std::string wanted = plain ? value.text : "-0";
    wanted.resize(value.text.size(), ' ');
    if (prepared.text().substr(value.offset, wanted.size()) != wanted) {
      return "number " + value.text + " is not as it must be";
    }
    const bool remembered = !plain && others++ < kMostRemembered;
    if (prepared.rewritten.At(value.offset) !=
        (remembered ? value.text.substr(0, kMostOfOne) : "")) {
      return "number " + value.text + " is remembered wrongly";
    }
  }
  return "";
}

std::string BrokenPreparation(const std::string& text, const Document& tree,
                              const Prepared& prepared) {
  if (prepared.error.has_value()) {
    if (tree.ok) return "the pass refuses what the naive parser accepts";
    return BrokenFault(text, *prepared.error);
  }
  if (!naive::IsUtf8(text)) return "bytes that are no UTF-8 pass";
  const std::string broken = BrokenChanges(text, prepared);
  return broken.empty() && tree.ok ? BrokenNumbers(tree, prepared) : broken;
}

// --- The reader's events ----------------------------------------------------

// One event: where its text begins, and what it says. The end of a container is
// at no place in a tree.
struct Event {
  char kind;
  size_t at = 0;
  std::string text;
  bool operator==(const Event&) const = default;
};

// The handler that notes events.
class Recorder {
 public:
  explicit Recorder(const JsonStream& stream) : stream_(stream) {}
  const std::vector<Event>& events() const { return events_; }

  bool Null() { return Scalar('l', "null"); }
  bool Bool(bool value) { return Scalar('l', value ? "true" : "false"); }
  bool Int(int value) { return Scalar('n', value == 0 ? "-0" : "no size"); }
  bool Uint(unsigned value) { return Uint64(value); }
  bool Int64(int64_t) { return Scalar('n', "no size"); }
  bool Uint64(uint64_t value) { return Scalar('n', std::to_string(value)); }
  bool Double(double) { return Scalar('n', "no size"); }
  bool RawNumber(const char*, unsigned, bool) { return Scalar('n', "no size"); }
  bool String(const char* text, unsigned length, bool copy) {
    return Text('s', std::string_view(text, length), copy);
  }
  bool Key(const char* text, unsigned length, bool copy) {
    return Text('k', std::string_view(text, length), copy);
  }
  bool StartObject() { return Add('{', stream_.Tell(), ""); }
  bool StartArray() { return Add('[', stream_.Tell(), ""); }
  bool EndObject(unsigned members) {
    return Add('}', 0, std::to_string(members));
  }
  bool EndArray(unsigned elements) {
    return Add(']', 0, std::to_string(elements));
  }

 private:
  bool Add(char kind, size_t at, std::string text) {
    events_.push_back({kind, at, std::move(text)});
    return true;
  }
  bool Scalar(char kind, const std::string& text) {
    return Add(kind, stream_.Tell() - text.size(), text);
  }
  bool Text(char kind, std::string_view text, bool copy) {
    return Add(copy ? 'c' : kind, stream_.string_begin() - 1,
               std::string(text));
  }

  const JsonStream& stream_;
  std::vector<Event> events_;
};

// The events that a tree comes to.
class Walk {
 public:
  explicit Walk(const Document& tree) : tree_(tree) {}

  std::vector<Event> Events() {
    if (!tree_.values.empty()) Enter(0);
    while (!open_.empty()) {
      auto& [container, next] = open_.back();
      const bool is_object = container->kind == Kind::kObject;
      const auto& members = container->members;
      if (next == members.size()) {
        events_.push_back(
            {is_object ? '}' : ']', 0, std::to_string(members.size())});
        open_.pop_back();
        continue;
      }
      const naive::json::Member& member = members[next++];
      if (is_object) events_.push_back({'k', member.key_offset, member.key});
      Enter(member.value);
    }
    return std::move(events_);
  }

 private:
  void Enter(size_t index) {
    const Value& value = tree_.values[index];
    switch (value.kind) {
      case Kind::kObject:
      case Kind::kArray:
        events_.push_back(
            {value.kind == Kind::kObject ? '{' : '[', value.offset, ""});
        open_.emplace_back(&value, 0);
        return;
      case Kind::kString:
        events_.push_back({'s', value.offset, value.text});
        return;
      case Kind::kLiteral:
        events_.push_back({'l', value.offset, value.text});
        return;
      case Kind::kNumber:
        const bool plain = naive::json::PlainUnsigned(value).has_value();
        events_.push_back({'n', value.offset, plain ? value.text : "-0"});
        return;
    }
  }

  const Document& tree_;
  std::vector<std::pair<const Value*, size_t>> open_;
  std::vector<Event> events_;
};

std::string BrokenEvents(const Document& tree, Prepared prepared) {
  const size_t size = prepared.bytes.size();
  JsonStream stream({reinterpret_cast<char*>(prepared.bytes.data()), size});
  Recorder recorder(stream);
  const rapidjson::ParseResult result = ReadJson(stream, recorder);
  if (stream.Tell() > size) return "the reader stands behind the text";
  const std::string_view rest = prepared.text().substr(stream.Tell());
  const bool whole = !result.IsError() && rest.find_first_not_of(" \t\n\r") ==
                                              std::string_view::npos;
  if (result.IsError() && result.Offset() > size) {
    return "an error lies outside the text";
  }
  if (tree.ok) {
    if (!whole) return "the reader refuses what the naive parser accepts";
    return recorder.events() == Walk(tree).Events() ? "" : "events differ";
  }
  if (tree.reason == kKeyTwice) return "";
  return whole ? "the reader accepts; the naive parser: " + tree.reason : "";
}

// --- The header -------------------------------------------------------------

// Whether a finding says that the text is not the JSON it must be.
bool IsOfJson(Code code) {
  switch (code) {
    case Code::kSafetensorsByteOrderMark:
    case Code::kSafetensorsHeaderNotUtf8:
    case Code::kSafetensorsControlByte:
    case Code::kSafetensorsLoneSurrogate:
    case Code::kSafetensorsNesting:
    case Code::kSafetensorsNumberTooLarge:
    case Code::kSafetensorsJsonSyntax:
    case Code::kSafetensorsHeaderTrailing:
    case Code::kSafetensorsKeyDuplicate:
    case Code::kSafetensorsNameDuplicate:
      return true;
    default:
      return false;
  }
}

// The findings about a header of `text` that begins at byte `origin`, which are
// placed as if it began at 0.
std::vector<Finding> FindingsAt(std::string_view text, size_t origin) {
  std::vector<std::byte> bytes(origin);
  bytes.insert(bytes.end(), AsBytes(text).begin(), AsBytes(text).end());
  SafetensorsTables tables{HashKey{}};
  FindingSink sink(Limits{.findings = 1000, .findings_per_code = 100});
  ParseSafetensorsJson(bytes, origin, Limits{}, HashKey{}, &tables, &sink);
  std::vector<Finding> findings = sink.Findings();
  for (Finding& finding : findings) finding.offset -= origin;
  return findings;
}

std::string BrokenHeader(std::string_view text, const Document& tree) {
  const std::vector<Finding> findings = FindingsAt(text, 0);
  const std::vector<Finding> moved = FindingsAt(text, 8);
  const bool same = std::ranges::equal(
      findings, moved, [](const Finding& a, const Finding& b) {
        return a.code == b.code && a.offset == b.offset && a.where == b.where;
      });
  if (!same) return "the header has other findings at another place";
  bool of_json = false;
  for (const Finding& finding : findings) {
    const std::string name(CodeName(finding.code));
    if (finding.offset > text.size()) return name + " lies outside the text";
    if (finding.code == Code::kSafetensorsNotAnObject) {
      return !tree.values.empty() && tree.values[0].kind != Kind::kObject
                 ? ""
                 : name + " of an object";
    }
    of_json |= IsOfJson(finding.code);
  }
  if (of_json == tree.ok) {
    return tree.ok
               ? "a finding speaks against JSON that the naive parser "
                 "accepts"
               : "no finding says what the naive parser does: " + tree.reason;
  }
  return "";
}

}  // namespace

std::string BrokenJsonTextProperty(std::string_view text) {
  const std::string copy(text);
  const Document tree = naive::json::Parse(copy, kLevels);
  const Prepared prepared(text);
  std::string broken = BrokenPreparation(copy, tree, prepared);
  if (broken.empty() && !prepared.error.has_value()) {
    broken = BrokenEvents(tree, prepared);
  }
  return broken.empty() ? BrokenHeader(text, tree) : broken;
}

}  // namespace loadgate::testing_support
