#include "harness/walk.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::TempDir;
using Kind = PlannedInput::Kind;

// The plan in words: a letter a kind, "?" for one by content.
std::vector<std::string> Planned(const std::vector<std::string>& paths,
                                 bool recursive, const TempDir& dir) {
  std::vector<std::string> out;
  for (const PlannedInput& input : PlanInputs(paths, recursive)) {
    std::string path = input.path;
    if (path.starts_with(dir.path())) path = path.substr(dir.path().size());
    switch (input.kind) {
      case Kind::kPath:
        out.push_back("path " + path);
        break;
      case Kind::kStandardInput:
        out.push_back("stdin " + path);
        break;
      case Kind::kEntry:
        for (const std::string& name : input.pickles) path += " + " + name;
        for (const std::string& name : input.parts) path += " ~ " + name;
        out.push_back((input.by_content ? "maybe " : "entry ") + path);
        break;
      case Kind::kSets:
        for (const std::string& name : input.pickles) path += " + " + name;
        out.push_back("sets " + path + (input.is_named ? " named" : ""));
        for (const std::string& name : input.names) out.back() += " " + name;
        break;
      case Kind::kProblem:
        out.push_back("problem " + path);
        break;
      case Kind::kIgnored:
        out.push_back("ignored " + path);
        break;
      case Kind::kIgnoredFolder:
        out.push_back("folder " + path);
        break;
      case Kind::kDirectoryEnd:
        for (const std::string& name : input.pickles) path += " + " + name;
        for (const std::string& name : input.parts) path += " ~ " + name;
        out.push_back("end " + path);
        break;
    }
  }
  return out;
}

using Strings = std::vector<std::string>;

TEST(WalkTest, NamesThatAreInputsAreMatchedWithoutRegardToCase) {
  EXPECT_TRUE(HasModelName("a.gguf"));
  EXPECT_TRUE(HasModelName("A.GGUF"));
  EXPECT_TRUE(HasModelName("m.safetensors"));
  EXPECT_TRUE(HasModelName("m.SafeTensors.Index.JSON"));
  EXPECT_FALSE(HasModelName("m.index.json"));
  EXPECT_FALSE(HasModelName("m.gguf.part"));
  EXPECT_FALSE(HasModelName("gguf"));
}

TEST(WalkTest, ADotInFrontIsNoExtension) {
  EXPECT_TRUE(HasNoExtension("0123abcd"));
  EXPECT_TRUE(HasNoExtension(".hidden"));
  EXPECT_FALSE(HasNoExtension("README.md"));
  EXPECT_FALSE(HasNoExtension(".hidden.txt"));
  EXPECT_FALSE(HasNoExtension("name."));
}

TEST(WalkTest, PathsJoinWithOneSlash) {
  EXPECT_EQ(JoinPath("d", "a"), "d/a");
  EXPECT_EQ(JoinPath("d/", "a"), "d/a");
  EXPECT_EQ(JoinPath("/", "a"), "/a");
  EXPECT_EQ(JoinPath("d", ""), "d");
}

TEST(WalkTest, PathsKeepTheOrderInWhichTheyWereGiven) {
  TempDir dir;
  EXPECT_EQ(Planned({"z.gguf", "-", "a.gguf", "z.gguf"}, false, dir),
            (Strings{"path z.gguf", "stdin -", "path a.gguf", "path z.gguf"}));
}

TEST(WalkTest, ADirectoryIsSortedByBytesAndNothingIsLeftOut) {
  TempDir dir;
  for (const char* name :
       {"b.gguf", "B.gguf", "a.GGUF", "README.md", "blob", "sub/x.gguf"}) {
    dir.WriteFile(name, "x");
  }
  EXPECT_EQ(Planned({dir.path()}, false, dir),
            (Strings{"entry /B.gguf", "ignored /README.md", "entry /a.GGUF",
                     "entry /b.gguf", "maybe /blob", "folder /sub/", "end "}));
}

TEST(WalkTest, PicklesAreKnownByTheirNamesWithoutRegardToCase) {
  for (const char* name : {"a.bin", "a.pt", "a.PTH", "a.ckpt", "a.pkl"}) {
    EXPECT_TRUE(HasPickleName(name)) << name;
  }
  for (const char* name : {"bin", "a.bin.index.json", "a.ptx", "pkl", ""}) {
    EXPECT_FALSE(HasPickleName(name)) << name;
  }
}

TEST(WalkTest, TheFirstModelOfAFolderTellsOfThePicklesBesideIt) {
  TempDir dir;
  for (const char* name :
       {"a.bin", "blob", "m.gguf", "n.gguf", "z.pt", "sub/x.gguf", "sub/y.pkl",
        "pickles/only.bin", "folder.bin/README.md"}) {
    dir.WriteFile(name, "x");
  }
  EXPECT_EQ(
      Planned({dir.path()}, true, dir),
      (Strings{"maybe /blob", "entry /m.gguf + a.bin + z.pt", "entry /n.gguf",
               "ignored /folder.bin/README.md", "ignored /pickles/only.bin",
               "entry /sub/x.gguf + y.pkl", "end  + pickles/only.bin"}));
}

