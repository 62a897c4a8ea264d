// JSON as the format's reference writer makes it.

#ifndef LOADGATE_WRITERS_JSON_APPEND_H_
#define LOADGATE_WRITERS_JSON_APPEND_H_

#include <string>
#include <string_view>

namespace loadgate {

// AppendJsonString adds `text` as a JSON string, escaped as serde_json does:
// only quotes, backslashes and bytes below 20; five of these by a letter, the
// others as \u00 and two small hexadecimal digits. (RapidJSON's writer has
// capitals there.) Text that is no UTF-8 makes JSON that no reader takes.
void AppendJsonString(std::string_view text, std::string* out);

}  // namespace loadgate

#endif  // LOADGATE_WRITERS_JSON_APPEND_H_
