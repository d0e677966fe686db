//===- Judgement.h - Judges the outcome of a trial --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_JUDGEMENT_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_JUDGEMENT_H

#include "CaseFile.h"
#include "Results.h"
#include "Trials.h"
#include "Work.h"
#include "dtensor/Driver/LayoutRequest.h"
#include "dtensor/Host/HostTensor.h"
#include "dtensor/Layout/Layout.h"
#include <set>

namespace dtensor {

/// A value that was gathered completely although no annotation asks for it.
struct Gathered {
  std::string op;
  /// The bytes that the most loaded device received of it.
  int64_t bytes;
};

/// The phase that a run of the program reached.
enum class Phase {
  Compiling,
  Running,
  /// Joining the components of the results.
  Joining,
  Done,
};

/// The results of a run of the program, or the error and its phase.
struct RunResult {
  Phase phase = Phase::Compiling;
  std::vector<HostTensor> results;
  std::string error;
  std::vector<Gathered> gathered;
  /// The kinds of all collectives.
  std::set<std::string> collectives;
  /// The bytes that the most loaded device receives.
  int64_t bytes = 0;
  /// The work of devices, if there are several.
  std::optional<Work> work;
  /// Whether the values come from the reference interpreter, which rounds in
  /// other places.
  bool isInterpreted = false;
};

/// An argument or result for which a trial has a layout.
struct AnnotatedValue {
  std::string name;
  const HostTensor *value;
  Layout layout;
  /// The largest number of bytes that a device receives if an argument is
  /// brought into another layout, or a result into its own. It receives all
  /// elements that it does not have then. A partial value is combined before.
  int64_t moved;
  /// The largest fraction of its elements that a device has.
  double share = 1;
  bool isArgument = true;

  int64_t getNumBytes() const { return value->getNumBytes(); }
};

/// A trial with the values of its case.
struct TrialValues {
  Mesh mesh;
  std::vector<AnnotatedValue> annotated;
  /// The bytes of whole values by name, and the extents of the case.
  Extents sizes;
  /// The bytes of all arguments and results, and of all results.
  int64_t numBytes = 0, numResultBytes = 0;
  size_t numResults = 0;
  std::optional<Promise> promise = std::nullopt;
};

TrialValues collectValues(const LayoutRequest &request, const Extents &extents,
                          llvm::ArrayRef<const HostTensor *> arguments,
                          llvm::ArrayRef<const HostTensor *> results);

/// The number of bytes that a device may receive. It is the sum of the op's
/// limit in the table of coverage and of the bytes that the annotations
/// themselves require. A partial value must be reduced, and an axis of one
/// position is not computed in parts. One of several annotated values can stay
/// as it is, and the compiler chooses which. Each of the others is moved to
/// match it, or is used as it is. Errors: an invalid name or number in an
/// expression of the case.
llvm::Expected<int64_t> getBound(const Case &testCase,
                                 const TrialValues &values);

/// The first error of `text`, in one line.
std::string getFirstError(llvm::StringRef text);

/// Compares the results of a program under a trial's layouts with those on one
/// device.
Outcome judge(const RunResult &got, const RunResult &want, const Case &testCase,
              const TrialValues &values, int64_t bound);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_JUDGEMENT_H
