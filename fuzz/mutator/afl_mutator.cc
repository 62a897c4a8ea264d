// The mutator under AFL++: a shared object for AFL_CUSTOM_MUTATOR_LIBRARY, by
// the C interface of AFL++ 4. No header of AFL++ is needed.
//
// It runs beside AFL++'s own stages. AFL_CUSTOM_MUTATOR_ONLY would turn those
// off, and with them the files that are malformed in their first few bytes.
//
// LG_FORMAT is Gguf, unless the build says Safetensors. Of the environment:
//   LG_AFL_MAX_SIZE  the most bytes a file is made of; by default 4096, or what
//                    the file that is changed has, if that is more
//   LG_AFL_FIX=1     what the byte stages make is set right before the target
//                    runs it, so that they change what is in a file rather than
//                    how it holds together. For one instance among several: it
//                    meets no lies.
//
// What is returned is valid until the next call of the same function.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "fuzz/mutator/describe.h"
#include "fuzz/mutator/file_mutator.h"
#include "fuzz/mutator/fix_file.h"
#include "fuzz/mutator/random.h"
#include "fuzz/mutator/trimmer.h"

#ifndef LG_FORMAT
#define LG_FORMAT Gguf
#endif
// LG_CALL(Mutate, ) is MutateGguf, LG_CALL(Fix, File) is FixGgufFile.
#define LG_JOIN(a, b, c) a##b##c
#define LG_EXPAND(a, b, c) LG_JOIN(a, b, c)
#define LG_CALL(front, back) \
  loadgate::mutator::LG_EXPAND(front, LG_FORMAT, back)
#define LG_QUOTE_(text) #text
#define LG_QUOTE(text) LG_QUOTE_(text)

#define LG_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using loadgate::ByteSpan;

constexpr size_t kMaxSize = 4096;
// In a hundred: of the calls that have a second file, those that use it.
constexpr uint64_t kCrossOverShare = 20;
// In a hundred: of the steps of AFL++'s havoc, those that are ours.
constexpr unsigned char kHavocShare = 6;
// A file that has to have a byte, and has none.
constexpr std::string_view kLeastFile = "G";

ByteSpan BytesOf(const unsigned char* data, size_t size) {
  if (data == nullptr) return {};
  return std::as_bytes(std::span(data, size));
}

std::optional<size_t> SizeFromEnvironment() {
  const char* const text = std::getenv("LG_AFL_MAX_SIZE");
  if (text == nullptr) return std::nullopt;
  const unsigned long long size = std::strtoull(text, nullptr, 10);
  if (size == 0) return std::nullopt;
  return static_cast<size_t>(size);
}

bool FixFromEnvironment() {
  const char* const text = std::getenv("LG_AFL_FIX");
  return text != nullptr && std::string_view(text) == "1";
}

// What one instance of AFL++ has.
class AflMutator {
 public:
  explicit AflMutator(uint64_t seed) : random_(seed) {}

  const std::string& Fuzz(ByteSpan file, ByteSpan other, size_t max_size) {
    const bool crosses = !other.empty() && random_.Percent(kCrossOverShare);
    const size_t most = MostFor(file, max_size);
    const uint64_t seed = random_.Bits();
    std::string made = crosses ? LG_CALL(CrossOver, )(file, other, most, seed)
                               : Mutated(file, most, seed);
    return Made(crosses ? "cross-over" : "mutate", file, max_size,
                std::move(made), &made_);
  }

  const std::string& Havoc(ByteSpan file, size_t max_size) {
    std::string made = Mutated(file, MostFor(file, max_size), random_.Bits());
    return Made("havoc", file, max_size, std::move(made), &havoc_);
  }

  // Returns the file as the target gets it, or nullptr where that is as it is.
  const std::string* PostProcess(ByteSpan file) {
    if (!fixes_) return nullptr;
    post_ = LG_CALL(Fix, File)(file);
    const bool fits = !post_.empty() && post_.size() <= MostFor(file, SIZE_MAX);
    return fits ? &post_ : nullptr;
  }

  // Returns whether there is something to try.
  bool BeginTrim(ByteSpan file) {
    trimmer_.emplace(LG_CALL(Trim, )(file));
    trimmed_ = std::string(loadgate::AsText(file));
    return NextTrim();
  }
  bool EndTrim(bool serves) {
    if (!trimmer_.has_value()) return false;
    if (serves) trimmer_->Keep();
    return NextTrim();
  }
  const std::string& trimmed() const { return trimmed_; }

