//===- DrawLayout.h - A picture of one layout -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_DRAWLAYOUT_H
#define DTENSOR_HOST_DRAWLAYOUT_H

#include "dtensor/Layout/Layout.h"
#include "llvm/Support/raw_ostream.h"

namespace dtensor {

/// Draws the devices that hold each part of a tensor of `shape`, which must be
/// static. For rank 1 and 2 it is a table of parts with the devices in its
/// cells; otherwise there is a line per part.
void drawLayout(const Mesh &mesh, const Layout &layout,
                llvm::ArrayRef<int64_t> shape, llvm::raw_ostream &os);

} // namespace dtensor

#endif // DTENSOR_HOST_DRAWLAYOUT_H
