#include "formats/other_file.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "base/message.h"
#include "formats/lfs_pointer.h"
#include "formats/signature.h"
#include "formats/text_file.h"
#include "loadgate/cursor.h"
#include "loadgate/utf8.h"

namespace loadgate {
namespace {

using std::string_view_literals::operator""sv;

struct Magic {
  std::string_view bytes;
  std::string_view name;
};

// Formats of ggml before GGUF: a magic number, written little endian.
constexpr auto kOldGgml = std::to_array<Magic>({
    {"lmgg", "a GGML"},
    {"fmgg", "a GGMF"},
    {"tjgg", "a GGJT"},
    {"algg", "a GGLA (LoRA adapter)"},
    {"ccgg", "a GGCC (Falcon)"},
    {"nsgg", "a GGSN (session)"},
    {"qsgg", "a GGSQ (sequence state)"},
});

// Files that have been met under a model's name, beside those that have no
// place behind a model either (signature.h).
constexpr auto kDocuments = std::to_array<Magic>({
    {"\x89HDF\r\n\x1a\n"sv, "an HDF5 file, as Keras writes them"},
    {"\x93NUMPY"sv, "a NumPy array"},
    {"PAR1"sv, "a Parquet file"},
    {"ARROW1"sv, "an Arrow file"},
    {"SQLite format 3\0"sv, "an SQLite database"},
    {"%PDF-"sv, "a PDF document"},
    {"\x89PNG\r\n\x1a\n"sv, "a PNG picture"},
    {"\xff\xd8\xff"sv, "a JPEG picture"},
    {"GIF8"sv, "a GIF picture"},
    {"RIFF"sv, "a RIFF file"},
});

// What whisper.cpp's files, which begin as the oldest GGML ones do, have as
// their first number.
constexpr uint32_t kWhisperVocabularyMin = 51864;
constexpr uint32_t kWhisperVocabularyMax = 51866;

// A size field of zeros has eight: so many alone are no sign.
constexpr uint64_t kFewZeros = 8;

// The field with which a tar archive begins.
constexpr size_t kTarNameBytes = 100;

std::optional<OtherFile> AsLfsPointer(ByteSpan start) {
  const std::optional<LfsPointer> pointer = FindLfsPointer(start);
  if (!pointer.has_value()) return std::nullopt;
  std::string what = "The file is a Git LFS pointer to a file";
  if (pointer->size.has_value()) {
    what += Message({" of ", Count(*pointer->size, "byte")});
  }
  if (!pointer->sha256.empty()) {
    what += Message({" with the SHA-256 ", pointer->sha256});
  }
  if (pointer->has_front) {
    what += ", spoilt by a byte-order mark or white space in front";
  }
  return OtherFile{Code::kFileLfsPointer, what + ".", pointer->size};
}

std::optional<OtherFile> AsZeros(ByteSpan start, std::optional<uint64_t> size) {
  const std::string_view text = AsText(start);
  const uint64_t zeros = std::min(text.find_first_not_of('\0'), text.size());
  const bool all = size.has_value() && zeros == *size;
  if (zeros == 0 || (zeros <= kFewZeros && !all)) return std::nullopt;
  if (zeros == 1) {
    return OtherFile{Code::kFileZeros, "The only byte is zero.", std::nullopt};
  }
  const bool more = zeros == text.size() && !all;
  return OtherFile{
      Code::kFileZeros,
      Message({all ? "All " : "The first ", Number(zeros), " bytes are zero",
               more ? ", perhaps more of them." : "."}),
      std::nullopt};
}

std::optional<OtherFile> AsOldGgml(ByteSpan start) {
  for (const Magic& magic : kOldGgml) {
    if (!AsText(start).starts_with(magic.bytes)) continue;
    std::string_view name = magic.name;
    Cursor cursor(start);
    uint32_t first = 0;
    if (magic.bytes == "lmgg" && cursor.Skip(magic.bytes.size()) &&
        cursor.ReadU32(&first) && first >= kWhisperVocabularyMin &&
        first <= kWhisperVocabularyMax) {
      name = "a whisper.cpp";
    }
    return OtherFile{Code::kFileOldGgml,
                     Message({"The file begins with '", magic.bytes, "', as ",
                              name, " file does."}),
                     std::nullopt};
  }
  return std::nullopt;
}

// The name of the first entry of a ZIP archive, or an empty view.
// Source: APPNOTE.TXT, section 4.3.7.
std::string_view FirstZipEntry(ByteSpan start) {
  constexpr uint64_t kNameLength = 26;
  Cursor cursor(start);
  uint16_t name_length = 0;
  uint16_t extra_length = 0;
  ByteSpan name;
  const bool read = AsText(start).starts_with("PK\3\4") &&
                    cursor.Skip(kNameLength) && cursor.ReadU16(&name_length) &&
                    cursor.ReadU16(&extra_length) &&
                    cursor.ReadBytes(name_length, &name);
  return read ? AsText(name) : std::string_view();
}

OtherFile AsZip(ByteSpan start) {
  const std::string_view entry = FirstZipEntry(start);
  std::string what = "The file is a ZIP archive";
  if (entry == "data.pkl" || entry.ends_with("/data.pkl")) {
    what = "The file is a PyTorch checkpoint, a ZIP archive with a pickle";
  }
  if (!entry.empty()) what += Message({"; its first entry is ", Quoted(entry)});
  return OtherFile{Code::kFileZipArchive, what + ".", std::nullopt};
}

bool IsOctal(std::string_view text) {
  return text.find_first_not_of("01234567") == std::string_view::npos;
}

// Whether a tar archive may begin so: with the name of a file in a field of 100
// bytes, zeros behind it.
bool IsTarName(ByteSpan start) {
  const std::string_view field = AsText(start).substr(0, kTarNameBytes);
  const std::string_view name = field.substr(0, field.find('\0'));
  return !name.empty() && !HasControlByte(name) && MayBeText(AsBytes(name)) &&
         field.find_first_not_of('\0', name.size()) == field.npos;
}

// The tar format before "ustar" has no magic: behind the name stand permissions
// in 7 octal digits.
bool IsOldTar(ByteSpan start) {
  constexpr size_t kModeDigits = 7;
  const std::string_view text = AsText(start);
  return text.size() > kTarNameBytes + kModeDigits &&
         IsOctal(text.substr(kTarNameBytes, kModeDigits)) &&
         text[kTarNameBytes + kModeDigits] == '\0';
}

bool IsTar(ByteSpan start) {
  return IsTarName(start) &&
         (FindSignature(start) == kTarName || IsOldTar(start));
}

bool MayBeTar(ByteSpan start) {
  return start.size() < kTarSigned ? IsTarName(start) : IsTar(start);
}

std::optional<OtherFile> AsBinary(ByteSpan start) {
  const std::string_view signature = FindSignature(start);
  if (signature == "a ZIP archive") return AsZip(start);
  if (signature == "a Python pickle") {
    return OtherFile{Code::kFilePickle, "The file is a Python pickle.",
                     std::nullopt};
  }
  std::string_view name = signature == kTarName ? "" : signature;
  for (const Magic& magic : kDocuments) {
    if (AsText(start).starts_with(magic.bytes)) name = magic.name;
  }
  if (name.empty() && IsTar(start)) name = kTarName;
  if (name.empty()) return std::nullopt;
  return OtherFile{Code::kFileOtherFormat,
                   Message({"The file begins as ", name, "."}), std::nullopt};
}

std::optional<OtherFile> AsTextFile(ByteSpan start) {
  const std::optional<TextFile> text = FindTextFile(start);
  if (!text.has_value()) return std::nullopt;
  const std::string excerpt = Quoted(text->excerpt);
  switch (text->kind) {
    case TextFileKind::kMarkup:
      return OtherFile{Code::kFileWebPage,
                       Message({"The file is a web page: ", excerpt, "."}),
                       std::nullopt};
    case TextFileKind::kXml:
      return OtherFile{
          Code::kFileWebPage,
          Message({"The file is an XML document that begins ", excerpt, "."}),
          std::nullopt};
    case TextFileKind::kXmlError:
      return OtherFile{
          Code::kFileWebPage,
          Message({"The file is an error document (XML): ", excerpt, "."}),
          std::nullopt};
    case TextFileKind::kJson:
      return OtherFile{
          Code::kFileJsonText,
          Message({"The file is JSON text that begins ", excerpt, "."}),
          std::nullopt};
    case TextFileKind::kPlain:
      break;
  }
  return OtherFile{Code::kFilePlainText,
                   Message({"The file is text that begins ", excerpt, "."}),
                   std::nullopt};
}

// The part of a file that says what it is.
ByteSpan Looked(ByteSpan start) {
  return start.first(std::min(start.size(), kOtherFileLook));
}

// Zeros alone may all be zeros; with anything behind them they count if there
// are more than a few.
bool MayBeZeros(ByteSpan start) {
  const std::string_view text = AsText(start);
  const size_t zeros = std::min(text.find_first_not_of('\0'), text.size());
  return zeros == text.size() || zeros > kFewZeros;
}

bool MayBeOneOf(std::span<const Magic> magics, ByteSpan start) {
  return std::any_of(magics.begin(), magics.end(), [start](const Magic& magic) {
    return MatchesSoFar(start, magic.bytes);
  });
}

}  // namespace

std::optional<OtherFile> FindOtherFile(ByteSpan start,
                                       std::optional<uint64_t> size) {
  start = Looked(start);
  if (auto pointer = AsLfsPointer(start)) return pointer;
  if (auto zeros = AsZeros(start, size)) return zeros;
  if (auto old_ggml = AsOldGgml(start)) return old_ggml;
  if (auto binary = AsBinary(start)) return binary;
  return AsTextFile(start);
}

bool MayBeOtherFile(ByteSpan start) {
  start = Looked(start);
  return start.empty() || MayBeLfsPointer(start) || MayBeZeros(start) ||
         MayBeOneOf(kOldGgml, start) || MayBeOneOf(kDocuments, start) ||
         MayBeSigned(start, kOtherFileLook) || MayBeTar(start) ||
         MayBeText(start);
}

}  // namespace loadgate
