#include "tests/support/cursor_properties.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/cursor.h"
#include "tests/naive/wide.h"

namespace loadgate::testing_support {
namespace {

using naive::Wide;

// The cursor as its description says it: a place among bytes that it may read
// up to `end`.
struct Model {
  size_t at = 0;
  size_t end = 0;

  bool Has(Wide length) const { return Wide{at} + length <= Wide{end}; }
};

// A number as its bytes say it: in the order of a file, then as T's bits.
template <typename T>
T NumberAt(ByteSpan bytes, size_t at, bool big) {
  uint64_t bits = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    const size_t place = big ? i : sizeof(T) - 1 - i;
    bits = bits << 8 | std::to_integer<uint64_t>(bytes[at + place]);
  }
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<double>(bits);
  } else {
    return static_cast<T>(bits);
  }
}

// What stands where a failed read must not write.
const std::vector<std::byte>& Unwritten() {
  static const std::vector<std::byte> bytes(8, std::byte{0xA5});
  return bytes;
}

template <typename T>
bool SameBits(const T& a, const T& b) {
  using Bytes = std::array<std::byte, sizeof(T)>;
  return std::bit_cast<Bytes>(a) == std::bit_cast<Bytes>(b);
}

// A cursor and its model, in step.
struct Both {
  Cursor cursor;
  Model model;
};

class Run {
 public:
  Run(std::string_view program, std::vector<std::byte> bytes)
      : program_(program), bytes_(std::move(bytes)) {
    if (program_.starts_with('^')) origin_ = UINT64_MAX - bytes_.size();
    stack_.push_back({Cursor(bytes_, origin_), {0, bytes_.size()}});
  }

  std::string Broken() {
    while (next_ < program_.size() && broken_.empty()) {
      const size_t step = next_;
      const char command = program_[next_++];
      for (const Step& known : Steps()) {
        if (known.command == command) (this->*known.run)();
      }
      Compare();
      if (!broken_.empty()) {
        broken_ += ", at step " + std::to_string(step) + ", '" +
                   std::string(1, command) + "'";
      }
    }
    return broken_;
  }

 private:
  Both& Top() { return stack_.back(); }
  ByteOrder Order() const {
    return big_ ? ByteOrder::kBig : ByteOrder::kLittle;
  }
  void Require(bool holds, const char* broken) {
    if (!holds && broken_.empty()) broken_ = broken;
  }

  void Compare() {
    const auto& [cursor, model] = Top();
    Require(cursor.offset() == origin_ + model.at, "the place differs");
    Require(cursor.remaining() == model.end - model.at,
            "what remains has another length");
    Require(cursor.empty() == (model.at == model.end),
            "empty() differs from what remains");
    CompareView(cursor.rest(), model.at, model.end - model.at);
  }

  // `view` must be `length` bytes from index `at`.
  void CompareView(ByteSpan view, size_t at, size_t length) {
    Require(view.size() == length, "a view has another length");
    Require(length == 0 || view.data() == &bytes_[at],
            "a view begins elsewhere");
  }

  template <typename T>
  void ReadNumber() {
    auto& [cursor, model] = Top();
    const T before = NumberAt<T>(Unwritten(), 0, big_);
    T out = before;
    const bool read =
        peek_ ? cursor.Peek(&out, Order()) : cursor.Read(&out, Order());
    const bool has = model.Has(sizeof(T));
    Require(read == has, "a number is there to one of the two only");
    const T expected = has ? NumberAt<T>(bytes_, model.at, big_) : before;
    Require(SameBits(out, expected),
            has ? "a number differs" : "a failed read wrote");
    if (has && !peek_) model.at += sizeof(T);
    if constexpr (std::is_integral_v<T>) {
      if (has) last_ = static_cast<uint64_t>(expected);
    }
    peek_ = false;
  }

  // A length and what it counts, or neither.
  template <typename Length>
  void ReadCounted() {
    const ByteSpan before = ByteSpan(bytes_).first(0);
    ByteSpan view = before;
    const bool read = Top().cursor.ReadPrefixed<Length>(&view, Order());
    TookCounted<Length>(read, view, before);
  }

  void ReadString() {
    const ByteSpan before = ByteSpan(bytes_).first(0);
    std::string_view text = AsText(before);
    const bool read = Top().cursor.ReadString(&text, Order());
    TookCounted<uint64_t>(read, AsBytes(text), before);
  }

  template <typename Length>
  void TookCounted(bool read, ByteSpan view, ByteSpan before) {
    Model& model = Top().model;
    Wide whole = sizeof(Length);
    if (model.Has(whole)) whole += NumberAt<Length>(bytes_, model.at, big_);
    const bool has = model.Has(whole);
    Require(read == has, "a counted text is there to one of the two only");
    if (!has) {
      Require(view.data() == before.data() && view.empty(),
              "a failed read wrote");
      return;
    }
    CompareView(view, model.at + sizeof(Length),
                static_cast<size_t>(whole) - sizeof(Length));
    model.at += static_cast<size_t>(whole);
  }

