//===- DTensor.h - A tensor on a mesh of devices ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_DTENSOR_H
#define DT_DTENSOR_H

#include "dt/Context.h"
#include "dt/Tensor.h"

namespace dt {

/// A tensor that the devices of a mesh hold together: a global shape, an
/// element type, a layout, and a component per device. It is a handle and never
/// changes; copies share the components, and devices that hold the same part
/// may share one component.
///
/// While `jit` records a function, the DTensors in it have no elements yet:
/// reading them is an error.
class DT_EXPORT DTensor {
public:
  const Shape &shape() const;
  int64_t rank() const { return static_cast<int64_t>(shape().size()); }
  DType dtype() const;
  /// Errors: a tensor that is being recorded.
  const Layout &layout() const;
  const Mesh &mesh() const { return layout().mesh(); }

  /// The component of a device, without a copy. Errors: a device of another
  /// process.
  Tensor to_local(int64_t device) const;
  /// The whole tensor. It is the component if one device holds everything;
  /// otherwise components are gathered, in every process that runs the mesh.
  Tensor full_tensor() const;
  /// The elements of a tensor that is fully replicated. Errors: a sharded or a
  /// partial tensor, for which `full_tensor` is the function to call.
  Tensor numpy() const;

  /// The same tensor in another layout. Devices exchange parts. Errors: a
  /// layout of another rank or mesh.
  DTensor redistribute(const Layout &layout,
                       const Context &context = Context::get()) const;

  /// Shape, type, layout, and elements of what is replicated, else of some
  /// components.
  std::string str() const;

  struct Impl;

private:
  friend struct Access;
  explicit DTensor(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl;
};

/// Makes a DTensor of components, one per device of the layout's mesh that this
/// process runs. If there are several processes, all of them call this. The
/// global shape is what the components add up to. Values of replicas are not
/// compared unless `check` is set; the components of a scalar always are.
/// Errors: the wrong number, rank, element type or shape of components,
/// replicas that differ.
DT_EXPORT DTensor pack(std::span<const Tensor> components, const Layout &layout,
                       bool check = false);
/// The components of a DTensor that this process has, by device.
DT_EXPORT std::vector<Tensor> unpack(const DTensor &tensor);

/// The tensor on every device of a mesh. `layout` must be replicated.
DT_EXPORT DTensor copy_to_mesh(const Tensor &tensor, const Layout &layout);
/// The same tensor in another layout; see `DTensor::redistribute`.
DT_EXPORT DTensor relayout(const DTensor &tensor, const Layout &layout);
DT_EXPORT const Layout &fetch_layout(const DTensor &tensor);

/// Divides a whole tensor among devices. Components that are contiguous in it
/// are views of its memory. Each of several processes gives the same tensor and
/// takes its parts of it; nothing is moved or compared.
DT_EXPORT DTensor distribute_tensor(const Tensor &tensor, const Layout &layout);
/// A DTensor of what each device holds, as PyTorch's: without a global shape,
/// the components are taken to be of equal extents along sharded axes. With
/// `run_check` the first device's data along replicated dimensions is the
/// truth, and is copied to the others: an error if there are several processes.
DT_EXPORT DTensor from_local(std::span<const Tensor> components,
                             const Layout &layout, bool run_check = false,
                             const Shape *shape = nullptr);

} // namespace dt

#endif // DT_DTENSOR_H