  const char* Describe(size_t max_length) {
    description_ = LG_QUOTE(LG_FORMAT) "-" + std::string(done_);
    if (done_ != "none") {
      description_ += ",";
      description_ += LG_CALL(Describe, )(loadgate::AsBytes(before_),
                                          loadgate::AsBytes(after_));
    }
    if (description_.size() > max_length) description_.resize(max_length);
    return description_.c_str();
  }

 private:
  size_t MostFor(ByteSpan file, size_t max_size) const {
    const size_t most = max_size_.value_or(std::max(kMaxSize, file.size()));
    return std::min(most, max_size);
  }

  static std::string Mutated(ByteSpan file, size_t most, uint64_t seed) {
    return LG_CALL(Mutate, )(file, most, seed, {});
  }

  // AFL++ wants a byte at least.
  const std::string& Made(std::string_view how, ByteSpan file, size_t max_size,
                          std::string made, std::string* out) {
    if (made.empty()) made = loadgate::AsText(file);
    if (made.empty()) made = kLeastFile;
    if (made.size() > max_size) made.resize(max_size);
    done_ = how;
    before_ = loadgate::AsText(file);
    after_ = made;
    *out = std::move(made);
    return *out;
  }

  bool NextTrim() {
    std::optional<std::string> next = trimmer_->Next();
    while (next.has_value() && next->empty()) next = trimmer_->Next();
    if (!next.has_value()) {
      trimmer_.reset();
      return false;
    }
    trimmed_ = *std::move(next);
    return true;
  }

  loadgate::mutator::Random random_;
  const std::optional<size_t> max_size_ = SizeFromEnvironment();
  const bool fixes_ = FixFromEnvironment();
  std::string made_ = {};
  std::string havoc_ = {};
  std::string post_ = {};
  std::string trimmed_ = {};
  std::optional<loadgate::mutator::Trimmer> trimmer_ = {};
  // The last mutation, for its description.
  std::string_view done_ = "none";
  std::string before_ = {};
  std::string after_ = {};
  std::string description_ = {};
};

AflMutator& Of(void* data) { return *static_cast<AflMutator*>(data); }

// AFL++ does not write to what it is given, though its types let it.
size_t Give(const std::string& bytes, unsigned char** out) {
  *out = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
  return bytes.size();
}

}  // namespace

LG_EXPORT void* afl_custom_init(void* /*afl*/, unsigned int seed) {
  return new AflMutator(seed);
}

LG_EXPORT void afl_custom_deinit(void* data) { delete &Of(data); }

LG_EXPORT size_t afl_custom_fuzz(void* data, unsigned char* buf,
                                 size_t buf_size, unsigned char** out_buf,
                                 unsigned char* add_buf, size_t add_buf_size,
                                 size_t max_size) {
  return Give(Of(data).Fuzz(BytesOf(buf, buf_size),
                            BytesOf(add_buf, add_buf_size), max_size),
              out_buf);
}

LG_EXPORT size_t afl_custom_havoc_mutation(void* data, unsigned char* buf,
                                           size_t buf_size,
                                           unsigned char** out_buf,
                                           size_t max_size) {
  return Give(Of(data).Havoc(BytesOf(buf, buf_size), max_size), out_buf);
}

LG_EXPORT unsigned char afl_custom_havoc_mutation_probability(void* /*data*/) {
  return kHavocShare;
}

LG_EXPORT size_t afl_custom_post_process(void* data, unsigned char* buf,
                                         size_t buf_size,
                                         unsigned char** out_buf) {
  const std::string* const made = Of(data).PostProcess(BytesOf(buf, buf_size));
  if (made != nullptr) return Give(*made, out_buf);
  *out_buf = buf;
  return buf_size;
}

// AFL++ goes on as long as the number of the step is below the number of steps:
// there is one step, and it is over when there is nothing left to try.
LG_EXPORT int32_t afl_custom_init_trim(void* data, unsigned char* buf,
                                       size_t buf_size) {
  return Of(data).BeginTrim(BytesOf(buf, buf_size)) ? 1 : 0;
}

LG_EXPORT size_t afl_custom_trim(void* data, unsigned char** out_buf) {
  return Give(Of(data).trimmed(), out_buf);
}

LG_EXPORT int32_t afl_custom_post_trim(void* data, unsigned char success) {
  return Of(data).EndTrim(success != 0) ? 0 : 1;
}

LG_EXPORT const char* afl_custom_describe(void* data,
                                          size_t max_description_len) {
  return Of(data).Describe(max_description_len);
}
