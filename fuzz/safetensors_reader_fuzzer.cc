// The safetensors reader: the input is a file.
//
// Reads it whole, in pieces, byte by byte if it is small, in place and copied,
// and without knowing its size, and has the naive reader judge it. What must
// hold is in tests/support/safetensors_properties.h. The hash key is fixed, so
// an input always does the same. This is the differential target of the format.
//
// Whatever changes the header's text makes the length in front of it wrong. So
// the input is read a second time with a length that ends the header behind the
// last closing brace.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fuzz/support/property.h"
#include "tests/support/safetensors_properties.h"

namespace {

constexpr size_t kLengthBytes = 8;

void Check(std::span<const uint8_t> file, const char* which) {
  loadgate::testing_support::Require(
      loadgate::testing_support::BrokenSafetensorsProperty(std::as_bytes(file)),
      which);
}

// Sets the length, if there is a brace behind it.
void MendLength(std::vector<uint8_t>* file) {
  const auto brace = std::find(file->rbegin(), file->rend(), '}');
  const auto end = static_cast<size_t>(file->rend() - brace);
  if (end <= kLengthBytes) return;
  for (size_t i = 0; i < kLengthBytes; ++i) {
    (*file)[i] = static_cast<uint8_t>(uint64_t{end - kLengthBytes} >> (8 * i));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::span<const uint8_t> file(data, size);
  Check(file, "the input as it is");
  std::vector<uint8_t> mended(file.begin(), file.end());
  MendLength(&mended);
  if (!std::equal(file.begin(), file.end(), mended.begin())) {
    Check(mended, "the input with its header's length mended");
  }
  return 0;
}

// Covered elsewhere: files over 4 KiB and their limits (tests of the reader),
// I/O and header windows (tests of judge).
