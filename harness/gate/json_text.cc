#include "harness/gate/json_text.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

#include "loadgate/check.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

rapidjson::SizeType Length(std::string_view text) {
  LG_CHECK(text.size() <= UINT32_MAX);
  return static_cast<rapidjson::SizeType>(text.size());
}

template <std::floating_point T>
std::string FloatText(T value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::array<char, 64> buffer{};
  const std::span<char> room(buffer);
  // The shortest text that reads back as the same number. std::to_chars takes
  // the end of its room as a pointer.
  const std::to_chars_result end =
      std::to_chars(room.data(), std::to_address(room.end()), value);
  LG_CHECK(end.ec == std::errc());
  const auto length = static_cast<size_t>(end.ptr - room.data());
  return std::string(room.data(), length);
}

// How many bytes at the end of `text` may be the front of a character.
size_t BegunCharacter(std::string_view text) {
  for (size_t back = 1; back <= std::min<size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xc0) == 0x80) continue;
    const size_t length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return byte >= 0xc0 && length > back ? back : 0;
  }
  return 0;
}

}  // namespace

struct JsonText::Impl {
  // Writes a part of the string that is open.
  void Part(std::string_view raw) {
    const std::string text = Escaped(raw);
    rapidjson::StringBuffer quoted;
    rapidjson::Writer<rapidjson::StringBuffer>(quoted).String(text.data(),
                                                              Length(text));
    std::string_view inside(quoted.GetString(), quoted.GetSize());
    inside = inside.substr(1, inside.size() - 2);
    for (const char c : inside) buffer.Put(c);
  }

  std::string begun;  // A character of the open string that is not whole.
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer{buffer};
};

JsonText::JsonText() : impl_(std::make_unique<Impl>()) {}
JsonText::~JsonText() = default;

void JsonText::StartObject() { impl_->writer.StartObject(); }
void JsonText::EndObject() { impl_->writer.EndObject(); }
void JsonText::StartArray() { impl_->writer.StartArray(); }
void JsonText::EndArray() { impl_->writer.EndArray(); }

void JsonText::Key(std::string_view raw) {
  const std::string text = Escaped(raw);
  impl_->writer.Key(text.data(), Length(text));
}

void JsonText::String(std::string_view raw) {
  const std::string text = Escaped(raw);
  impl_->writer.String(text.data(), Length(text));
}

void JsonText::Number(uint64_t value) { impl_->writer.Uint64(value); }

void JsonText::Bool(bool value) { impl_->writer.Bool(value); }

void JsonText::Null() { impl_->writer.Null(); }

void JsonText::Value(const ScalarValue& value) {
  const std::string text = ScalarText(value);
  const auto* wide = std::get_if<double>(&value);
  const auto* narrow = std::get_if<float>(&value);
  const bool no_number = (wide != nullptr && !std::isfinite(*wide)) ||
                         (narrow != nullptr && !std::isfinite(*narrow)) ||
                         std::holds_alternative<TextPiece>(value);
  if (no_number) {
    String(text);
  } else {
    impl_->writer.RawValue(text.data(), text.size(), rapidjson::kNumberType);
  }
}

// The Writer takes the first quote for all of the value.
void JsonText::BeginText() {
  impl_->writer.RawValue("\"", 1, rapidjson::kStringType);
}

void JsonText::TextPart(std::string_view raw) {
  std::string text = std::exchange(impl_->begun, std::string());
  text += raw;
  const size_t whole = text.size() - BegunCharacter(text);
  impl_->begun = text.substr(whole);
  text.resize(whole);
  impl_->Part(text);
}

void JsonText::EndText() {
  impl_->Part(std::exchange(impl_->begun, std::string()));
  impl_->buffer.Put('"');
}

std::string JsonText::Take() {
  std::string out(impl_->buffer.GetString(), impl_->buffer.GetSize());
  impl_->buffer.Clear();
  return out;
}

std::string ScalarText(const ScalarValue& value) {
  if (const auto* number = std::get_if<uint64_t>(&value)) {
    return std::to_string(*number);
  }
  if (const auto* number = std::get_if<int64_t>(&value)) {
    return std::to_string(*number);
  }
  if (const auto* number = std::get_if<float>(&value)) {
    return FloatText(*number);
  }
  if (const auto* number = std::get_if<double>(&value)) {
    return FloatText(*number);
  }
  if (const auto* yes = std::get_if<bool>(&value)) {
    return *yes ? "true" : "false";
  }
  return std::get<TextPiece>(value).bytes;
}

}  // namespace loadgate
