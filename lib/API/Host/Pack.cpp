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
#include "llvm/Support/xxhash.h"

#include <cstring>

namespace dt {

namespace {

/// Components that a caller says are those of a tensor with this layout. The
/// caller gives those of this process's devices. `gather` brings what is known
/// of the others.
class Packing {
public:
  /// Errors: the wrong number of components, or one of another rank or element
  /// type than the first.
  Packing(llvm::StringRef function, std::span<const Tensor> components,
          const Layout &layout);

  /// Brings shapes and types of the components of all devices, and their
  /// fingerprints if `withElements`. All processes call it. Errors: a component
  /// of another element type than the first.
  void gather(bool withElements);

  /// The shape to which the components add up: along a sharded axis, the sum
  /// over the devices that divide it. Needs `gather`.
  Shape addUp() const;
  /// The same if each component counts as much as the first.
  Shape addUpEvenly() const;
  /// Errors: a component that has not the shape that its device's should have,
  /// as far as components are known.
  void checkShapes(const Shape &shape) const;
  /// Errors: replicas with other bits. Needs `gather`.
  void checkReplicas() const;
  /// The components of a tensor of `shape`, but each device gets that of the
  /// device with coordinate 0 along the replicated dimensions. Needs `gather`.
  dtensor::Components getFirstReplicas(const Shape &shape) const;
  dtensor::Components get() const;

  DType dtype() const { return components.front().dtype(); }

private:
  /// A component, as all processes know it.
  struct Summary {
    uint64_t fingerprint = 0;
    DType dtype;
    Shape shape;
  };

  [[noreturn]] void fail(const llvm::Twine &message) const {
    raise(function + ": " + message);
  }
  void checkDType(int64_t device, DType found, DType required,
                  int64_t first) const;
  int64_t findFirstReplica(int64_t device) const;
  /// The same if other processes may have the first replicas.
  dtensor::Components fetchFirstReplicas(const Shape &shape) const;

