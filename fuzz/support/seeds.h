// The seeds of a fuzz target, and what the programs that make them do.

#ifndef LOADGATE_FUZZ_SUPPORT_SEEDS_H_
#define LOADGATE_FUZZ_SUPPORT_SEEDS_H_

#include <map>
#include <string>

namespace loadgate::testing_support {

// Seeds are files by name.
using Seeds = std::map<std::string, std::string>;

// SeedsMain is the main function of a program called with
//
//   OUTDIR | --check CORPUS
//
// It writes `seeds` into OUTDIR, which is made if need be; or compares them
// with those in CORPUS, names each one that differs or that nobody makes, and
// returns 1 if there is any. Files found by fuzzing, named found-*, are not its
// matter.
int SeedsMain(int argc, char** argv, const Seeds& seeds);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_FUZZ_SUPPORT_SEEDS_H_
