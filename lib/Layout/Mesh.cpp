//===- Mesh.cpp - Named, sized dimensions of devices ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/Mesh.h"
#include "dtensor/Layout/DeviceMesh.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace dtensor;
using llvm::createStringError;
using llvm::Twine;

/// Names are bare words in MLIR's sense, so that every text form can contain
/// them.
static bool isWord(llvm::StringRef name) {
  return !name.empty() && (llvm::isAlpha(name[0]) || name[0] == '_') &&
         llvm::all_of(name, [](char c) {
           return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.';
         });
}

llvm::Expected<Mesh> Mesh::create(llvm::ArrayRef<MeshDimension> dimensions) {
  Mesh mesh;
  int64_t devices = 1;
  for (const auto &[name, size] : dimensions) {
    if (name == "any" || name == "match" || name == "unsharded")
      return createStringError("'" + Twine(name) +
                               "' is a reserved name and cannot name a mesh "
                               "dimension (reserved: any, match, unsharded)");
    if (!isWord(name))
      return createStringError(
          "the name of a mesh dimension must be letters, digits, '_', '$' and "
          "'.', and not start with a digit; found '" +
          Twine(name) + "'");
    if (mesh.lookup(name))
      return createStringError("mesh dimension '" + Twine(name) +
                               "' is repeated");
    if (size < 1)
      return createStringError("mesh dimension '" + Twine(name) +
                               "' must have a size of at least 1, found " +
                               Twine(size));
    if (llvm::MulOverflow(devices, size, devices))
      return createStringError("the mesh has more devices than fit in 64 bits "
                               "at dimension '" +
                               Twine(name) + "'");
    mesh.dimensions.push_back({name, size});
  }
  return mesh;
}

llvm::Expected<Mesh> Mesh::parse(llvm::StringRef text) {
  if (text.contains('|')) {
    llvm::Expected<DeviceMesh> deviceMesh = DeviceMesh::parse(text);
    if (!deviceMesh)
      return deviceMesh.takeError();
    if (!deviceMesh->isRowMajor())
      return createStringError("the devices of mesh " + deviceMesh->mesh.str() +
                               " must be listed in row-major order of their "
                               "coordinates (0,1,2,...)");
    return deviceMesh->mesh;
  }
  llvm::SmallVector<MeshDimension> dimensions;
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  for (llvm::StringRef part : parts) {
    auto [name, size] = part.split('=');
    MeshDimension dimension{name.trim().str(), 0};
    if (size.trim().getAsInteger(10, dimension.size))
      return createStringError("a mesh must be a list like 'x=2,y=4'; found '" +
                               Twine(part.trim()) + "' in '" + text + "'");
    dimensions.push_back(dimension);
  }
  return create(dimensions);
}

std::string Mesh::str() const {
  return llvm::join(llvm::map_range(dimensions,
                                    [](const MeshDimension &dimension) {
                                      return dimension.name + "=" +
                                             std::to_string(dimension.size);
                                    }),
                    ",");
}

int64_t Mesh::getNumDevices() const {
  int64_t devices = 1;
  for (const MeshDimension &dimension : dimensions)
    devices *= dimension.size;
  return devices;
}

std::optional<unsigned> Mesh::lookup(llvm::StringRef name) const {
  for (auto [dim, dimension] : llvm::enumerate(dimensions))
    if (dimension.name == name)
      return dim;
  return std::nullopt;
}

llvm::Expected<unsigned> Mesh::find(llvm::StringRef name) const {
  if (std::optional<unsigned> dim = lookup(name))
    return *dim;
  std::string known =
      llvm::join(llvm::map_range(dimensions,
                                 [](const MeshDimension &dimension) {
                                   return "'" + dimension.name + "'";
                                 }),
                 ", ");
  return createStringError("the mesh has no dimension '" + Twine(name) +
                           "'; it has " + (known.empty() ? "none" : known));
}

int64_t Mesh::getGroupSize(llvm::ArrayRef<unsigned> dims) const {
  int64_t size = 1;
  for (unsigned dim : dims)
    size *= getSize(dim);
  return size;
}

int64_t Mesh::getCoordinate(int64_t device, unsigned dim) const {
  for (unsigned minor = getNumDimensions() - 1; minor != dim; --minor)
    device /= getSize(minor);
  return device % getSize(dim);
}

llvm::SmallVector<int64_t> Mesh::getCoordinates(int64_t device) const {
  llvm::SmallVector<int64_t> coordinates(getNumDimensions());
  for (unsigned dim = getNumDimensions(); dim-- > 0;) {
    coordinates[dim] = device % getSize(dim);
    device /= getSize(dim);
  }
  return coordinates;
}

int64_t Mesh::getDevice(llvm::ArrayRef<int64_t> coordinates) const {
  int64_t device = 0;
  for (auto [dimension, coordinate] : llvm::zip_equal(dimensions, coordinates))
    device = device * dimension.size + coordinate;
  return device;
}
