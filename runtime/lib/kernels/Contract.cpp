//===- Contract.cpp - Contractions by kernel libraries --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Context.h"

void dt_contract(DtDevice *device, const int64_t *descriptor, const char *where,
                 const DtMemRef *a, const DtMemRef *b, const DtMemRef *c) {
  device->context->fail(*device, "no kernel for this contraction", where);
}
