// The steps of the naive GGUF reader, by file: what a file begins with and how
// its numbers and strings are read (gguf.cc), the key-values
// (gguf_metadata.cc), the tensor infos (gguf_tensors.cc), and where the data
// lies (gguf_layout.cc).

#ifndef LOADGATE_TESTS_NAIVE_GGUF_JUDGE_H_
#define LOADGATE_TESTS_NAIVE_GGUF_JUDGE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/naive/ggml_types.h"
#include "tests/naive/gguf.h"
#include "tests/naive/wide.h"

namespace naive {

// GgufJudge judges one file, which outlives it, from front to back. Each step
// returns false at the first error; it has then noted which and where.
class GgufJudge {
 public:
  explicit GgufJudge(const std::vector<uint8_t>& file) : file_(file) {}

  // Run takes all steps. It may be called once.
  Judgement Run();

 private:
  // gguf.cc
  bool Fail(Wide offset, std::string reason);
  void Warn(const std::string& warning);
  Wide Left() const { return Wide{file_.size()} - pos_; }
  uint8_t At(Wide pos) const { return file_[static_cast<size_t>(pos)]; }
  uint64_t NumberAt(Wide pos, unsigned width) const;
  bool ReadNumber(unsigned width, uint64_t* value);
  bool ReadString(uint64_t max_bytes, std::string* text);
  bool CheckMagic();
  bool ReadVersion();
  bool ReadCounts();
  bool CheckByteOrder();

  // gguf_metadata.cc
  bool ReadKeyValues();
  bool ReadKey(std::string* key);
  bool ReadType(uint32_t* type);
  bool ReadValueHead(KeyValue* value);
  bool ReadArrayHead(KeyValue* value);
  bool ReadElement(uint32_t type, const std::string& key);
  bool ReadText(const std::string& key);
  bool ReadBool();
  bool CheckValueText();
  bool CheckAlignment();
  bool CheckAlignmentValue(const KeyValue& value);

  // gguf_tensors.cc
  bool ReadTensorInfos();
  bool ReadTensorInfo(Tensor* tensor);
  bool ReadTensorName(std::string* name);
  bool ReadDims(Tensor* tensor);
  bool ReadTensorType(Tensor* tensor);
  bool MeasureTensor(Wide shape, const GgmlType& type, Tensor* tensor);

  // gguf_layout.cc
  bool PlaceTensors();
  bool CheckOffset(Wide field, Wide offset, Wide expected);
  bool CheckDataIsThere();
  void CheckPadding();
  bool CheckTail();
  bool IsZero(Wide begin, Wide end) const;

  const std::vector<uint8_t>& file_;
  Wide pos_ = 0;
  Wide num_keys_ = 0;
  Wide num_tensors_ = 0;
  std::vector<Wide> offset_fields_;  // where each tensor's offset stands
  Wide infos_end_ = 0;
  Wide accounted_end_ = 0;  // where the tail starts, perhaps past the file
  std::optional<Wide> bad_text_at_;
  std::set<std::string> seen_;
  Judgement out_;
};

}  // namespace naive

#endif  // LOADGATE_TESTS_NAIVE_GGUF_JUDGE_H_
