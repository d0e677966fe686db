//===- ValueFiles.cpp - Arguments in, results out -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/ValueFiles.h"

#include "dtensor/Host/Npy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

/// `DIR/in0.npy`.
std::string getValuePath(StringRef directory, StringRef stem, size_t position) {
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, stem + Twine(position) + ".npy");
  return path.str().str();
}

static Expected<std::shared_ptr<HostTensor>>
readValue(StringRef path, const ValueSignature &value, bool isPart = false) {
  auto *read = isPart ? mapNpy : readNpy;
  Expected<HostTensor> tensor = read(path, value.elementType, value.shape);
  if (!tensor)
    return tensor.takeError();
  return std::make_shared<HostTensor>(std::move(*tensor));
}

/// Random values are made if there is no file and no dynamic extent.
static Expected<std::shared_ptr<HostTensor>>
makeValue(const RandomInputs &random, size_t position,
          const ValueSignature &value) {
  if (llvm::is_contained(value.shape, INT64_MIN))
    return llvm::createStringError(
        "argument " + Twine(position) +
        ": random values need static extents, found " +
        formatTensorType(value.shape, value.elementType));
  Expected<HostTensor> tensor =
      makeRandomInput(value.elementType, value.shape, random, position);
  if (!tensor)
    return tensor.takeError();
  return std::make_shared<HostTensor>(std::move(*tensor));
}

Expected<Values> readInputs(const ValueFiles &files,
                            const Signature &signature) {
  if (files.inputs.size() > signature.arguments.size())
    return llvm::createStringError(
        "the function has " + Twine(signature.arguments.size()) +
        " arguments, found " + Twine(files.inputs.size()) + " --input");
  Values inputs;
  for (auto [i, argument] : llvm::enumerate(signature.arguments)) {
    std::string path;
    if (i < files.inputs.size())
      path = files.inputs[i];
    else if (!files.inputDirectory.empty())
      path = getValuePath(files.inputDirectory, "in", i);
    // A file of a directory may be missing, but not one that the user named.
    bool mayBeMissing = i >= files.inputs.size() && files.randomInputs;
    if (mayBeMissing && !llvm::sys::fs::exists(path))
      path.clear();
    if (path.empty() && !files.randomInputs)
      return llvm::createStringError(
          "argument " + Twine(i) + " (" +
          formatTensorType(argument.shape, argument.elementType) +
          ") has no value: give --input, --input-dir or --random-inputs");
    auto value = path.empty()
                     ? makeValue(*files.randomInputs, i, argument)
                     : readValue(path, argument, !signature.devices.empty());
    if (!value)
      return value.takeError();
    inputs.push_back(std::move(*value));
  }
  return inputs;
}

Expected<Values> readExpected(const ValueFiles &files,
                              const Signature &signature) {
  Values expected;
  if (!files.hasExpected())
    return expected;
  size_t numResults = signature.results.size();
  if (files.expected.size() > numResults)
    return llvm::createStringError("the function has " + Twine(numResults) +
                                   " results, found " +
                                   Twine(files.expected.size()) + " --expect");
  size_t count = files.expected.empty() ? numResults : files.expected.size();
  for (size_t i = 0; i < count; ++i) {
    std::string path = files.expected.empty()
                           ? getValuePath(files.expectedDirectory, "out", i)
                           : files.expected[i];
    auto value = readValue(path, signature.results[i]);
    if (!value)
      return value.takeError();
    expected.push_back(std::move(*value));
  }
  return expected;
}

Error writeResults(StringRef directory, llvm::ArrayRef<HostTensor> results,
                   const Signature &signature) {
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return llvm::createStringError(directory + ": " + error.message());
  for (auto [i, result] : llvm::enumerate(results))
    if (Error error = writeNpy(getValuePath(directory, "out", i), result,
                               signature.results[i].isUnsigned))
      return error;
  return Error::success();
}

std::optional<std::string> compareResults(llvm::ArrayRef<HostTensor> results,
                                          const Values &expected,
                                          const Tolerance &tolerance,
                                          StringRef from) {
  // The last results may have no expected value.
  for (auto [i, want] : llvm::enumerate(expected))
    if (std::optional<Difference> difference =
            compare(results[i], *want, tolerance))
      return ("result " + Twine(i) + " differs from " + from + " " +
              difference->str())
          .str();
  return std::nullopt;
}

} // namespace dtensor
