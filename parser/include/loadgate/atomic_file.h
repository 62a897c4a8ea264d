// AtomicFile: a file that is there whole or not at all.
//
// The bytes go into a temporary file beside the final path. Commit makes them
// durable and only then gives them the name, in one step: whoever opens the
// path, before, after or during a crash, finds the old file or the new one.
//
// A process that is killed leaves its temporary file behind, called
// ".loadgate-" and 16 hexadecimal digits and ".tmp"; such files may be removed
// when no writer runs.

#ifndef LOADGATE_ATOMIC_FILE_H_
#define LOADGATE_ATOMIC_FILE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "loadgate/byte_sink.h"
#include "loadgate/bytes.h"

namespace loadgate {

class AtomicFile : public ByteSink {
 public:
  // Create begins to write what will be at `path`. The directory must exist,
  // and keep existing under any name: it is opened once. What is at the path
  // already is replaced by Commit, a symbolic link too, which is not followed;
  // a directory, or a path that does not end in a name, is an error now.
  //
  // The new file has the permissions `mode` less the process's umask, as any
  // file that open(2) makes; if it replaces a plain file, that one's instead.
  // Owner and group are the process's. Access lists are not taken over.
  static absl::StatusOr<std::unique_ptr<AtomicFile>> Create(
      const std::string& path, uint32_t mode = 0666);

  // Destroying a file that was not committed removes what was written.
  ~AtomicFile() override;

  // Write and CopyRange add bytes. After an error of theirs, or once sealed,
  // they are FailedPrecondition, and so is Commit.
  absl::Status Write(ByteSpan bytes) override;
  absl::Status CopyRange(int fd, uint64_t offset, uint64_t length) override;

  // Seal ends the writing: the bytes are made durable (fsync) and the file is
  // closed, still under its temporary name. For sets whose files are to get
  // their names together.
  absl::Status Seal();

  // Commit seals the file, gives it its name and makes the name durable. After
  // an error of fsync on the directory the new file is in place, but a crash
  // may still bring the old one back; after any other error the old file is
  // untouched. It may be called once.
  absl::Status Commit();

  // path returns what Create was given.
  const std::string& path() const { return path_; }

 private:
  enum class State : uint8_t { kWriting, kSealed, kFailed, kCommitted };
  struct Place;

  AtomicFile(std::string path, std::unique_ptr<Place> place);
  absl::Status CheckWriting() const;
  absl::Status Note(absl::Status status);

  std::string path_;
  std::unique_ptr<Place> place_;
  State state_ = State::kWriting;
};

}  // namespace loadgate

#endif  // LOADGATE_ATOMIC_FILE_H_
