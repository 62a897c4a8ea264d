// Conditions of canaries on what must hold between two parts of a file, and on
// what a reader goes through without a bound.
//
// Text is compared as in canary_metadata.h.

#ifndef LOADGATE_BASE_CANARY_RELATIONS_H_
#define LOADGATE_BASE_CANARY_RELATIONS_H_

#ifdef LG_CANARIES

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ascii.h"
#include "base/canary.h"
#include "base/canary_metadata.h"
#include "base/canary_names.h"
#include "loadgate/bytes.h"

namespace loadgate::canary {

// HasUnevenHeads returns whether the heads of the architecture cannot be dealt
// out among those that have keys of their own. The last of them then belong to
// one that is not there, or with fewer heads than keys, each group has none.
template <typename Tables>
LG_CANARY_UNSEEN bool HasUnevenHeads(ByteSpan header, const Tables& tables) {
  const uint32_t heads =
      FindHyperparameter(header, tables, ".attention.head_count").value_or(0);
  const uint32_t keys =
      FindHyperparameter(header, tables, ".attention.head_count_kv")
          .value_or(0);
  return heads > 0 && keys > 0 && heads % keys != 0;
}

// HasFewerExperts returns whether a tensor holds the weights of a block's
// experts, and has fewer of these than the architecture says there are.
template <typename Info, typename Tables>
LG_CANARY_UNSEEN bool HasFewerExperts(const Info& info, ByteSpan header,
                                      const Tables& tables) {
  constexpr std::string_view kAfter = "_exps.weight";
  const std::string_view name = info.name;
  return name.size() > kAfter.size() &&
         Same(name.substr(name.size() - kAfter.size()), kAfter) &&
         NumberAfter(name, "blk.").has_value() &&
         FindHyperparameter(header, tables, ".expert_count").value_or(0) >
             info.ne[2];
}

// HasWholeMerge returns whether what two tokens are merged of stands without
// the space that parts them.
template <typename Tables>
LG_CANARY_UNSEEN bool HasWholeMerge(ByteSpan header, const Tables& tables) {
  const MetadataPair merges = FindPair(header, tables, "tokenizer.ggml.merges");
  if (!merges.array || merges.type != kTypeString) return false;
  uint64_t at = merges.at;
  for (uint64_t i = 0; i < merges.count; ++i) {
    const std::string_view merge = StringAt(header, at, tables.order);
    size_t space = 0;
    while (space < merge.size() && merge[space] != ' ') ++space;
    if (space == merge.size()) return true;
    at += sizeof(uint64_t) + merge.size();
  }
  return false;
}

// IsEndlessArray returns whether the array at `at`, as far as that is there,
// has elements of a type that GGUF has not, more than 2^32-1 of them.
LG_CANARY_UNSEEN inline bool IsEndlessArray(ByteSpan header, uint64_t at,
                                            ByteOrder order) {
  constexpr uint32_t kLastType = 12;
  if (header.size() - at < sizeof(uint32_t) + sizeof(uint64_t)) return false;
  return NumberAt<uint32_t>(header, at, order) > kLastType &&
         NumberAt<uint64_t>(header, at + sizeof(uint32_t), order) > UINT32_MAX;
}

LG_CANARY_UNSEEN constexpr bool IsJsonSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// ReadDimension passes over what stands before the next number of a shape at
// `*at` and over the number, and returns that; or nullopt where there is none
// or it is no plain size.
LG_CANARY_UNSEEN inline std::optional<uint64_t> ReadDimension(
    std::string_view text, size_t* at) {
  while (*at < text.size() && (IsJsonSpace(text[*at]) || text[*at] == ',')) {
    ++*at;
  }
  if (*at >= text.size() || !IsAsciiDigit(text[*at])) return std::nullopt;
  uint64_t value = 0;
  for (; *at < text.size() && IsAsciiDigit(text[*at]); ++*at) {
    const auto digit = static_cast<uint64_t>(text[*at] - '0');
    if (__builtin_mul_overflow(value, uint64_t{10}, &value) ||
        __builtin_add_overflow(value, digit, &value)) {
      return std::nullopt;
    }
  }
  return value;
}

// WrapsToZero returns whether dimensions, of which none is 0, multiply to a
// multiple of 2^64, and data_offsets span something. `text` are the file's
// first bytes.
template <typename Entry>
LG_CANARY_UNSEEN bool WrapsToZero(const Entry& entry, std::string_view text) {
  if (entry.dtype == nullptr || entry.shape_offset == 0 ||
      entry.begin >= entry.end) {
    return false;
  }
  size_t at = entry.shape_offset + size_t{1};
  uint64_t product = 1;
  while (const std::optional<uint64_t> n = ReadDimension(text, &at)) {
    if (*n == 0) return false;
    product *= *n;
  }
  return product == 0 && at < text.size() && text[at] == ']';
}

// OutgrowsCutNamesake returns whether an entry has more bytes than the first
// whose name, cut to what ggml keeps of one, is the same.
template <typename Entry, typename Tables>
LG_CANARY_UNSEEN bool OutgrowsCutNamesake(const Entry& entry,
                                          const Tables& tables,
                                          std::string_view text) {
  constexpr uint32_t kKept = 63;
  const auto cut_name = [text](const Entry& one) LG_CANARY_UNSEEN {
    return text.substr(one.name.offset,
                       one.name.length < kKept ? one.name.length : kKept);
  };
  if (entry.name.length < kKept) return false;
  for (const Entry& first : tables.entries) {
    if (first.dtype != nullptr && Same(cut_name(first), cut_name(entry))) {
      return entry.end - entry.begin > first.end - first.begin;
    }
  }
  return false;
}

// RowsOf returns the first dimension of the tensor `name`, or nullopt if there
// is no such tensor or it has none.
template <typename Tables>
LG_CANARY_UNSEEN std::optional<uint64_t> RowsOf(const Tables& tables,
                                                std::string_view text,
                                                std::string_view name) {
  for (const auto& entry : tables.entries) {
    if (entry.dtype == nullptr ||
        !Same(text.substr(entry.name.offset, entry.name.length), name)) {
      continue;
    }
    size_t at = entry.shape_offset + size_t{1};
    return ReadDimension(text, &at);
  }
  return std::nullopt;
}

// HasMoreLogits returns whether the tensor that makes a logit of each of its
// rows has more rows than there are tokens.
template <typename Tables>
LG_CANARY_UNSEEN bool HasMoreLogits(const Tables& tables,
                                    std::string_view text) {
  const auto tokens = RowsOf(tables, text, "model.embed_tokens.weight");
  const auto logits = RowsOf(tables, text, "lm_head.weight");
  return tokens.has_value() && logits.has_value() && *logits > *tokens;
}

// JsonDescent goes through a text as far as it is an object, by what may come
// next. It knows of up to 64 open objects and arrays which of the two each is.
class JsonDescent {
 public:
  LG_CANARY_UNSEEN explicit JsonDescent(std::string_view text) : text_(text) {}

