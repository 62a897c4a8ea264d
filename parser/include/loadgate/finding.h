// Findings: what loadgate says about a file.
//
// A rule of a format has a code. The codes, with their severities and texts,
// are born in one table, finding_codes.def; everything that lists rules is
// made from it. A `Finding` is one breach of one rule in one file, in words
// that the person who uploaded the file can act on.
//
// Readers report into a `FindingSink`, which is bounded whatever the file
// does: it counts everything, keeps the first few of each code, and formats a
// message only for what it keeps. The verdict is taken from the counts.
//
// Names and values taken from a file are kept raw (and short): whoever prints
// a finding escapes it, once.

#ifndef LOADGATE_FINDING_H_
#define LOADGATE_FINDING_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loadgate/limits.h"

namespace loadgate {

// Code names a rule. The numbers are positions in the table and may change;
// the text form (`CodeName`) is the stable one.
enum class Code : uint16_t {
#define LG_FINDING(symbol, code, severity, kind, title, why, mend) symbol,
#include "loadgate/finding_codes.def"
#undef LG_FINDING
};

// Severity is how much a finding weighs: an error rejects the file, a warning
// or a note does not.
enum class Severity : uint8_t { kError, kWarning, kNote };

// RuleKind is what a policy may do with a rule (see finding_codes.def).
enum class RuleKind : uint8_t { kFixed, kRule, kUndecided };

// Rule is one row of the table. All text is static.
struct Rule {
  Code code;
  std::string_view name;
  Severity severity;
  RuleKind kind;
  std::string_view title;
  std::string_view why;
  std::string_view mend;
};

// AllRules returns the table, in its order. The rows live for ever.
std::span<const Rule> AllRules();

// RuleOf returns the row of `code`. A value that is no enumerator aborts.
const Rule& RuleOf(Code code);

// FindRule returns the row whose text form is `name`, or nullptr.
const Rule* FindRule(std::string_view name);

// CodeName returns the stable text form of `code`, such as "gguf-magic".
std::string_view CodeName(Code code);

// SeverityName returns "error", "warning" or "note".
std::string_view SeverityName(Severity severity);

// Verdict is what all findings of one input come to.
enum class Verdict : uint8_t { kAccept, kReject, kUndecided };

// VerdictName returns "accept", "reject" or "undecided".
std::string_view VerdictName(Verdict verdict);

// Finding is one breach of one rule.
struct Finding {
  Code code;
  Severity severity;
  // Offset in the file of the field or byte at fault; never past its size.
  uint64_t offset = 0;
  // Where in the structure, such as "tensor[3] 'blk.0.attn_q.weight'". Holds
  // raw bytes of the file, cut to a bounded length.
  std::string where;
  // The value read, the bound it breaks and what to do, as sentences.
  std::string message;
};

// MakeFinding returns a finding about the input as a whole. `what` is the first
// sentence of its message; the rule's mend is the rest.
Finding MakeFinding(Code code, std::string_view what);

// FindingText is what a reader adds to a code and an offset: `where`, and the
// first sentence of the message. The rule's mend is appended to it.
struct FindingText {
  std::string where;
  std::string what;
};

// FindingSink gathers the findings of one input. Its memory is bounded by
// `limits.findings` in each severity. It belongs to one thread at a time.
class FindingSink {
 public:
  explicit FindingSink(const Limits& limits = Limits());

  // Report counts a finding of `code` at `offset` and, if there is room to keep
  // it, calls `describe` for its text. `describe` takes nothing and returns a
  // FindingText; it is not called for a finding that is only counted.
  template <typename Describe>
  void Report(Code code, uint64_t offset, Describe&& describe) {
    if (Count(code)) Keep(code, offset, std::forward<Describe>(describe)());
  }

  // Absorb counts all that `other` counted, and keeps of what it kept as much
  // as there is room for, in its order, with `front` before each `where`: so
  // the findings of a file become some of a set's.
  void Absorb(const FindingSink& other, std::string_view front);

  // errors returns how many errors were reported, kept or not.
  uint64_t errors() const { return count_of_rank_[0]; }

  // count_of returns how many findings of `code` were reported, kept or not.
  uint64_t count_of(Code code) const;

  // verdict returns kReject when an error was reported, else kUndecided when
  // something kept the input from being decided, else kAccept.
  Verdict verdict() const;

  // Findings returns what was kept: errors first, then what kept the input from
  // being decided, then warnings, then notes; each in the order in which it was
  // reported, at most `limits.findings` in all.
  std::vector<Finding> Findings() const;

  // omitted returns how many reported findings `Findings` leaves out.
  uint64_t omitted() const;

 private:
  // Count adds one to the counts and returns whether the finding is to be kept.
  bool Count(Code code);
  void Keep(Code code, uint64_t offset, FindingText text);

  size_t max_findings_;
  size_t max_per_code_;
  std::vector<uint64_t> count_of_code_;
  std::array<uint64_t, 4> count_of_rank_ = {};
  std::array<std::vector<Finding>, 4> kept_;  // By rank, errors first.
};

}  // namespace loadgate

#endif  // LOADGATE_FINDING_H_
