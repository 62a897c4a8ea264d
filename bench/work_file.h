// WorkFile: a file for the time of a measurement.

#ifndef LOADGATE_BENCH_WORK_FILE_H_
#define LOADGATE_BENCH_WORK_FILE_H_

#include <cstdint>
#include <string>
#include <utility>

#include "loadgate/bytes.h"

namespace loadgate::bench {

class WorkFile {
 public:
  // WorkFile names a file that is removed when it is destroyed.
  explicit WorkFile(std::string path) : path_(std::move(path)) {}
  ~WorkFile();
  WorkFile(const WorkFile&) = delete;
  WorkFile& operator=(const WorkFile&) = delete;

  // Write writes `bytes`, and a hole behind them up to `size`, over what was
  // there. It returns whether the file system does that.
  bool Write(ByteSpan bytes, uint64_t size) const;
  bool Write(ByteSpan bytes) const { return Write(bytes, bytes.size()); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_WORK_FILE_H_