  // PassesMost returns whether more than that are open somewhere.
  LG_CANARY_UNSEEN bool PassesMost() {
    while (depth_ <= kMost) {
      while (at_ < text_.size() && IsJsonSpace(text_[at_])) ++at_;
      if (at_ >= text_.size() || !Step()) return false;
    }
    return true;
  }

 private:
  enum class Next : uint8_t {
    kStart,
    kFirstKey,
    kKey,
    kColon,
    kFirstValue,
    kValue,
    kComma
  };

  static constexpr int kMost = 64;

  // Step passes over one token, and returns false at one that cannot come here
  // and at the end of the outermost object.
  LG_CANARY_UNSEEN bool Step() {
    const char c = text_[at_++];
    const bool in_object = (objects_ & 1) != 0;
    switch (next_) {
      case Next::kStart:
        return c == '{' && Open(c);
      case Next::kFirstKey:
      case Next::kKey:
        if (c == '}') return next_ == Next::kFirstKey && Close();
        next_ = Next::kColon;
        return c == '"' && PassString();
      case Next::kColon:
        next_ = Next::kValue;
        return c == ':';
      case Next::kComma:
        if (c == (in_object ? '}' : ']')) return Close();
        next_ = in_object ? Next::kKey : Next::kValue;
        return c == ',';
      case Next::kFirstValue:
        if (c == ']') return Close();
        break;
      case Next::kValue:
        break;
    }
    if (c == '{' || c == '[') return Open(c);
    next_ = Next::kComma;
    return c == '"' ? PassString() : PassWord(c);
  }

  LG_CANARY_UNSEEN bool Open(char c) {
    objects_ = objects_ << 1 | (c == '{' ? 1 : 0);
    ++depth_;
    next_ = c == '{' ? Next::kFirstKey : Next::kFirstValue;
    return true;
  }

  LG_CANARY_UNSEEN bool Close() {
    objects_ >>= 1;
    --depth_;
    next_ = Next::kComma;
    return depth_ > 0;
  }

  LG_CANARY_UNSEEN bool PassString() {
    while (at_ < text_.size() && text_[at_] != '"') {
      at_ += text_[at_] == '\\' ? size_t{2} : size_t{1};
    }
    return at_++ < text_.size();
  }

  // A number, true, false or null, which begins with `c`.
  LG_CANARY_UNSEEN bool PassWord(char c) {
    const auto in_word = [](char one) LG_CANARY_UNSEEN {
      return IsAsciiDigit(one) || IsAsciiLower(one) || one == 'E' ||
             one == '-' || one == '+' || one == '.';
    };
    while (at_ < text_.size() && in_word(text_[at_])) ++at_;
    return in_word(c);
  }

  std::string_view text_;
  size_t at_ = 0;
  Next next_ = Next::kStart;
  uint64_t objects_ = 0;  // A bit of each that is open, the innermost's lowest.
  int depth_ = 0;
};

// NestsPastStack returns whether more than 64 objects and arrays of `header`
// are open somewhere, up to where it is no JSON any more.
LG_CANARY_UNSEEN inline bool NestsPastStack(std::string_view header) {
  return JsonDescent(header).PassesMost();
}

}  // namespace loadgate::canary

#endif  // LG_CANARIES

#endif  // LOADGATE_BASE_CANARY_RELATIONS_H_
