#include "loadgate/version.h"

#include <string_view>

namespace loadgate {

std::string_view Version() { return LG_VERSION; }

}  // namespace loadgate
