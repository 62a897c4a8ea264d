// A target of two planted faults, for the self-test of scripts/fuzz_triage: a
// read past the end where the input says OVERFLOW, and a broken property where
// it says PROPERTY.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace {

[[gnu::noinline]] int PlantedOverflow(size_t size) {
  const std::unique_ptr<volatile char[]> bytes(new volatile char[size]);
  return bytes[size];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find("OVERFLOW") != std::string_view::npos) {
    return PlantedOverflow(16) < 0 ? -1 : 0;
  }
  if (text.find("PROPERTY") != std::string_view::npos) {
    std::fprintf(stderr, "broken property: planted, %zu bytes\n", size);
    std::abort();
  }
  return 0;
}
