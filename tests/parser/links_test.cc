#include "sources/links.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <variant>

#include "loadgate/intake.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::TempDir;

constexpr char kHash[] = "0123456789abcdef0123456789abcdef01234567";

const OpenedInput* Opened(const OpenResult& result) {
  return std::get_if<OpenedInput>(&result);
}

Code Refused(const OpenResult& result) {
  const auto* finding = std::get_if<Finding>(&result);
  EXPECT_NE(finding, nullptr) << "it was opened";
  return finding == nullptr ? Code::kGgufMagic : finding->code;
}

std::string Message(const OpenResult& result) {
  const auto* finding = std::get_if<Finding>(&result);
  return finding == nullptr ? "it was opened" : finding->message;
}

OpenResult OpenIn(const std::string& directory, const std::string& name) {
  const auto opened = OpenDirectory(directory);
  OpenResult result = OpenEntry(std::get<Directory>(opened), name);
  return result;
}

void Link(const std::string& target, const std::string& path) {
  std::filesystem::remove(path);
  ASSERT_EQ(::symlink(target.c_str(), path.c_str()), 0);
}

TEST(LinksTest, AnEntryMayBeALinkThatStaysInTheDirectory) {
  TempDir dir;
  dir.WriteFile("d/sub/real", "12345");
  ASSERT_EQ(::symlink("sub/real", dir.PathOf("d/link").c_str()), 0);
  ASSERT_EQ(::symlink("../sub/real", dir.PathOf("d/sub/up").c_str()), 0);
  EXPECT_NE(Opened(OpenIn(dir.PathOf("d"), "link")), nullptr);
  EXPECT_NE(Opened(OpenIn(dir.PathOf("d"), "sub/up")), nullptr);
}

TEST(LinksTest, AnEntryThatLinksOutOfTheDirectoryIsAnError) {
  TempDir dir;
  dir.WriteFile("outside", "12345");
  const std::string inside = dir.WriteFile("d/inside", "12345");
  ASSERT_EQ(::symlink("../outside", dir.PathOf("d/a").c_str()), 0);
  ASSERT_EQ(::symlink("/etc/passwd", dir.PathOf("d/b").c_str()), 0);
  ASSERT_EQ(::symlink("a", dir.PathOf("d/c").c_str()), 0);
  ASSERT_EQ(::symlink(inside.c_str(), dir.PathOf("d/e").c_str()), 0);
  for (const char* name : {"a", "b", "c", "e"}) {
    EXPECT_EQ(Refused(OpenIn(dir.PathOf("d"), name)),
              Code::kLinkLeavesDirectory)
        << name;
  }
}

TEST(LinksTest, ALinkThatComesBackIsNotSaidToLeadElsewhereNow) {
  TempDir dir;
  const std::string inside = dir.WriteFile("d/inside", "12345");
  dir.WriteFile("outside", "12345");
  const std::string link = dir.PathOf("d/link");
  for (const std::string& target : {inside, std::string("../d/inside")}) {
    Link(target, link);
    const std::string message = Message(OpenIn(dir.PathOf("d"), "link"));
    EXPECT_NE(message.find("The link to '" + target.substr(0, 90)),
              std::string::npos)
        << message;
    EXPECT_NE(message.find("and back into it"), std::string::npos) << message;
  }
  Link("../outside", link);
  const std::string message = Message(OpenIn(dir.PathOf("d"), "link"));
  EXPECT_EQ(message.find("back into it"), std::string::npos) << message;
}

TEST(LinksTest, ADirectoryWithALongerNameIsAnother) {
  TempDir dir;
  dir.WriteFile("d/x", "");
  dir.WriteFile("d2/model", "12345");
  Link("../d2/model", dir.PathOf("d/link"));
  const std::string message = Message(OpenIn(dir.PathOf("d"), "link"));
  EXPECT_EQ(message.find("back into it"), std::string::npos) << message;
}

TEST(LinksTest, ALongTargetIsQuotedByItsStart) {
  TempDir dir;
  dir.WriteFile("d/x", "");
  Link("../" + std::string(200, 'o'), dir.PathOf("d/link"));
  const std::string message = Message(OpenIn(dir.PathOf("d"), "link"));
  EXPECT_NE(message.find("ooo...'"), std::string::npos) << message;
  EXPECT_EQ(message.find(std::string(100, 'o')), std::string::npos);
}

TEST(LinksTest, ALinkWithoutAFileAtItsEndIsBrokenAndSaysSo) {
  TempDir dir;
  dir.WriteFile("d/x", "");
  Link("gone", dir.PathOf("d/a"));
  Link("b", dir.PathOf("d/b"));
  Link("a", dir.PathOf("d/c"));
  for (const char* name : {"a", "b", "c"}) {
    EXPECT_EQ(Refused(OpenIn(dir.PathOf("d"), name)), Code::kLinkBroken);
    EXPECT_EQ(Refused(OpenPath(dir.PathOf("d/") + name)), Code::kLinkBroken);
  }
  EXPECT_EQ(Message(OpenIn(dir.PathOf("d"), "a"))
                .find("The link to 'gone' leads to nothing."),
            0u);
  EXPECT_EQ(Message(OpenIn(dir.PathOf("d"), "b"))
                .find("The link to 'b' leads in a circle."),
            0u);
}

