//===- Combiner.h - How the addends of a partial value combine --*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_COMBINER_H
#define DTENSOR_LAYOUT_COMBINER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace dtensor {

/// The associative, commutative operation that joins what the devices of a
/// group hold of one value. The numbers are those of the runtime's C ABI
/// (`DtCombiner`). Float `Max`/`Min` propagate NaN; the `Num` forms ignore it.
enum class Combiner : int32_t {
  Add = 0,
  Mul = 1,
  And = 2,
  Or = 3,
  Xor = 4,
  MaxSigned = 5,
  MinSigned = 6,
  MaxUnsigned = 7,
  MinUnsigned = 8,
  Maximum = 9,
  Minimum = 10,
  MaxNum = 11,
  MinNum = 12,
  /// A sum that is divided by the size of its group.
  Avg = 13,
};

/// The spelling in the IR: `sum`, `product`, `and`, `or`, `xor`, `max_signed`,
/// `min_signed`, `max_unsigned`, `min_unsigned`, `max`, `min`, `max_num`,
/// `min_num`, `avg`.
llvm::StringRef stringify(Combiner combiner);
std::optional<Combiner> parseCombiner(llvm::StringRef text);

/// Combining a value with itself gives the value: a replicated value is
/// already a partial one of this kind.
bool isIdempotent(Combiner combiner);

/// `Add` and `Avg`: a partial value passes through linear operations.
bool isAdditive(Combiner combiner);

/// Whether two partial dimensions of one layout may have these kinds:
/// different kinds do not commute, save sum and average.
bool canMix(Combiner a, Combiner b);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_COMBINER_H
