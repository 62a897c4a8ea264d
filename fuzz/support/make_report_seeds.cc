// loadgate_make_report_seeds OUTDIR | --check CORPUS
//
// The seeds of report_fuzzer: see SeedsMain. Scripts in the language of
// tests/support/report_script.h.

#include <string>

#include "fuzz/support/seeds.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

// A reply about a good file, without its end.
const char kGood[] =
    "F\tgguf\t416\t-\n"
    "S\t\tversion\t3\nS\t\tbyte_order\tlittle\nS\t\ttensors\t2\n"
    "S\ttypes\tf32\t8\nS\ttypes\tq4_k\t144\n"
    "K\tgeneral.name\tstring\t-\t24\t9\nV\tt\ta model\t0\n"
    "K\tllama.block_count\tu32\t-\t60\t4\nV\tu\t32\n"
    "K\tlist\tarray of 3 i32\t3\t90\t12\nV\ti\t1\nV\ti\t2\n"
    "T\ttoken_embd.weight\tq4_K\t256,2\t120\t192\t288\n"
    "T\toutput\tf32\t\t160\t480\t4\n"
    "R\theader\t0\t180\nR\tpadding\t180\t192\nR\tdata\t192\t484\n";

const char kError[] =
    "E\tgguf-tensor-data-past-end\t152\ttensor[1] 'output'\tIts data ends at "
    "448.\n";

void AddVerdicts(Seeds* seeds) {
  seeds->emplace("accepted", kGood + ".\ta\t0\n"s);
  seeds->emplace("rejected", kGood + std::string(kError) + ".\tr\t0\n");
  seeds->emplace("undecided", "E\tlimit-tensors\t16\theader\tMany.\n.\tu\t0\n");
  seeds->emplace("more-findings", kGood + std::string(kError) + ".\tr\t12\n");
  seeds->emplace("without-end", kGood);
  seeds->emplace("nothing", "");
  seeds->emplace("two-ends", ".\ta\t0\n.\ta\t0\n");
  seeds->emplace("finding-behind-the-end", ".\ta\t0\n" + std::string(kError));
  seeds->emplace("accepted-with-an-error", kError + ".\ta\t0\n"s);
  seeds->emplace("accepted-with-a-limit",
                 "E\tlimit-tensors\t16\theader\tMany.\n.\ta\t0\n");
  seeds->emplace(
      "finding-that-explains",
      kError + "E\tfile-text-mangled\t0\tfile\tLine ends.\n"s + ".\tr\t0\n");
  seeds->emplace("many-inputs",
                 "P\ta.gguf\n.\ta\t0\nP\tb.gguf\n" + std::string(kError) +
                     ".\tr\t0\nP\tc.gguf\n.\tu\t0\nI\tREADME.md\nI\t.git\n");
  seeds->emplace("cut-short", "F\tgguf\t416\t417\n.\tr\t0\n");
}

// A set of two files, of which one was read; and names of shards.
void AddSets(Seeds* seeds) {
  const std::string set =
      "F\tgguf\t900\t-\nM\ta.gguf\nM\tb\x1b\"\xFF.gguf\nD\t1\t484\t180\n"
      "K\tsplit.no\tu16\t-\t24\t2\t0\nV\tu\t0\n"
      "T\tw\tf32\t8\t120\t192\t32\t1\n";
  seeds->emplace("set", set + ".\ta\t0\n");
  seeds->emplace("set-rejected", set + std::string(kError) + ".\tr\t0\n");
  seeds->emplace("names",
                 "F\tsafetensors-index\t900\t-\nN\tb.safetensors\n"
                 "N\ta.safetensors\n.\ta\t0\n");
}

