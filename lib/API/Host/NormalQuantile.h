//===- NormalQuantile.h - Of the normal distribution ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_HOST_NORMALQUANTILE_H
#define DTENSOR_LIB_API_HOST_NORMALQUANTILE_H

namespace dt {

/// The number below which a standard normal variable lies with `probability`,
/// which is between 0 and 1, both excluded. It has the same bits on all
/// machines. The relative error is about 1e-16 (M. J. Wichura: Algorithm AS
/// 241: The percentage points of the normal distribution, PPND16, Applied
/// Statistics 37, 1988).
double getNormalQuantile(double probability);

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_NORMALQUANTILE_H
