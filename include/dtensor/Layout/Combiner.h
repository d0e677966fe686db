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

/// The associative, commutative operation that joins the values that the
/// devices of a group hold. The numbers are those of the runtime's C ABI
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

/// Whether a value that is combined with itself stays the same. A replicated
/// value is then already a partial one with this combiner.
bool isIdempotent(Combiner combiner);

/// True for `Add` and `Avg`, whose partial values pass through linear
/// operations.
bool isAdditive(Combiner combiner);

/// Whether the partial dimensions of one layout may have these two combiners.
/// Different combiners do not commute, except for sum and average.
bool canMix(Combiner a, Combiner b);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_COMBINER_H
