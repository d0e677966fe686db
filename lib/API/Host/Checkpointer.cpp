//===- Checkpointer.cpp - The checkpoints of a program --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckpointJob.h"
#include "Errors.h"
#include "Logging.h"
#include "dtensor/Checkpoint/CheckpointFolder.h"
#include "dtensor/Checkpoint/CheckpointIndex.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>
#include <thread>

namespace dt {

struct Checkpointer::Impl {
  std::string folder;
  int64_t keep;
  /// A save that runs, with its thread, whose error is `problem`.
  std::unique_ptr<CheckpointJob> job;
  std::thread thread;
  std::string problem;

  /// The steps of which there is a folder, also if it is no checkpoint.
  std::set<int64_t> getAllSteps() const;
  std::vector<int64_t> getSteps() const;
  std::string getPath(int64_t step) const;
  /// Removes checkpoints beyond those that are kept, and what saves and
  /// removals have left that were interrupted. Returns the error.
  std::string removeOld() const;
};

static constexpr llvm::StringLiteral kPrefix = "step-";

std::string Checkpointer::Impl::getPath(int64_t step) const {
  constexpr size_t kDigits = 8;
  std::string digits = std::to_string(step);
  digits.insert(0, kDigits - std::min(kDigits, digits.size()), '0');
  return folder + "/" + kPrefix.str() + digits;
}

std::set<int64_t> Checkpointer::Impl::getAllSteps() const {
  std::set<int64_t> steps;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator file(folder, code), end;
       !code && file != end; file.increment(code)) {
    llvm::StringRef name = llvm::sys::path::filename(file->path());
    // Where a save was interrupted, the old checkpoint or a part of the new one
    // may be.
    if (!name.consume_back(".old"))
      name.consume_back(".part");
    int64_t step;
    if (name.consume_front(kPrefix) && !name.getAsInteger(10, step))
      steps.insert(step);
  }
  return steps;
}

std::vector<int64_t> Checkpointer::Impl::getSteps() const {
  std::vector<int64_t> steps;
  for (int64_t step : getAllSteps()) {
    std::string found = dtensor::resolveCheckpoint(getPath(step));
    if (llvm::sys::fs::exists(found + "/" + dtensor::kIndexName.str()))
      steps.push_back(step);
  }
  return steps;
}

std::string Checkpointer::Impl::removeOld() const {
  std::vector<int64_t> steps = getSteps();
  int64_t count = steps.size();
  steps.resize(keep == 0 ? 0 : std::max<int64_t>(count - keep, 0));
  llvm::Error error = llvm::Error::success();
  for (int64_t step : steps)
    error = llvm::joinErrors(
        std::move(error),
        dtensor::removeCheckpoint(dtensor::resolveCheckpoint(getPath(step))));
  for (int64_t step : getAllSteps())
    error = llvm::joinErrors(std::move(error),
                             dtensor::removeLeftovers(getPath(step)));
  return error
             ? "the checkpoint was saved, but an old one cannot be removed: " +
                   llvm::toString(std::move(error))
             : "";
}

Checkpointer::Checkpointer(std::string folder, int64_t keep)
    : impl(new Impl{std::move(folder), keep, {}, {}, {}}) {
  if (keep < 0)
    raise("Checkpointer: required to keep at least 1 checkpoint, or 0 for all, "
          "found " +
          llvm::Twine(keep));
}

Checkpointer::~Checkpointer() {
  try {
    wait();
  } catch (const Error &error) {
    log(LogLevel::warning, [&] { return std::string(error.what()); });
  }
}

std::string Checkpointer::path(int64_t step) const {
  return impl->getPath(step);
}

std::vector<int64_t> Checkpointer::steps() const { return impl->getSteps(); }

std::optional<std::string> Checkpointer::latest() const {
  std::vector<int64_t> steps = impl->getSteps();
  return steps.empty() ? std::nullopt : std::optional(path(steps.back()));
}

void Checkpointer::save(int64_t step,
                        const std::map<std::string, DTensor> &tensors,
                        const SaveOptions &options) {
  save_async(step, tensors, options);
  wait();
}

void Checkpointer::save_async(int64_t step,
                              const std::map<std::string, DTensor> &tensors,
                              const SaveOptions &options) {
  wait();
  if (step < 0)
    raise("Checkpointer: required a step of at least 0, found " +
          llvm::Twine(step));
  auto job = std::make_unique<CheckpointJob>(path(step), tensors, options);
  job->begin();
  impl->problem.clear();
  impl->job = std::move(job);
  impl->thread = std::thread([impl = impl.get()] {
    CheckpointJob &job = *impl->job;
    impl->problem = job.write();
    // Several processes end it together, in the thread that runs programs.
    if (job.isShared())
      return;
    try {
      job.end(impl->problem);
      impl->problem = impl->removeOld();
    } catch (const Error &error) {
      impl->problem = error.what();
    }
  });
}

void Checkpointer::wait() {
  if (!impl->job)
    return;
  impl->thread.join();
  std::unique_ptr<CheckpointJob> job = std::move(impl->job);
  std::string problem = std::move(impl->problem);
  if (!job->isShared()) {
    if (!problem.empty())
      raise(problem);
    return;
  }
  job->end(problem);
  problem = job->meet(job->isFirst() ? impl->removeOld() : "");
  if (!problem.empty())
    raise(problem);
}

} // namespace dt
