//===- ProposalNames.cpp - Which proposals are tried ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Planning/ProposalNames.h"
#include "Proposals.h"

using namespace llvm;
using namespace dtensor;

SmallVector<StringRef> dtensor::getProposalNames() {
  SmallVector<StringRef> names;
  for (ArrayRef<Proposal> some : {getRewrites(), getMoves()})
    for (const Proposal &proposal : some)
      names.push_back(proposal.name);
  // The plan with stages has a search of its own.
  names.insert(names.begin() + getRewrites().size(), kStagesName);
  return names;
}

Error dtensor::checkProposals(ArrayRef<std::string> chosen) {
  SmallVector<StringRef> known = getProposalNames();
  for (StringRef name : chosen) {
    StringRef bare = name;
    bare.consume_front("-");
    if (!is_contained(known, bare))
      return createStringError("required some of " + join(known, ", ") +
                               ", or some with a - before it; found '" + name +
                               "'");
  }
  return Error::success();
}

bool dtensor::isChosen(StringRef proposal, ArrayRef<std::string> chosen) {
  bool anyNamed = false;
  for (StringRef name : chosen) {
    if (name == proposal)
      return true;
    if (name.consume_front("-")) {
      if (name == proposal)
        return false;
    } else {
      anyNamed = true;
    }
  }
  return !anyNamed;
}
