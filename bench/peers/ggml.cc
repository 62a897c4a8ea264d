#include "bench/peers/ggml.h"

#include <dlfcn.h>

#include "absl/strings/str_cat.h"

namespace loadgate::bench {
namespace {

using LogCallback = void (*)(int level, const char* text, void* user_data);

void DropLog(int /*level*/, const char* /*text*/, void* /*user_data*/) {}

// Finds a function, or says in `*error` that it is not there.
template <typename Function>
void Find(void* library, const char* name, Function* out, std::string* error) {
  *out = reinterpret_cast<Function>(dlsym(library, name));
  if (*out == nullptr) absl::StrAppend(error, "it has no ", name, "; ");
}

}  // namespace

std::optional<Ggml> Ggml::Load(const std::string& path, std::string* error) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    *error = why != nullptr ? why : "it cannot be opened";
    return std::nullopt;
  }
  Ggml ggml;
  void (*log_set)(LogCallback, void*) = nullptr;
  error->clear();
  Find(library, "gguf_init_from_buffer", &ggml.init_from_buffer_, error);
  Find(library, "gguf_free", &ggml.free_, error);
  Find(library, "gguf_get_n_kv", &ggml.get_n_kv_, error);
  Find(library, "gguf_get_n_tensors", &ggml.get_n_tensors_, error);
  Find(library, "ggml_log_set", &log_set, error);
  if (!error->empty()) return std::nullopt;
  log_set(&DropLog, nullptr);
  return ggml;
}

std::optional<Ggml::Items> Ggml::Read(ByteSpan header) const {
  const gguf_init_params params = {.no_alloc = true, .ctx = nullptr};
  gguf_context* context =
      init_from_buffer_(header.data(), header.size(), params);
  if (context == nullptr) return std::nullopt;
  const Items items = {.key_values = get_n_kv_(context),
                       .tensors = get_n_tensors_(context)};
  free_(context);
  return items;
}

}  // namespace loadgate::bench
