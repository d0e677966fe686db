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

/// A value that was gathered whole though no annotation asks for it.
struct Gathered {
  std::string op;
  /// What the most loaded device received of it.
  int64_t bytes;
};

/// How far a run of the program came.
enum class Phase {
  Compiling,
  Running,
  /// Putting together what the devices have of the results.
  Joining,
  Done,
};

/// What a run of the program gave, or the error and where there was one.
struct RunResult {
  Phase phase = Phase::Compiling;
  std::vector<HostTensor> results;
  std::string error;
  std::vector<Gathered> gathered;
  /// The kinds of all collectives.
  std::set<std::string> collectives;
  /// What the most loaded device receives.
  int64_t bytes = 0;
  /// What devices do, if there are several.
  std::optional<Work> work;
  /// Whether the reference interpreter gave it, which rounds in other places.
  bool isInterpreted = false;
};

/// An argument or result that a trial has a layout for.
struct AnnotatedValue {
  std::string name;
  const HostTensor *value;
  Layout layout;
  /// What a device receives at most where an argument is brought into another
  /// layout, all that it has not, or a result into its own, all that it has
  /// then. What is partial is combined before.
  int64_t moved;
  /// The greatest part of its elements that a device has.
  double share = 1;
  bool isArgument = true;

  int64_t getNumBytes() const { return value->getNumBytes(); }
};

/// A trial with the values of its case.
struct TrialValues {
  Mesh mesh;
  std::vector<AnnotatedValue> annotated;
  /// Bytes of whole values by name, beside the extents of the case.
  Extents sizes;
  /// Of all arguments and results, and of all results.
  int64_t numBytes = 0, numResultBytes = 0;
  size_t numResults = 0;
  std::optional<Promise> promise = std::nullopt;
};

TrialValues collectValues(const LayoutRequest &request, const Extents &extents,
                          llvm::ArrayRef<const HostTensor *> arguments,
                          llvm::ArrayRef<const HostTensor *> results);

/// What a device may receive: what the op's row of the table of coverage says,
/// and what annotations ask for by themselves. A value that is partial must be
/// reduced; an axis of one position is not computed on in parts. Of several
/// annotated values one can stay as it is: each of the others is moved to go
/// with it, or is used as it is, too. Which one is the compiler's choice.
/// Errors: a name or a number in an expression of the case that is none.
llvm::Expected<int64_t> getBound(const Case &testCase,
                                 const TrialValues &values);

/// The first error of `text`, in one line.
std::string getFirstError(llvm::StringRef text);

/// Compares what a program gave under a trial's layouts with what it gave on
/// one device.
Outcome judge(const RunResult &got, const RunResult &want, const Case &testCase,
              const TrialValues &values, int64_t bound);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_JUDGEMENT_H
