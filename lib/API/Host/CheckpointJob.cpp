//===- CheckpointJob.cpp - Saves by all processes -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointJob.h"

#include "Errors.h"
#include "Implementation.h"
#include "MeshJob.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace dt {

unsigned getNumFileThreads() {
  constexpr unsigned kMost = 4;
  return std::min<int64_t>(dt_count_cores(), kMost);
}

static bool isSharedMesh(const Mesh &mesh) {
  return MeshJob::get().isShared(unwrap(mesh));
}

static dtensor::TensorToSave describe(const std::string &name,
                                      const DTensor &tensor) {
  const Mesh &mesh = tensor.mesh();
  dtensor::TensorToSave result{
      name,
      &dtensor::getStoredType(getElementType(tensor.dtype()),
                              isUnsigned(tensor.dtype())),
      llvm::SmallVector<int64_t>(tensor.shape().begin(), tensor.shape().end()),
      unwrap(mesh),
      unwrap(tensor.layout()),
      llvm::SmallVector<int64_t>(mesh.size(), 0)};
  // What each process has for itself, the first one writes.
  if (isSharedMesh(mesh))
    for (int64_t device = 0; device < mesh.size(); ++device)
      result.processes[device] =
          MeshJob::get().getPlace(unwrap(mesh), device).process;
  return result;
}

CheckpointJob::CheckpointJob(const std::string &path,
                             const std::map<std::string, DTensor> &tensors,
                             const SaveOptions &options) {
  for (const auto &[name, tensor] : tensors)
    if (isSharedMesh(tensor.mesh())) {
      rank = MeshJob::get().getRank();
      numProcesses = MeshJob::get().getNumProcesses();
    }
  std::vector<dtensor::TensorToSave> toSave;
  std::map<std::string, dtensor::Components> components;
  description = path;
  for (const auto &[name, tensor] : tensors) {
    toSave.push_back(describe(name, tensor));
    components.emplace(name, unwrap(tensor));
    description += "; " + name + " " +
                   dt::describe(tensor.shape(), tensor.dtype()) + " " +
                   tensor.layout().str() + " of " + tensor.mesh().str();
  }
  dtensor::SaveOptions planned;
  planned.whole = options.whole;
  planned.fileBytes = options.file_bytes;
  planned.metadata = options.metadata;
  llvm::Expected<dtensor::SavePlan> plan = planSave(toSave, planned);
  if (!plan)
    problem = llvm::toString(plan.takeError());
  else
    save = std::make_unique<dtensor::CheckpointSave>(
        path, std::move(*plan), std::move(components), rank, numProcesses,
        getNumFileThreads());
}

void CheckpointJob::step(llvm::Error (dtensor::CheckpointSave::*step)(),
                         std::string problem) {
  if (problem.empty())
    if (llvm::Error error = ((*save).*step)())
      problem = llvm::toString(std::move(error));
  if (isShared()) {
    problem = MeshJob::get().meet("what is saved", description, problem);
  }
  if (problem.empty())
    return;
  // At the path may be something else, of which nothing is removed.
  if (isFirst() && step != &dtensor::CheckpointSave::begin)
    save->discard();
  raise("save: " + problem);
}

void CheckpointJob::begin() {
  step(&dtensor::CheckpointSave::begin, problem);
  step(&dtensor::CheckpointSave::makeFiles);
}

std::string CheckpointJob::write() {
  llvm::Error error = save->write();
  return error ? llvm::toString(std::move(error)) : "";
}

void CheckpointJob::end(const std::string &writeProblem) {
  // The first process needs what all have written.
  std::string all = writeProblem;
  if (isShared())
    all = MeshJob::get().meet("what is saved", description, all);
  step(&dtensor::CheckpointSave::commit, all);
}

void save(const std::string &path,
          const std::map<std::string, DTensor> &tensors,
          const SaveOptions &options) {
  CheckpointJob job(path, tensors, options);
  job.begin();
  job.end(job.write());
}

} // namespace dt
