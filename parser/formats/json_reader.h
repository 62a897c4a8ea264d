// The JSON reader of safetensors headers: RapidJSON's, over a JsonStream.
//
// What it is given went through PrepareJsonText. Whoever reads JSON in place
// does it by way of this header: RapidJSON's hooks for a stream must be the
// same wherever the stream is read.

#ifndef LOADGATE_FORMATS_JSON_READER_H_
#define LOADGATE_FORMATS_JSON_READER_H_

#include "formats/json_stream.h"
#include "loadgate/check.h"

// The reader's own assertions are ours: no header may reach one.
#define RAPIDJSON_ASSERT(x) LG_CHECK(x)
#include <rapidjson/reader.h>

namespace rapidjson {

template <>
inline void SkipWhitespace(loadgate::JsonStream& in) {
  in.PassWhiteSpace();
}

// RapidJSON's own hook for passing over unescaped characters, as it has it for
// its own streams where vector instructions are switched on.
template <>
template <>
inline void Reader::ScanCopyUnescapedString(loadgate::JsonStream& in,
                                            loadgate::JsonStream&) {
  in.PassPlain();
}

}  // namespace rapidjson

namespace loadgate {

// ReadJson reads one JSON value from `stream`, in place and without recursion,
// and calls `handler`, a Handler of RapidJSON's, with its parts. It stops
// behind the value, at the first error, or where the handler says so.
template <typename Handler>
rapidjson::ParseResult ReadJson(JsonStream& stream, Handler& handler) {
  rapidjson::Reader reader;
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag |
                              rapidjson::kParseInsituFlag |
                              rapidjson::kParseStopWhenDoneFlag;
  return reader.Parse<kFlags>(stream, handler);
}

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_READER_H_
