// Judging: what the benchmark measures, in one call each.

#ifndef LOADGATE_BENCH_JUDGING_H_
#define LOADGATE_BENCH_JUDGING_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "bench/model_files.h"
#include "bench/safetensors_files.h"
#include "loadgate/bytes.h"
#include "loadgate/finding.h"

namespace loadgate::bench {

// ReadHeader reads a header in memory, as GgufReader does it, and makes the
// file of it. One that is not accepted aborts.
void ReadHeader(const ModelFile& model);

// ReadSafetensors reads a header in memory and makes the file of it; in place
// is over the bytes themselves. One that is not accepted aborts.
void ReadSafetensors(const SafetensorsModel& model);
void ReadSafetensorsInPlace(std::span<std::byte> header,
                            const SafetensorsModel& model);

// JudgeBytes judges a file in memory from end to end.
Verdict JudgeBytes(ByteSpan bytes);

// JudgeFile judges the file of that path from end to end; as_stream reads it as
// if it were a pipe. A file that cannot be read aborts.
Verdict JudgeFile(const std::string& path, bool as_stream = false);

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_JUDGING_H_
