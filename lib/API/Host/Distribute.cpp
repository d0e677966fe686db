//===- Distribute.cpp - From whole tensors to components ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Implementation.h"

namespace dt {

/// Errors: a layout of another rank.
static void checkRank(const Shape &shape, DType dtype, const Layout &layout) {
  if (static_cast<int64_t>(shape.size()) != layout.rank())
    raise("a tensor " + describe(shape, dtype) +
          ": required a layout of rank " + llvm::Twine(shape.size()) +
          ", found " + layout.str() + " of rank " + llvm::Twine(layout.rank()));
}

DTensor distribute_tensor(const Tensor &tensor, const Layout &layout) {
  checkRank(tensor.shape(), tensor.dtype(), layout);
  dtensor::Components components = check(splitIntoComponents(
      unwrap(layout.mesh()), resolveCombiners(layout, tensor.dtype()),
      unwrap(tensor), getDevices(layout.mesh())));
  return wrap(tensor.shape(), tensor.dtype(), layout, std::move(components));
}

DTensor copy_to_mesh(const Tensor &tensor, const Layout &layout) {
  if (!layout.is_fully_replicated())
    raise("copy_to_mesh: required a replicated layout, found " + layout.str() +
          "; relayout() shards the copy, or distribute_tensor() does both");
  return distribute_tensor(tensor, layout);
}

} // namespace dt
