//===- DonationRequest.h - Donations given beside a program -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_DONATIONREQUEST_H
#define DTENSOR_DRIVER_DONATIONREQUEST_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"
#include <set>

namespace dtensor {

/// Marks arguments of `entry`, by position, as donated. Errors: an argument
/// that does not exist.
llvm::Error applyDonations(const std::set<int64_t> &positions,
                           mlir::func::FuncOp entry);

} // namespace dtensor

#endif // DTENSOR_DRIVER_DONATIONREQUEST_H
