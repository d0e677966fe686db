//===- PossibleLayouts.h - What a value or an op may have -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_AUTOLAYOUT_POSSIBLELAYOUTS_H
#define DTENSOR_LIB_AUTOLAYOUT_POSSIBLELAYOUTS_H

#include "dtensor/Layout/FactorChoice.h"

namespace dtensor {

/// The layouts that a value in this state may have. Open axes may get further
/// mesh dimensions, in the order of the mesh, as long as they have a position
/// for each device. The first layout is the one with none of them.
std::vector<Layout> listPossibleLayouts(const Mesh &mesh,
                                        const TensorState &state);

/// The shardings of the factors that an op may have: each mesh dimension on one
/// factor, or on none. The first one has no dimension at all. Of very many,
/// those that divide the work less are left out.
std::vector<FactorSharding> listPossibleShardings(const ChoiceProblem &problem);

} // namespace dtensor

#endif // DTENSOR_LIB_AUTOLAYOUT_POSSIBLELAYOUTS_H
