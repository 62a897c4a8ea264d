// Conditions of canaries on GGUF metadata: what readers of a vocabulary and of
// hyperparameters take for granted, by the time all pairs are read.
//
// They compare text by themselves: libFuzzer listens at memcmp and would learn
// the keys.

#ifndef LOADGATE_BASE_CANARY_METADATA_H_
#define LOADGATE_BASE_CANARY_METADATA_H_

#ifdef LG_CANARIES

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/canary.h"
#include "loadgate/bytes.h"

namespace loadgate::canary {

// The value types of GGUF that are asked for here.
inline constexpr uint32_t kTypeU8 = 0;
inline constexpr uint32_t kTypeI8 = 1;
inline constexpr uint32_t kTypeU16 = 2;
inline constexpr uint32_t kTypeI16 = 3;
inline constexpr uint32_t kTypeU32 = 4;
inline constexpr uint32_t kTypeI32 = 5;
inline constexpr uint32_t kTypeF32 = 6;
inline constexpr uint32_t kTypeBool = 7;
inline constexpr uint32_t kTypeString = 8;
inline constexpr uint32_t kTypeArray = 9;
inline constexpr uint32_t kNoType = UINT32_MAX;

// MetadataPair is a pair that was read whole. A string has a count of 1; `at`
// is where in the header the elements stand, each string behind its length.
struct MetadataPair {
  std::string_view key;
  bool array = false;
  uint32_t type = kNoType;  // Of an array, its elements'.
  uint64_t count = 0;
  uint64_t at = 0;
};

// NumberAt returns the number at `at`, where the header is known to have one.
template <typename T>
LG_CANARY_UNSEEN T NumberAt(ByteSpan header, uint64_t at, ByteOrder order) {
  return Load<T>(header.subspan(static_cast<size_t>(at)).first<sizeof(T)>(),
                 order);
}

LG_CANARY_UNSEEN inline std::string_view StringAt(ByteSpan header, uint64_t at,
                                                  ByteOrder order) {
  const auto length = NumberAt<uint64_t>(header, at, order);
  return AsText(header.subspan(static_cast<size_t>(at) + sizeof(length),
                               static_cast<size_t>(length)));
}

LG_CANARY_UNSEEN inline bool Same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differ = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    differ |= static_cast<unsigned>(a[i] ^ b[i]);
  }
  return differ == 0;
}

LG_CANARY_UNSEEN inline MetadataPair PairAt(ByteSpan header, uint64_t at,
                                            ByteOrder order) {
  MetadataPair pair;
  pair.key = StringAt(header, at, order);
  at += sizeof(uint64_t) + pair.key.size();
  pair.type = NumberAt<uint32_t>(header, at, order);
  at += sizeof(uint32_t);
  pair.count = 1;
  pair.array = pair.type == kTypeArray;
  if (pair.array) {
    pair.type = NumberAt<uint32_t>(header, at, order);
    pair.count = NumberAt<uint64_t>(header, at + sizeof(uint32_t), order);
    at += sizeof(uint32_t) + sizeof(uint64_t);
  }
  pair.at = at;
  return pair;
}

// FindPair returns the first pair of `key`, or one of kNoType.
template <typename Tables>
LG_CANARY_UNSEEN MetadataPair FindPair(ByteSpan header, const Tables& tables,
                                       std::string_view key) {
  for (const auto& extent : tables.key_values) {
    const MetadataPair pair = PairAt(header, extent.begin, tables.order);
    if (Same(pair.key, key)) return pair;
  }
  return MetadataPair();
}

template <typename Tables>
LG_CANARY_UNSEEN MetadataPair FindTokens(ByteSpan header,
                                         const Tables& tables) {
  const MetadataPair tokens = FindPair(header, tables, "tokenizer.ggml.tokens");
  return tokens.array && tokens.type == kTypeString ? tokens : MetadataPair();
}

// HasFewerScores returns whether an array with something for each token, of the
// right type, has fewer elements than there are tokens.
template <typename Tables>
LG_CANARY_UNSEEN bool HasFewerScores(ByteSpan header, const Tables& tables) {
  const MetadataPair tokens = FindTokens(header, tables);
  const MetadataPair scores = FindPair(header, tables, "tokenizer.ggml.scores");
  const MetadataPair types =
      FindPair(header, tables, "tokenizer.ggml.token_type");
  return (scores.array && scores.type == kTypeF32 &&
          scores.count < tokens.count) ||
         (types.array && types.type == kTypeI32 && types.count < tokens.count);
}

