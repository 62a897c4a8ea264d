// MappedFile: a file's bytes in memory without a copy, for tensor data.
//
// Weights are mapped, headers are not: a mapping shows whatever the file holds
// at the moment of the look, so nothing that was checked in one may be relied
// on, and a file that shrinks under it ends the process with SIGBUS on the next
// touch. Map only what nobody else can write, and read headers through a
// ByteSource.

#ifndef LOADGATE_MAPPED_FILE_H_
#define LOADGATE_MAPPED_FILE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "loadgate/attributes.h"
#include "loadgate/bytes.h"

namespace loadgate {

class MappedFile {
 public:
  // Open maps the plain file at `path` read-only. The mapping is shared between
  // all holders and goes with the last; it does not keep a descriptor open.
  // Errors: those of open(2), fstat(2) and mmap(2), and InvalidArgument for
  // what is not a plain file. An empty file gives an empty mapping.
  static absl::StatusOr<std::shared_ptr<const MappedFile>> Open(
      const std::string& path);

  // FromDescriptor maps the plain file behind `fd`, so that what was checked
  // through a descriptor is what is mapped. It borrows `fd` for the call.
  static absl::StatusOr<std::shared_ptr<const MappedFile>> FromDescriptor(
      int fd);

  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // bytes views the whole file as it was when it was mapped.
  ByteSpan bytes() const LG_LIFETIME_BOUND { return bytes_; }

 private:
  explicit MappedFile(ByteSpan bytes) : bytes_(bytes) {}

  ByteSpan bytes_;
};

}  // namespace loadgate

#endif  // LOADGATE_MAPPED_FILE_H_
