//===- Draw.cpp - A picture of a layout -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Implementation.h"
#include "dtensor/Host/DrawLayout.h"

namespace dt {

std::string draw(const Layout &layout, const Shape &shape) {
  // For its errors.
  layout.local_shape(shape, 0);
  for (int64_t extent : shape)
    if (extent < 0)
      raise("required extents of at least 0, found " + llvm::Twine(extent));
  std::string text;
  llvm::raw_string_ostream os(text);
  drawLayout(unwrap(layout.mesh()), unwrap(layout), shape, os);
  return text;
}

} // namespace dt
