#include "formats/text_file.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace loadgate {
namespace {

using std::string_literals::operator""s;

std::optional<TextFile> Find(const std::string& text) {
  return FindTextFile(AsBytes(text));
}

void ExpectText(const std::string& text, TextFileKind kind,
                std::string_view excerpt) {
  const std::optional<TextFile> found = Find(text);
  ASSERT_TRUE(found.has_value()) << text;
  EXPECT_EQ(found->kind, kind) << text;
  EXPECT_EQ(found->excerpt, excerpt) << text;
}

TEST(TextFileTest, APageShowsItsTitleWhateverTheCase) {
  ExpectText("<HTML><Title lang='en'>\n Sign in </TITLE>",
             TextFileKind::kMarkup, "Sign in");
}

TEST(TextFileTest, APageWithoutATitleShowsItsBeginning) {
  for (const std::string& page :
       {"<html>x"s, "<title>never closed"s, "<title"s, "<title></title>"s}) {
    ExpectText(page, TextFileKind::kMarkup, page);
  }
}

TEST(TextFileTest, AStorageServersErrorShowsItsMessageOrElseItsCode) {
  const std::string declaration = "<?xml version=\"1.0\"?>\n";
  const std::string code = "<Code>AccessDenied</Code>";
  const std::string message = "<Message> Access denied. </Message>";
  for (const std::string& front : {declaration, ""s}) {
    ExpectText(front + "<Error>" + code + message + "</Error>",
               TextFileKind::kXmlError, "Access denied.");
    ExpectText(front + "<Error xmlns='x'>" + code + "</Error>",
               TextFileKind::kXmlError, "AccessDenied");
    ExpectText(front + "<Error></Error>", TextFileKind::kXmlError,
               "<Error></Error>");
  }
}

TEST(TextFileTest, XmlIsAPageOnlyIfItSaysHtml) {
  const std::string svg = "<?xml version='1.0'?><svg><title>a</title></svg>";
  ExpectText(svg, TextFileKind::kXml, svg);
  ExpectText("<?xml version='1.0'?><html><title>a</title></html>",
             TextFileKind::kMarkup, "a");
  for (const std::string& cut : {"<?xml"s, "<?xml version='1.0'?>"s}) {
    ExpectText(cut, TextFileKind::kXml, cut);
  }
}

TEST(TextFileTest, JsonIsKnownByItsFirstCharacter) {
  ExpectText("{\"error\":1}", TextFileKind::kJson, "{\"error\":1}");
  ExpectText("\xef\xbb\xbf [1] \n", TextFileKind::kJson, "[1]");
}

TEST(TextFileTest, AllOtherTextIsPlain) {
  ExpectText("Entry not found", TextFileKind::kPlain, "Entry not found");
  ExpectText("\r\n\t gr\xc3\xbc\xc3\x9f", TextFileKind::kPlain,
             "gr\xc3\xbc\xc3\x9f");
}

TEST(TextFileTest, ALessThanSignAloneBeginsNoPage) {
  for (const std::string& text : {"<3 hello"s, "<"s, "< html>"s}) {
    ExpectText(text, TextFileKind::kPlain, text);
  }
  for (const std::string& page : {"<p"s, "<!-- a"s, "<?php"s, "</p"s}) {
    ExpectText(page, TextFileKind::kMarkup, page);
  }
}

TEST(TextFileTest, OnlyACharactersFrontIsACutCharacter) {
  for (const std::string& text :
       {"\xff"s, "a\x80"s, "a\xc1"s, "a\xf5\x80"s, "a\xe2("s, "a\xc3\xc3"s}) {
    EXPECT_FALSE(Find(text).has_value()) << text;
  }
  for (const std::string& text :
       {"a\xc3"s, "a\xe2\x82"s, "a\xf0\x9f\x98"s, "\xf4"s}) {
    EXPECT_TRUE(Find(text).has_value()) << text;
  }
}

TEST(TextFileTest, AByteThatNoTextHasMakesItNone) {
  for (const std::string& text : {"a\0b"s, "a\x1b[0m"s, "a\x7f"s, "\x01"s}) {
    EXPECT_FALSE(Find(text).has_value()) << text;
  }
  EXPECT_FALSE(Find("a\xff" + std::string(10, 'b')).has_value());
}

TEST(TextFileTest, NothingAndWhiteSpaceAreNone) {
  for (const std::string& text : {""s, " \n\t"s, "\xef\xbb\xbf"s}) {
    EXPECT_FALSE(Find(text).has_value()) << text;
  }
}

TEST(TextFileTest, ACharacterThatTheLookCutsCountsAsWhole) {
  const std::string front(kTextFileLook - 1, 'a');
  EXPECT_TRUE(Find(front + "\xc3\xbc and more").has_value());
}

TEST(TextFileTest, BytesBehindTheLookDoNotMatter) {
  const std::string front(kTextFileLook, 'a');
  EXPECT_TRUE(Find(front + "\0"s).has_value());
  EXPECT_FALSE(Find(front.substr(1) + "\0"s).has_value());
}

}  // namespace
}  // namespace loadgate