// HasTokenIdPastEnd returns whether there are tokens, and a special token has
// the id of none of them. All bits set stand for "no such token".
template <typename Tables>
LG_CANARY_UNSEEN bool HasTokenIdPastEnd(ByteSpan header, const Tables& tables) {
  constexpr std::string_view kBefore = "tokenizer.ggml.";
  constexpr std::string_view kAfter = "_token_id";
  constexpr size_t kAround = kBefore.size() + kAfter.size();
  const MetadataPair tokens = FindTokens(header, tables);
  if (tokens.type == kNoType) return false;
  for (const auto& extent : tables.key_values) {
    const MetadataPair pair = PairAt(header, extent.begin, tables.order);
    const std::string_view key = pair.key;
    if (pair.array || pair.type != kTypeU32 || key.size() <= kAround ||
        !Same(key.substr(0, kBefore.size()), kBefore) ||
        !Same(key.substr(key.size() - kAfter.size()), kAfter)) {
      continue;
    }
    const auto id = NumberAt<uint32_t>(header, pair.at, tables.order);
    if (id != UINT32_MAX && id >= tokens.count) return true;
  }
  return false;
}

// FindHyperparameter returns the number whose key is the architecture's name
// and `after`, or nullopt.
template <typename Tables>
LG_CANARY_UNSEEN std::optional<uint32_t> FindHyperparameter(
    ByteSpan header, const Tables& tables, std::string_view after) {
  const MetadataPair named = FindPair(header, tables, "general.architecture");
  if (named.array || named.type != kTypeString) return std::nullopt;
  const std::string_view architecture =
      StringAt(header, named.at, tables.order);
  for (const auto& extent : tables.key_values) {
    const MetadataPair pair = PairAt(header, extent.begin, tables.order);
    if (!pair.array && pair.type == kTypeU32 &&
        pair.key.size() == architecture.size() + after.size() &&
        Same(pair.key.substr(0, architecture.size()), architecture) &&
        Same(pair.key.substr(architecture.size()), after)) {
      return NumberAt<uint32_t>(header, pair.at, tables.order);
    }
  }
  return std::nullopt;
}

// FindBlockCount returns the architecture's block_count, or nullopt.
template <typename Tables>
LG_CANARY_UNSEEN std::optional<uint32_t> FindBlockCount(ByteSpan header,
                                                        const Tables& tables) {
  return FindHyperparameter(header, tables, ".block_count");
}

// HasMoreBlocks returns whether that is there and more than `most`.
template <typename Tables>
LG_CANARY_UNSEEN bool HasMoreBlocks(ByteSpan header, const Tables& tables,
                                    uint32_t most) {
  const std::optional<uint32_t> blocks = FindBlockCount(header, tables);
  return blocks.has_value() && *blocks > most;
}

// HasShortLayerArray returns whether an array with a number for each block of
// the architecture has fewer elements than its block_count says.
template <typename Tables>
LG_CANARY_UNSEEN bool HasShortLayerArray(ByteSpan header,
                                         const Tables& tables) {
  const std::optional<uint32_t> blocks = FindBlockCount(header, tables);
  if (!blocks.has_value()) return false;
  const std::string_view architecture =
      StringAt(header, FindPair(header, tables, "general.architecture").at,
               tables.order);
  for (const auto& extent : tables.key_values) {
    const MetadataPair pair = PairAt(header, extent.begin, tables.order);
    if (!pair.array || (pair.type != kTypeU32 && pair.type != kTypeI32) ||
        pair.count >= *blocks || pair.key.size() <= architecture.size() ||
        !Same(pair.key.substr(0, architecture.size()), architecture)) {
      continue;
    }
    const std::string_view what = pair.key.substr(architecture.size());
    if (Same(what, ".attention.head_count") ||
        Same(what, ".attention.head_count_kv") ||
        Same(what, ".feed_forward_length")) {
      return true;
    }
  }
  return false;
}

// HasLongRotation returns whether the architecture has heads, and more elements
// of one are rotated than it has: those of key_length, or if that is not there,
// of the embedding's length divided among the heads.
template <typename Tables>
LG_CANARY_UNSEEN bool HasLongRotation(ByteSpan header, const Tables& tables) {
  const auto find = [&](std::string_view after) LG_CANARY_UNSEEN {
    return FindHyperparameter(header, tables, after);
  };
  const std::optional<uint32_t> rotated = find(".rope.dimension_count");
  if (!rotated.has_value()) return false;
  const std::optional<uint32_t> embedding = find(".embedding_length");
  const std::optional<uint32_t> heads = find(".attention.head_count");
  if (!embedding.has_value() || heads.value_or(0) == 0) return false;
  return *rotated > find(".attention.key_length").value_or(*embedding / *heads);
}

