// Makes the seeds of other_file_fuzzer: one file of each kind that is
// recognised, and the near misses of each.

#include <string>

#include "fuzz/support/seeds.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

constexpr char kHash[] =
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

std::string Pointer(const std::string& end, const std::string& size) {
  return "version https://git-lfs.github.com/spec/v1" + end +
         "oid sha256:" + kHash + end + "size " + size + end;
}

void AddText(Seeds* seeds) {
  seeds->emplace("lfs-pointer", Pointer("\n", "4000"));
  seeds->emplace("lfs-pointer-crlf", Pointer("\r\n", "4000"));
  seeds->emplace("lfs-pointer-size-too-large",
                 Pointer("\n", "18446744073709551616"));
  seeds->emplace("lfs-pointer-version-alone",
                 "version https://git-lfs.github.com/spec/v1");
  seeds->emplace("text-html", "<!DOCTYPE html><Title>Sign in</TITLE>");
  seeds->emplace("text-html-title-open", "<html><title>Sign in");
  seeds->emplace("text-xml",
                 "<?xml version=\"1.0\"?><Code>AccessDenied</Code>");
  seeds->emplace("text-json", "\xef\xbb\xbf\n{\"error\":\"Not found\"}");
  seeds->emplace("text-plain", "Entry not found");
  seeds->emplace("text-cut-character", "gr\xc3\xbc\xc3");
  seeds->emplace("text-with-a-control-byte", "Entry\x1b[0m");
  seeds->emplace("text-white-space", " \t\r\n");
  seeds->emplace("empty", "");
}

void AddArchives(Seeds* seeds) {
  const std::string entry = "archive/data.pkl";
  seeds->emplace("zip-of-pytorch",
                 "PK\3\4"s + std::string(22, '\0') + "\x10\0\0\0"s + entry);
  seeds->emplace("zip-entry-past-end",
                 "PK\3\4"s + std::string(22, '\0') + "\xff\xff\0\0"s + entry);
  seeds->emplace("zip-empty", "PK\5\6"s + std::string(18, '\0'));
  std::string tar = "model.gguf";
  tar.resize(100, '\0');
  seeds->emplace("tar-old", tar + "0000644\0"s);
  tar.resize(257, '\0');
  seeds->emplace("tar-ustar", tar + "ustar\0"s + "00");
  seeds->emplace("gzip", "\x1f\x8b\x08\0"s);
  seeds->emplace("bzip2", "BZh91AY&SY");
  seeds->emplace("pickle", "\x80\x04\x95\x0b\0\0\0\0\0\0\0}."s);
  seeds->emplace("pickle-of-old-pytorch",
                 "\x80\x02\x8a\nl\xfc\x9c\x46\xf9 j\xa8P\x19."s);
}

void AddBinaries(Seeds* seeds) {
  for (const char* const magic :
       {"lmgg", "fmgg", "tjgg", "algg", "ccgg", "nsgg", "qsgg"}) {
    seeds->emplace("ggml-"s + magic, magic + "\3\0\0\0"s);
  }
  seeds->emplace("ggml-of-whisper", "lmgg\x99\xca\0\0"s);
  seeds->emplace("zeros", std::string(32, '\0'));
  seeds->emplace("zeros-eight-then-data", std::string(8, '\0') + "{}");
  seeds->emplace("zeros-then-data", std::string(16, '\0') + "data");
  seeds->emplace("elf",
                 "\x7f"
                 "ELF\2\1\1"s);
  std::string pe = "MZ";
  pe.resize(0x3c, '\0');
  seeds->emplace("pe", pe + "\x40\0\0\0PE\0\0"s);
  seeds->emplace("script", "#! /bin/sh\n");
  seeds->emplace("hdf5", "\x89HDF\r\n\x1a\n"s);
  seeds->emplace("png", "\x89PNG\r\n\x1a\n"s);
  seeds->emplace("gguf-mangled", "GGUF\3\0\0\0\xef\xbf\xbd\0\0\0"s);
  seeds->emplace("gguf-crlf", "GGUF\3\0\0\0\r\n\0\0\0\r\n"s);
}

void AddNames(Seeds* seeds) {
  seeds->emplace("name-part", "m.gguf.part-aa\n");
  seeds->emplace("name-part-of", "m.safetensors.part1of2\n");
  seeds->emplace("name-download", "m.gguf.crdownload\n");
  seeds->emplace("name-shard", "m-00001-of-00003.gguf\n");
}

Seeds AllSeeds() {
  Seeds seeds;
  AddText(&seeds);
  AddArchives(&seeds);
  AddBinaries(&seeds);
  AddNames(&seeds);
  return seeds;
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv, support::AllSeeds());
}