  llvm::StringRef function;
  std::span<const Tensor> components;
  const Layout &layout;
  const dtensor::Mesh &mesh;
  /// The devices of this process.
  std::vector<int64_t> own;
  /// By device; empty if the component is not known.
  std::vector<std::optional<Summary>> summaries;
};

} // namespace

Packing::Packing(llvm::StringRef function, std::span<const Tensor> components,
                 const Layout &layout)
    : function(function), components(components), layout(layout),
      mesh(unwrap(layout.mesh())), own(layout.mesh().local_devices()),
      summaries(mesh.getNumDevices()) {
  if (components.size() != own.size())
    fail("required " + llvm::Twine(own.size()) +
         " components, one for each device of mesh '" + mesh.str() + "'" +
         (getDevices(layout.mesh()).empty() ? "" : " in this process") +
         ", found " + llvm::Twine(components.size()));
  for (auto [i, device] : llvm::enumerate(own)) {
    const Tensor &component = components[i];
    if (component.rank() != layout.rank())
      fail("component of device " + llvm::Twine(device) + ": required rank " +
           llvm::Twine(layout.rank()) + " for layout '" + layout.str() +
           "', found " + describe(component.shape(), component.dtype()) +
           " of rank " + llvm::Twine(component.rank()));
    checkDType(device, component.dtype(), dtype(), own.front());
    summaries[device] = {0, component.dtype(), component.shape()};
  }
  // Here, so that every DTensor has a layout that its type allows.
  resolveCombiners(layout, dtype());
}

void Packing::checkDType(int64_t device, DType found, DType required,
                         int64_t first) const {
  if (found != required)
    fail("component of device " + llvm::Twine(device) + ": required " +
         nameOf(required) + " as device " + llvm::Twine(first) +
         " has, found " + nameOf(found));
}

void Packing::gather(bool withElements) {
  if (withElements)
    for (auto [i, device] : llvm::enumerate(own))
      summaries[device]->fingerprint =
          llvm::xxh3_64bits(unwrap(components[i])->getBytes());
  if (getDevices(layout.mesh()).empty())
    return;
  // A row for each device: fingerprint, type and extents.
  constexpr int64_t kFirstExtent = 2;
  Shape shape = {mesh.getNumDevices(), kFirstExtent + layout.rank()};
  dtensor::DimList all;
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
    all.push_back(dim);
  dtensor::Layout rows(2);
  rows.setAxis(0, all);
  dtensor::Components parts(mesh.getNumDevices());
  for (int64_t device : own) {
    Tensor row = Tensor::empty({1, shape[1]}, DType::int64);
    auto *numbers = static_cast<int64_t *>(row.mutable_data());
    const Summary &summary = *summaries[device];
    numbers[0] = static_cast<int64_t>(summary.fingerprint);
    numbers[1] = static_cast<int64_t>(summary.dtype);
    llvm::copy(summary.shape, numbers + kFirstExtent);
    parts[device] = unwrap(row);
  }
  DTensor table = wrap(shape, DType::int64, wrap(layout.mesh(), rows), parts);
  Tensor whole = table.full_tensor();
  const int64_t *numbers = whole.elements<int64_t>().data();
  for (int64_t device = 0; device < shape[0]; ++device, numbers += shape[1])
    summaries[device] = {static_cast<uint64_t>(numbers[0]),
                         static_cast<DType>(numbers[1]),
                         Shape(numbers + kFirstExtent, numbers + shape[1])};
  for (int64_t device = 0; device < shape[0]; ++device)
    checkDType(device, summaries[device]->dtype, summaries[0]->dtype, 0);
}

Shape Packing::addUpEvenly() const {
  // All processes take the same one, if they know it.
  const Shape &first =
      summaries.front() ? summaries.front()->shape : components.front().shape();
  Shape shape;
  for (int64_t axis = 0; axis < layout.rank(); ++axis)
    shape.push_back(first[axis] *
                    mesh.getGroupSize(unwrap(layout).getAxis(axis)));
  return shape;
}

Shape Packing::addUp() const {
  Shape shape;
  for (int64_t axis = 0; axis < layout.rank(); ++axis) {
    auto dims = unwrap(layout).getAxis(axis);
    // The devices with coordinate 0 along all other dimensions.
    int64_t extent = 0;
    for (int64_t device = 0; device < mesh.getNumDevices(); ++device) {
      bool isCounted = true;
      for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
        isCounted &= llvm::is_contained(dims, dim) ||
                     mesh.getCoordinate(device, dim) == 0;
      if (isCounted)
        extent += summaries[device]->shape[axis];
    }
    shape.push_back(extent);
  }
  return shape;
}

void Packing::checkShapes(const Shape &shape) const {
  for (auto [device, summary] : llvm::enumerate(summaries)) {
    if (!summary)
      continue;
    Shape required = layout.local_shape(shape, device);
    if (summary->shape != required)
      fail("component of device " + llvm::Twine(device) + " of a tensor " +
           describe(shape, dtype()) + " with layout '" + layout.str() +
           "': required " + describe(required, dtype()) + ", found " +
           describe(summary->shape, dtype()));
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
  for (auto [device, summary] : llvm::enumerate(summaries)) {
    int64_t first = findFirstReplica(device);
    if (summaries[first]->fingerprint != summary->fingerprint)
      fail("required equal components on devices that layout '" + layout.str() +
           "' gives the same part, found other elements on "
           "devices " +
           llvm::Twine(first) + " and " + llvm::Twine(device));
  }
}

/// The bytes of each element become a last axis.
static Shape addBytes(Shape shape, DType dtype) {
  shape.push_back(item_size(dtype));
  return shape;
}

dtensor::Components Packing::fetchFirstReplicas(const Shape &shape) const {
  // The bytes of first replicas and zeros elsewhere have the first replicas as
  // bitwise or.
  dtensor::Layout to = unwrap(layout);
  llvm::SmallVector<dtensor::DimList> axes(to.getAxes());
  axes.emplace_back();
  llvm::SmallVector<dtensor::PartialDim> before, after;
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim) {
    if (to.getShardedAxis(dim))
      continue;
    before.push_back({dim, dtensor::Combiner::Or});
    if (to.getPartial(dim))
      after.push_back(before.back());
  }
  dtensor::Components parts(mesh.getNumDevices());
  for (auto [i, device] : llvm::enumerate(own)) {
    const Tensor &component = components[i];
    Tensor bytes =
        Tensor::empty(addBytes(component.shape(), dtype()), DType::uint8);
    if (findFirstReplica(device) == device)
      std::memcpy(bytes.mutable_data(), component.data(), bytes.num_bytes());
    else
      std::memset(bytes.mutable_data(), 0, bytes.num_bytes());
    parts[device] = unwrap(bytes);
  }
  Layout from = wrap(layout.mesh(), dtensor::Layout(axes, before));
  DTensor whole =
      wrap(addBytes(shape, dtype()), DType::uint8, from, std::move(parts))
          .redistribute(wrap(layout.mesh(), dtensor::Layout(axes, after)));
  dtensor::Components result(mesh.getNumDevices());
  for (auto [i, device] : llvm::enumerate(own)) {
    Tensor bytes = whole.to_local(device);
    Tensor component = Tensor::empty(components[i].shape(), dtype());
    std::memcpy(component.mutable_data(), bytes.data(), bytes.num_bytes());
    result[device] = unwrap(component);
  }
  return result;
}

dtensor::Components Packing::getFirstReplicas(const Shape &shape) const {
  if (!getDevices(layout.mesh()).empty())
    return fetchFirstReplicas(shape);
  dtensor::Components result;
  for (size_t device = 0; device < components.size(); ++device)
    result.push_back(unwrap(components[findFirstReplica(device)]));
  return result;
}

dtensor::Components Packing::get() const {
  dtensor::Components result(mesh.getNumDevices());
  for (auto [i, device] : llvm::enumerate(own))
    result[device] = unwrap(components[i]);
  return result;
}

DTensor pack(std::span<const Tensor> components, const Layout &layout,
             bool check) {
  Packing packing("pack", components, layout);
  // A scalar has no part that is a device's own.
  bool areCompared = check || (layout.rank() == 0 && !layout.is_partial());
  packing.gather(/*withElements=*/areCompared);
  Shape shape = packing.addUp();
  packing.checkShapes(shape);
  if (areCompared)
    packing.checkReplicas();
  return wrap(std::move(shape), packing.dtype(), layout, packing.get());
}

std::vector<Tensor> unpack(const DTensor &tensor) {
  std::vector<Tensor> components;
  for (int64_t device : tensor.mesh().local_devices())
    components.push_back(tensor.to_local(device));
  return components;
}

DTensor from_local(std::span<const Tensor> components, const Layout &layout,
                   bool run_check, const Shape *shape) {
  Packing packing("from_local", components, layout);
  // All processes learn of a wrong component of one of them.
  if (run_check)
    packing.gather(/*withElements=*/false);
  Shape global = shape ? *shape : packing.addUpEvenly();
  if (global.size() != static_cast<size_t>(layout.rank()))
    raise("from_local: required a shape of rank " + llvm::Twine(layout.rank()) +
          " for layout '" + layout.str() + "', found rank " +
          llvm::Twine(global.size()));
  packing.checkShapes(global);
  dtensor::Components all =
      run_check ? packing.getFirstReplicas(global) : packing.get();
  return wrap(std::move(global), packing.dtype(), layout, std::move(all));
}

} // namespace dt
