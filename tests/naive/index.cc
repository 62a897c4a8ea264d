#include "tests/naive/index.h"

#include <cctype>
#include <cstddef>
#include <cstdlib>

#include "tests/naive/json.h"

namespace naive::index {
namespace {

constexpr size_t kMaxLevels = 127;

bool Contains(const std::string& text, char c) {
  return text.find(c) != std::string::npos;
}

// Every %xx as the byte it spells, until none is left.
std::string Decoded(std::string text) {
  for (size_t i = 0; i + 2 < text.size();) {
    const std::string digits = text.substr(i + 1, 2);
    const bool is_code = text[i] == '%' &&
                         std::isxdigit(static_cast<unsigned char>(digits[0])) &&
                         std::isxdigit(static_cast<unsigned char>(digits[1]));
    if (!is_code) {
      ++i;
      continue;
    }
    text.replace(i, 3, 1,
                 static_cast<char>(std::strtol(digits.c_str(), nullptr, 16)));
    // What was decoded may make a code with its neighbours.
    i = i < 2 ? 0 : i - 2;
  }
  return text;
}

bool LeadsElsewhere(const std::string& name) {
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return true;
  }
  return Contains(name, '/') || Contains(name, '\\') || Contains(name, ':');
}

bool IsPlainName(const std::string& name) {
  static const std::string kExtension = ".safetensors";
  if (name.size() > 255 || name.size() <= kExtension.size()) return false;
  for (size_t i = 0; i < kExtension.size(); ++i) {
    const char c = name[name.size() - kExtension.size() + i];
    if (std::tolower(static_cast<unsigned char>(c)) != kExtension[i]) {
      return false;
    }
  }
  return !LeadsElsewhere(name) && !LeadsElsewhere(Decoded(name));
}

Judgement Refused(std::string reason) {
  Judgement judgement;
  judgement.reason = std::move(reason);
  return judgement;
}

}  // namespace

Judgement JudgeIndex(const std::string& text) {
  const json::Document document =
      json::Parse(text, kMaxLevels, json::Numbers::kAny);
  if (!document.ok) return Refused(document.reason);
  const json::Value& root = document.values[0];
  if (root.kind != json::Kind::kObject) return Refused("not an object");
  Judgement judgement;
  bool has_map = false;
  for (const json::Member& member : root.members) {
    const json::Value& value = document.values[member.value];
    if (member.key == "metadata") {
      for (const json::Member& item : value.members) {
        if (item.key != "total_size") continue;
        judgement.total_size = json::PlainUnsigned(document.values[item.value]);
      }
    }
    if (member.key != "weight_map") continue;
    if (value.kind != json::Kind::kObject) return Refused("no map");
    has_map = true;
    for (const json::Member& pair : value.members) {
      const json::Value& shard = document.values[pair.value];
      if (shard.kind != json::Kind::kString) return Refused("no string");
      std::string name = shard.text;
      while (name.substr(0, 2) == "./") name.erase(0, 2);
      if (!IsPlainName(name)) return Refused("no plain name");
      judgement.tensors.emplace_back(pair.key, name);
    }
  }
  if (!has_map || judgement.tensors.empty()) return Refused("no tensor");
  judgement.accept = true;
  return judgement;
}

}  // namespace naive::index
