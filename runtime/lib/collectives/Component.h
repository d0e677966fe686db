//===- Component.h - Checks of components -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_COMPONENT_H
#define DTENSOR_RUNTIME_COLLECTIVES_COMPONENT_H

#include "../plans/Box.h"

namespace dtensor::runtime {

/// Fails if the extents of `memref`, which messages call `name`, are not those
/// of `box`.
void checkComponent(DtDevice &device, const char *where, const char *name,
                    const DtMemRef &memref, const Box &box, int64_t rank);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_COMPONENT_H
