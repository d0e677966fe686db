//===- DonationRequest.cpp - Donations given beside a program -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/DonationRequest.h"
#include "dtensor/Dialect/DTensor/IR/Donations.h"

using namespace mlir;

namespace dtensor {

llvm::Error applyDonations(const std::set<int64_t> &positions,
                           func::FuncOp entry) {
  int64_t numArguments = entry.getNumArguments();
  for (int64_t position : positions) {
    if (position < 0 || position >= numArguments)
      return llvm::createStringError(
          "donated arguments: required positions below " +
          llvm::Twine(numArguments) + ", found " + llvm::Twine(position));
    entry.setArgAttr(position, kDonatedAttr, UnitAttr::get(entry.getContext()));
  }
  return llvm::Error::success();
}

} // namespace dtensor
