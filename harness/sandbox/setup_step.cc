#include "harness/sandbox/setup_step.h"

namespace loadgate::sandbox {

std::string_view SetupStepName(SetupStep step) {
  switch (step) {
    case SetupStep::kArchitecture:
      return "architecture";
    case SetupStep::kParent:
      return "parent";
    case SetupStep::kDescriptors:
      return "descriptors";
    case SetupStep::kPrivileges:
      return "privileges";
    case SetupStep::kNotDumpable:
      return "not-dumpable";
    case SetupStep::kLandlock:
      return "landlock";
    case SetupStep::kLimits:
      return "limits";
    case SetupStep::kFilter:
      return "seccomp";
    case SetupStep::kSelfTest:
      return "self-test";
  }
  return "unknown";
}

}  // namespace loadgate::sandbox
