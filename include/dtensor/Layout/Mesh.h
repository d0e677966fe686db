//===- Mesh.h - Named, sized dimensions of devices --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_MESH_H
#define DTENSOR_LAYOUT_MESH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace dtensor {

/// One named dimension of a mesh.
struct MeshDimension {
  std::string name;
  int64_t size;

  bool operator==(const MeshDimension &other) const = default;
};

/// A Cartesian arrangement of devices along named dimensions. Devices are
/// numbered in row-major order of their coordinates: the last dimension varies
/// fastest. Within a mesh a dimension is referred to by its position.
class Mesh {
public:
  /// Errors: a name that is no word (letters, digits, `_`, `$`, `.`), repeated,
  /// or reserved (`any`, `match`, `unsharded`); a size below 1; a number of
  /// devices that does not fit an int64_t.
  static llvm::Expected<Mesh> create(llvm::ArrayRef<MeshDimension> dimensions);

  /// Parses `x=2,y=4`, as users write it, or TensorFlow's form
  /// `|x=3,y=2|0,1,2,3,4,5|0,1,2,3,4,5|/job:localhost/...` (see DeviceMesh),
  /// whose global ids must be in order.
  static llvm::Expected<Mesh> parse(llvm::StringRef text);

  /// `x=2,y=4`.
  std::string str() const;

  unsigned getNumDimensions() const { return dimensions.size(); }
  llvm::ArrayRef<MeshDimension> getDimensions() const { return dimensions; }
  llvm::StringRef getName(unsigned dim) const { return dimensions[dim].name; }
  int64_t getSize(unsigned dim) const { return dimensions[dim].size; }
  int64_t getNumDevices() const;
  std::optional<unsigned> lookup(llvm::StringRef name) const;
  /// The same as `lookup`, but with an error that names the existing
  /// dimensions.
  llvm::Expected<unsigned> find(llvm::StringRef name) const;

  /// The number of devices in a group along `dims`; 1 if there are none.
  int64_t getGroupSize(llvm::ArrayRef<unsigned> dims) const;

  int64_t getCoordinate(int64_t device, unsigned dim) const;
  /// The coordinates of `device` in row-major order, one per dimension.
  llvm::SmallVector<int64_t> getCoordinates(int64_t device) const;
  int64_t getDevice(llvm::ArrayRef<int64_t> coordinates) const;

  bool operator==(const Mesh &other) const = default;

private:
  llvm::SmallVector<MeshDimension> dimensions;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_MESH_H
