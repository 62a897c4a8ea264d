#include "formats/gguf_padding.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/message.h"
#include "formats/gguf_tail.h"

namespace loadgate {
namespace {

// What the limits leave for padding. The tail has room of its own: padding must
// not keep it from being seen.
uint64_t MostProbes(const Limits& limits) {
  return limits.probes > kGgufTailProbes ? limits.probes - kGgufTailProbes : 0;
}

uint64_t MostBytes(const Limits& limits) {
  return limits.probe_bytes > kGgufTailProbeBytes
             ? limits.probe_bytes - kGgufTailProbeBytes
             : 0;
}

// Whether the limits have room for one more probe of padding of `length` bytes.
bool HasRoom(uint64_t length, const Limits& limits, const GgufTables& tables) {
  return tables.probes.size() < MostProbes(limits) &&
         length <= MostBytes(limits) - tables.probe_bytes;
}

// Puts the header's padding first in the list, where it lies in the file, even
// if the one that lies last has to go for it.
void AddHeaderProbe(const Limits& limits, GgufTables* tables) {
  const uint64_t length = tables->data_start - tables->header_end;
  if (length > MostBytes(limits)) {
    ++tables->probes_left_out;
    return;
  }
  std::vector<Probe>& probes = tables->probes;
  while (length > 0 && !probes.empty() && !HasRoom(length, limits, *tables)) {
    tables->probe_bytes -= probes.back().length;
    probes.pop_back();
    ++tables->probes_left_out;
  }
  const size_t listed = probes.size();
  AddPaddingProbe(Probe{.offset = tables->header_end,
                        .length = length,
                        .rule = ProbeRule::kHeaderPadding},
                  limits, tables);
  if (probes.size() > listed) {
    std::rotate(probes.begin(), probes.end() - 1, probes.end());
  }
}

void NoteProbesLeftOut(const GgufTables& tables, FindingSink* sink) {
  if (tables.probes_left_out == 0) return;
  sink->Report(Code::kGgufPaddingNotLookedAt, tables.header_end, [&] {
    return FindingText{
        "padding",
        Message({Count(tables.probes_left_out, "place"), " with padding ",
                 Agree(tables.probes_left_out, "was", "were"),
                 " not looked at."})};
  });
}

}  // namespace

void AddPaddingProbe(const Probe& probe, const Limits& limits,
                     GgufTables* tables) {
  if (probe.length == 0) return;
  if (!HasRoom(probe.length, limits, *tables)) {
    ++tables->probes_left_out;
    return;
  }
  tables->probe_bytes += probe.length;
  tables->probes.push_back(probe);
}

void FinishPaddingProbes(const Limits& limits, GgufTables* tables,
                         FindingSink* sink) {
  for (Probe& probe : tables->probes) probe.offset += tables->data_start;
  AddHeaderProbe(limits, tables);
  NoteProbesLeftOut(*tables, sink);
}

void CutPaddingProbes(uint64_t file_size, GgufTables* tables) {
  std::vector<Probe>& probes = tables->probes;
  while (!probes.empty() && probes.back().offset >= file_size) {
    probes.pop_back();
  }
  if (probes.empty()) return;
  Probe& last = probes.back();
  last.length = std::min(last.length, file_size - last.offset);
}

}  // namespace loadgate
