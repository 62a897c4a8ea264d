// A main() for a fuzz target under MemorySanitizer: runs the target once over
// every file it is given, and every file in a directory; or, called with
// --unwritten, over bytes that nobody has written, which must end it.
//
// MemorySanitizer takes what uninstrumented code wrote for not written, and the
// C++ library's own object code is uninstrumented. So files are read with
// functions of C, which the sanitizer knows; templates of that library are
// compiled with our code (scripts/msan_replay); and the one function left that
// writes into memory of ours is wrapped by the linker, and what it wrote marked
// as written.

#include <dirent.h>
#include <sanitizer/msan_interface.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

extern "C" {

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// std::_Rb_tree_insert_and_rebalance: links a node of a map or set into its
// tree. Only the node itself is new memory.
void __real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
    bool left, std::_Rb_tree_node_base* node, std::_Rb_tree_node_base* parent,
    std::_Rb_tree_node_base& header);
void __wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
    bool left, std::_Rb_tree_node_base* node, std::_Rb_tree_node_base* parent,
    std::_Rb_tree_node_base& header) {
  __real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
      left, node, parent, header);
  __msan_unpoison(node, sizeof(*node));
}

}  // extern "C"

namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
  void operator()(DIR* directory) const { closedir(directory); }
};

size_t ran = 0;

bool RunFile(const std::string& path) {
  // Named first: a target that fails aborts.
  std::fprintf(stderr, "%s\n", path.c_str());
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr || std::fseek(file.get(), 0, SEEK_END) != 0) return false;
  const long end = std::ftell(file.get());
  if (end < 0 || std::fseek(file.get(), 0, SEEK_SET) != 0) return false;
  const auto size = static_cast<size_t>(end);
  // A block of exactly the input's size.
  const std::unique_ptr<uint8_t[]> bytes(new uint8_t[size]);
  if (std::fread(bytes.get(), 1, size, file.get()) != size) return false;
  LLVMFuzzerTestOneInput(bytes.get(), size);
  ++ran;
  return true;
}

bool Run(const std::string& path) {
  const std::unique_ptr<DIR, Close> directory(opendir(path.c_str()));
  if (directory == nullptr) return RunFile(path);
  bool good = true;
  while (const dirent* entry = readdir(directory.get())) {
    const std::string name = &entry->d_name[0];
    if (!name.starts_with(".")) good = RunFile(path + "/" + name) && good;
  }
  return good;
}

void RunUnwritten() {
  constexpr size_t kSize = 64;
  const std::unique_ptr<uint8_t[]> bytes(new uint8_t[kSize]);
  LLVMFuzzerTestOneInput(bytes.get(), kSize);
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--unwritten") {
      RunUnwritten();
      std::fprintf(stderr, "the target read bytes that nobody wrote, unseen\n");
    } else if (!Run(argument)) {
      std::fprintf(stderr, "cannot read %s\n", argument.c_str());
      return 1;
    }
  }
  std::fprintf(stderr, "%zu inputs ran\n", ran);
  // A corpus that is not there must not look like one that passed.
  return ran > 0 ? 0 : 1;
}
