//===- CopyElements.h - Elements in row-major order -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_COPYELEMENTS_H
#define DTENSOR_RUNTIME_COLLECTIVES_COPYELEMENTS_H

#include "../plans/Site.h"

namespace dtensor::runtime {

/// An element of a component, by its index. The elements that follow it are
/// those behind it in row-major order.
struct ElementPlace {
  const DtMemRef &memref;
  int64_t rank;
  const int64_t *index;
};

/// Copies `count` elements of `elementSize` bytes from `source` on to those
/// from `destination` on.
void copyElements(int64_t elementSize, int64_t count, ElementPlace source,
                  ElementPlace destination);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_COPYELEMENTS_H
