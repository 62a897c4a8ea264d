// Whether this is a build that is many times slower than others.

#ifndef LOADGATE_TESTS_SUPPORT_SANITIZERS_H_
#define LOADGATE_TESTS_SUPPORT_SANITIZERS_H_

namespace loadgate::testing_support {

// kSanitized is true under AddressSanitizer. Tests may try less then, never
// something else.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_SANITIZERS_H_
