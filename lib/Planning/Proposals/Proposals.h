//===- Proposals.h - Ideas how a program may receive less -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PROPOSALS_PROPOSALS_H
#define DTENSOR_LIB_PLANNING_PROPOSALS_PROPOSALS_H

#include "../Plan.h"

namespace dtensor {

/// An idea how a program may receive less. It looks at a plan, tries changes,
/// and adopts what is better.
struct Proposal {
  llvm::StringLiteral name;
  /// Returns whether the plan has changed.
  bool (*improve)(Plan &plan);
};

/// Proposals that change the program. Each is repeated until it changes nothing
/// before the next one begins.
llvm::ArrayRef<Proposal> getRewrites();
/// The iterations of loops over stacks on the devices that have the positions.
inline constexpr llvm::StringLiteral kStagesName = "stages";
/// Proposals that change layouts. They take turns, since what one adopts may
/// help another one.
llvm::ArrayRef<Proposal> getMoves();

/// The largest number of contracted values that are tried. Those that cost most
/// are tried first.
inline constexpr size_t kMaxContracted = 8;

//===----------------------------------------------------------------------===//
// The proposals
//===----------------------------------------------------------------------===//

/// An argument, a result or an annotated value may be brought into another
/// layout once, instead of at each of its users.
bool tryAnnotatedValues(Plan &plan);

/// A loop may gather a value that it carries in each iteration, and again after
/// the loop or in the loop of the backward pass. If the loop carries the value
/// whole, it is gathered once. If a loop carries several such values, it
/// usually pays only if all of them are whole.
bool tryCarriedValues(Plan &plan);

/// A loop may add or write something to a value that it carries, and combine
/// that over devices in each iteration, since the value is sharded. If the loop
/// carries partial values, they are combined once, after the loop.
bool tryCarriedSums(Plan &plan);

/// An op whose layouts conflict may get layouts that are not the cheapest at
/// this op.
bool tryDisputedOps(Plan &plan);

/// Several results or annotations that need whole values may be computed from
/// one whole value, which is gathered once.
bool trySharedGathers(Plan &plan);
/// The same also for whole values that ops need.
bool tryEarlierGathers(Plan &plan);

/// Tries to replicate sharded values that are computed from replicated ones.
/// Some users prefer such a value sharded, but others contract it and must
/// then combine partial sums.
bool tryNeedlessShardings(Plan &plan);

/// Tries other layouts for operands that ops contract in parts. The ops make
/// partial results, and combining them receives data. Moving the operand to
/// another layout may receive less, above all if it has several such users.
bool tryContractedOperands(Plan &plan);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_PROPOSALS_H
