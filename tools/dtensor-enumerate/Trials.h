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

/// What is known of a trial, beside what its case says.
struct Promise {
  /// What a device receives at most.
  int64_t bytes;
  /// The greatest part of the positions of all ops that a device goes through.
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

/// All choices of extents for the parameters: even and uneven ones, and each
/// parameter small, 1 and 0 in turn. The uneven one comes first.
std::vector<Extents> enumerateExtents(const Case &testCase);

/// Whether each parameter of a case has its usual extent, even or uneven.
bool isPlain(const Case &testCase, const Extents &extents);

/// All trials of a case: every layout of each argument and result alone, and
/// half as many of pairs of values and of all values together; of a few
/// layouts of each on a mesh of three dimensions, and on one of two if the
/// extents are not plain. Of layouts that swapping dimensions of one size makes
/// equal most are left out. On `meshes`, if there are any, in the place of the
/// usual ones. At most `limit` of them, chosen alike in every run.
std::vector<Trial> enumerateTrials(const Case &testCase,
                                   const Signature &signature,
                                   llvm::StringRef seed, bool isPlain,
                                   llvm::ArrayRef<std::string> meshes,
                                   size_t limit);

/// Of all trials of a case, one for each axis of each value that shards this
/// axis and nothing else, and one for each value that is partial. Besides, all
/// arguments partial on two devices, as sums and as greatest values; and
/// each axis along which the case sums in parts, with all
/// results partial.
std::vector<Trial> chooseCover(std::vector<Trial> trials, const Case &testCase,
                               const Signature &signature);

/// Each argument partial by itself, all of them as sums and as greatest values,
/// and all but one as greatest values, on two devices; results are partial
/// alike, so that what an op makes of partial values stays so.
std::vector<Trial> makePartial(const Signature &signature);

/// Trials of a case that is like another one, of all its extents.
constexpr size_t kNumTrialsOfAlike = 192;

/// A number that depends on the text only.
uint64_t hashText(llvm::StringRef text);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_TRIALS_H
