#include "harness/craft_worker/craft_worker.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "craft/recipe.h"
#include "harness/gate/craft_encoder.h"
#include "loadgate/byte_source.h"
#include "loadgate/bytes.h"

namespace loadgate {
namespace {

using Kind = CraftFailureKind;

constexpr uint64_t kChunkBytes = 1 << 20;

CraftFailure FailureOf(Kind kind) {
  CraftFailure failure;
  failure.kind = kind;
  return failure;
}

CraftResult Failed(CraftFailure failure) {
  CraftResult result;
  result.failure = std::move(failure);
  return result;
}

CraftResult OneFile(std::string bytes) {
  CraftResult result;
  result.files.push_back({.name = {}, .bytes = std::move(bytes)});
  return result;
}

// Reads `source` to its end, at most `most_bytes`, or returns what is wrong.
std::optional<CraftFailure> ReadToEnd(ByteSource& source, uint64_t most_bytes,
                                      std::string* bytes) {
  for (;;) {
    const size_t had = bytes->size();
    // One byte more than there may be shows that there are more.
    const auto chunk = static_cast<size_t>(
        std::min<uint64_t>(kChunkBytes, most_bytes - had) + 1);
    bytes->resize(had + chunk);
    const absl::StatusOr<size_t> got = source.ReadAt(
        had, std::as_writable_bytes(std::span<char>(*bytes)).subspan(had));
    if (!got.ok()) {
      CraftFailure failure = FailureOf(Kind::kUnreadable);
      failure.message = std::string(got.status().message());
      return failure;
    }
    bytes->resize(had + *got);
    if (bytes->size() > most_bytes) return FailureOf(Kind::kInputTooLarge);
    if (*got < chunk) return std::nullopt;
  }
}

std::optional<CraftFailure> ReadInput(const CraftInput& input, int fd,
                                      uint64_t most_bytes, std::string* bytes) {
  if (!input.size.has_value()) {
    StreamSource stream(fd);
    return ReadToEnd(stream, most_bytes, bytes);
  }
  if (*input.size > most_bytes) return FailureOf(Kind::kInputTooLarge);
  bytes->reserve(static_cast<size_t>(*input.size) + 1);
  FileSource file(fd, *input.size);
  return ReadToEnd(file, most_bytes, bytes);
}

// The bytes of all inputs, in their order.
std::optional<CraftFailure> ReadInputs(const CraftRequest& request,
                                       int first_fd,
                                       std::vector<craft::NamedFile>* files) {
  uint64_t left = request.most_bytes;
  for (size_t i = 0; i < request.inputs.size(); ++i) {
    craft::NamedFile& file = files->emplace_back();
    file.name = request.inputs[i].name;
    auto failure = ReadInput(request.inputs[i], first_fd + static_cast<int>(i),
                             left, &file.bytes);
    if (failure.has_value()) {
      failure->input = static_cast<uint32_t>(i);
      return failure;
    }
    left -= file.bytes.size();
  }
  return std::nullopt;
}

// The line of that number, without white space around it; the first is 1.
std::string_view LineOf(std::string_view text, uint64_t number) {
  for (; number > 1; --number) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

// What is wrong with a recipe. The line is shown where it is one of a text.
CraftResult RecipeFails(std::string_view recipe, craft::RecipeError error) {
  const bool is_text = recipe.find('\0') == std::string_view::npos;
  CraftFailure failure =
      FailureOf(error.message == craft::kTooManyBytes ? Kind::kTooManyBytes
                : is_text                             ? Kind::kRecipe
                                                      : Kind::kNoText);
  failure.line = error.line;
  failure.message = std::move(error.message);
  if (is_text) {
    failure.shown = LineOf(recipe, error.line).substr(0, kMaxCraftShown);
  }
  return Failed(std::move(failure));
}

CraftResult MakeSet(const CraftRequest& request, std::string_view recipe) {
  if (!request.set) return Failed(FailureOf(Kind::kSet));
  craft::RecipeError error;
  auto files = craft::AssembleSet(recipe, &error, request.most_bytes);
  if (!files.has_value()) return RecipeFails(recipe, std::move(error));
  CraftResult result;
  result.is_set = true;
  for (craft::NamedFile& file : *files) {
    result.files.push_back(
        {.name = std::move(file.name), .bytes = std::move(file.bytes)});
  }
  return result;
}

CraftResult Make(const CraftRequest& request, int first_fd) {
  std::vector<craft::NamedFile> files;
  if (auto failure = ReadInputs(request, first_fd, &files)) {
    return Failed(*std::move(failure));
  }
  const std::string& first = files.front().bytes;
  if (request.verb == CraftVerb::kDisasm) {
    return OneFile(request.set ? craft::DisassembleSet(files)
                               : craft::Disassemble(AsBytes(first)));
  }
  if (craft::DescribesSet(first)) return MakeSet(request, first);
  craft::RecipeError error;
  auto file = craft::Assemble(first, &error, request.most_bytes);
  if (!file.has_value()) return RecipeFails(first, std::move(error));
  return OneFile(*std::move(file));
}

}  // namespace

void RunCraftWorker(const CraftRequest& request, int first_fd,
                    const std::function<void(std::string_view)>& sink) {
  CraftResult result = Make(request, first_fd);
  if (!FitsCraftReply(result, LimitsOf(request))) {
    result = Failed(FailureOf(Kind::kReplyTooLarge));
  }
  EncodeCraftResult(result, sink);
}

}  // namespace loadgate
