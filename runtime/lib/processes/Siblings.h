//===- Siblings.h - Other processes of the launcher ----------- -*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_SIBLINGS_H
#define DTENSOR_RUNTIME_PROCESSES_SIBLINGS_H

#include "ProcessName.h"

#include <map>
#include <string>

namespace dtensor::runtime {

/// The processes of the job that the launcher of this one has started on this
/// host, and the launcher. Only the system is asked: it knows of them before
/// processes have exchanged anything.
class Siblings {
public:
  Siblings();

  /// Looks at them once more.
  void look();

  /// One that has ended, or the launcher if that has; empty if there is none.
  /// Such as
  /// `process 1 (host a, pid 17) was lost: it ended without notice`.
  std::string describeLost() const;

  /// Such as `; process 1 (host a, pid 17) is stopped`; empty if none is.
  std::string describeStopped() const;

private:
  struct Sibling {
    ProcessName name;
    char state = 'R';
    /// How often it was seen after its end.
    int64_t numDead = 0;
  };

  /// Whether fewer processes of the launcher are there than it has said, for
  /// some time, although it is not starting any.
  bool isOneMissing() const;

  const int64_t launcher;
  std::string ownJob;
  const ProcessName own;
  /// How many processes the launcher starts on this host; 0 if it has not said.
  const int64_t numPromised;
  std::map<int64_t, Sibling> siblings;
  /// The number of processes that the launcher has now, and how often it was
  /// seen without a change.
  int64_t numThere = 0;
  int64_t numUnchanged = 0;
  bool isLauncherStopped = false;
  bool isLauncherLost = false;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_SIBLINGS_H
