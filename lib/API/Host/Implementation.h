//===- Implementation.h - The contents of handles ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_HOST_IMPLEMENTATION_H
#define DTENSOR_LIB_API_HOST_IMPLEMENTATION_H

#include "dt/Access.h"
#include "dtensor/Host/Components.h"
#include "dtensor/Layout/DeviceMesh.h"

namespace dt {

struct Mesh::Impl {
  dtensor::Mesh mesh;
  std::vector<Dimension> dimensions;
  std::string text;
  /// The devices of this process, if there are several processes; otherwise
  /// empty.
  llvm::SmallVector<int64_t> devices;
};

struct Layout::Impl {
  Mesh mesh;
  dtensor::Layout layout;
  std::string text;
};

struct Tensor::Impl {
  std::shared_ptr<dtensor::HostTensor> tensor;
  DType dtype;
  Shape shape;
};

struct DTensor::Impl {
  Shape shape;
  DType dtype;
  /// Empty while the tensor is recorded, and if its elements are lost.
  std::optional<Layout> layout;
  dtensor::Components components;
  /// Why the components are gone, as the end of a sentence about the tensor;
  /// empty if they are not.
  std::string loss;
  /// The value of a function that is being recorded.
  std::shared_ptr<void> recorded;
};

/// The representation in lib/Layout and lib/Host, and back.
const dtensor::Mesh &unwrap(const Mesh &mesh);
const dtensor::Layout &unwrap(const Layout &layout);
const std::shared_ptr<dtensor::HostTensor> &unwrap(const Tensor &tensor);
/// Errors: a tensor that is being recorded, or whose elements are lost.
const dtensor::Components &unwrap(const DTensor &tensor);
Mesh wrap(dtensor::Mesh mesh);
/// A mesh with a list of its devices. Errors: devices in another order, and in
/// a process of several a list of its devices that has others.
Mesh wrap(dtensor::DeviceMesh mesh);
/// The same with a list of the devices of this process.
dtensor::DeviceMesh describeDevices(const Mesh &mesh);

/// The devices of this process, if there are several processes; otherwise
/// empty, as lib/Host wants it.
llvm::ArrayRef<int64_t> getDevices(const Mesh &mesh);
/// The first device of this process.
int64_t getFirstDevice(const Mesh &mesh);
Layout wrap(const Mesh &mesh, dtensor::Layout layout);
Tensor wrap(std::shared_ptr<dtensor::HostTensor> tensor, DType dtype);
DTensor wrap(Shape shape, DType dtype, Layout layout,
             dtensor::Components components);

/// Errors: a number that is no device of the mesh.
void checkDevice(const Mesh &mesh, int64_t device);
/// Also errors: a device of another process.
void checkOwnDevice(const Mesh &mesh, int64_t device);

dtensor::ElementType getElementType(DType dtype);
bool isUnsigned(DType dtype);
inline llvm::StringRef nameOf(DType dtype) { return to_string(dtype); }
/// Errors: a type without zero and negative numbers.
void requireZero(llvm::StringRef function, DType dtype);
DType makeDType(dtensor::ElementType type, bool isUnsigned);

/// `2x3 float32`, as messages say it.
std::string describe(const Shape &shape, DType dtype);

/// The layout with the combiners that `max` and `min` are for this type, since
/// integers have others than floats. Errors: a combiner that the type does not
/// have.
dtensor::Layout resolveCombiners(const Layout &layout, DType dtype);

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_IMPLEMENTATION_H
