// The mutator as AFL++ meets it: a shared object that is loaded by name.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/mutator/file_mutator.h"
#include "loadgate/bytes.h"
#include "tests/mutator/accepted.h"

namespace loadgate::mutator {
namespace {

constexpr size_t kMaxSize = 2000;
constexpr size_t kMostWords = 60;

struct Library {
  const char* name;
  const char* path;
  std::string (*seed)(size_t, uint64_t);
  bool (*is_accepted)(const std::string&);
};

void PrintTo(const Library& library, std::ostream* out) {
  *out << library.name;
}

const Library kLibraries[] = {
    {"Gguf", LG_AFL_GGUF, SeedGguf, GgufIsAccepted},
    {"Safetensors", LG_AFL_SAFETENSORS, SeedSafetensors, SafetensorsIsAccepted},
};

// An instance, as afl-fuzz uses one. Files are copied to buffers of their own
// size, so that a sanitizer sees a byte past them.
class Afl {
 public:
  Afl(const char* path, unsigned int seed)
      : handle_(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) {
      ADD_FAILURE() << dlerror();
      std::abort();
    }
    data_ =
        Function<void*(void*, unsigned int)>("afl_custom_init")(nullptr, seed);
  }
  ~Afl() {
    Function<void(void*)>("afl_custom_deinit")(data_);
    dlclose(handle_);
  }
  Afl(const Afl&) = delete;
  Afl& operator=(const Afl&) = delete;

  std::string Fuzz(const std::string& file, const std::string& other,
                   size_t max_size) {
    const Buffer from(file);
    const Buffer add(other);
    unsigned char* out = nullptr;
    const size_t size =
        Function<size_t(void*, unsigned char*, size_t, unsigned char**,
                        unsigned char*, size_t, size_t)>("afl_custom_fuzz")(
            data_, from.get(), file.size(), &out,
            other.empty() ? nullptr : add.get(), other.size(), max_size);
    return Taken(out, size);
  }
  std::string Havoc(const std::string& file, size_t max_size) {
    const Buffer from(file);
    unsigned char* out = nullptr;
    const size_t size =
        Function<size_t(void*, unsigned char*, size_t, unsigned char**,
                        size_t)>("afl_custom_havoc_mutation")(
            data_, from.get(), file.size(), &out, max_size);
    return Taken(out, size);
  }
  std::string PostProcess(const std::string& file) {
    const Buffer from(file);
    unsigned char* out = nullptr;
    const size_t size =
        Function<size_t(void*, unsigned char*, size_t, unsigned char**)>(
            "afl_custom_post_process")(data_, from.get(), file.size(), &out);
    return Taken(out, size);
  }
  unsigned int HavocShare() {
    return Function<unsigned char(void*)>(
        "afl_custom_havoc_mutation_probability")(data_);
  }
  std::string Describe(size_t most) {
    return Function<const char*(void*, size_t)>("afl_custom_describe")(data_,
                                                                       most);
  }
  // Trims as afl-fuzz does.
  template <typename Predicate>
  std::string Trim(std::string file, Predicate serves) {
    const Buffer from(file);
    const int32_t steps = Function<int32_t(void*, unsigned char*, size_t)>(
        "afl_custom_init_trim")(data_, from.get(), file.size());
    for (int32_t step = 0; step < steps;) {
      unsigned char* out = nullptr;
      const size_t size = Function<size_t(void*, unsigned char**)>(
          "afl_custom_trim")(data_, &out);
      const std::string smaller = Taken(out, size);
      EXPECT_LT(smaller.size(), file.size());
      const bool does = serves(smaller);
      if (does) file = smaller;
      step = Function<int32_t(void*, unsigned char)>("afl_custom_post_trim")(
          data_, does ? 1 : 0);
    }
    return file;
  }

 private:
  class Buffer {
   public:
    explicit Buffer(const std::string& file)
        : bytes_(new unsigned char[file.size()]) {
      std::copy(file.begin(), file.end(), bytes_.get());
    }
    unsigned char* get() const { return bytes_.get(); }

   private:
    std::unique_ptr<unsigned char[]> bytes_;
  };

