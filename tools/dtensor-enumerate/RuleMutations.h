//===- RuleMutations.h - Faults that a sharding rule could have -*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_RULEMUTATIONS_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_RULEMUTATIONS_H

#include "dtensor/Layout/ShardingRule.h"
#include <functional>
#include <string>
#include <vector>

namespace dtensor {

/// A fault to plant in rules of one form.
struct RuleMutation {
  /// `drop`, `join`, `swap`, `shift`, `pass`, `combine` or `split`.
  std::string kind;
  /// The place in the rule: `k of operand 1 axis 0`.
  std::string place;
  std::function<void(ShardingRule &)> apply;
};

/// A rule's text without the extents of its factors. Rules of one form do not
/// differ in anything that a mutation names.
std::string getForm(ShardingRule rule);

/// All mutations that give a different rule that is valid:
///
/// | kind    | the fault                                                    |
/// |---------|--------------------------------------------------------------|
/// | drop    | an axis, or all axes of a factor, have it no more             |
/// | join    | a factor stands for the next one as well                      |
/// | swap    | two neighbouring axes of a tensor have each other's factors   |
/// | shift   | a window begins a position later, or sooner                   |
/// | pass    | a partial value passes from an operand to a result, or one of |
/// |         | any kind where sums do                                        |
/// | combine | another combiner of the same element types                    |
/// | split   | a factor that is whole, merged, ... is parallel               |
std::vector<RuleMutation> listMutations(const ShardingRule &rule);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_RULEMUTATIONS_H
