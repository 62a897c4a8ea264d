// The task of a worker that makes files and recipes, and its form in an order.

#ifndef HARNESS_CRAFT_TASK_H_
#define HARNESS_CRAFT_TASK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/craft_reply.h"

namespace loadgate {

// CraftInput is one input, beside its descriptor.
struct CraftInput {
  // The file's size by fstat; nullopt for a stream, which is the only input.
  std::optional<uint64_t> size;
  std::string name;  // Its own, of a file in a folder; else empty.
};

// CraftRequest is what is asked about the inputs. What they are read by is not
// part of it: a worker has their descriptors where descriptors.h says.
struct CraftRequest {
  CraftVerb verb = CraftVerb::kDisasm;
  // Of kAsm, whether a set may be made; of kDisasm, whether the inputs are one.
  bool set = false;
  // What the inputs, and of kAsm the files that are made, may have together.
  uint64_t most_bytes = 0;
  std::vector<CraftInput> inputs;
};

// LimitsOf returns what the reply to `request` may have.
CraftLimits LimitsOf(const CraftRequest& request);

// EncodeCraftTask returns `request` as the text that an order carries. It is
// too long for one where the names are.
std::string EncodeCraftTask(const CraftRequest& request);

// DecodeCraftTask returns nullopt for what EncodeCraftTask does not make.
std::optional<CraftRequest> DecodeCraftTask(std::string_view task);

}  // namespace loadgate

#endif  // HARNESS_CRAFT_TASK_H_
