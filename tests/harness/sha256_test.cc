#include "harness/sha256.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "absl/strings/escaping.h"

namespace loadgate {
namespace {

std::string Hex(const Sha256Digest& digest) {
  return absl::BytesToHexString(absl::string_view(
      reinterpret_cast<const char*>(digest.data()), digest.size()));
}

// Source: FIPS 180-4's examples.
TEST(Sha256Test, KnownTextsHaveKnownDigests) {
  Sha256 sha256;
  EXPECT_EQ(Hex(sha256.Digest()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  sha256.Add(AsBytes("abc"));
  EXPECT_EQ(Hex(sha256.Digest()),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256Test, PiecesGiveTheDigestOfTheWholeAndAskingChangesNothing) {
  const std::string text(1000, 'x');
  Sha256 whole;
  whole.Add(AsBytes(text));
  Sha256 pieces;
  for (const char& c : text) {
    pieces.Add(AsBytes(std::string_view(&c, 1)));
    pieces.Digest();
  }
  EXPECT_EQ(pieces.Digest(), whole.Digest());
}

}  // namespace
}  // namespace loadgate
