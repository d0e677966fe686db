//===- Job.h - Processes that run a program together ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_JOB_H
#define DTENSOR_LAUNCH_JOB_H

#include "dtensor/Layout/Mesh.h"
#include "dtensor/Runtime/ABI.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dtensor {

/// The processes that a launcher such as mpirun has started together with this
/// one. All of them run the same tool with the same options, and take the same
/// steps. docs/Processes.md describes them.
///
/// The first process prints for all. The others print nothing: the text of an
/// error that only they have is handed to the first one.
class Job {
public:
  /// The time for which a process waits for others without a watchdog of its
  /// own.
  static constexpr double kWatchdogSeconds = 60;

  /// Joins the others; null if this process was started alone. `watchdog` is
  /// the time within which all have to come, and for which one may not answer;
  /// 0 for no limit. Errors: no library of MPI.
  static llvm::Expected<std::unique_ptr<Job>>
  join(double watchdog = kWatchdogSeconds);
  /// The same for a library: each process prints for itself, and has more time
  /// to come, since its program may have other things to do before.
  /// `communicator` is that of dt_processes_join_communicator.
  static llvm::Expected<std::unique_ptr<Job>>
  joinAsLibrary(const void *communicator = nullptr);
  ~Job();

  DtProcesses *get() const { return processes; }
  int64_t getNumProcesses() const { return dt_processes_count(processes); }
  /// The number of this process.
  int64_t getRank() const { return dt_processes_rank(processes); }
  bool isFirst() const { return getRank() == 0; }

  /// The line of a report about bytes of addends that went between processes
  /// one by one, as DeviceContext::countUncombined counts them.
  static std::string describeUncombined(int64_t bytes);

  /// A name and a value that all processes must have in common.
  using Fact = std::pair<std::string, std::string>;

  /// Waits for all processes. Errors, the same in all: that of one of them, or
  /// a difference of facts.
  llvm::Error agree(llvm::Error own = llvm::Error::success(),
                    llvm::ArrayRef<Fact> facts = {});

  /// Waits for all processes at the end, unless they have had an error. Returns
  /// the exit code of all: `code` or another one's, if that is not 0.
  int finish(int code);

  /// The mesh dimensions, the major one first, in whose order devices are dealt
  /// out to processes; empty for the order of the mesh.
  std::vector<std::string> order;

  /// The order as numbers of dimensions of `mesh`. Errors: `order` does not
  /// have each of them once.
  llvm::Expected<llvm::SmallVector<int64_t>> getOrder(const Mesh &mesh) const;

private:
  explicit Job(DtProcesses *processes) : processes(processes) {}
  /// Keeps what this process prints to itself, unless it crashes.
  void silence();
  std::string getPrinted() const;

  DtProcesses *processes;
  bool isOver = false;
  /// What a silent process has printed to stderr.
  int printed = -1;
};

/// Reads `y,x`; see `Job::order`.
std::vector<std::string> readProcessOrder(llvm::StringRef text);

/// The same as numbers of dimensions of `mesh`. Errors: `order` does not have
/// each of them once.
llvm::Expected<llvm::SmallVector<int64_t>>
findProcessOrder(const Mesh &mesh, llvm::ArrayRef<std::string> order);

/// A text that differs, in practice, if `content` differs.
std::string getFingerprint(llvm::StringRef content);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_JOB_H