  // The length that comes next in the program.
  uint64_t Length() {
    const char c = next_ < program_.size() ? program_[next_++] : '=';
    const uint64_t remains = Top().model.end - Top().model.at;
    const std::pair<char, uint64_t> kLengths[] = {
        {'=', remains},
        {'+', remains + 1},
        {'-', remains - 1},
        {'#', last_},
        {'~', remains + (uint64_t{1} << 32)},
        {'!', ~(origin_ + Top().model.at) + 1},
    };
    for (const auto& [letter, length] : kLengths) {
      if (letter == c) return length;
    }
    return c >= '0' && c <= '9' ? static_cast<uint64_t>(c - '0') : 0;
  }

  void ReadBytes() {
    const uint64_t length = Length();
    ByteSpan view = ByteSpan(bytes_).subspan(Top().model.at, 0);
    const bool read = Top().cursor.ReadBytes(length, &view);
    Took(read, length, view);
    if (Top().model.Has(length)) Pass(length);
  }

  void PeekBytes() {
    const uint64_t length = Length();
    ByteSpan view = ByteSpan(bytes_).subspan(Top().model.at, 0);
    const bool read = Top().cursor.PeekBytes(length, &view);
    Took(read, length, view);
  }

  void Skip() {
    const uint64_t length = Length();
    const bool has = Top().model.Has(length);
    Require(Top().cursor.Skip(length) == has,
            "bytes are there to one of the two only");
    if (has) Pass(length);
  }

  void Pass(uint64_t length) { Top().model.at += static_cast<size_t>(length); }

  // What a read of `length` bytes answered and yielded.
  void Took(bool read, uint64_t length, ByteSpan view) {
    const Model& model = Top().model;
    const bool has = model.Has(length);
    Require(read == has, "bytes are there to one of the two only");
    CompareView(view, model.at, has ? static_cast<size_t>(length) : 0);
  }

  void OpenSub() {
    auto& [cursor, model] = Top();
    const uint64_t length = Length();
    Both inner;
    const bool read = cursor.ReadSub(length, &inner.cursor);
    const bool has = model.Has(length);
    Require(read == has, "a sub-cursor is there to one of the two only");
    if (!read) {
      Require(inner.cursor.offset() == 0 && inner.cursor.empty(),
              "a failed read wrote");
    }
    if (!read || !has) return;
    inner.model = {model.at, model.at + static_cast<size_t>(length)};
    model.at = inner.model.end;
    stack_.push_back(inner);
  }

  void CloseSub() {
    if (stack_.size() > 1) stack_.pop_back();
  }

  void PeekNext() { peek_ = true; }
  void Big() { big_ = true; }
  void Little() { big_ = false; }

  struct Step {
    char command;
    void (Run::*run)();
  };

  static std::span<const Step> Steps() {
    static constexpr Step kSteps[] = {
        {'1', &Run::ReadNumber<uint8_t>},
        {'2', &Run::ReadNumber<uint16_t>},
        {'4', &Run::ReadNumber<uint32_t>},
        {'8', &Run::ReadNumber<uint64_t>},
        {'i', &Run::ReadNumber<int8_t>},
        {'j', &Run::ReadNumber<int16_t>},
        {'k', &Run::ReadNumber<int32_t>},
        {'l', &Run::ReadNumber<int64_t>},
        {'f', &Run::ReadNumber<float>},
        {'g', &Run::ReadNumber<double>},
        {'p', &Run::ReadCounted<uint8_t>},
        {'q', &Run::ReadCounted<uint16_t>},
        {'r', &Run::ReadCounted<uint32_t>},
        {'s', &Run::ReadCounted<uint64_t>},
        {'t', &Run::ReadString},
        {'b', &Run::ReadBytes},
        {'B', &Run::PeekBytes},
        {'_', &Run::Skip},
        {'(', &Run::OpenSub},
        {')', &Run::CloseSub},
        {'*', &Run::PeekNext},
        {'>', &Run::Big},
        {'<', &Run::Little},
    };
    return kSteps;
  }

  std::string_view program_;
  std::vector<std::byte> bytes_;
  uint64_t origin_ = 0;
  size_t next_ = 0;
  std::vector<Both> stack_;
  bool big_ = false;
  bool peek_ = false;
  uint64_t last_ = 0;
  std::string broken_;
};

}  // namespace

std::string BrokenCursorProperty(std::string_view program_and_bytes) {
  const size_t line = program_and_bytes.find('\n');
  const ByteSpan bytes = line == std::string_view::npos
                             ? ByteSpan()
                             : AsBytes(program_and_bytes.substr(line + 1));
  return Run(program_and_bytes.substr(0, line),
             std::vector<std::byte>(bytes.begin(), bytes.end()))
      .Broken();
}

}  // namespace loadgate::testing_support