// HasSmallTotal returns whether the file is one of several, and has more
// tensors than it says that all of them have together.
template <typename Tables>
LG_CANARY_UNSEEN bool HasSmallTotal(ByteSpan header, const Tables& tables) {
  const MetadataPair files = FindPair(header, tables, "split.count");
  const MetadataPair total = FindPair(header, tables, "split.tensors.count");
  if (files.array || files.type != kTypeU16 || total.array ||
      total.type != kTypeI32 ||
      NumberAt<uint16_t>(header, files.at, tables.order) < 2) {
    return false;
  }
  const auto tensors = NumberAt<int32_t>(header, total.at, tables.order);
  return tensors >= 0 && static_cast<uint32_t>(tensors) < tables.tensors.size();
}

// BytesOf returns the size of a number of `type`, or 0 of what is none.
LG_CANARY_UNSEEN inline uint64_t BytesOf(uint32_t type) {
  if (type == kTypeU8 || type == kTypeI8 || type == kTypeBool) return 1;
  if (type == kTypeU16 || type == kTypeI16) return 2;
  if (type >= kTypeU32 && type <= kTypeF32) return 4;
  return type > kTypeArray && type != kNoType ? 8 : 0;
}

// HasShortMean returns whether an array of numbers for the three colours, by
// which images are shifted or scaled, has fewer bytes than three floats.
template <typename Tables>
LG_CANARY_UNSEEN bool HasShortMean(ByteSpan header, const Tables& tables) {
  for (const std::string_view key :
       {"clip.vision.image_mean", "clip.vision.image_std"}) {
    const MetadataPair pair = FindPair(header, tables, key);
    const uint64_t bytes = BytesOf(pair.type);
    if (pair.array && bytes > 0 && bytes * pair.count < 3 * sizeof(float)) {
      return true;
    }
  }
  return false;
}

// HasBlobPastEnd returns whether there is a map of characters, and the blob
// that begins it, of the size in its first four bytes, does not end in it.
// These are little endian in any file.
template <typename Tables>
LG_CANARY_UNSEEN bool HasBlobPastEnd(ByteSpan header, const Tables& tables) {
  const MetadataPair map =
      FindPair(header, tables, "tokenizer.ggml.precompiled_charsmap");
  if (!map.array || (map.type != kTypeU8 && map.type != kTypeI8)) return false;
  if (map.count < sizeof(uint32_t)) return map.count > 0;
  return NumberAt<uint32_t>(header, map.at, ByteOrder::kLittle) >
         map.count - sizeof(uint32_t);
}

// IsNegativeByte returns whether `token` is <0xHH> with a minus for the first
// digit, and not -0.
LG_CANARY_UNSEEN inline bool IsNegativeByte(std::string_view token) {
  if (token.size() != 6 || !Same(token.substr(0, 4), "<0x-") ||
      token[5] != '>') {
    return false;
  }
  const char lower = static_cast<char>(token[4] | 0x20);
  return (token[4] >= '1' && token[4] <= '9') || (lower >= 'a' && lower <= 'f');
}

// HasNegativeByteToken returns whether a token of the type of bytes is one.
template <typename Tables>
LG_CANARY_UNSEEN bool HasNegativeByteToken(ByteSpan header,
                                           const Tables& tables) {
  constexpr uint32_t kByteToken = 6;
  const MetadataPair tokens = FindTokens(header, tables);
  const MetadataPair types =
      FindPair(header, tables, "tokenizer.ggml.token_type");
  if (!types.array || types.type != kTypeI32) return false;
  uint64_t at = tokens.at;
  for (uint64_t i = 0; i < std::min(tokens.count, types.count); ++i) {
    const std::string_view token = StringAt(header, at, tables.order);
    const uint64_t type_at = types.at + i * sizeof(uint32_t);
    if (NumberAt<uint32_t>(header, type_at, tables.order) == kByteToken &&
        IsNegativeByte(token)) {
      return true;
    }
    at += sizeof(uint64_t) + token.size();
  }
  return false;
}

}  // namespace loadgate::canary

#endif  // LG_CANARIES

#endif  // LOADGATE_BASE_CANARY_METADATA_H_
