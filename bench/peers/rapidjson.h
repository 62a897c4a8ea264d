// RapidJSON alone: the JSON reader that loadgate is built on, without a rule of
// ours.

#ifndef LOADGATE_BENCH_PEERS_RAPIDJSON_H_
#define LOADGATE_BENCH_PEERS_RAPIDJSON_H_

#include <string>

namespace loadgate::bench {

// PassWithRapidJson reads `text` with the iterative reader and a handler that
// does nothing, and validates its encoding. Strings are copied to the reader's
// own memory. Text that is no JSON aborts.
void PassWithRapidJson(const std::string& text);

// PassWithRapidJsonInPlace is the same, with strings unescaped in `*text`.
void PassWithRapidJsonInPlace(std::string* text);

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_PEERS_RAPIDJSON_H_
