//===- Proposals.cpp - Ideas how a program may receive less ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proposals.h"
#include "../Rewrites/BlockAxes.h"
#include "../Rewrites/UnmergeAxes.h"
#include "../Rewrites/UpdateWhereRead.h"

using namespace dtensor;

llvm::ArrayRef<Proposal> dtensor::getRewrites() {
  static constexpr Proposal kRewrites[] = {
      {"merged-axes", unmergeAxes},
      {"block-axes", splitBlockAxes},
      {"updates-where-read", updateWhereRead},
  };
  return kRewrites;
}

llvm::ArrayRef<Proposal> dtensor::getMoves() {
  static constexpr Proposal kMoves[] = {
      {"carried-sums", tryCarriedSums},
      {"annotated-values", tryAnnotatedValues},
      {"carried-values", tryCarriedValues},
      {"disputed-ops", tryDisputedOps},
      {"shared-gathers", trySharedGathers},
      {"earlier-gathers", tryEarlierGathers},
      {"needless-shardings", tryNeedlessShardings},
      {"contracted-operands", tryContractedOperands},
  };
  return kMoves;
}
