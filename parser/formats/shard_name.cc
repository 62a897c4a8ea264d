#include "loadgate/shard_name.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ascii.h"
#include "base/message.h"
#include "loadgate/utf8.h"

namespace loadgate {
namespace {

constexpr std::string_view kExtension = ".safetensors";

// What torch.load is given, and pickle.
constexpr auto kPickles = std::to_array<std::string_view>(
    {".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle"});

bool EndsWith(std::string_view name, std::string_view extension) {
  return name.size() >= extension.size() &&
         std::ranges::equal(
             name.substr(name.size() - extension.size()), extension,
             [](char a, char b) { return AsciiLower(a) == AsciiLower(b); });
}

// The value of a hex digit, or nullopt.
std::optional<uint8_t> HexDigit(char c) {
  const char lower = AsciiLower(c);
  if (IsAsciiDigit(lower)) return static_cast<uint8_t>(lower - '0');
  if (lower < 'a' || lower > 'f') return std::nullopt;
  return static_cast<uint8_t>(lower - 'a' + 10);
}

// `name` with every %xx in it decoded once.
std::string DecodePercent(std::string_view name) {
  std::string decoded;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '%' && name.size() - i > 2) {
      const auto high = HexDigit(name[i + 1]);
      const auto low = HexDigit(name[i + 2]);
      if (high.has_value() && low.has_value()) {
        decoded += static_cast<char>(*high * 16 + *low);
        i += 2;
        continue;
      }
    }
    decoded += name[i];
  }
  return decoded;
}

// The fault of what a name is made of, its length and extension aside.
std::optional<ShardNameFault> FindCharacterFault(std::string_view name) {
  if (name.find('\0') != std::string_view::npos) {
    return ShardNameFault{Code::kIndexShardNul, "The name holds a NUL."};
  }
  const auto* const control = std::ranges::find_if(name, IsControlByte);
  if (control != name.end()) {
    return ShardNameFault{
        Code::kIndexShardControl,
        Message({"The name holds the control byte ", HexByte(*control), "."})};
  }
  const size_t colon = name.find(':');
  if (colon == 1) {
    return ShardNameFault{
        Code::kIndexShardDrive,
        Message({"The name begins with the drive ", name.substr(0, 2), "."})};
  }
  if (colon != std::string_view::npos) {
    return ShardNameFault{
        Code::kIndexShardUrl,
        "The name holds a colon, as the address of another place does."};
  }
  if (name.find('\\') != std::string_view::npos) {
    return ShardNameFault{Code::kIndexShardBackslash,
                          "The name holds a backslash."};
  }
  if (name.find('/') != std::string_view::npos) {
    return ShardNameFault{Code::kIndexShardDirectory,
                          "The name has a directory in it."};
  }
  return std::nullopt;
}

// The same of what is left when %xx is decoded, which clients of the hub do,
// some of them more than once.
std::optional<ShardNameFault> FindHiddenFault(std::string_view name) {
  if (name.find('%') == std::string_view::npos) return std::nullopt;
  std::string text(name);
  for (std::string next = DecodePercent(text); next != text;
       next = DecodePercent(text)) {
    text = next;
    if (auto fault = FindCharacterFault(text)) {
      fault->what = Message({"Decoded, it is ", Quoted(text), ". ",
                             std::string_view(fault->what)});
      return fault;
    }
  }
  return std::nullopt;
}

std::optional<ShardNameFault> FindExtensionFault(std::string_view name) {
  if (EndsWith(name, kExtension) && name.size() > kExtension.size()) {
    return std::nullopt;
  }
  for (const std::string_view extension : kPickles) {
    if (!EndsWith(name, extension)) continue;
    return ShardNameFault{
        Code::kIndexShardPickle,
        Message({"The name ends in ", extension, ", as that of a pickle."})};
  }
  return ShardNameFault{Code::kIndexShardExtension,
                        "The name does not end in .safetensors."};
}

}  // namespace

std::optional<ShardNameFault> FindShardNameFault(std::string_view name) {
  if (name.size() > kMaxFileNameBytes) {
    return ShardNameFault{Code::kIndexShardTooLong,
                          Message({"The name has ", Count(name.size(), "byte"),
                                   "; that of a file has at most ",
                                   Number(kMaxFileNameBytes), "."})};
  }
  if (auto fault = FindCharacterFault(name)) return fault;
  if (auto fault = FindHiddenFault(name)) return fault;
  return FindExtensionFault(name);
}

std::string_view PassDotSlash(std::string_view name) {
  while (name.starts_with("./")) name.remove_prefix(2);
  return name;
}

}  // namespace loadgate
