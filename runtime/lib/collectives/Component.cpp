//===- Component.cpp - Checks of components -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Component.h"
#include "../Context.h"

#include <cstdio>

using namespace dtensor::runtime;

void dtensor::runtime::checkComponent(DtDevice &device, const char *where,
                                      const char *name, const DtMemRef &memref,
                                      const Box &box, int64_t rank) {
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t found = memref.sizesAndStrides[axis];
    if (found == box.extent[axis])
      continue;
    char message[160];
    snprintf(message, sizeof(message),
             "%s has extent %lld along axis %lld where its layout gives %lld",
             name, static_cast<long long>(found), static_cast<long long>(axis),
             static_cast<long long>(box.extent[axis]));
    device.context->fail(device, message, where);
  }
}
