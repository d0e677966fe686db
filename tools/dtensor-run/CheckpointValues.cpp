//===- CheckpointValues.cpp - Arguments and results in checkpoints --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointValues.h"

#include "dtensor/Checkpoint/LoadCheckpoint.h"
#include "dtensor/Checkpoint/RunTasks.h"
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

namespace {

/// Reads arguments, with the other processes if there are some.
class ArgumentReader {
public:
  ArgumentReader(const CheckpointIndex &index, const Signature &signature,
                 Job *job, bool needsWhole)
      : index(index), signature(signature), job(job), needsWhole(needsWhole),
        processes(findProcesses(signature, job)) {}

  /// Makes the tensor of an argument, whose elements are those of `read`.
  Expected<std::shared_ptr<HostTensor>> add(const std::string &name,
                                            const ValueSignature &argument);
  Error read();

private:
  std::vector<std::vector<uint64_t>> gather(const CheckpointLoad &load) const;

  const CheckpointIndex &index;
  const Signature &signature;
  Job *job;
  bool needsWhole;
  llvm::SmallVector<int64_t> processes;
  std::vector<NeededTensor> needed;
};

} // namespace

Expected<std::shared_ptr<HostTensor>>
ArgumentReader::add(const std::string &name, const ValueSignature &argument) {
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
  Box whole = getWholeBox(saved.shape);
  int64_t rank = job ? job->getRank() : 0;
  NeededTensor tensor{name, {{whole, nullptr, {0}}}};
  if (job)
    tensor =
        planLoad(name, saved.shape, signature.mesh, argument.layout, processes);
  // Memory that nobody uses is not there.
  Expected<HostTensor> value =
      HostTensor::createUninitialized(argument.elementType, saved.shape);
  if (!value)
    return value.takeError();
  for (NeededBox &box : tensor.boxes) {
    if (needsWhole && !llvm::is_contained(box.readers, 0))
      box.readers.push_back(0);
    if (!llvm::is_contained(box.readers, rank))
      continue;
    if (Error error = checkFileSizes(index, saved, box.box))
      return std::move(error);
    box.data = value->getData();
    box.frame = whole;
  }
  needed.push_back(std::move(tensor));
  return std::make_shared<HostTensor>(std::move(*value));
}

/// What the readers of each part have found, by process.
std::vector<std::vector<uint64_t>>
ArgumentReader::gather(const CheckpointLoad &load) const {
  llvm::ArrayRef<uint64_t> own = load.getChecksums();
  if (!job)
    return {own.vec()};
  std::vector<std::vector<uint64_t>> all(job->getNumProcesses(),
                                         std::vector<uint64_t>(own.size(), 0));
  for (size_t part = 0; part < own.size(); ++part)
    for (int64_t reader : load.getReaders(part))
      all[reader][part] = dt_processes_sum(
          job->get(), reader == job->getRank() ? own[part] : 0);
  return all;
}

Error ArgumentReader::read() {
  CheckpointLoad load(index, std::move(needed), getNumFileThreads());
  Error error = load.read();
  if (job)
    error = job->agree(std::move(error));
  if (error)
    return error;
  std::vector<std::vector<uint64_t>> all = gather(load);
  std::vector<llvm::ArrayRef<uint64_t>> checksums(all.begin(), all.end());
  return load.check(checksums);
}

Expected<Values> readCheckpointInputs(llvm::StringRef path,
                                      std::optional<RandomInputs> random,
                                      const Signature &signature, Job *job,
                                      bool needsWhole) {
  Expected<CheckpointIndex> index = readIndex(path);
  Error problem = index ? Error::success() : index.takeError();
  // All processes take each step together.
  if (job)
    problem = job->agree(std::move(problem));
  if (problem)
    return std::move(problem);
  ArgumentReader reader(*index, signature, job, needsWhole);
  Values values;
  auto add = [&](size_t i, const ValueSignature &argument) -> Error {
    std::string name = getArgumentName(signature, i);
    bool isThere = index->tensors.count(name);
    if (!isThere && !random)
      return llvm::createStringError("argument " + Twine(i) + ": checkpoint '" +
                                     path + "' has no tensor '" + name +
                                     "'; --random-inputs makes one");
    auto value = [&]() -> Expected<std::shared_ptr<HostTensor>> {
      if (isThere)
        return reader.add(name, argument);
      Expected<HostTensor> made =
          makeRandomInput(argument.elementType, argument.shape, *random, i);
      if (!made)
        return made.takeError();
      return std::make_shared<HostTensor>(std::move(*made));
    }();
    if (!value)
      return llvm::createStringError("argument " + Twine(i) + ", tensor '" +
                                     name +
                                     "': " + llvm::toString(value.takeError()));
    values.push_back(std::move(*value));
    return Error::success();
  };
  for (auto [i, argument] : llvm::enumerate(signature.arguments))
    if (!problem)
      problem = add(i, argument);
  if (job)
    problem = job->agree(std::move(problem));
  if (!problem)
    problem = reader.read();
  if (problem)
    return std::move(problem);
  return values;
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
                      job ? job->getNumProcesses() : 1, getNumFileThreads());
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
