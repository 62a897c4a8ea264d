#include "craft/json_structure.h"

#include <iterator>

namespace loadgate::craft {
namespace {

bool Opens(const JsonToken& token) { return token.Is('{') || token.Is('['); }
bool Closes(const JsonToken& token) { return token.Is('}') || token.Is(']'); }

// The brackets that are open at some place, and how many of each kind.
class OpenBrackets {
 public:
  OpenBrackets(const std::vector<JsonToken>& tokens, std::vector<size_t>* ends)
      : tokens_(tokens), ends_(*ends) {}

  void Open(size_t i) {
    open_.push_back(i);
    ++CountOf(i);
  }

  // A bracket that closes nothing is passed over. One that closes an outer
  // bracket ends what is open within that, just in front of it.
  void Close(size_t i) {
    const bool brace = tokens_[i].Is('}');
    if ((brace ? braces_ : others_) == 0) return;
    while (IsBrace(open_.back()) != brace) Pop(i);
    Pop(i + 1);
  }

 private:
  bool IsBrace(size_t i) const { return tokens_[i].Is('{'); }
  size_t& CountOf(size_t i) { return IsBrace(i) ? braces_ : others_; }

  void Pop(size_t end) {
    ends_[open_.back()] = end;
    --CountOf(open_.back());
    open_.pop_back();
  }

  const std::vector<JsonToken>& tokens_;
  std::vector<size_t>& ends_;
  std::vector<size_t> open_;
  size_t braces_ = 0;
  size_t others_ = 0;
};

}  // namespace

JsonStructure::JsonStructure(const std::vector<JsonToken>& tokens)
    : tokens_(tokens) {
  ends_.reserve(tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i) {
    ends_.push_back(Opens(tokens[i]) ? tokens.size() : i + 1);
  }
  OpenBrackets open(tokens, &ends_);
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (Opens(tokens[i])) open.Open(i);
    if (Closes(tokens[i])) open.Close(i);
  }
}

std::optional<JsonRange> JsonStructure::Top() const {
  const size_t first = SkipSpace(0);
  if (!BeginsValue(first)) return std::nullopt;
  return JsonRange{first, ends_[first]};
}

std::optional<JsonRange> JsonStructure::WholeObject() const {
  const std::optional<JsonRange> top = Top();
  if (!top.has_value() || !IsObject(*top) || !tokens_[top->end - 1].Is('}')) {
    return std::nullopt;
  }
  return top;
}

std::vector<JsonMember> JsonStructure::Members(JsonRange value) const {
  std::vector<JsonMember> members;
  if (!IsObject(value)) return members;
  size_t i = value.begin + 1;
  while (i < value.end) {
    const std::optional<JsonMember> member = MemberAt(i);
    if (member.has_value()) members.push_back(*member);
    i = member.has_value() ? member->value.end : ends_[i];
  }
  return members;
}

std::optional<JsonMember> JsonStructure::MemberAt(size_t key) const {
  if (tokens_[key].kind != JsonTokenKind::kString) return std::nullopt;
  const size_t colon = SkipSpace(key + 1);
  if (colon == tokens_.size() || !tokens_[colon].Is(':')) return std::nullopt;
  const size_t value = SkipSpace(colon + 1);
  if (BeginsValue(value)) return JsonMember{key, {value, ends_[value]}};
  return JsonMember{key, {colon + 1, colon + 1}};
}

std::optional<std::vector<size_t>> JsonStructure::Scalars(
    JsonRange value) const {
  if (!IsArray(value)) return std::nullopt;
  std::vector<size_t> scalars;
  for (size_t i = value.begin + 1; i < value.end; ++i) {
    if (Opens(tokens_[i])) return std::nullopt;
    if (BeginsValue(i)) scalars.push_back(i);
  }
  return scalars;
}

bool JsonStructure::Begins(JsonRange value, char mark) const {
  return !value.empty() && tokens_[value.begin].Is(mark);
}

bool JsonStructure::BeginsValue(size_t i) const {
  if (i >= tokens_.size()) return false;
  const JsonTokenKind kind = tokens_[i].kind;
  if (kind == JsonTokenKind::kPunctuation) return Opens(tokens_[i]);
  return kind != JsonTokenKind::kSpace;
}

size_t JsonStructure::SkipSpace(size_t i) const {
  while (i < tokens_.size() && tokens_[i].kind == JsonTokenKind::kSpace) ++i;
  return i;
}

void ReplaceJson(JsonRange range, std::string_view text,
                 std::vector<JsonToken>* tokens) {
  const auto at = [&](size_t i) {
    return std::next(tokens->begin(), static_cast<std::ptrdiff_t>(i));
  };
  const auto behind = tokens->erase(at(range.begin), at(range.end));
  std::vector<JsonToken> added = TokenizeJson(text);
  tokens->insert(behind, std::make_move_iterator(added.begin()),
                 std::make_move_iterator(added.end()));
}

}  // namespace loadgate::craft
