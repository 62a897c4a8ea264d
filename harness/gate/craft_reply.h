// What a worker answers that was asked for a recipe or for files, and its form
// on the way to the broker.
//
// The frames are those of reply_format.h; their types are others, so that
// neither kind of reply can be taken for the other:
//
//   file        size u64                    one file without a name
//   set         nothing                     named files follow, or none
//   named file  name text, size u64         one file of a set
//   bytes       bytes                       of the file before
//   failure     kind u8, input u32, line u64, message text, shown text
//   end         nothing
//
// A reply is one of
//
//   file bytes... end
//   set (named file, bytes...)... end
//   failure end
//
// where the bytes of a file are as many as it says, in frames that are full but
// for the last. So every result has one form, and no other is taken: a reply
// that is accepted is, byte for byte, what encoding its result gives. It is in
// kCraftSteps, as a table.

#ifndef HARNESS_GATE_CRAFT_REPLY_H_
#define HARNESS_GATE_CRAFT_REPLY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/gate/reply_format.h"

namespace loadgate {

// CraftFrame is the first byte of a frame.
enum class CraftFrame : uint8_t {
  kFile = 33,
  kSet = 34,
  kNamedFile = 35,
  kBytes = 36,
  kFailure = 37,
  kEnd = 38,
};
inline constexpr auto kCraftFrames = std::to_array<CraftFrame>(
    {CraftFrame::kFile, CraftFrame::kSet, CraftFrame::kNamedFile,
     CraftFrame::kBytes, CraftFrame::kFailure, CraftFrame::kEnd});

// CraftPhase is what has come of a reply.
enum class CraftPhase : uint8_t {
  kNothing,
  kFileOwes,  // A file without a name, and not all of its bytes.
  kFileDone,
  kSetOpen,  // A set, and all bytes of its files so far.
  kSetOwes,
  kFailed,
  kEnded,
};
inline constexpr size_t kCraftPhases = 7;

// kCraftSteps is which frame may follow what has come: a row a phase, a column
// a frame, in the order of kCraftFrames.
inline constexpr std::array<std::array<bool, kCraftFrames.size()>, kCraftPhases>
    kCraftSteps = {{
        // file  set   named  bytes  failure end
        {{true, true, false, false, true, false}},     // kNothing
        {{false, false, false, true, false, false}},   // kFileOwes
        {{false, false, false, false, false, true}},   // kFileDone
        {{false, false, true, false, false, true}},    // kSetOpen
        {{false, false, false, true, false, false}},   // kSetOwes
        {{false, false, false, false, false, true}},   // kFailed
        {{false, false, false, false, false, false}},  // kEnded
    }};

// CraftFailureKind is why there is no result. The words for people, and what
// they may do about it, are the broker's.
enum class CraftFailureKind : uint8_t {
  kRecipe = 0,        // The recipe makes no sense at `line`.
  kTooManyBytes = 1,  // It asks for more bytes than a file may have.
  kNoText = 2,        // It makes no sense, and has a NUL in it.
  kSet = 3,           // It makes a set, and one file was asked for.
  kUnreadable = 4,    // Input `input` cannot be read: `message`.
  kInputTooLarge = 5,
  kReplyTooLarge = 6,  // The result is more than a reply may have.
};
inline constexpr uint8_t kCraftFailureKinds = 7;

// IsOfRecipe returns whether a failure is about a line of the recipe.
constexpr bool IsOfRecipe(CraftFailureKind kind) {
  return kind <= CraftFailureKind::kNoText;
}

// IsOfInput returns whether a failure is about one of the inputs.
constexpr bool IsOfInput(CraftFailureKind kind) {
  return kind == CraftFailureKind::kUnreadable ||
         kind == CraftFailureKind::kInputTooLarge;
}

// HasMessage returns whether a failure has words of who found it.
constexpr bool HasMessage(CraftFailureKind kind) {
  return IsOfRecipe(kind) || kind == CraftFailureKind::kUnreadable;
}

// CraftFailure is that with what is known besides. All text is raw.
struct CraftFailure {
  CraftFailureKind kind = CraftFailureKind::kRecipe;
  uint32_t input = 0;        // Of kUnreadable and kInputTooLarge; else 0.
  uint64_t line = 0;         // Of a failure of the recipe; else 0.
  std::string message = {};  // Of a failure of the recipe and of kUnreadable.
  std::string shown = {};    // What of the recipe's line is to be shown.

  friend bool operator==(const CraftFailure&, const CraftFailure&) = default;
};

// CraftFile is one file that was made. A name can be anything: who makes a file
// of that name looks at it first.
struct CraftFile {
  std::string name;
  std::string bytes;

  friend bool operator==(const CraftFile&, const CraftFile&) = default;
};

// CraftResult is what a worker answers: a failure; files with their names, if
// it is a set; or else one file without a name.
struct CraftResult {
  std::optional<CraftFailure> failure;
  bool is_set = false;
  std::vector<CraftFile> files;

  friend bool operator==(const CraftResult&, const CraftResult&) = default;
};

// The most bytes of each text. A name that is longer than any file system takes
// is cut: it is refused all the same.
inline constexpr uint32_t kMaxCraftName = 4096;
inline constexpr uint32_t kMaxCraftMessage = 4096;
inline constexpr uint32_t kMaxCraftShown = 512;

// The most files of a set.
inline constexpr uint64_t kMostCraftFiles = uint64_t{1} << 16;

// CraftVerb is what a worker is asked for.
enum class CraftVerb : uint8_t { kDisasm = 0, kAsm = 1 };

// CraftLimits is the most that a reply may have.
struct CraftLimits {
  CraftVerb verb = CraftVerb::kDisasm;
  bool set = false;     // Whether it may be a set.
  uint32_t inputs = 1;  // How many inputs a failure can be of.
  uint64_t bytes = 0;   // Of all files together, without their frames.
  uint64_t files = 1;
};

// AsmReply returns that of `asm`: of files of at most `most_bytes` together.
CraftLimits AsmReply(uint64_t most_bytes, bool set);

// DisasmReply returns that of `disasm` of `inputs` files of at most
// `most_bytes` together: a recipe has at most 16 times their bytes, and their
// names.
CraftLimits DisasmReply(uint64_t most_bytes, uint32_t inputs);

}  // namespace loadgate

#endif  // HARNESS_GATE_CRAFT_REPLY_H_
