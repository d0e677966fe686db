//===- Pack.cpp - DTensors of components ----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Implementation.h"
#include "llvm/ADT/STLExtras.h"

#include <cstring>

namespace dt {

namespace {

/// Components that a caller says are those of a tensor with this layout.
class Packing {
public:
  /// Errors: the wrong number of components, or one of another rank or element
  /// type than the first.
  Packing(llvm::StringRef function, std::span<const Tensor> components,
          const Layout &layout);

  /// The shape to which the components add up: along a sharded axis, the sum
  /// over the devices that divide it. With `areEven`, each counts as much as
  /// the first.
  Shape addUp(bool areEven) const;
  /// Errors: a component that has not the shape that its device's should have.
  void checkShapes(const Shape &shape) const;
  /// Errors: replicas with other bits.
  void checkReplicas() const;
  /// The same components, but each device shares that of the device with
  /// coordinate 0 along the replicated dimensions.
  dtensor::Components getFirstReplicas() const;
  dtensor::Components get() const;

  DType dtype() const { return components.front().dtype(); }

private:
  [[noreturn]] void fail(const llvm::Twine &message) const {
    raise(function + ": " + message);
  }
  int64_t findFirstReplica(int64_t device) const;

  llvm::StringRef function;
  std::span<const Tensor> components;
  const Layout &layout;
  const dtensor::Mesh &mesh;
};

} // namespace

Packing::Packing(llvm::StringRef function, std::span<const Tensor> components,
                 const Layout &layout)
    : function(function), components(components), layout(layout),
      mesh(unwrap(layout.mesh())) {
  int64_t count = static_cast<int64_t>(components.size());
  if (count != mesh.getNumDevices())
    fail("required " + llvm::Twine(mesh.getNumDevices()) +
         " components, one for each device of mesh '" + mesh.str() +
         "', found " + llvm::Twine(count));
  for (int64_t device = 0; device < count; ++device) {
    const Tensor &component = components[device];
    if (component.rank() != layout.rank())
      fail("component of device " + llvm::Twine(device) + ": required rank " +
           llvm::Twine(layout.rank()) + " for layout '" + layout.str() +
           "', found " + describe(component.shape(), component.dtype()) +
           " of rank " + llvm::Twine(component.rank()));
    if (component.dtype() != dtype())
      fail("component of device " + llvm::Twine(device) + ": required " +
           nameOf(dtype()) + " as device 0 has, found " +
           nameOf(component.dtype()));
  }
  // Here, so that every DTensor has a layout that its type allows.
  resolveCombiners(layout, dtype());
}

Shape Packing::addUp(bool areEven) const {
  Shape shape;
  for (int64_t axis = 0; axis < layout.rank(); ++axis) {
    auto dims = unwrap(layout).getAxis(axis);
    if (areEven) {
      shape.push_back(components.front().shape()[axis] *
                      mesh.getGroupSize(dims));
      continue;
    }
    // The devices with coordinate 0 along all other dimensions.
    int64_t extent = 0;
    for (int64_t device = 0; device < mesh.getNumDevices(); ++device) {
      bool isCounted = true;
      for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
        isCounted &= llvm::is_contained(dims, dim) ||
                     mesh.getCoordinate(device, dim) == 0;
      if (isCounted)
        extent += components[device].shape()[axis];
    }
    shape.push_back(extent);
  }
  return shape;
}

void Packing::checkShapes(const Shape &shape) const {
  for (size_t device = 0; device < components.size(); ++device) {
    Shape required = layout.local_shape(shape, device);
    if (components[device].shape() != required)
      fail("component of device " + llvm::Twine(device) + " of a tensor " +
           describe(shape, dtype()) + " with layout '" + layout.str() +
           "': required " + describe(required, dtype()) + ", found " +
           describe(components[device].shape(), dtype()));
  }
}

/// The device with the same coordinates, but 0 along dimensions along which the
/// layout is replicated.
int64_t Packing::findFirstReplica(int64_t device) const {
  auto coordinates = mesh.getCoordinates(device);
  for (unsigned dim : unwrap(layout).getReplicatedDims(mesh))
    coordinates[dim] = 0;
  return mesh.getDevice(coordinates);
}

void Packing::checkReplicas() const {
  for (size_t device = 0; device < components.size(); ++device) {
    size_t first = findFirstReplica(device);
    if (!components[first].equals(components[device]))
      fail("required equal components on devices that layout '" + layout.str() +
           "' gives the same part, found other elements on "
           "devices " +
           llvm::Twine(first) + " and " + llvm::Twine(device));
  }
}

dtensor::Components Packing::getFirstReplicas() const {
  dtensor::Components result;
  for (size_t device = 0; device < components.size(); ++device)
    result.push_back(unwrap(components[findFirstReplica(device)]));
  return result;
}

dtensor::Components Packing::get() const {
  dtensor::Components result;
  for (const Tensor &component : components)
    result.push_back(unwrap(component));
  return result;
}

DTensor pack(std::span<const Tensor> components, const Layout &layout,
             bool check) {
  Packing packing("pack", components, layout);
  Shape shape = packing.addUp(/*areEven=*/false);
  packing.checkShapes(shape);
  // A scalar has no part that is a device's own.
  if (check || (layout.rank() == 0 && !layout.is_partial()))
    packing.checkReplicas();
  return wrap(std::move(shape), packing.dtype(), layout, packing.get());
}

std::vector<Tensor> unpack(const DTensor &tensor) {
  std::vector<Tensor> components;
  for (int64_t device = 0; device < tensor.mesh().size(); ++device)
    components.push_back(tensor.to_local(device));
  return components;
}

DTensor from_local(std::span<const Tensor> components, const Layout &layout,
                   bool run_check, const Shape *shape) {
  Packing packing("from_local", components, layout);
  Shape global = shape ? *shape : packing.addUp(/*areEven=*/true);
  if (global.size() != static_cast<size_t>(layout.rank()))
    raise("from_local: required a shape of rank " + llvm::Twine(layout.rank()) +
          " for layout '" + layout.str() + "', found rank " +
          llvm::Twine(global.size()));
  packing.checkShapes(global);
  return wrap(std::move(global), packing.dtype(), layout,
              run_check ? packing.getFirstReplicas() : packing.get());
}

} // namespace dt
