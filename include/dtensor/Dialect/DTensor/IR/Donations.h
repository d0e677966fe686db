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
/// more, so a result may use its memory. An integer is the number of that
/// result; a unit attribute means any that fits.
inline constexpr llvm::StringLiteral kDonatedAttr = "dtensor.donated";

/// The outcome for an argument with `dtensor.donated`.
struct Donation {
  unsigned argument;
  /// The result that lies in the argument's memory; none if no result can use
  /// it.
  std::optional<unsigned> result;
  /// The reason why there is none: `result 0 is [x], the argument [unsharded]`.
  std::string obstacle;
};

/// The donations of `entry`, by argument. An argument and a result can share
/// memory if they have the same type and layout, so that the components have
/// the same size. Each result takes one argument's memory. The answer is the
/// same wherever it is computed in one view, global or local.
llvm::SmallVector<Donation> matchDonations(mlir::FunctionOpInterface entry);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_DONATIONS_H
