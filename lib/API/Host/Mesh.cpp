//===- Mesh.cpp - A grid of devices ---------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Mesh.h"

#include "Errors.h"
#include "Implementation.h"
#include "dtensor/Layout/DeviceMesh.h"

namespace dt {

/// The devices of one process.
static constexpr int64_t kMaxDevices = 4096;

const dtensor::Mesh &unwrap(const Mesh &mesh) {
  return Access::impl(mesh)->mesh;
}

Mesh wrap(dtensor::Mesh mesh) {
  if (mesh.getNumDevices() > kMaxDevices)
    raise("required at most " + llvm::Twine(kMaxDevices) +
          " devices, found mesh " + mesh.str() + " with " +
          llvm::Twine(mesh.getNumDevices()));
  auto impl = std::make_shared<Mesh::Impl>();
  for (const dtensor::MeshDimension &dimension : mesh.getDimensions())
    impl->dimensions.push_back({dimension.name, dimension.size});
  impl->text = mesh.str();
  impl->mesh = std::move(mesh);
  return Access::make<Mesh, const Mesh::Impl>(std::move(impl));
}

static Mesh create(const std::vector<Mesh::Dimension> &dimensions) {
  llvm::SmallVector<dtensor::MeshDimension> list;
  for (const Mesh::Dimension &dimension : dimensions)
    list.push_back({dimension.name, dimension.size});
  return wrap(check(dtensor::Mesh::create(list)));
}

Mesh::Mesh() : Mesh(std::vector<Dimension>()) {}

Mesh::Mesh(std::initializer_list<Dimension> dimensions)
    : Mesh(std::vector<Dimension>(dimensions)) {}

Mesh::Mesh(std::vector<Dimension> dimensions) : Mesh(create(dimensions).impl) {}

Mesh::Mesh(std::shared_ptr<const Impl> impl) : impl(std::move(impl)) {}

Mesh Mesh::from_string(std::string_view text) {
  if (text.empty())
    return Mesh();
  return wrap(check(dtensor::Mesh::parse(text)));
}

const std::string &Mesh::str() const { return impl->text; }

std::string Mesh::to_string() const {
  return dtensor::DeviceMesh::createLocal(impl->mesh).str();
}

const std::vector<Mesh::Dimension> &Mesh::dimensions() const {
  return impl->dimensions;
}

int64_t Mesh::size() const { return impl->mesh.getNumDevices(); }

int64_t Mesh::dim_size(std::string_view name) const {
  return impl->mesh.getSize(check(impl->mesh.find(name)));
}

void checkDevice(const Mesh &mesh, int64_t device) {
  if (device < 0 || device >= mesh.size())
    raise("required one of the " + llvm::Twine(mesh.size()) +
          " devices of mesh '" + mesh.str() + "', found device " +
          llvm::Twine(device));
}

std::vector<int64_t> Mesh::coordinates(int64_t device) const {
  checkDevice(*this, device);
  auto coordinates = impl->mesh.getCoordinates(device);
  return {coordinates.begin(), coordinates.end()};
}

std::string Mesh::device_name(int64_t device) const {
  checkDevice(*this, device);
  return "/job:localhost/replica:0/task:0/device:CPU:" + std::to_string(device);
}

bool Mesh::operator==(const Mesh &other) const {
  return impl == other.impl || impl->mesh == other.impl->mesh;
}

} // namespace dt
