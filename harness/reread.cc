#include "harness/reread.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "absl/strings/str_format.h"
#include "harness/gate/input_report.h"
#include "harness/sha256.h"
#include "loadgate/byte_source.h"

namespace loadgate {
namespace {

constexpr uint64_t kPiece = uint64_t{256} << 10;

// What is read of any file, to see what it is, whatever the limits.
constexpr uint64_t kAlwaysRead = uint64_t{1} << 20;

// The digest of the first `bytes` bytes, or nullopt if there are fewer.
std::optional<Sha256Digest> DigestOf(const OpenedInput& input, uint64_t bytes) {
  FileSource source(input.fd.get(), *input.size);
  Sha256 sha256;
  std::vector<std::byte> piece(
      static_cast<size_t>(std::min(kPiece, std::max<uint64_t>(bytes, 1))));
  for (uint64_t done = 0; done < bytes;) {
    const auto wanted =
        static_cast<size_t>(std::min<uint64_t>(piece.size(), bytes - done));
    const auto got = source.ReadAt(done, std::span(piece).first(wanted));
    if (!got.ok() || *got < wanted) return std::nullopt;
    sha256.Add(std::span(piece).first(wanted));
    done += wanted;
  }
  return sha256.Digest();
}

}  // namespace

std::optional<Finding> FindOtherBytes(
    const OpenedInput& input, const Limits& limits,
    const std::optional<HeaderRecord>& header) {
  if (!input.size.has_value() || !header.has_value()) {
    return std::nullopt;
  }
  const uint64_t bytes = header->bytes;
  if (bytes > std::max(limits.header_bytes, kAlwaysRead)) {
    return MakeFinding(
        Code::kWorkerBadReply,
        absl::StrFormat("The worker says that it read %u bytes, more than it "
                        "may.",
                        bytes));
  }
  if (DigestOf(input, bytes) == header->sha256) return std::nullopt;
  return MakeFinding(
      Code::kInputDigestDiffers,
      absl::StrFormat("The first %u bytes have another SHA-256 now.", bytes));
}

Finding WithoutDigest() {
  return MakeFinding(Code::kWorkerBadReply,
                     "The worker accepts a file, and does not say what it read "
                     "of it.");
}

}  // namespace loadgate
