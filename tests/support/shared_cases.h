// Cases that lie beside the project where it is developed, and are no part of
// it: tests over them are skipped where they are not there.

#ifndef LOADGATE_TESTS_SUPPORT_SHARED_CASES_H_
#define LOADGATE_TESTS_SUPPORT_SHARED_CASES_H_

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loadgate::testing_support {

// SharedFolder returns where they lie, if they are there.
std::filesystem::path SharedFolder();

// ReadSharedFile returns a file's bytes, or nullopt if it cannot be read.
std::optional<std::string> ReadSharedFile(const std::filesystem::path& path);

// SharedCase is one case: its members that are strings, by name.
using SharedCase = std::map<std::string, std::string>;

// ParseSharedCases returns the objects of a JSON array. What is nested deeper
// is passed over.
std::vector<SharedCase> ParseSharedCases(std::string json);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_SHARED_CASES_H_
