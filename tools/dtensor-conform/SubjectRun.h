//===- SubjectRun.h - All trials of a subject -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_CONFORM_SUBJECTRUN_H
#define DTENSOR_TOOLS_DTENSOR_CONFORM_SUBJECTRUN_H

#include "Outcomes.h"
#include "Subject.h"
#include "dtensor/Driver/ForkedBatch.h"

namespace dtensor {

/// The chosen trials of a subject, in processes of their own.
class SubjectRun {
public:
  /// `name` stands before the names of trials.
  SubjectRun(const Subject &subject, std::string name,
             std::vector<Trial> trials, double timeoutSeconds);

  /// Adds the trials that have ended. Returns false once all have.
  bool poll(Outcomes &outcomes);

  /// The name of the running trial, and the seconds that it has taken.
  std::string getNextName() const;
  double getSeconds() const { return process.getSeconds(); }

private:
  const Subject &subject;
  std::string name;
  /// The processes share the trials.
  std::shared_ptr<const std::vector<Trial>> trials;
  size_t numDone = 0;
  ForkedBatch process;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_CONFORM_SUBJECTRUN_H
