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

/// The kind of values of an argument; see `makeInput`.
struct InputKind {
  std::string kind;
  /// For `below`: an expression over the extents.
  std::string bound;
};

/// A function's text with holes `${EXPR}`. EXPR adds, subtracts, multiplies and
/// divides extents and numbers, from left to right.
struct Case {
  /// The file's name without `.mlir`.
  std::string family;
  std::string name;
  /// The name in the file, which the other rows of one `//! for` share.
  std::string entry;
  std::string text;
  /// The names of the extents, and the smallest value of each.
  std::vector<std::pair<std::string, int64_t>> parameters;
  std::map<unsigned, InputKind> inputs;
  /// 0 requires equal bits, except for the signs of zeros.
  double tolerance = 0;
  /// The largest number of bytes that a device may receive for the op itself.
  /// It is an expression over `arg0`, `result0`, ..., the sizes of whole
  /// values. If it is empty, the limit is twice the sum of all of them.
  std::string moves;
  /// The bytes that it may receive in addition if an annotation shards an axis:
  /// an expression by axis, `arg0.1` or `result0.2`.
  std::map<std::string, std::string> movesAlong;
  /// Axes, `arg0.1` or `result0.2`, along which an annotation costs nothing. If
  /// all sharded axes of a value are among these, nothing moves for it.
  std::set<std::string> still;
  /// For each axis, the collectives that the op may use if only that axis is
  /// annotated.
  std::map<std::string, std::set<std::string>> collectives;
  /// Axes for which an annotation does not divide all work. Examples are an
  /// axis of a value that only some ops read, or of one that is gathered. With
  /// any other axis no device does more than its part.
  std::set<std::string> undivided;
  /// Axes that an op needs completely, although each position of a result needs
  /// a single position of them. The op by itself is tried with other axes only.
  std::set<std::string> whole;
  /// Axes of arguments along which the op computes partial sums. Nothing moves
  /// if one of them is sharded and all results are partial sums along the same
  /// dimension.
  std::set<std::string> summed;
  /// The reason why an op of the case gathers a value that no annotation asks
  /// to be gathered.
  std::string gathers;
  /// Whether each layout of argument 0 is combined with each layout of result
  /// 0, including partial ones with every combiner.
  bool isRelayout = false;
  /// Whether the case differs only in its element type or its scalar
  /// computation from another case, for which everything is tried.
  bool isAlike = false;
  /// Whether the case stands in no file, so that nothing is said about its
  /// work.
  bool isMade = false;
  /// Whether other results are right as well, such as eigenvectors of another
  /// sign. The reference interpreter may have these.
  bool isAmbiguous = false;
  /// Ops with a rule that stand in no case, by the directives of the file.
  std::vector<std::string> exempted;
  /// A part of the error that is expected for some layouts of this case.
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
