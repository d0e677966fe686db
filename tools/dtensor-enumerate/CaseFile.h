//===- CaseFile.h - Small programs with extents as parameters ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_CASEFILE_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_CASEFILE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace dtensor {

/// Extents of a case's parameters, by name.
using Extents = std::map<std::string, int64_t>;

/// What the elements of an argument are; see `makeInput`.
struct InputKind {
  std::string kind;
  /// Of `below`: an expression over the extents.
  std::string bound;
};

/// A function's text with holes `${EXPR}`, where EXPR adds, subtracts,
/// multiplies and divides extents and numbers, from left to right.
struct Case {
  /// The file's name without `.mlir`.
  std::string family;
  std::string name;
  /// The name that the file gives it and the other rows of one `//! for`.
  std::string entry;
  std::string text;
  /// Names of the extents and the least that each may be.
  std::vector<std::pair<std::string, int64_t>> parameters;
  std::map<unsigned, InputKind> inputs;
  /// 0: bit by bit, but for the signs of zeros.
  double tolerance = 0;
  /// What a device may receive at most for the op itself, in bytes: an
  /// expression over `arg0`, `result0`, ..., the sizes of whole values. Empty:
  /// all of them twice.
  std::string moves;
  /// What it may receive besides where an annotation shards an axis: an
  /// expression by axis, `arg0.1` or `result0.2`.
  std::map<std::string, std::string> movesAlong;
  /// Axes, `arg0.1` or `result0.2`, along which an annotation costs nothing:
  /// where all of a value's sharded axes are such, nothing moves for it.
  std::set<std::string> still;
  /// By axis, the collectives by which an annotation of that axis alone may
  /// have the op communicate.
  std::map<std::string, std::set<std::string>> collectives;
  /// Axes where an annotation does not divide all work, as that of a value that
  /// only some ops read, or one that is gathered. Along any other one no device
  /// does more than its part.
  std::set<std::string> undivided;
  /// Axes that an op needs whole though each position of a result needs one
  /// position of them: it is tried by itself with other axes only.
  std::set<std::string> whole;
  /// Axes of arguments along which the op sums in parts: nothing moves where
  /// one is sharded and all results are partial sums along the same dimension.
  std::set<std::string> summed;
  /// Why an op of the case gathers a value though no annotation asks for it.
  std::string gathers;
  /// Whether each layout of argument 0 meets each layout of result 0, partial
  /// ones of every kind too.
  bool isRelayout = false;
  /// Whether only the element type or what is computed on elements tells it
  /// from another case, of which all is tried.
  bool isAlike = false;
  /// Whether it stands in no file, so that nobody says what divides its work.
  bool isMade = false;
  /// Ops with a rule that stand in no case, by what the file says of them.
  std::vector<std::string> exempted;
  /// A part of the error that some layouts of this case are known to get.
  std::string rejection;

  llvm::Expected<std::string> instantiate(const Extents &extents) const;
};

llvm::Expected<int64_t> evaluate(llvm::StringRef expression,
                                 const Extents &extents);

/// Reads a file of cases. Each begins with lines of
///   //! case NAME PARAMETER...        a parameter is `M` or `M>=3`
///   //! values ARGUMENT KIND [BOUND]
///   //! tolerance NUMBER
///   //! moves EXPR                    see `Case::moves`
///   //! along AXIS EXPR               see `Case::movesAlong`
///   //! still AXIS...                see `Case::still`; behind a row, of
///   that row
///   //! by AXIS COLLECTIVE...        see `Case::collectives`
///   //! undivided AXIS...            see `Case::undivided`; as `still`
///   //! summed AXIS...               see `Case::summed`
///   //! whole AXIS...                see `Case::whole`
///   //! gathers WHY                   see `Case::gathers`
///   //! relayout
///   //! rejects TEXT
///   //! exempt OP WHY                 an op that no case can have
///   //! alike                         see `Case::isAlike`: all rows but the
///   first
///   //! for NAME...                   text for holes ${NAME}
///   //! row TEXT | TEXT ...           one case for each such line
/// and has a function `main`.
llvm::Expected<std::vector<Case>> readCases(llvm::StringRef path);

/// The text of a file as a case without parameters.
llvm::Expected<Case> readText(llvm::StringRef path);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_CASEFILE_H
