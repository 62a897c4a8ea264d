#include "tests/support/shared_cases.h"

#include <gtest/gtest.h>
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <fstream>
#include <iterator>
#include <utility>

namespace loadgate::testing_support {
namespace {

// Collects the objects of a JSON array. What is nested deeper is passed over.
class CaseHandler
    : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, CaseHandler> {
 public:
  bool StartObject() {
    if (++depth_ == 1) cases_.emplace_back();
    return true;
  }
  bool EndObject(rapidjson::SizeType) {
    --depth_;
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    if (depth_ == 1) key_.assign(text, size);
    return true;
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    if (depth_ == 1) cases_.back()[key_].assign(text, size);
    return true;
  }

  std::vector<SharedCase>& cases() { return cases_; }

 private:
  int depth_ = 0;
  std::string key_;
  std::vector<SharedCase> cases_;
};

}  // namespace

std::filesystem::path SharedFolder() {
  return std::filesystem::path(LG_SOURCE_DIR) / ".." / "shared";
}

std::optional<std::string> ReadSharedFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// In place: the reader's own stack, which it then does not need, adds to a null
// pointer.
std::vector<SharedCase> ParseSharedCases(std::string json) {
  CaseHandler handler;
  rapidjson::Reader reader;
  rapidjson::InsituStringStream stream(json.data());
  const rapidjson::ParseResult result =
      reader.Parse<rapidjson::kParseInsituFlag>(stream, handler);
  EXPECT_TRUE(result) << rapidjson::GetParseError_En(result.Code());
  return std::move(handler.cases());
}

}  // namespace loadgate::testing_support
