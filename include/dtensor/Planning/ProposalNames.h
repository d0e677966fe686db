//===- ProposalNames.h - Which proposals are tried --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PLANNING_PROPOSALNAMES_H
#define DTENSOR_PLANNING_PROPOSALNAMES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace dtensor {

/// The names of all proposals, in the order in which they are tried.
llvm::SmallVector<llvm::StringRef> getProposalNames();

/// Errors: a name that no proposal has.
llvm::Error checkProposals(llvm::ArrayRef<std::string> chosen);

/// Whether a proposal is tried. `a,b` tries only these two, `-a` all but this
/// one, and an empty list all.
bool isChosen(llvm::StringRef proposal, llvm::ArrayRef<std::string> chosen);

} // namespace dtensor

#endif // DTENSOR_PLANNING_PROPOSALNAMES_H
