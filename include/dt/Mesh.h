//===- Mesh.h - A grid of devices -------------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_MESH_H
#define DT_MESH_H

#include "dt/Export.h"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dt {

/// A named grid of devices, in row-major order of their coordinates. A mesh is
/// a value: copies are cheap, and equal meshes are the same mesh.
///
/// If a launcher has started several processes, each runs a block of the
/// devices, unless there is one device only: that is each process's own. Then a
/// mesh that is new waits for all processes, which must make the same one; see
/// dt/Processes.h.
///
///     dt::Mesh mesh = {{"x", 3}, {"y", 2}}; // 6 devices
class DT_EXPORT Mesh {
public:
  struct Dimension {
    std::string name;
    int64_t size;

    bool operator==(const Dimension &other) const = default;
  };

  /// One device, without dimensions.
  Mesh();
  /// Errors: a name that is no word, repeated, or reserved (`any`, `match`,
  /// `unsharded`); a size below 1; more than 4096 devices.
  Mesh(std::initializer_list<Dimension> dimensions);
  explicit Mesh(std::vector<Dimension> dimensions);
  /// `processOrder` has the names of all dimensions, such as `y,x`: devices are
  /// put in the row-major order of these, the major one first, and each process
  /// gets a block of them. An empty text stands for the order of the first
  /// equal mesh, which is that of the dimensions if it says nothing else.
  /// Errors: other names, another order than the first equal mesh has.
  Mesh(std::vector<Dimension> dimensions, std::string_view processOrder);

  /// Parses `x=3,y=2`, or TensorFlow's form
  /// `|x=3,y=2|0,1,2,3,4,5|0,1,2,3,4,5|/job:localhost/...`.
  static Mesh from_string(std::string_view text,
                          std::string_view processOrder = "");
  /// `x=3,y=2`.
  const std::string &str() const;
  /// TensorFlow's form.
  std::string to_string() const;

  const std::vector<Dimension> &dimensions() const;
  /// The number of devices.
  int64_t size() const;
  /// The size of a dimension. Errors: a name that the mesh does not have.
  int64_t dim_size(std::string_view name) const;
  /// The devices that this process runs, in the order in which they are dealt
  /// out: all, unless there are several processes.
  std::vector<int64_t> local_devices() const;
  /// The order in which devices are dealt out to processes, such as `y,x`.
  std::string process_order() const;
  /// The coordinates of a device, one per dimension.
  std::vector<int64_t> coordinates(int64_t device) const;
  /// TensorFlow's name of a device:
  /// `/job:localhost/replica:0/task:0/device:CPU:0`. Of several processes, each
  /// is a task of the job `worker`.
  std::string device_name(int64_t device) const;

  bool operator==(const Mesh &other) const;

  struct Impl;

private:
  friend struct Access;
  explicit Mesh(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl;
};

} // namespace dt

#endif // DT_MESH_H