TEST(LinksTest, AHubCachesLinksIntoItsBlobsAreFollowed) {
  TempDir dir;
  const std::string hash = kHash;
  dir.WriteFile("hub/blobs/" + hash, "12345");
  dir.WriteFile("hub/snapshots/main/sub/x", "");
  const std::string snapshot = dir.PathOf("hub/snapshots/main");
  const std::string good = "../../blobs/" + hash;
  const std::string below = "../" + good;
  ASSERT_EQ(::symlink(good.c_str(), (snapshot + "/m").c_str()), 0);
  ASSERT_EQ(::symlink(below.c_str(), (snapshot + "/sub/m").c_str()), 0);
  EXPECT_NE(Opened(OpenIn(snapshot, "m")), nullptr);
  EXPECT_NE(Opened(OpenIn(snapshot, "sub/m")), nullptr);
}

TEST(LinksTest, AnythingElseInAHubCacheLeavesTheDirectory) {
  TempDir dir;
  const std::string hash = kHash;
  dir.WriteFile("secret", "12345");
  dir.WriteFile("hub/snapshots/main/x", "");
  dir.WriteFile("hub/blobs/short", "12345");
  ASSERT_EQ(::symlink("../../secret", dir.PathOf("hub/blobs/" + hash).c_str()),
            0);
  const std::string snapshot = dir.PathOf("hub/snapshots/main");
  const std::string targets[] = {
      "../../blobs/" + hash,     // Which is a link itself.
      "../../blobs/short",       // No hash.
      "../../../secret",         // Elsewhere.
      "../../blobs/../x",        // Elsewhere after all.
      "../../../blobs/" + hash,  // One step too many.
  };
  for (const std::string& target : targets) {
    const std::string link = snapshot + "/m";
    ASSERT_EQ(::symlink(target.c_str(), link.c_str()), 0);
    EXPECT_EQ(Refused(OpenIn(snapshot, "m")), Code::kLinkLeavesDirectory)
        << target;
    ASSERT_EQ(::unlink(link.c_str()), 0);
  }
}

TEST(LinksTest, BlobsBesideADirectoryOfAnotherNameAreOutside) {
  TempDir dir;
  const std::string hash = kHash;
  dir.WriteFile("hub/blobs/" + hash, "12345");
  dir.WriteFile("hub/other/main/x", "");
  const std::string target = "../../blobs/" + hash;
  const std::string link = dir.PathOf("hub/other/main/m");
  ASSERT_EQ(::symlink(target.c_str(), link.c_str()), 0);
  EXPECT_EQ(Refused(OpenIn(dir.PathOf("hub/other/main"), "m")),
            Code::kLinkLeavesDirectory);
}

TEST(LinksTest, AHubCacheIsFoundFromAnyFolderOfASnapshot) {
  TempDir dir;
  const std::string hash = kHash;
  dir.WriteFile("hub/blobs/" + hash, "12345");
  const std::string below = dir.PathOf("hub/snapshots/main/a/b");
  dir.WriteFile("hub/snapshots/main/a/b/x", "");
  Link("../../../../blobs/" + hash, below + "/m");
  EXPECT_NE(Opened(OpenIn(below, "m")), nullptr);
  EXPECT_NE(Opened(OpenIn(dir.PathOf("hub/snapshots/main/a"), "b/m")), nullptr);
  EXPECT_NE(Opened(OpenIn(dir.PathOf("hub/snapshots"), "main/a/b/m")), nullptr);
  Link("../../../blobs/" + hash, below + "/m");
  EXPECT_EQ(Refused(OpenIn(below, "m")), Code::kLinkLeavesDirectory)
      << "one step too few";
}

TEST(LinksTest, AHubCacheIsFoundByWhereADirectoryReallyLies) {
  TempDir dir;
  const std::string hash = kHash;
  dir.WriteFile("hub/blobs/" + hash, "12345");
  const std::string below = dir.PathOf("hub/snapshots/main/a");
  dir.WriteFile("hub/snapshots/main/a/x", "");
  Link("../../../blobs/" + hash, below + "/m");
  Link(below, dir.PathOf("elsewhere"));
  EXPECT_NE(Opened(OpenIn(dir.PathOf("elsewhere"), "m")), nullptr);
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(below);
  EXPECT_NE(Opened(OpenIn(".", "m")), nullptr);
  std::filesystem::current_path(before);
}

TEST(LinksTest, ABlobThatIsGoneBreaksItsLink) {
  TempDir dir;
  dir.WriteFile("hub/blobs/x", "");
  dir.WriteFile("hub/snapshots/main/x", "");
  Link("../../blobs/" + std::string(kHash), dir.PathOf("hub/snapshots/main/m"));
  const OpenResult result = OpenIn(dir.PathOf("hub/snapshots/main"), "m");
  EXPECT_EQ(Refused(result), Code::kLinkBroken);
  EXPECT_NE(Message(result).find("leads to nothing"), std::string::npos);
}

}  // namespace
}  // namespace loadgate
