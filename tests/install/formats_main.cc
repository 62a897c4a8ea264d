// What a project that links loadgate::formats writes: it reads a header that it
// holds, and draws the hash key itself.

#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "loadgate/bytes.h"
#include "loadgate/escape.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/limits.h"
#include "loadgate/name_index.h"
#include "loadgate/read_result.h"
#include "tiny_model.h"

namespace {

// The files are this program's own, so that no key need be kept from them.
constexpr loadgate::HashKey kKey = {.k0 = 1, .k1 = 2};

// Returns the name of the file's first tensor, or nullopt if it is refused.
std::optional<std::string> FirstTensor(const std::string& file) {
  const loadgate::ByteSpan bytes = loadgate::AsBytes(file);
  loadgate::FindingSink sink;
  loadgate::GgufReader reader(loadgate::Limits(), kKey);
  const loadgate::ReadResult result = reader.Read(bytes, bytes.size(), &sink);
  if (result.status != loadgate::ReadStatus::kParsed) return std::nullopt;
  const loadgate::GgufFile parsed = std::move(reader).TakeFile(bytes);
  return std::string(parsed.tensor(0).name);
}

}  // namespace

int main() {
  std::string file = tiny_model::File();
  const std::optional<std::string> name = FirstTensor(file);
  if (name != "weight") return 1;
  std::printf("read: %s\n", loadgate::EscapedQuoted(*name).c_str());
  file[tiny_model::kTypeOffset] = 99;
  return FirstTensor(file).has_value() ? 1 : 0;
}
