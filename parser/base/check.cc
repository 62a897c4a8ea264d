#include "loadgate/check.h"

#include <cstdio>
#include <cstdlib>

namespace loadgate::check_internal {

void CheckFailed(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "loadgate: internal check failed: %s (%s:%d)\n",
               expression, file, line);
  std::abort();
}

}  // namespace loadgate::check_internal