TEST(WalkTest, TheFirstModelOfAFolderTellsOfThePartsBesideIt) {
  TempDir dir;
  for (const char* name :
       {"m.gguf", "n.gguf.part1of2", "m.gguf.aria2", "x.tmp", "sub/y.gguf.00",
        "0123456789abcdef0123456789abcdef01234567.incomplete"}) {
    dir.WriteFile(name, "x");
  }
  EXPECT_EQ(Planned({dir.path()}, true, dir),
            (Strings{"entry /m.gguf ~ "
                     "0123456789abcdef0123456789abcdef01234567.incomplete ~ "
                     "m.gguf.aria2 ~ n.gguf.part1of2",
                     "ignored /x.tmp", "ignored /sub/y.gguf.00",
                     "end  ~ sub/y.gguf.00"}));
}

TEST(WalkTest, AFolderNamedLikeAPickleIsNone) {
  TempDir dir;
  dir.WriteFile("m.gguf", "x");
  dir.WriteFile("p.bin/x", "x");
  EXPECT_EQ(Planned({dir.path()}, false, dir),
            (Strings{"entry /m.gguf", "folder /p.bin/", "end "}));
}

TEST(WalkTest, RecursionVisitsFilesFirstAndThenFoldersInOrder) {
  TempDir dir;
  for (const char* name : {"z.gguf", "b/2.gguf", "b/c/3.gguf", "b/1.gguf",
                           "a/4.gguf", "c.d/5.gguf"}) {
    dir.WriteFile(name, "x");
  }
  EXPECT_EQ(Planned({dir.path()}, true, dir),
            (Strings{"entry /z.gguf", "entry /a/4.gguf", "entry /b/1.gguf",
                     "entry /b/2.gguf", "entry /b/c/3.gguf",
                     "entry /c.d/5.gguf", "end "}));
}

TEST(WalkTest, LinksToDirectoriesAreNotEntered) {
  TempDir dir;
  dir.WriteFile("d/x/m.gguf", "x");
  ASSERT_EQ(::symlink("x", dir.PathOf("d/again").c_str()), 0);
  ASSERT_EQ(::symlink("..", dir.PathOf("d/x/up").c_str()), 0);
  ASSERT_EQ(::symlink("x", dir.PathOf("d/trick.gguf").c_str()), 0);
  EXPECT_EQ(Planned({dir.PathOf("d")}, true, dir),
            (Strings{"folder /d/again/", "entry /d/trick.gguf",
                     "entry /d/x/m.gguf", "folder /d/x/up/", "end /d"}));
}

TEST(WalkTest, AFolderNamedLikeAModelIsAFolder) {
  TempDir dir;
  dir.WriteFile("m.gguf/real.gguf", "x");
  EXPECT_EQ(Planned({dir.path()}, true, dir),
            (Strings{"entry /m.gguf/real.gguf", "end "}));
}

TEST(WalkTest, ADeepTreeNeedsNoStack) {
  TempDir dir;
  std::string path;
  for (int i = 0; i < 300; ++i) path += "d/";
  dir.WriteFile(path + "m.gguf", "x");
  const Strings plan = Planned({dir.path()}, true, dir);
  ASSERT_EQ(plan.size(), 2u);
  EXPECT_EQ(plan[0], "entry /" + path + "m.gguf");
}

TEST(WalkTest, AnEmptyDirectoryHasOnlyItsEnd) {
  TempDir dir;
  EXPECT_EQ(Planned({dir.path()}, true, dir), Strings{"end "});
}

TEST(WalkTest, WhatMayBeASetIsOneStepOfItsDirectory) {
  const TempDir dir;
  for (const char* name :
       {"a.gguf", "m-00001-of-00002.gguf", "m-00002-of-00002.gguf", "x.bin",
        "i/m.safetensors.index.json", "i/z.safetensors", "i/a.gguf",
        "i/notes.txt"}) {
    dir.WriteFile(name, "x");
  }
  EXPECT_EQ(Planned({dir.path()}, true, dir),
            (Strings{"entry /a.gguf + x.bin",
                     "sets /m-00001-of-00002.gguf a.gguf m-00001-of-00002.gguf "
                     "m-00002-of-00002.gguf",
                     "entry /i/a.gguf",
                     "sets /i/m.safetensors.index.json a.gguf "
                     "m.safetensors.index.json z.safetensors",
                     "ignored /i/notes.txt", "end "}));
}

TEST(WalkTest, AFileThatStandsForASetIsPlannedWithItsDirectory) {
  const TempDir dir;
  for (const char* name :
       {"m-00001-of-00002.gguf", "m-00002-of-00002.gguf",
        "n-00001-of-00002.gguf", "m.safetensors.index.json"}) {
    dir.WriteFile(name, "x");
  }
  const std::string names =
      " m-00001-of-00002.gguf m-00002-of-00002.gguf m.safetensors.index.json "
      "n-00001-of-00002.gguf";
  EXPECT_EQ(
      Planned({dir.PathOf("m-00001-of-00002.gguf"),
               dir.PathOf("m-00002-of-00002.gguf"),
               dir.PathOf("n-00001-of-00002.gguf"),
               dir.PathOf("m.safetensors.index.json")},
              false, dir),
      (Strings{"sets /m-00001-of-00002.gguf named" + names,
               "path /m-00002-of-00002.gguf", "path /n-00001-of-00002.gguf",
               "sets /m.safetensors.index.json named" + names}));
}

}  // namespace
}  // namespace loadgate
