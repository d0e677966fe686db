//===- CheckpointValues.cpp - Arguments and results in checkpoints --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointValues.h"

#include "dtensor/Checkpoint/LoadCheckpoint.h"
#include "dtensor/Checkpoint/SaveCheckpoint.h"
#include "dtensor/Host/RandomInputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using llvm::Error;
using llvm::Expected;
using llvm::Twine;

namespace dtensor {

static std::string getArgumentName(const Signature &signature, size_t number) {
  const std::string &name = signature.arguments[number].name;
  return name.empty() ? "arg" + std::to_string(number) : name;
}

static std::string getResultName(const Signature &signature, size_t number) {
  const ValueSignature &result = signature.results[number];
  return result.donor ? getArgumentName(signature, *result.donor)
                      : "out" + std::to_string(number);
}

static Expected<HostTensor> readArgument(const CheckpointIndex &index,
                                         const std::string &name,
                                         const ValueSignature &argument) {
  const SavedTensor &saved = index.tensors.at(name);
  // The program does not say whether integers have a sign.
  bool fits = saved.type && saved.type->type == argument.elementType &&
              saved.shape.size() == argument.shape.size();
  for (size_t axis = 0; fits && axis < saved.shape.size(); ++axis)
    fits = argument.shape[axis] == INT64_MIN ||
           argument.shape[axis] == saved.shape[axis];
  if (!fits)
    return llvm::createStringError(
        "required " + formatTensorType(argument.shape, argument.elementType) +
        ", found " +
        (saved.type ? formatTensorType(saved.shape, saved.type->type)
                    : saved.typeInFile));
  Expected<HostTensor> tensor =
      HostTensor::createUninitialized(argument.elementType, saved.shape);
  if (!tensor)
    return tensor.takeError();
  int64_t numBytes = 0;
  if (Error error = readBox(index, name, getWholeBox(saved.shape),
                            tensor->getData(), numBytes))
    return std::move(error);
  return tensor;
}

Expected<Values> readCheckpointInputs(llvm::StringRef path,
                                      std::optional<uint64_t> seed,
                                      const Signature &signature) {
  Expected<CheckpointIndex> index = readIndex(path);
  if (!index)
    return index.takeError();
  Values values;
  for (auto [i, argument] : llvm::enumerate(signature.arguments)) {
    std::string name = getArgumentName(signature, i);
    bool isThere = index->tensors.count(name);
    if (!isThere && !seed)
      return llvm::createStringError("argument " + Twine(i) + ": checkpoint '" +
                                     path + "' has no tensor '" + name +
                                     "'; --random-inputs makes one");
    Expected<HostTensor> value =
        isThere
            ? readArgument(*index, name, argument)
            : makeRandomInput(argument.elementType, argument.shape, *seed, i);
    if (!value)
      return llvm::createStringError("argument " + Twine(i) + ", tensor '" +
                                     name +
                                     "': " + llvm::toString(value.takeError()));
    values.push_back(std::make_shared<HostTensor>(std::move(*value)));
  }
  return values;
}

/// The process that runs each device.
static llvm::SmallVector<int64_t> findProcesses(const Signature &signature,
                                                Job *job) {
  llvm::SmallVector<int64_t> processes(signature.mesh.getNumDevices(), 0);
  if (job)
    for (auto [device, process] : llvm::enumerate(processes))
      process = dt_processes_sum(
          job->get(),
          llvm::is_contained(signature.devices, static_cast<int64_t>(device))
              ? job->getRank()
              : 0);
  return processes;
}

Error writeCheckpointResults(llvm::StringRef path, LinkedProgram &program,
                             Invocation &invocation, size_t numResults,
                             Job *job) {
  // All processes take each step together.
  auto meet = [&](Error error) {
    return job ? job->agree(std::move(error)) : std::move(error);
  };
  const Signature &signature = program.getSignature();
  llvm::SmallVector<int64_t> processes = findProcesses(signature, job);
  std::vector<TensorToSave> tensors;
  std::map<std::string, Components> components;
  for (size_t i = 0; i < numResults; ++i) {
    const ValueSignature &result = signature.results[i];
    std::string name = getResultName(signature, i);
    Expected<Components> combined = program.getCombined(invocation, i);
    if (Error error = meet(combined ? Error::success() : combined.takeError()))
      return error;
    tensors.push_back({name,
                       &getStoredType(result.elementType, result.isUnsigned),
                       result.shape, signature.mesh,
                       result.layout.withoutPartial(), processes});
    components.emplace(name, std::move(*combined));
  }
  // The plans of all processes are the same, and so are its errors.
  Expected<SavePlan> plan = planSave(tensors, SaveOptions());
  if (!plan)
    return plan.takeError();
  CheckpointSave save(path, std::move(*plan), std::move(components),
                      job ? job->getRank() : 0,
                      job ? job->getNumProcesses() : 1, /*numThreads=*/2);
  // At the path may be something else, of which nothing is removed.
  if (Error error = meet(save.begin()))
    return error;
  for (auto step : {&CheckpointSave::makeFiles, &CheckpointSave::write,
                    &CheckpointSave::commit})
    if (Error error = meet((save.*step)())) {
      if (!job || job->isFirst())
        save.discard();
      return error;
    }
  return Error::success();
}

} // namespace dtensor
