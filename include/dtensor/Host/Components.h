//===- Components.h - Global tensors and components -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_COMPONENTS_H
#define DTENSOR_HOST_COMPONENTS_H

#include "dtensor/Host/HostTensor.h"
#include "dtensor/Layout/Layout.h"
#include <memory>
#include <vector>

namespace dtensor {

/// The component of a tensor that each device holds, indexed by device. Devices
/// that hold the same part may share one tensor.
using Components = llvm::SmallVector<std::shared_ptr<HostTensor>>;

/// Makes the components of a tensor from its parts. `makePart` makes the part
/// of the given box, and is called once for each box that devices hold. Devices
/// that hold the same box share its part. Along partial dimensions coordinate 0
/// has the value and the others the combiner's identity. The layout must be
/// valid on `mesh` and have the shape's rank. Where `devices` is not empty, it
/// has the devices of this process, and the others get null. Errors: those of
/// `makePart`, out of memory, a combiner that the element type does not have.
llvm::Expected<Components> makeComponents(
    const Mesh &mesh, const Layout &layout, ElementType type,
    llvm::ArrayRef<int64_t> shape,
    llvm::function_ref<llvm::Expected<std::shared_ptr<HostTensor>>(const Box &)>
        makePart,
    llvm::ArrayRef<int64_t> devices = {});

/// The shapes of the components of a tensor, by device.
std::vector<llvm::SmallVector<int64_t>>
getComponentShapes(const Mesh &mesh, const Layout &layout,
                   llvm::ArrayRef<int64_t> shape);

/// Whose component each device of this process gets, by device: its own, or if
/// `isShared` that of the first device of this process that holds the same
/// part. -1 for devices of other processes. `devices` is that of
/// `makeComponents`.
std::vector<int64_t> getOwners(const Mesh &mesh, const Layout &layout,
                               llvm::ArrayRef<int64_t> shape, bool isShared,
                               llvm::ArrayRef<int64_t> devices = {});

/// Makes components with undefined elements, one for each owner. `shapes` and
/// `owners` are by device. Errors: out of memory.
llvm::Expected<Components>
allocateComponents(ElementType type,
                   llvm::ArrayRef<llvm::SmallVector<int64_t>> shapes,
                   llvm::ArrayRef<int64_t> owners);

/// The part of a tensor that lies in `box`. It is the tensor itself, or a view
/// of its memory if the part is contiguous there, else a copy. Errors: out of
/// memory.
llvm::Expected<std::shared_ptr<HostTensor>>
takePart(const std::shared_ptr<HostTensor> &tensor, const Box &box);

/// Calls `run(offset in the tensor, offset in the box, bytes)` for each run of
/// neighbouring bytes of a box of a row-major tensor.
void forEachRun(llvm::ArrayRef<int64_t> shape, const Box &box,
                unsigned elementSize,
                llvm::function_ref<void(int64_t, int64_t, int64_t)> run);

/// Copies `part` to its place in a tensor.
void place(const HostTensor &part, const Box &box, HostTensor &tensor);

/// A tensor with the same elements and memory of its own. Errors: out of
/// memory.
llvm::Expected<std::shared_ptr<HostTensor>> copyOf(const HostTensor &tensor);

/// Copies what anybody else refers to as well, so that each component can be
/// written to. Errors: out of memory.
llvm::Error makeExclusive(Components &components);

/// Splits a tensor into components by its layout, as `makeComponents` does.
/// Components that are contiguous in it are views of its memory.
llvm::Expected<Components>
splitIntoComponents(const Mesh &mesh, const Layout &layout,
                    std::shared_ptr<HostTensor> global,
                    llvm::ArrayRef<int64_t> devices = {});

/// Joins `components` to the global tensor of `type` and `shape`. Along partial
/// dimensions they are combined in the order of coordinates. Errors: the wrong
/// number of components, a component whose type or shape is not that of its
/// device, replicas that are not equal bit by bit, out of memory.
llvm::Expected<HostTensor>
joinComponents(const Mesh &mesh, const Layout &layout, ElementType type,
               llvm::ArrayRef<int64_t> shape, const Components &components);

/// The extents of a box.
llvm::SmallVector<int64_t> getBoxShape(const Box &box);

} // namespace dtensor

#endif // DTENSOR_HOST_COMPONENTS_H
