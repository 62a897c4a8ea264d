// What must hold of a set of files, and of its model and recipe.
//
// Needs the readers and craft alone, so that fuzz targets can link it.

#ifndef LOADGATE_TESTS_SUPPORT_SET_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_SET_PROPERTIES_H_

#include <string>
#include <vector>

#include "craft/file_set.h"
#include "loadgate/bytes.h"

namespace loadgate::testing_support {

// BrokenSetCraftProperty reads `bundle`, which may be any bytes, into a model
// and returns what is not as it must be, in words, or an empty text:
//
//   always      bundle and model give the same bytes back; so do the recipe of
//               the bundle and that of its files
//   always      Fix, made twice, does what it did once
//   consistent  Fix leaves the model as it is
std::string BrokenSetCraftProperty(ByteSpan bundle);

// Disagreement returns what the files of a set say of each other that is not
// so, in words, or an empty text. Every file that is a model's must be accepted
// by its reader. It is about sets in their usual form, and knows fewer forms
// than loaders do:
//
//   a split       names in the five-digit form, of one prefix and all numbers;
//                 the three keys once each, of the right types and values; no
//                 tensor twice
//   a checkpoint  an index beside shards of numbered names, in which each
//                 tensor stands once with its shard, and the right total; no
//                 tensor twice
std::string Disagreement(const std::vector<craft::NamedFile>& files);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_SET_PROPERTIES_H_
