#include "bench/peers/rapidjson.h"

#include <rapidjson/reader.h>

#include "loadgate/check.h"

namespace loadgate::bench {
namespace {

constexpr unsigned kFlags =
    rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;

struct EmptyHandler
    : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, EmptyHandler> {
  bool Default() { return true; }
};

}  // namespace

void PassWithRapidJson(const std::string& text) {
  rapidjson::Reader reader;
  rapidjson::StringStream stream(text.c_str());
  EmptyHandler handler;
  LG_CHECK(!reader.Parse<kFlags>(stream, handler).IsError());
}

void PassWithRapidJsonInPlace(std::string* text) {
  constexpr unsigned kInPlace = kFlags | rapidjson::kParseInsituFlag;
  rapidjson::Reader reader;
  rapidjson::InsituStringStream stream(text->data());
  EmptyHandler handler;
  LG_CHECK(!reader.Parse<kInPlace>(stream, handler).IsError());
}

}  // namespace loadgate::bench
