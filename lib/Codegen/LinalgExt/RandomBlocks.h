//===- RandomBlocks.h - Generators that count -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// J. Salmon, M. Moraes, R. Dror, D. Shaw: Parallel random numbers: as easy as
// 1, 2, 3. SC 2011. All values are i32 scalars.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LINALGEXT_RANDOMBLOCKS_H
#define DTENSOR_LIB_CODEGEN_LINALGEXT_RANDOMBLOCKS_H

#include "mlir/IR/Builders.h"
#include <array>

namespace dtensor {

using RandomPair = std::array<mlir::Value, 2>;
using RandomQuad = std::array<mlir::Value, 4>;

/// Threefry2x32 with 20 rounds.
RandomPair createThreefry(mlir::OpBuilder &builder, mlir::Location loc,
                          RandomPair counter, RandomPair key);

/// Philox4x32 with 10 rounds.
RandomQuad createPhilox(mlir::OpBuilder &builder, mlir::Location loc,
                        RandomQuad counter, RandomPair key);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LINALGEXT_RANDOMBLOCKS_H