  template <typename Signature>
  Signature* Function(const char* name) {
    auto* const function = reinterpret_cast<Signature*>(dlsym(handle_, name));
    if (function == nullptr) {
      ADD_FAILURE() << name;
      std::abort();
    }
    return function;
  }

  static std::string Taken(const unsigned char* out, size_t size) {
    if (out == nullptr) {
      ADD_FAILURE() << "no buffer, which stops afl-fuzz";
      return "";
    }
    return std::string(reinterpret_cast<const char*>(out), size);
  }

  void* handle_;
  void* data_ = nullptr;
};

std::vector<std::string> Garbage() {
  return {"",
          std::string(1, '\0'),
          "G",
          "GGUF",
          std::string(7, '\xff'),
          std::string(100, '\xff'),
          "GGUF" + std::string(100, '\xff'),
          std::string(8, '\0') + "{\"a\":",
          std::string(5000, '{')};
}

class AflMutatorTest : public testing::TestWithParam<Library> {
 protected:
  std::string Seed(uint64_t seed) { return GetParam().seed(kMaxSize, seed); }
  // What one instance makes, each file of the one before it.
  std::vector<std::string> Made(unsigned int seed, size_t count) {
    Afl afl(GetParam().path, seed);
    std::vector<std::string> files = {Seed(1)};
    while (files.size() < count) {
      files.push_back(afl.Fuzz(files.back(), Seed(files.size()), kMaxSize));
      files.push_back(afl.Havoc(files.back(), kMaxSize));
    }
    return files;
  }
};

TEST_P(AflMutatorTest, NoFileIsLargerThanItMayBeOrEmpty) {
  Afl afl(GetParam().path, 1);
  std::vector<std::string> files = Garbage();
  for (uint64_t seed = 0; seed < 20; ++seed) files.push_back(Seed(seed));
  for (const size_t most : {1u, 7u, 24u, 100u, 3000u, 100000u}) {
    for (const std::string& file : files) {
      for (const std::string& made :
           {afl.Fuzz(file, "", most), afl.Fuzz(file, Seed(3), most),
            afl.Havoc(file, most)}) {
        EXPECT_LE(made.size(), most);
        EXPECT_GE(made.size(), 1u);
      }
    }
  }
}

TEST_P(AflMutatorTest, FilesStaySmallWhereTheEngineLeavesThemRoom) {
  Afl afl(GetParam().path, 1);
  std::string file = Seed(1);
  for (uint64_t i = 0; i < 2000; ++i) {
    file = afl.Fuzz(file, Seed(i), size_t{1} << 20);
    ASSERT_LE(file.size(), 4096u);
  }
}

TEST_P(AflMutatorTest, TheSameSeedGivesTheSameFiles) {
  EXPECT_EQ(Made(7, 500), Made(7, 500));
  EXPECT_NE(Made(7, 500), Made(8, 500));
}

TEST_P(AflMutatorTest, ManyFilesAreAcceptedAndManyAreNot) {
  const std::vector<std::string> files = Made(1, 2000);
  const auto accepted = static_cast<size_t>(
      std::count_if(files.begin(), files.end(), GetParam().is_accepted));
  EXPECT_GT(accepted, files.size() * 30 / 100);
  EXPECT_LT(accepted, files.size() * 90 / 100);
}

TEST_P(AflMutatorTest, ASecondFileGetsItsPartInSomeOfThem) {
  Afl afl(GetParam().path, 1);
  int crossed = 0;
  for (int i = 0; i < 500; ++i) {
    afl.Fuzz(Seed(1), Seed(2), kMaxSize);
    const std::string words = afl.Describe(200);
    crossed += words.find("cross-over") != std::string::npos;
  }
  EXPECT_GT(crossed, 50);
  EXPECT_LT(crossed, 200);
}

TEST_P(AflMutatorTest, AMutationIsDescribedInWordsForTheNameOfAFile) {
  Afl afl(GetParam().path, 1);
  EXPECT_FALSE(afl.Describe(kMostWords).empty());
  std::set<std::string> all;
  for (const std::string& garbage : Garbage()) {
    afl.Fuzz(garbage, Seed(1), kMaxSize);
    EXPECT_FALSE(afl.Describe(kMostWords).empty());
  }
  for (uint64_t i = 0; i < 300; ++i) {
    afl.Fuzz(Seed(i), "", kMaxSize);
    const std::string words = afl.Describe(kMostWords);
    EXPECT_LE(words.size(), kMostWords);
    for (const char c : words) {
      EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                  std::string_view("-+,").find(c) != std::string_view::npos)
          << words;
    }
    all.insert(words);
  }
  EXPECT_GT(all.size(), 10u);
  EXPECT_EQ(afl.Describe(3).size(), 3u);
}

