#include "fuzz/mutator/safetensors_companies.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "fuzz/mutator/company.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

using Shape = CompanyShape;

// Weights of 8 bits and their scales.
constexpr CompanyMember kBlockScaled[] = {
    {"%s.weight", "F8_E4M3", Shape::kWeight},
    {"%s.weight_scale_inv", "F32", Shape::kBlocks}};
constexpr CompanyMember kRowScaled[] = {
    {"%s.weight", "F8_E4M3", Shape::kWeight},
    {"%s.weight_scale", "F32", Shape::kRowsOne},
    {"%s.input_scale", "F32", Shape::kScalar}};
constexpr CompanyMember kTensorScaled[] = {
    {"%s.weight", "F8_E5M2", Shape::kWeight},
    {"%s.scale_weight", "F32", Shape::kOne}};
constexpr CompanyMember kMicroscaled[] = {
    {"%s.weight", "F8_E4M3", Shape::kWeight},
    {"%s.weight_scale", "F8_E8M0", Shape::kGroups}};
constexpr CompanyMember kIntegers[] = {
    {"%s.weight", "I8", Shape::kWeight},
    {"%s.SCB", "F32", Shape::kRows},
    {"%s.weight_zero_point", "I8", Shape::kRowsOne}};
// Weights of 4 bits, in bytes or in words.
constexpr CompanyMember kFourBits[] = {
    {"%s.weight_packed", "U8", Shape::kHalf},
    {"%s.weight_scale", "F8_E4M3", Shape::kGroups},
    {"%s.weight_global_scale", "F32", Shape::kOne}};
constexpr CompanyMember kFourBitFloats[] = {
    {"%s.weight", "F4", Shape::kWeight},
    {"%s.weight_scale", "F8_E8M0", Shape::kGroups},
    {"%s.weight_scale_2", "F32", Shape::kScalar}};
constexpr CompanyMember kColumnsPacked[] = {
    {"%s.qweight", "I32", Shape::kPackedIn},
    {"%s.qzeros", "I32", Shape::kPackedZeros},
    {"%s.scales", "F16", Shape::kGroupsFirst},
    {"%s.g_idx", "I32", Shape::kColumns}};
constexpr CompanyMember kRowsPacked[] = {
    {"%s.qweight", "I32", Shape::kPackedOut},
    {"%s.qzeros", "I32", Shape::kPackedZeros},
    {"%s.scales", "F16", Shape::kGroupsFirst}};
constexpr CompanyMember kWordsAndBiases[] = {
    {"%s.weight", "U32", Shape::kPacked},
    {"%s.scales", "F16", Shape::kGroups},
    {"%s.biases", "F16", Shape::kGroups}};
constexpr CompanyMember kLookedUp[] = {
    {"%s.weight", "U8", Shape::kHalfFlat},
    {"%s.weight.absmax", "F32", Shape::kFlatGroups},
    {"%s.weight.quant_map", "F32", Shape::kTable},
    {"%s.weight.quant_state.bitsandbytes__nf4", "U8", Shape::kFlatGroups}};
constexpr CompanyMember kCodebook[] = {{"%s.codes", "I16", Shape::kGroups},
                                       {"%s.codebooks", "F16", Shape::kDown},
                                       {"%s.scales", "F16", Shape::kRows}};
constexpr CompanyMember kExperts[] = {
    {"model.layers.%n.mlp.router.weight", "BF16", Shape::kDown},
    {"model.layers.%n.mlp.router.bias", "BF16", Shape::kRank},
    {"model.layers.%n.mlp.experts.gate_up_proj", "BF16", Shape::kExperts},
    {"model.layers.%n.mlp.experts.down_proj", "BF16", Shape::kExpertsDown},
    {"model.layers.%n.mlp.experts.gate_up_proj_bias", "BF16",
     Shape::kRankRows}};
// Factors of a larger weight.
constexpr CompanyMember kAdapter[] = {
    {"%s.lora_A.weight", "F32", Shape::kDown},
    {"%s.lora_B.weight", "F32", Shape::kUp},
    {"%s.lora_magnitude_vector", "F32", Shape::kRows}};
constexpr CompanyMember kOldAdapter[] = {
    {"%s.lora_down.weight", "F16", Shape::kDown},
    {"%s.lora_up.weight", "F16", Shape::kUp},
    {"%s.alpha", "F16", Shape::kScalar}};
