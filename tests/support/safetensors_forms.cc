#include "tests/support/safetensors_forms.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/safetensors_dtype.h"
#include "tests/support/json_forms.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

class Writer : private JsonForms {
 public:
  using JsonForms::JsonForms;

  SafetensorsBytes Run();

 private:
  struct Tensor {
    std::u32string name;
    std::string dtype;
    std::vector<uint64_t> shape;
    uint64_t begin = 0;
    uint64_t end = 0;
  };

  void Sizes(const std::vector<uint64_t>& sizes);
  void Field(const Tensor& tensor, size_t which);
  void Entry(const Tensor& tensor);
  void Metadata();
  std::vector<Tensor> Tensors();
};

void Writer::Sizes(const std::vector<uint64_t>& sizes) {
  Punct('[');
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (i > 0) Punct(',');
    Size(sizes[i]);
  }
  if (Wrong()) Raw(OneOf({",", ",0", "[]"}));
  Punct(']');
}

void Writer::Field(const Tensor& tensor, size_t which) {
  PlainString(std::array{"dtype", "shape", "data_offsets", "x"}[which]);
  Punct(':');
  switch (which) {
    case 0:
      return Wrong() ? Value(125, 1) : PlainString(tensor.dtype);
    case 1:
      return Wrong() ? Value(125, 1) : Sizes(tensor.shape);
    case 2:
      return Wrong() ? Value(125, 1) : Sizes({tensor.begin, tensor.end});
    default:
      return Value(125, 3);
  }
}

void Writer::Entry(const Tensor& tensor) {
  String(tensor.name);
  Punct(':');
  if (Wrong()) return Value(126, 1);
  std::vector<size_t> fields = {0, 1, 2};
  if (Once(3)) fields.push_back(3);
  if (Wrong()) fields.push_back(Below(4));
  Shuffle(&fields);
  if (Wrong()) fields.pop_back();
  Punct('{');
  for (size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) Punct(',');
    Field(tensor, fields[i]);
  }
  Punct('}');
}

void Writer::Metadata() {
  PlainString("__metadata__");
  Punct(':');
  if (Wrong()) return Value(126, 1);
  Punct('{');
  const uint64_t pairs = Below(5);
  for (uint64_t i = 0; i < pairs; ++i) {
    if (i > 0) Punct(',');
    String(Name());
    Punct(':');
    if (Wrong()) {
      Value(125, 1);
    } else {
      String(Name());
    }
  }
  Punct('}');
}

// Tensors that tile their data.
std::vector<Writer::Tensor> Writer::Tensors() {
  std::vector<Tensor> tensors(Once(30) ? Below(40) : Below(5));
  uint64_t end = 0;
  for (Tensor& tensor : tensors) {
    const std::span<const SafetensorsDtype> dtypes = AllSafetensorsDtypes();
    const SafetensorsDtype& dtype = dtypes[Below(dtypes.size())];
    tensor.name = Once(10) && &tensor == tensors.data() ? U"" : Name();
    tensor.dtype = dtype.name;
    uint64_t bits = dtype.bits;
    const uint64_t rank = Below(4);
    for (uint64_t i = 0; i < rank; ++i) tensor.shape.push_back(Below(5));
    if (bits % 8 != 0) tensor.shape.push_back(4);
    for (const uint64_t size : tensor.shape) bits *= size;
    if (Wrong()) end += OneOf({1, 8});
    if (end > 0 && Wrong()) --end;
    tensor.begin = end;
    end += bits / 8;
    tensor.end = end;
  }
  return tensors;
}

SafetensorsBytes Writer::Run() {
  std::vector<Tensor> tensors = Tensors();
  const uint64_t data_bytes = tensors.empty() ? 0 : tensors.back().end;
  Shuffle(&tensors);
  const size_t metadata = Below(tensors.size() + 3);
  if (Wrong()) Raw("\xef\xbb\xbf");
  Punct('{');
  for (size_t i = 0; i <= tensors.size(); ++i) {
    if (i == metadata) {
      if (i > 0) Punct(',');
      Metadata();
    }
    if (i == tensors.size()) break;
    if (i > 0 || metadata == 0) Punct(',');
    Entry(tensors[i]);
  }
  Punct('}');
  if (Wrong()) Raw(OneOf({"{}"s, "\0"s, "null"s, "x"s}));
  SafetensorsBytes file = {.json = text(), .data_bytes = data_bytes};
  if (Wrong()) file.data_bytes += Below(3);
  if (Wrong()) file.declared_length = text().size() + 1 - Below(3);
  return file;
}

}  // namespace

SafetensorsBytes RandomSafetensors(uint64_t seed, uint32_t wrong) {
  return Writer(seed, wrong).Run();
}

}  // namespace loadgate::testing_support