TEST_P(AflMutatorTest, TrimmingKeepsWhatIsWantedAndLittleElse) {
  Afl afl(GetParam().path, 1);
  std::string large = Seed(1);
  for (uint64_t i = 0; large.size() < 1500 || !GetParam().is_accepted(large);
       ++i) {
    ASSERT_LT(i, 10000u);
    large = afl.Fuzz(large, Seed(i), kMaxSize);
  }
  const std::string small = afl.Trim(large, GetParam().is_accepted);
  EXPECT_LT(small.size(), 60u);
  EXPECT_TRUE(GetParam().is_accepted(small));
}

TEST_P(AflMutatorTest, TrimmingEndsOnGarbage) {
  Afl afl(GetParam().path, 1);
  for (const std::string& garbage : Garbage()) {
    afl.Trim(garbage, [](const std::string&) { return false; });
    const std::string small =
        afl.Trim(garbage, [](const std::string&) { return true; });
    EXPECT_LE(small.size(), garbage.size());
    EXPECT_EQ(small.empty(), garbage.empty());
  }
}

TEST_P(AflMutatorTest, WithoutBeingAskedNothingIsDoneBehindTheByteStages) {
  Afl afl(GetParam().path, 1);
  for (const std::string& file : Made(1, 100)) {
    EXPECT_EQ(afl.PostProcess(file), file);
  }
  for (const std::string& file : Garbage()) {
    EXPECT_EQ(afl.PostProcess(file), file);
  }
}

TEST_P(AflMutatorTest, OnRequestWhatByteStagesMakeIsSetRight) {
  ASSERT_EQ(setenv("LG_AFL_FIX", "1", 1), 0);
  Afl afl(GetParam().path, 1);
  ASSERT_EQ(unsetenv("LG_AFL_FIX"), 0);
  size_t accepted_before = 0;
  size_t accepted = 0;
  for (const std::string& file : Made(1, 500)) {
    const std::string fixed = afl.PostProcess(file);
    EXPECT_TRUE(afl.PostProcess(fixed) == fixed);
    const bool was_accepted = GetParam().is_accepted(file);
    if (was_accepted) {
      EXPECT_EQ(fixed, file);
    }
    accepted_before += was_accepted;
    accepted += GetParam().is_accepted(fixed);
  }
  EXPECT_GT(accepted, accepted_before + 10);
  for (const std::string& file : Garbage()) {
    EXPECT_LE(afl.PostProcess(file).size(), 5000u);
  }
}

TEST_P(AflMutatorTest, TheLargestSizeComesFromTheEnvironmentWhereItIsSet) {
  ASSERT_EQ(setenv("LG_AFL_MAX_SIZE", "200", 1), 0);
  Afl afl(GetParam().path, 1);
  ASSERT_EQ(unsetenv("LG_AFL_MAX_SIZE"), 0);
  for (uint64_t i = 0; i < 200; ++i) {
    EXPECT_LE(afl.Fuzz(Seed(i), Seed(i + 1), 5000).size(), 200u);
  }
}

TEST_P(AflMutatorTest, HavocGetsASmallShare) {
  Afl afl(GetParam().path, 1);
  EXPECT_GE(afl.HavocShare(), 1u);
  EXPECT_LE(afl.HavocShare(), 20u);
}

INSTANTIATE_TEST_SUITE_P(Libraries, AflMutatorTest,
                         testing::ValuesIn(kLibraries),
                         [](const testing::TestParamInfo<Library>& one) {
                           return one.param.name;
                         });

}  // namespace
}  // namespace loadgate::mutator