// Weights as they are.
constexpr CompanyMember kBiased[] = {{"%s.weight", "F32", Shape::kWeight},
                                     {"%s.bias", "F32", Shape::kRows}};
constexpr CompanyMember kImage[] = {{"%s.weight", "F16", Shape::kImage},
                                    {"%s.bias", "F16", Shape::kRows}};
constexpr CompanyMember kNorm[] = {
    {"%s.weight", "F32", Shape::kColumns},
    {"%s.bias", "F32", Shape::kColumns},
    {"%s.running_mean", "F32", Shape::kColumns},
    {"%s.running_var", "F32", Shape::kColumns},
    {"%s.num_batches_tracked", "I64", Shape::kScalar}};
constexpr CompanyMember kEnds[] = {
    {"model.embed_tokens.weight", "BF16", Shape::kWeight},
    {"lm_head.weight", "BF16", Shape::kWeight},
    {"model.norm.weight", "BF16", Shape::kColumns}};
constexpr CompanyMember kAttention[] = {
    {"model.layers.%n.self_attn.q_proj.weight", "BF16", Shape::kWeight},
    {"model.layers.%n.self_attn.k_proj.weight", "BF16", Shape::kDown},
    {"model.layers.%n.self_attn.v_proj.weight", "BF16", Shape::kDown},
    {"model.layers.%n.self_attn.o_proj.weight", "BF16", Shape::kTransposed},
    {"model.layers.%n.self_attn.rotary_emb.inv_freq", "F32",
     Shape::kHalfColumns}};
constexpr CompanyMember kSparse[] = {{"%s.crow_indices", "I64", Shape::kRows},
                                     {"%s.indices", "I64", Shape::kColumns},
                                     {"%s.values", "F32", Shape::kColumns}};

constexpr CompanyNumber kGroupNumbers[] = {{"group_size", &Extent::group}};
constexpr CompanyNumber kRankNumbers[] = {{"rank", &Extent::rank},
                                          {"ss_network_dim", &Extent::rank}};
constexpr CompanyNumber kExpertNumbers[] = {{"num_experts", &Extent::rank}};
constexpr CompanyNumber kEndNumbers[] = {{"vocab_size", &Extent::rows},
                                         {"hidden_size", &Extent::columns}};

constexpr CompanyForm kForms[] = {{kBlockScaled, kGroupNumbers},
                                  {kRowScaled},
                                  {kTensorScaled},
                                  {kMicroscaled, kGroupNumbers},
                                  {kMicroscaled},
                                  {kIntegers},
                                  {kFourBits, kGroupNumbers},
                                  {kFourBitFloats},
                                  {kColumnsPacked, kGroupNumbers},
                                  {kRowsPacked},
                                  {kWordsAndBiases, kGroupNumbers},
                                  {kLookedUp},
                                  {kCodebook},
                                  {kExperts, kExpertNumbers},
                                  {kAdapter, kRankNumbers},
                                  {kOldAdapter, kRankNumbers},
                                  {kBiased},
                                  {kImage},
                                  {kNorm},
                                  {kEnds, kEndNumbers},
                                  {kAttention},
                                  {kSparse}};

constexpr std::array<std::string_view, 10> kDtypes = {
    "F32",     "F16", "BF16", "F64", "F8_E4M3",
    "F8_E8M0", "U8",  "I8",   "I32", "BOOL"};

}  // namespace

void AddSafetensorsCompany(size_t most, Random* random,
                           SafetensorsParts* parts) {
  std::string stem = StemOf(SafetensorsTensorName(random));
  Extent extent = RandomExtent(random);
  if (!parts->parts.empty() && random->OneIn(3)) {
    const SafetensorsPart& part = random->Pick(parts->parts);
    stem = StemOf(part.name);
    extent = ExtentOf(part.shape, random);
  }
  Company company =
      MakeCompany(random->Pick(std::span(kForms)), stem, extent, random);
  if (random->OneIn(2)) TearCompany(kDtypes, random, &company);
  for (Companion& one : company.members) {
    if (parts->parts.size() >= most) break;
    parts->parts.push_back({.name = std::move(one.name),
                            .dtype = std::move(one.dtype),
                            .shape = std::move(one.shape)});
  }
  if (company.numbers.empty() || random->OneIn(2)) return;
  for (auto& [key, number] : company.numbers) {
    if (parts->metadata.size() >= most) break;
    parts->metadata.emplace_back(std::move(key), std::to_string(number));
  }
}

}  // namespace loadgate::mutator
