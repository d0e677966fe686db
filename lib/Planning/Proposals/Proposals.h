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
#include "dtensor/Layout/CostModel.h"

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

//===----------------------------------------------------------------------===//
// How much better a change must be
//===----------------------------------------------------------------------===//

/// Another form of the program.
inline constexpr Acceptance kAcceptRewrite{.left = 0.9, .given = 0};
/// The plan of a short form, whose changes have been accepted there.
inline constexpr Acceptance kAcceptLayers{.left = 1, .work = 0, .given = 0};
/// A plan that changes a layout which the user knows must save at least a tenth
/// of the bytes. A smaller saving does not justify a report that differs from
/// the user's expectation.
inline constexpr Acceptance kAcceptSurprise{0.9};
/// A layout of a value that is not annotated changes only if this saves half of
/// the bytes. Users know products that are computed in parts, and expect them.
/// Work has a low weight here: if no sum has to be combined any more, receiving
/// counts more, since most machines receive more slowly, compared to computing,
/// than the one that the costs were measured on.
inline constexpr Acceptance kAcceptAnotherPlan{0.5, 0.25};
/// A value that can be computed replicated at no cost in bytes is replicated if
/// fewer bytes are received then. The work that is no longer divided has a low
/// weight.
inline constexpr Acceptance kAcceptUndivided{1, 0.25};
/// The operands of ops are gathered earlier if their sharding divides hardly
/// any work: at most a tenth of the work may be added.
inline constexpr Acceptance kAcceptGather{0.9, 1, 1.1};
/// All devices may compute a few cheap ops on a value that is gathered in any
/// case. Fewer bytes must be received. The main gain is the smaller number of
/// steps, which the cost does not count.
inline constexpr Acceptance kAcceptFewerSteps{0.98, 1. / 128};
/// An argument that is not annotated need not be sharded if the sharding
/// divides hardly any work. The additional bytes of the argument on each device
/// count as well.
inline constexpr Acceptance kAcceptGiven{0.9, 1, 1.1,
                                         CostWeights().perByteGiven};

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
