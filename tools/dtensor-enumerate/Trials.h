//===- Trials.h - Layouts, extents and meshes to try a case with *- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_TRIALS_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_TRIALS_H

#include "CaseFile.h"
#include "dtensor/Driver/LayoutRequest.h"
#include "dtensor/Driver/Signature.h"

namespace dtensor {

/// Facts about a trial in addition to those of its case.
struct Promise {
  /// The largest number of bytes that a device receives.
  int64_t bytes;
  /// The largest fraction of the iterations of all ops that a device executes.
  double share;
};

/// One layout request for a case of fixed extents.
struct Trial {
  LayoutRequest request;
  std::optional<Promise> promise = std::nullopt;

  /// `x=2,y=3 arg0=x,unsharded result0=y`.
  std::string str() const;
  /// ` arg0=x,unsharded result0=y`.
  std::string getLayouts() const;
};

/// All choices of extents for the parameters: uneven and even ones, and each
/// parameter small, 1 and 0 in turn. The uneven choice comes first.
std::vector<Extents> enumerateExtents(const Case &testCase);

/// Whether each parameter of a case has its usual extent, even or uneven.
bool isPlain(const Case &testCase, const Extents &extents);

/// All trials of a case: every layout of each argument and result alone, and
/// half as many of pairs of values and of all values together. On a mesh of
/// three dimensions, and on one of two if the extents are not plain, each value
/// has few layouts. Most layouts that become equal by exchanging dimensions of
/// one size are left out. `meshes` replace the usual ones, if there are any.
/// There are at most `limit` trials, and the choice is the same in every run.
std::vector<Trial> enumerateTrials(const Case &testCase,
                                   const Signature &signature,
                                   llvm::StringRef seed, bool isPlain,
                                   llvm::ArrayRef<std::string> meshes,
                                   size_t limit);

/// A selection of all trials of a case: for each axis of each value one that
/// shards only this axis, and one for each value that is partial. In addition,
/// trials on two devices in which all arguments are partial, as sums and as
/// maxima, and one for each axis along which the case computes partial sums,
/// with all results partial.
std::vector<Trial> chooseCover(std::vector<Trial> trials, const Case &testCase,
                               const Signature &signature);

/// Trials on two devices: each argument partial by itself, all of them as sums
/// and as maxima, and all but one as maxima. Results are partial in the same
/// way, so that an op's partial results stay partial.
std::vector<Trial> makePartial(const Signature &signature);

/// The number of trials, over all extents, of a case that resembles another
/// one.
constexpr size_t kNumTrialsOfAlike = 192;

/// A number that depends only on the text.
uint64_t hashText(llvm::StringRef text);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_TRIALS_H
