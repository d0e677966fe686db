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
#include "MeshJob.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

namespace dt {

const dtensor::Mesh &unwrap(const Mesh &mesh) {
  return Access::impl(mesh)->mesh;
}

/// `0,1,2`.
static std::string list(llvm::ArrayRef<int64_t> devices) {
  return llvm::join(
      llvm::map_range(devices,
                      [](int64_t device) { return std::to_string(device); }),
      ",");
}

/// `claimed` are the devices that the program says this process has; null if it
/// does not say it.
static Mesh create(dtensor::Mesh mesh, std::string_view processOrder,
                   const llvm::SmallVector<int64_t> *claimed) {
  check(dtensor::checkFitsInProcess(mesh, mesh.getNumDevices() > 1
                                              ? MeshJob::get().getNumProcesses()
                                              : 1),
        "mesh '" + mesh.str() + "': ");
  auto impl = std::make_shared<Mesh::Impl>();
  for (const dtensor::MeshDimension &dimension : mesh.getDimensions())
    impl->dimensions.push_back({dimension.name, dimension.size});
  impl->text = mesh.str();
  llvm::SmallVector<int64_t> order;
  if (!processOrder.empty())
    order = check(dtensor::findProcessOrder(
                      mesh, dtensor::readProcessOrder(processOrder)),
                  "process order: ");
  impl->devices = MeshJob::get().enter(
      mesh, processOrder.empty() ? nullptr : &order, claimed);
  impl->mesh = std::move(mesh);
  return Access::make<Mesh, const Mesh::Impl>(std::move(impl));
}

Mesh wrap(dtensor::Mesh mesh) {
  return create(std::move(mesh), /*processOrder=*/"", /*claimed=*/nullptr);
}

static Mesh create(dtensor::DeviceMesh mesh, std::string_view processOrder) {
  if (!mesh.isRowMajor())
    raise(
        "the devices of mesh " + mesh.mesh.str() +
        " must be listed in row-major order of their coordinates (0,1,2,...)");
  return create(std::move(mesh.mesh), processOrder, &mesh.localIds);
}

Mesh wrap(dtensor::DeviceMesh mesh) {
  return create(std::move(mesh), /*processOrder=*/"");
}

llvm::ArrayRef<int64_t> getDevices(const Mesh &mesh) {
  return Access::impl(mesh)->devices;
}

int64_t getFirstDevice(const Mesh &mesh) {
  llvm::ArrayRef<int64_t> devices = getDevices(mesh);
  return devices.empty() ? 0 : devices.front();
}

static Mesh create(const std::vector<Mesh::Dimension> &dimensions,
                   std::string_view processOrder) {
  llvm::SmallVector<dtensor::MeshDimension> list;
  for (const Mesh::Dimension &dimension : dimensions)
    list.push_back({dimension.name, dimension.size});
  return create(check(dtensor::Mesh::create(list)), processOrder,
                /*claimed=*/nullptr);
}

Mesh::Mesh() : Mesh(std::vector<Dimension>()) {}

Mesh::Mesh(std::initializer_list<Dimension> dimensions)
    : Mesh(std::vector<Dimension>(dimensions)) {}

Mesh::Mesh(std::vector<Dimension> dimensions)
    : Mesh(std::move(dimensions), /*processOrder=*/"") {}

Mesh::Mesh(std::vector<Dimension> dimensions, std::string_view processOrder)
    : Mesh(create(dimensions, processOrder).impl) {}

Mesh::Mesh(std::shared_ptr<const Impl> impl) : impl(std::move(impl)) {}

Mesh Mesh::from_string(std::string_view text, std::string_view processOrder) {
  if (text.find('|') != std::string_view::npos)
    return create(check(dtensor::DeviceMesh::parse(text)), processOrder);
  dtensor::Mesh mesh;
  if (!text.empty())
    mesh = check(dtensor::Mesh::parse(text));
  return create(std::move(mesh), processOrder, /*claimed=*/nullptr);
}

const std::string &Mesh::str() const { return impl->text; }

std::string Mesh::to_string() const { return describeDevices(*this).str(); }

dtensor::DeviceMesh describeDevices(const Mesh &mesh) {
  dtensor::DeviceMesh result = dtensor::DeviceMesh::createLocal(unwrap(mesh));
  llvm::ArrayRef<int64_t> devices = getDevices(mesh);
  if (devices.empty())
    return result;
  result.localIds.assign(devices.begin(), devices.end());
  result.localDevices.clear();
  for (int64_t device : devices)
    result.localDevices.push_back(mesh.device_name(device));
  return result;
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

void checkOwnDevice(const Mesh &mesh, int64_t device) {
  checkDevice(mesh, device);
  llvm::ArrayRef<int64_t> own = getDevices(mesh);
  if (!own.empty() && !llvm::is_contained(own, device))
    raise("device " + llvm::Twine(device) + " of mesh '" + mesh.str() +
          "' belongs to process " +
          llvm::Twine(MeshJob::get().getPlace(unwrap(mesh), device).process) +
          ": required one of the devices " + list(own) + " of process " +
          llvm::Twine(MeshJob::get().getRank()) +
          "; full_tensor() gathers what all have");
}

std::vector<int64_t> Mesh::coordinates(int64_t device) const {
  checkDevice(*this, device);
  auto coordinates = impl->mesh.getCoordinates(device);
  return {coordinates.begin(), coordinates.end()};
}

std::string Mesh::device_name(int64_t device) const {
  checkDevice(*this, device);
  if (getDevices(*this).empty())
    return "/job:localhost/replica:0/task:0/device:CPU:" +
           std::to_string(device);
  MeshJob::DevicePlace place = MeshJob::get().getPlace(impl->mesh, device);
  return "/job:worker/replica:0/task:" + std::to_string(place.process) +
         "/device:CPU:" + std::to_string(place.number);
}

std::string Mesh::process_order() const {
  return describeProcessOrder(impl->mesh, MeshJob::get().getOrder(impl->mesh));
}

std::vector<int64_t> Mesh::local_devices() const {
  if (impl->devices.empty()) {
    auto all = llvm::seq(size());
    return {all.begin(), all.end()};
  }
  return {impl->devices.begin(), impl->devices.end()};
}

bool Mesh::operator==(const Mesh &other) const {
  return impl == other.impl || impl->mesh == other.impl->mesh;
}

} // namespace dt
