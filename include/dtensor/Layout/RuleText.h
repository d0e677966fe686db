//===- RuleText.h - Sharding rules that users write -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_RULETEXT_H
#define DTENSOR_LAYOUT_RULETEXT_H

#include "dtensor/Layout/ShardingRule.h"

namespace dtensor {

/// Parses a rule such as `([i,k],[k,j])->([i,j]) {k reduction(sum)}`: the form
/// of `ShardingRule::str`, in which each axis has one factor, with any name, or
/// is `1`. A factor is parallel, `whole` or `reduction(combiner)`. Extents
/// (`k=4`) may be given. Errors: a parallel factor that an operand or a result
/// lacks, a reduced one that a result has, and other texts.
llvm::Expected<ShardingRule> parseRule(llvm::StringRef text);

/// Gives the factors of a rule the extents of operands and results. A negative
/// extent fits any. Errors: another number of these or of axes, a factor with
/// two extents.
llvm::Error bindExtents(ShardingRule &rule,
                        llvm::ArrayRef<llvm::ArrayRef<int64_t>> operands,
                        llvm::ArrayRef<llvm::ArrayRef<int64_t>> results);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_RULETEXT_H
