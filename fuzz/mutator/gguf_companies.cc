#include "fuzz/mutator/gguf_companies.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/mutator/company.h"
#include "fuzz/mutator/gguf_measures.h"
#include "fuzz/mutator/gguf_put.h"
#include "fuzz/mutator/gguf_vocabulary.h"
#include "loadgate/ggml_type.h"

namespace loadgate::mutator {
namespace {

using Shape = CompanyShape;

constexpr CompanyMember kBiased[] = {{"%s.weight", "f16", Shape::kWeight},
                                     {"%s.bias", "f32", Shape::kRows}};
constexpr CompanyMember kScaled[] = {{"%s.weight", "i8", Shape::kWeight},
                                     {"%s.scale", "f32", Shape::kOne},
                                     {"%s.input_scale", "f32", Shape::kOne}};
constexpr CompanyMember kQuantised[] = {
    {"blk.%n.ffn_gate.weight", "q4_0", Shape::kWeight},
    {"blk.%n.ffn_up.weight", "q8_0", Shape::kWeight},
    {"blk.%n.ffn_down.weight", "f16", Shape::kTransposed}};
constexpr CompanyMember kExperts[] = {
    {"blk.%n.ffn_gate_inp.weight", "f32", Shape::kDown},
    {"blk.%n.exp_probs_b.bias", "f32", Shape::kRank},
    {"blk.%n.ffn_gate_exps.weight", "f16", Shape::kExperts},
    {"blk.%n.ffn_up_exps.weight", "f16", Shape::kExperts},
    {"blk.%n.ffn_down_exps.weight", "f16", Shape::kExpertsDown}};
constexpr CompanyMember kExpertBiases[] = {
    {"blk.%n.ffn_gate_inp.weight", "f32", Shape::kDown},
    {"blk.%n.ffn_gate_inp.bias", "f32", Shape::kRank},
    {"blk.%n.ffn_gate_exps.weight", "mxfp4", Shape::kExperts},
    {"blk.%n.ffn_gate_exps.bias", "f32", Shape::kRankRows}};
constexpr CompanyMember kAdapter[] = {{"%s.weight.lora_a", "f32", Shape::kDown},
                                      {"%s.weight.lora_b", "f32", Shape::kUp}};
constexpr CompanyMember kAttention[] = {
    {"blk.%n.attn_norm.weight", "f32", Shape::kColumns},
    {"blk.%n.attn_q.weight", "f16", Shape::kWeight},
    {"blk.%n.attn_k.weight", "f16", Shape::kDown},
    {"blk.%n.attn_v.weight", "f16", Shape::kDown},
    {"blk.%n.attn_output.weight", "f16", Shape::kTransposed}};
constexpr CompanyMember kFused[] = {
    {"blk.%n.attn_qkv.weight", "f16", Shape::kWeight},
    {"blk.%n.attn_qkv.bias", "f32", Shape::kRows},
    {"blk.%n.attn_q_norm.weight", "f32", Shape::kRank},
    {"blk.%n.attn_k_norm.weight", "f32", Shape::kRank}};
constexpr CompanyMember kNorm[] = {{"%s_norm.weight", "f32", Shape::kColumns},
                                   {"%s_norm.bias", "f32", Shape::kColumns}};
constexpr CompanyMember kEnds[] = {
    {"token_embd.weight", "f16", Shape::kWeight},
    {"output_norm.weight", "f32", Shape::kColumns},
    {"output.weight", "f16", Shape::kWeight},
    {"output.bias", "f32", Shape::kRows}};
constexpr CompanyMember kPositions[] = {
    {"position_embd.weight", "f32", Shape::kWeight},
    {"token_types.weight", "f32", Shape::kDown},
    {"token_embd_norm.weight", "f32", Shape::kColumns}};
constexpr CompanyMember kClassifier[] = {
    {"cls.weight", "f32", Shape::kWeight},
    {"cls.bias", "f32", Shape::kRows},
    {"cls.output.weight", "f32", Shape::kRankRows},
    {"cls.output.bias", "f32", Shape::kRank}};
constexpr CompanyMember kRotations[] = {
    {"rope_freqs.weight", "f32", Shape::kHalfColumns},
    {"rope_factors_long.weight", "f32", Shape::kHalfColumns},
    {"rope_factors_short.weight", "f32", Shape::kHalfColumns}};
constexpr CompanyMember kStates[] = {
    {"blk.%n.ssm_conv1d.weight", "f32", Shape::kUp},
    {"blk.%n.ssm_conv1d.bias", "f32", Shape::kRows},
    {"blk.%n.ssm_a", "f32", Shape::kWeight},
    {"blk.%n.ssm_d", "f32", Shape::kRows},
    {"blk.%n.ssm_out.weight", "f16", Shape::kTransposed}};
constexpr CompanyMember kImportance[] = {
    {"%s.weight.in_sum2", "f32", Shape::kDown},
    {"%s.weight.counts", "f32", Shape::kRank}};
constexpr CompanyMember kVision[] = {
    {"v.patch_embd.weight", "f16", Shape::kImage},
    {"v.patch_embd.bias", "f32", Shape::kRows},
    {"v.class_embd", "f32", Shape::kRows},
    {"v.position_embd.weight", "f32", Shape::kTransposed}};
constexpr CompanyMember kProjector[] = {
    {"mm.%n.weight", "f16", Shape::kWeight},
    {"mm.%n.bias", "f32", Shape::kRows},
    {"mm.model.fc.weight", "f16", Shape::kTransposed}};

constexpr CompanyNumber kWidths[] = {{"%a.embedding_length", &Extent::columns}};
constexpr CompanyNumber kFeedForward[] = {
    {"%a.embedding_length", &Extent::columns},
    {"%a.feed_forward_length", &Extent::rows}};
constexpr CompanyNumber kExpertNumbers[] = {
    {"%a.expert_count", &Extent::rank},
    {"%a.expert_used_count", &Extent::rank},
    {"%a.expert_feed_forward_length", &Extent::rows}};
constexpr CompanyNumber kVocabulary[] = {
    {"%a.vocab_size", &Extent::rows},
    {"%a.embedding_length", &Extent::columns}};
constexpr CompanyNumber kContext[] = {
    {"%a.context_length", &Extent::rows},
    {"tokenizer.ggml.token_type_count", &Extent::rank}};
constexpr CompanyNumber kHeads[] = {{"%a.attention.key_length", &Extent::rank}};
constexpr CompanyNumber kRotationNumbers[] = {
    {"%a.rope.dimension_count", &Extent::columns}};
constexpr CompanyNumber kStateNumbers[] = {
    {"%a.ssm.inner_size", &Extent::rows},
    {"%a.ssm.state_size", &Extent::columns},
    {"%a.ssm.conv_kernel", &Extent::rank}};
constexpr CompanyNumber kVisionNumbers[] = {
    {"clip.vision.embedding_length", &Extent::rows},
    {"clip.vision.image_size", &Extent::columns}};
constexpr CompanyNumber kProjectorNumbers[] = {
    {"clip.vision.projection_dim", &Extent::rows}};

constexpr CompanyForm kForms[] = {{kBiased, kWidths},
                                  {kScaled},
                                  {kQuantised, kFeedForward},
                                  {kExperts, kExpertNumbers},
                                  {kExpertBiases, kExpertNumbers},
                                  {kAdapter},
                                  {kAttention, kWidths},
                                  {kFused, kHeads},
                                  {kNorm, kWidths},
                                  {kEnds, kVocabulary},
                                  {kPositions, kContext},
                                  {kClassifier, kWidths},
                                  {kRotations, kRotationNumbers},
                                  {kStates, kStateNumbers},
                                  {kImportance},
                                  {kVision, kVisionNumbers},
                                  {kProjector, kProjectorNumbers}};

constexpr std::array<std::string_view, 9> kTypes = {
    "f32", "f16", "bf16", "f64", "i8", "i32", "q8_0", "q4_0", "q4_K"};

// The id of the type of that name. One whose blocks `shape` does not fill is
// f16 in its place.
uint32_t TypeFor(std::string_view name, const std::vector<uint64_t>& shape) {
  constexpr uint32_t kF16 = 1;
  for (const GgmlType& type : AllGgmlTypes()) {
    if (type.name != name) continue;
    const uint64_t row = shape.empty() ? 1 : shape.back();
    return row % type.block_elements == 0 ? type.id : kF16;
  }
  return kF16;
}

// Companions have their slowest dimension first, GGUF the fastest.
std::vector<uint64_t> Reversed(std::vector<uint64_t> shape) {
  std::reverse(shape.begin(), shape.end());
  return shape;
}

}  // namespace

void AddGgufCompany(Random* random, craft::GgufModel* model) {
  std::string stem = StemOf(GgufTensorName(random));
  Extent extent = RandomExtent(random);
  if (!model->tensors.empty() && random->OneIn(3)) {
    const craft::GgufTensor& tensor = random->Pick(model->tensors);
    stem = StemOf(tensor.name.bytes);
    extent = ExtentOf(Reversed(tensor.dimensions), random);
  }
  Company company =
      MakeCompany(random->Pick(std::span(kForms)), stem, extent, random);
  if (random->OneIn(2)) TearCompany(kTypes, random, &company);
  for (const Companion& one : company.members) {
    PutTensor(one.name, Reversed(one.shape), TypeFor(one.dtype, one.shape),
              model);
  }
  if (random->OneIn(3)) return;
  const std::string architecture = ArchitectureOf(*model, random);
  for (auto& [key, number] : company.numbers) {
    if (key.starts_with("%a")) key.replace(0, 2, architecture);
    PutNumber(key, number, model);
  }
}

}  // namespace loadgate::mutator
