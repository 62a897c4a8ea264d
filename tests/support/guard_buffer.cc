#include "tests/support/guard_buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <span>

#include "loadgate/check.h"

namespace loadgate::testing_support {

GuardBuffer::GuardBuffer(ByteSpan bytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t usable = (bytes.size() + page - 1) / page * page;
  mapping_size_ = usable + page;
  mapping_ = mmap(nullptr, mapping_size_, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  LG_CHECK(mapping_ != MAP_FAILED);
  const std::span<std::byte> all(static_cast<std::byte*>(mapping_),
                                 mapping_size_);
  const std::span<std::byte> guard = all.last(page);
  const std::span<std::byte> copy = all.first(usable).last(bytes.size());
  std::copy(bytes.begin(), bytes.end(), copy.begin());
  LG_CHECK(mprotect(mapping_, mapping_size_, PROT_READ) == 0);
  LG_CHECK(mprotect(guard.data(), guard.size(), PROT_NONE) == 0);
  bytes_ = copy;
}

GuardBuffer::~GuardBuffer() { munmap(mapping_, mapping_size_); }

}  // namespace loadgate::testing_support
