// LG_CHECK: the third kind of error, "we are wrong".
//
// A failed check is a fault of loadgate, never of the file being read: no
// input may reach one, and a fuzzer that does has found a bug. It therefore
// stays on in release builds and aborts, so that a gate that has lost its way
// cannot go on to say "accept".

#ifndef LOADGATE_CHECK_H_
#define LOADGATE_CHECK_H_

namespace loadgate::check_internal {

// CheckFailed writes `expression` and its place to standard error and aborts.
[[noreturn]] void CheckFailed(const char* expression, const char* file,
                              int line);

}  // namespace loadgate::check_internal

// LG_CHECK aborts the process unless `condition` holds.
#define LG_CHECK(condition)                                                \
  (static_cast<bool>(condition) ? static_cast<void>(0)                     \
                                : ::loadgate::check_internal::CheckFailed( \
                                      #condition, __FILE__, __LINE__))

#endif  // LOADGATE_CHECK_H_
