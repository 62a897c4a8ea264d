#include "harness/gate/report_text.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "harness/gate/human.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

constexpr std::string_view kRed = "31";
constexpr std::string_view kGreen = "32";
constexpr std::string_view kYellow = "33";
constexpr std::string_view kCyan = "36";

std::string Colored(std::string_view text, std::string_view color,
                    const TextStyle& style) {
  if (!style.color) return std::string(text);
  return absl::StrFormat("\x1b[1;%sm%s\x1b[0m", color, text);
}

// The words are of one width, so that the paths line up.
std::string VerdictWord(Verdict verdict, const TextStyle& style) {
  switch (verdict) {
    case Verdict::kAccept:
      return Colored("accept   ", kGreen, style);
    case Verdict::kReject:
      return Colored("REJECT   ", kRed, style);
    case Verdict::kUndecided:
      break;
  }
  return Colored("undecided", kYellow, style);
}

std::string SeverityWord(const Finding& finding, const TextStyle& style) {
  // What kept an input from being decided has a severity, but to people the
  // missing verdict is what counts.
  if (RuleOf(finding.code).kind == RuleKind::kUndecided) {
    return Colored("undecided", kYellow, style);
  }
  switch (finding.severity) {
    case Severity::kError:
      return Colored("error", kRed, style);
    case Severity::kWarning:
      return Colored("warning", kYellow, style);
    case Severity::kNote:
      break;
  }
  return Colored("note", kCyan, style);
}

// A size in words, beside the one that it should be.
std::string SizeWords(uint64_t size, std::optional<uint64_t> expected) {
  const std::string is = HumanSize(size);
  if (!expected.has_value()) return is;
  const std::string should_be = HumanSize(*expected);
  // Rounded, a few missing bytes would not show.
  if (is == should_be) {
    return absl::StrFormat("%u bytes instead of %u", size, *expected);
  }
  return is + " instead of " + should_be;
}

// A path as people read it: between quotes if its spaces or quotes would let it
// pass for what stands around it.
std::string PathText(std::string_view path) {
  const bool quote = path.empty() || path.front() == ' ' ||
                     path.back() == ' ' ||
                     path.find("  ") != std::string_view::npos ||
                     path.find('"') != std::string_view::npos;
  return quote ? EscapedQuoted(path) : Escaped(path);
}

// Whether a finding says why the others are there. People read it first.
bool Explains(const Finding& finding) {
  return finding.code == Code::kFileTextMangled ||
         finding.code == Code::kFileSplitPart ||
         finding.code == Code::kFilePartialDownload;
}

// What is known of a file in a few words, "" if nothing.
std::string Facts(const InputReport& input) {
  std::string facts;
  const auto add = [&facts](std::string_view fact) {
    if (!facts.empty()) facts += ", ";
    facts += fact;
  };
  if (input.format != "unknown") {
    const std::optional<uint64_t> version = input.Number("version");
    add(Escaped(input.format) +
        (version.has_value() ? absl::StrFormat(" v%u", *version) : ""));
  }
  if (!input.files.empty()) add(Counted(input.files.size(), "file"));
  // Of a file that is not accepted only a part may have been read.
  const std::optional<uint64_t> tensors = input.Number("tensors");
  if (input.verdict == Verdict::kAccept && tensors.has_value()) {
    add(Counted(*tensors, "tensor"));
  }
  if (input.size.has_value()) add(SizeWords(*input.size, input.expected_size));
  return facts;
}

std::string OneFinding(const Finding& finding, const TextStyle& style) {
  std::string line = absl::StrFormat("  %s %s", SeverityWord(finding, style),
                                     CodeName(finding.code));
  // A finding about the input as a whole is at no place in it.
  if (!finding.where.empty()) {
    line += absl::StrFormat(" at %u (0x%x), %s", finding.offset, finding.offset,
                            Escaped(finding.where));
  }
  line += '\n';
  return line + Wrapped(Escaped(finding.message), 4);
}

class TextReport : public ReportWriter {
 public:
  TextReport(TextStyle style, TextSink sink)
      : style_(style), sink_(std::move(sink)) {}

  void Begin() override {}

  void Input(const InputReport& input) override {
    sink_(VerdictLine(input, style_) + FindingLines(input, style_));
  }

  // People are told how many; the JSON report says which.
  void Ignored(std::string_view) override {}

  void End(const Tally& tally) override {
    const bool all_accepted = tally.ExitCode() == kExitAccepted;
    if (style_.quiet && all_accepted) return;
    std::string line =
        absl::StrFormat("%s: %u accepted, %u rejected, %u undecided",
                        Counted(tally.inputs(), "input"), tally.accepted(),
                        tally.rejected(), tally.undecided());
    const std::string ignored = IgnoredWords(tally);
    if (!ignored.empty()) line += "; " + ignored;
    sink_(line + "\n");
  }

 private:
  TextStyle style_;
  TextSink sink_;
};

}  // namespace

std::string IgnoredWords(const Tally& tally) {
  std::string words;
  if (tally.ignored() > 0) words = Counted(tally.ignored(), "other file");
  if (tally.ignored_folders() > 0) {
    if (!words.empty()) words += " and ";
    words += Counted(tally.ignored_folders(), "folder");
  }
  return words.empty() ? words : words + " not looked at";
}

std::string VerdictLine(const InputReport& input, const TextStyle& style) {
  const std::string facts = Facts(input);
  std::string line = absl::StrFormat(
      "%s  %s", VerdictWord(input.verdict, style), PathText(input.path));
  if (!facts.empty()) line += "  (" + facts + ")";
  return line + "\n";
}

std::string FindingLines(const InputReport& input, const TextStyle& style) {
  std::string lines;
  for (const bool explaining : {true, false}) {
    for (const Finding& finding : input.findings) {
      if (Explains(finding) == explaining) lines += OneFinding(finding, style);
    }
  }
  if (input.omitted > 0) {
    lines += absl::StrFormat("  %s more; --max-findings N shows more of them\n",
                             Counted(input.omitted, "finding"));
  }
  return lines;
}

std::unique_ptr<ReportWriter> MakeTextReport(TextStyle style, TextSink sink) {
  return std::make_unique<TextReport>(style, std::move(sink));
}

}  // namespace loadgate
