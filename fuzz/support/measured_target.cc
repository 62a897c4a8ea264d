// A target with a watch on it, linked with libFuzzer like any other.
//
// Prints, when the engine is done, a hash of all inputs in their order, and the
// CPU time that went into the mutator and into the target. The build renames
// the functions that an engine looks for, and this file has them instead.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <span>

// The build renames these in the target's files, and in this one.
#undef LLVMFuzzerTestOneInput
#undef LLVMFuzzerCustomMutator
#undef LLVMFuzzerCustomCrossOver

// What they are called then.
extern "C" int MeasuredTestOneInput(const uint8_t* data, size_t size);
extern "C" size_t MeasuredCustomMutator(uint8_t* data, size_t size,
                                        size_t max_size, unsigned int seed);
extern "C" size_t MeasuredCustomCrossOver(const uint8_t* data1, size_t size1,
                                          const uint8_t* data2, size_t size2,
                                          uint8_t* out, size_t max_out_size,
                                          unsigned int seed);

namespace {

double CpuSeconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) / 1e9;
}

// FNV-1a of 64 bits: not to be fooled by chance, which is all it has to do.
class Hash {
 public:
  void Add(std::span<const uint8_t> bytes) {
    for (const uint8_t byte : bytes) AddByte(byte);
    for (size_t size = bytes.size(); size > 0; size >>= 8) {
      AddByte(static_cast<uint8_t>(size));
    }
    AddByte(0);
  }
  unsigned long long value() const { return value_; }

 private:
  void AddByte(uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  uint64_t value_ = 0xcbf29ce484222325;
};

struct Watch {
  Watch() = default;
  ~Watch() {
    std::printf("measured: inputs %llu hash %016llx\n", inputs, hash.value());
    std::printf("measured: mutator %.3f s, target %.3f s, process %.3f s\n",
                mutator, target, CpuSeconds());
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  unsigned long long inputs = 0;
  Hash hash = {};
  double mutator = 0;
  double target = 0;
};

Watch& TheWatch() {
  static Watch watch;
  return watch;
}

// Adds the time until it goes out of scope.
class Timer {
 public:
  explicit Timer(double* sum) : sum_(*sum) {}
  ~Timer() { sum_ += CpuSeconds() - begin_; }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

 private:
  double& sum_;
  const double begin_ = CpuSeconds();
};

int RunTarget(const uint8_t* data, size_t size) {
  Watch& watch = TheWatch();
  ++watch.inputs;
  watch.hash.Add(std::span(data, size));
  const Timer timer(&watch.target);
  return MeasuredTestOneInput(data, size);
}

size_t RunMutator(uint8_t* data, size_t size, size_t max_size,
                  unsigned int seed) {
  const Timer timer(&TheWatch().mutator);
  return MeasuredCustomMutator(data, size, max_size, seed);
}

size_t RunCrossOver(const uint8_t* data1, size_t size1, const uint8_t* data2,
                    size_t size2, uint8_t* out, size_t max_out_size,
                    unsigned int seed) {
  const Timer timer(&TheWatch().mutator);
  return MeasuredCustomCrossOver(data1, size1, data2, size2, out, max_out_size,
                                 seed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return RunTarget(data, size);
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,
                                          size_t max_size, unsigned int seed) {
  return RunMutator(data, size, max_size, seed);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data1, size_t size1,
                                            const uint8_t* data2, size_t size2,
                                            uint8_t* out, size_t max_out_size,
                                            unsigned int seed) {
  return RunCrossOver(data1, size1, data2, size2, out, max_out_size, seed);
}
