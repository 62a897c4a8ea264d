#include "tests/parser/doc_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

namespace loadgate::testing_support {
namespace {

using ::testing::SizeIs;

std::string Column(const std::string& line, size_t from, size_t width) {
  if (line.size() <= from) return {};
  std::string text = line.substr(from, width);
  text.erase(text.find_last_not_of(' ') + 1);
  text.erase(0, text.find_first_not_of(' '));
  return text;
}

std::vector<std::byte> HexBytes(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::byte> bytes;
  for (std::string pair; in >> pair;) {
    EXPECT_THAT(pair, SizeIs(2));
    bytes.push_back(static_cast<std::byte>(std::stoul(pair, nullptr, 16)));
  }
  return bytes;
}

}  // namespace

std::vector<std::byte> PageBlock::Bytes() const {
  std::vector<std::byte> all;
  for (size_t i = 0; i < fields.size(); ++i) {
    EXPECT_EQ(fields[i].offset, all.size()) << fields[i].name;
    all.insert(all.end(), bytes[i].begin(), bytes[i].end());
  }
  return all;
}

std::vector<std::byte> PageBlock::WrittenOver(
    std::vector<std::byte> file) const {
  for (size_t i = 0; i < fields.size(); ++i) {
    for (size_t n = 0; n < bytes[i].size(); ++n) {
      file.at(fields[i].offset + n) = bytes[i][n];
    }
  }
  return file;
}

DocPage::DocPage(const std::string& path) {
  std::ifstream page(LG_SOURCE_DIR "/docs/" + path);
  EXPECT_TRUE(page.is_open()) << path;
  for (std::string line; std::getline(page, line);) lines_.push_back(line);
}

std::vector<std::string> DocPage::LinesBehind(std::string_view marker) const {
  const std::string wanted = "<!-- " + std::string(marker) + " -->";
  std::vector<std::string> found;
  bool behind = false;
  bool in_block = false;
  for (const std::string& line : lines_) {
    if (line == wanted) {
      behind = true;
    } else if (!behind || line.empty()) {
      if (behind && !found.empty()) break;
    } else if (line.starts_with("```")) {
      if (in_block) break;
      in_block = true;
    } else {
      found.push_back(line);
    }
  }
  EXPECT_FALSE(found.empty()) << "nothing stands behind " << wanted;
  const size_t head = std::min<size_t>(in_block ? 0 : 2, found.size());
  found.erase(found.begin(), found.begin() + static_cast<ptrdiff_t>(head));
  return found;
}

std::string DocPage::TextBehind(std::string_view marker) const {
  std::string text;
  for (const std::string& line : LinesBehind(marker)) {
    text += (text.empty() ? "" : " ") + line;
  }
  return text;
}

PageBlock DocPage::BlockBehind(std::string_view marker) const {
  PageBlock block;
  std::vector<std::string> lines = LinesBehind(marker);
  if (lines.empty()) return block;
  lines.erase(lines.begin());
  for (const std::string& line : lines) {
    const uint64_t offset = std::stoull(Column(line, 0, 6));
    const std::vector<std::byte> bytes = HexBytes(Column(line, 8, 23));
    const std::string name = Column(line, 33, 26);
    if (name.empty()) {
      const PageField& before = block.fields.back();
      EXPECT_EQ(offset, before.offset + block.bytes.back().size());
    } else {
      block.fields.push_back({offset, name, Column(line, 60, line.size())});
      block.bytes.emplace_back();
    }
    block.bytes.back().insert(block.bytes.back().end(), bytes.begin(),
                              bytes.end());
  }
  return block;
}

std::set<std::string> DocPage::Codes(
    const std::vector<std::string>& fronts) const {
  std::set<std::string> codes;
  const std::regex quoted("`([a-z0-9]+-[a-z0-9-]+)`");
  for (const std::string& line : lines_) {
    for (std::sregex_iterator match(line.begin(), line.end(), quoted), end;
         match != end; ++match) {
      const std::string code = (*match)[1];
      if (std::ranges::any_of(fronts, [&](const std::string& front) {
            return code.starts_with(front);
          })) {
        codes.insert(code);
      }
    }
  }
  return codes;
}

}  // namespace loadgate::testing_support
