//===- Donations.h - Arguments whose memory results take --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_DONATIONS_H
#define DTENSOR_DIALECT_DTENSOR_IR_DONATIONS_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include <optional>
#include <string>

namespace dtensor {

/// On an argument of an entry function: the caller does not need its value any
/// more, and its memory may become a result's. An integer says which result's;
/// unit means any that fits.
inline constexpr llvm::StringLiteral kDonatedAttr = "dtensor.donated";

/// What became of an argument with `dtensor.donated`.
struct Donation {
  unsigned argument;
  /// The result that lies in the argument's memory; none if it is of no use.
  std::optional<unsigned> result;
  /// Why there is none: `result 0 is [x], the argument [unsharded]`.
  std::string obstacle;
};

/// The donations of `entry`, by argument. An argument and a result can share
/// memory if they have one type and one layout, so that each device holds as
/// much of both; each result takes one argument's. All who ask in one view,
/// global or local, get the same answer.
llvm::SmallVector<Donation> matchDonations(mlir::FunctionOpInterface entry);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_DONATIONS_H
