// Which data type of safetensors another name for it means.

#ifndef LOADGATE_FORMATS_SAFETENSORS_GUESS_H_
#define LOADGATE_FORMATS_SAFETENSORS_GUESS_H_

#include <string_view>

#include "loadgate/safetensors_dtype.h"

namespace loadgate {

// GuessSafetensorsDtype returns the type that `name`, which is none of the
// table's, seems to mean: it is spelled in other letters, or as torch, NumPy or
// C call the type, such as "float32" or "torch.long". nullptr if it seems to
// mean none. A guess is good for a message and for nothing else.
const SafetensorsDtype* GuessSafetensorsDtype(std::string_view name);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_SAFETENSORS_GUESS_H_
