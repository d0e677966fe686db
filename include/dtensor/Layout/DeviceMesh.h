//===- DeviceMesh.h - A mesh with its device list ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_DEVICEMESH_H
#define DTENSOR_LAYOUT_DEVICEMESH_H

#include "dtensor/Layout/Layout.h"

namespace dtensor {

/// A mesh together with its devices: their ids, in row-major order of
/// coordinates, the ids that belong to this process, and the names of these
/// devices. The text form is that of a mesh in TensorFlow's DTensor:
/// `name|x=3,y=2|global ids|local ids|local devices`. The name may be empty,
/// and the last field may be missing.
struct DeviceMesh {
  std::string name;
  Mesh mesh;
  llvm::SmallVector<int64_t> globalIds;
  llvm::SmallVector<int64_t> localIds;
  /// One per local id, or none: `/job:localhost/replica:0/task:0/device:CPU:0`.
  llvm::SmallVector<std::string> localDevices;

  /// The mesh of one process, which has all devices:
  /// `/job:localhost/replica:0/task:0/device:CPU:<i>`.
  static DeviceMesh createLocal(Mesh mesh);

  /// Errors: a malformed field, a number of ids that is not the product of the
  /// dimensions, a repeated id, a local id that is not a global one, a number
  /// of devices that is not that of the local ids.
  static llvm::Expected<DeviceMesh> parse(llvm::StringRef text);
  std::string str() const;

  /// Whether the ids are 0, 1, 2, ...
  bool isRowMajor() const;

  bool operator==(const DeviceMesh &other) const = default;
};

/// A layout with its mesh: `sharding_specs:x,unsharded, mesh:|x=3,y=2|...`.
/// Beyond TensorFlow's form, the specs may be any text that `Layout::parse`
/// takes.
struct DeviceLayout {
  DeviceMesh mesh;
  Layout layout;

  static llvm::Expected<DeviceLayout> parse(llvm::StringRef text);
  std::string str() const;

  bool operator==(const DeviceLayout &other) const = default;
};

} // namespace dtensor

#endif // DTENSOR_LAYOUT_DEVICEMESH_H
