// GGUF tensor infos.
//
// Source: the GGUF specification, "File Structure", gguf_tensor_info_t; the
// limits on names and dimensions are ggml's (GGML_MAX_NAME, GGML_MAX_DIMS).

#ifndef LOADGATE_FORMATS_GGUF_TENSORS_H_
#define LOADGATE_FORMATS_GGUF_TENSORS_H_

#include <cstdint>
#include <string_view>

#include "formats/field_reader.h"
#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/limits.h"

namespace loadgate {

// GgufTensorInfo is a tensor info as it stands in the file, with the places of
// its fields.
struct GgufTensorInfo {
  std::string_view name;
  uint32_t n_dims = 0;
  std::array<uint64_t, kGgufMaxDimensions> ne = {1, 1, 1, 1};
  uint32_t type = 0;
  uint64_t offset = 0;
  uint64_t name_at = 0;
  uint64_t dimensions_at = 0;
  uint64_t type_at = 0;
  uint64_t offset_at = 0;
};

// ReadGgufTensorInfo reads one tensor info. It returns false when reading
// cannot go on; what was read until then is in `*out`.
bool ReadGgufTensorInfo(FieldReader& in, GgufTensorInfo* out);

// GgufTensorInfoAt reads the info at `offset` again, which was read before.
GgufTensorInfo GgufTensorInfoAt(ByteSpan header, ByteOrder order,
                                uint64_t offset);

// GgufTensorItem returns where tensor `i` is, for a finding.
std::string GgufTensorItem(uint64_t i, std::string_view name);

// ReadGgufTensor reads the next tensor info, reports what is wrong with it and
// places its data. It returns false when reading cannot go on.
bool ReadGgufTensor(FieldReader& in, ByteSpan header, const Limits& limits,
                    GgufTables* tables, FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_TENSORS_H_
