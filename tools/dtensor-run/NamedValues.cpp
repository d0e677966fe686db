//===- NamedValues.cpp - Values made elsewhere, by name -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedValues.h"

#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Driver/AddResults.h"
#include "dtensor/Host/Npy.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace dtensor {

/// The .npy files of a directory, by name.
static llvm::Expected<std::vector<std::string>> listFiles(StringRef directory) {
  std::vector<std::string> paths;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(directory, error), end;
       file != end && !error; file.increment(error))
    if (llvm::sys::path::extension(file->path()) == ".npy")
      paths.push_back(file->path());
  if (error)
    return llvm::createStringError("'" + directory + "': " + error.message());
  if (paths.empty())
    return llvm::createStringError("'" + directory +
                                   "' has no values: required outK.npy of "
                                   "results or NAME.npy of values %NAME");
  llvm::sort(paths);
  return paths;
}

/// The number of the result whose value is in a file `outK.npy`.
static std::optional<size_t> getResultNumber(StringRef stem,
                                             size_t numResults) {
  size_t number;
  if (stem.consume_front("out") && !stem.getAsInteger(10, number) &&
      number < numResults)
    return number;
  return std::nullopt;
}

static llvm::Expected<Value> findValue(func::FuncOp entry, StringRef path,
                                       StringRef name, size_t numResults) {
  Value value = findBySourceName(entry, name);
  if (!value)
    return llvm::createStringError(
        "'" + path + "' names no value: the function has " + Twine(numResults) +
        " results and nothing called '%" + name + "'");
  if (value.getParentBlock() != &entry.getBody().front())
    return llvm::createStringError(
        "'" + path + "': '%" + name + "' is a value within '" +
        value.getParentRegion()->getParentOp()->getName().getStringRef() +
        "', where it may be many: required one of "
        "the function's own block");
  auto type = dyn_cast<ShapedType>(value.getType());
  if (type && !type.hasStaticShape())
    return llvm::createStringError("'" + path + "': '%" + name +
                                   "' has dynamic extents: required static "
                                   "ones");
  return value;
}

static bool isBefore(Value a, Value b) {
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  if (!first || !second)
    return !first && second;
  return first != second && first->isBeforeInBlock(second);
}

llvm::Expected<std::vector<NamedValue>>
returnNamedValues(func::FuncOp entry, StringRef directory, size_t numResults) {
  llvm::Expected<std::vector<std::string>> paths = listFiles(directory);
  if (!paths)
    return paths.takeError();
  // Import turns the elements of tuples into separate results.
  size_t numBefore = readSourceSignature(entry).results.size();
  SmallVector<std::pair<Value, NamedValue>> inside;
  std::vector<NamedValue> ofResults;
  for (const std::string &path : *paths) {
    StringRef stem = llvm::sys::path::stem(path);
    if (std::optional<size_t> number = getResultNumber(stem, numResults)) {
      ofResults.push_back({path, "result " + std::to_string(*number), *number});
      continue;
    }
    llvm::Expected<Value> value = findValue(entry, path, stem, numResults);
    if (!value)
      return value.takeError();
    inside.push_back({*value, {path, "%" + stem.str(), 0}});
  }
  llvm::sort(inside, [](const auto &a, const auto &b) {
    return isBefore(a.first, b.first);
  });
  std::vector<NamedValue> named;
  for (auto &[value, description] : inside) {
    description.result = numBefore + named.size();
    named.push_back(description);
  }
  addResults(entry, llvm::to_vector(llvm::make_first_range(inside)));
  llvm::append_range(named, ofResults);
  return named;
}

llvm::Expected<std::optional<std::string>>
compareNamedValues(ArrayRef<HostTensor> results, ArrayRef<NamedValue> named,
                   const Signature &signature, const Tolerance &tolerance) {
  for (const NamedValue &value : named) {
    const ValueSignature &type = signature.results[value.result];
    llvm::Expected<HostTensor> want =
        readNpy(value.path, type.elementType, type.shape);
    if (!want)
      return want.takeError();
    if (std::optional<Difference> difference =
            compare(results[value.result], *want, tolerance))
      return value.name + " is the first value that differs from '" +
             value.path + "', " + difference->str();
  }
  return std::nullopt;
}

} // namespace dtensor
