//===- ImportCollectives.h - Collectives of manual computations -*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_IMPORTCOLLECTIVES_H
#define DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_IMPORTCOLLECTIVES_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"

namespace dtensor::sdy {

/// Turns StableHLO's collectives within `map`, but not within nested maps, into
/// those of `comm`, along the dimensions of `mesh` that are manual there. Emits
/// errors: a device without a group, groups of different sizes that cannot be
/// padded, collectives along other dimensions.
mlir::LogicalResult importCollectives(LocalMapOp map,
                                      mlir::FlatSymbolRefAttr meshName,
                                      const Mesh &mesh);

} // namespace dtensor::sdy

#endif // DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_IMPORTCOLLECTIVES_H