void AddNames(Seeds* seeds) {
  const std::pair<const char*, std::string> kTexts[] = {
      {"clears-the-screen", "\x1b[2J"},
      {"colours", "\x1b[1;32maccept\x1b[0m"},
      {"line", "a\\naccept     b.gguf"},
      {"carriage-return", "REJECT\raccept"},
      {"nul", "a\\0b"},
      {"turns-round",
       "\xE2\x80\xAE"
       "fugg.a"},
      {"c1",
       "\xC2\x9B"
       "2J"},
      {"invisible", "a\xE2\x80\x8B\xC2\xAD\xEF\xBB\xBF\xF3\xA0\x81\x81"},
      {"separators", "\xE2\x80\xA8\xE2\x80\xA9"},
      {"no-utf8", "\xFF\xED\xA0\x80\xC0\x80\xE2\x96"},
      {"quotes", "\"','\\\\\""},
      {"spaces", "  a  (gguf v3, 2 tensors)"},
      {"escapes", "\\\\x1b \\\\u{202e} \\\\n"},
      {"markup", "</script><b>&amp;"},
      {"emoji", "\xF0\x9F\xA7\xB1\xEF\xB8\x8F"},
      {"long", std::string(300, 'n')},
  };
  for (const auto& [name, text] : kTexts) {
    std::string script =
        "P\t" + text + "\nI\t" + text + "\nF\t" + text + "\t7\t\nS\t" + text +
        "\t" + text + "\t" + text + "\nK\t" + text + "\t" + text +
        "\t2\t0\t0\nV\tt\t" + text + "\t3\t0\nT\t" + text + "\t" + text +
        "\t1\t0\t0\t1\nR\t" + text + "\t0\t1\nE\tgguf-magic\t0\t" + text +
        "\t" + text + "\n.\tr\t0\n";
    seeds->emplace("text-"s + name, std::move(script));
  }
}

void AddValues(Seeds* seeds) {
  seeds->emplace("values",
                 "K\ta\tu64\t-\nV\tu\t18446744073709551615\n"
                 "K\tb\ti64\t-\nV\ti\t9223372036854775808\n"
                 "K\tc\tbool\t-\nV\tb\t1\n"
                 "K\td\tf32\t-\nV\tf\t1036831949\n"
                 "K\te\tf64\t-\nV\td\t1\n.\ta\t0\n");
  seeds->emplace("values-no-numbers",
                 "K\ta\tf32\t3\nV\tf\t2143289344\nV\tf\t2139095040\n"
                 "V\tf\t4286578688\nK\tb\tf64\t2\nV\td\t9218868437227405312\n"
                 "V\td\t9221120237041090560\n.\ta\t0\n");
  seeds->emplace("values-left-out",
                 "K\ta\tu8\t900\nV\tu\t1\nV\tu\t2\n.\ta\t0\n");
  seeds->emplace("value-missing", "K\ta\tu8\t-\nK\tb\tu8\t0\n.\ta\t0\n");
  seeds->emplace(
      "text-in-pieces",
      "K\ta\tstring\t-\nV\tt\tone \t6\t0\nV\tt\ttwo \t2\t1\n.\ta\t0\n");
  seeds->emplace(
      "text-in-pieces-in-a-list",
      "K\ta\tstring\t3\nV\tt\ta\t1\t0\nV\tt\tb\t0\t1\nV\tt\tc\t0\t0\n"
      "V\tu\t7\n.\ta\t0\n");
  seeds->emplace("text-cut", "K\ta\tstring\t-\nV\tt\tfront\t900\t0\n.\ta\t0\n");
  seeds->emplace("tensor-unknown", "T\tw\t\t-\t24\t-\t-\n.\tr\t0\n");
  seeds->emplace("tensor-past-all-numbers",
                 "T\tw\tf32\t18446744073709551615,2\t24\t"
                 "18446744073709551615\t9\n.\tr\t0\n");
  seeds->emplace("region-past-the-end",
                 "F\tgguf\t9\t\nR\tdata\t0\t10\nR\ttail\t9\t1\n.\tr\t0\n");
}

Seeds AllSeeds() {
  Seeds seeds;
  AddVerdicts(&seeds);
  AddSets(&seeds);
  AddNames(&seeds);
  AddValues(&seeds);
  return seeds;
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv, support::AllSeeds());
}
