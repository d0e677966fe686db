//===- Reference.h - Expected results of collectives ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_RUNTIME_REFERENCE_H
#define DTENSOR_UNIT_RUNTIME_REFERENCE_H

#include "MeshRun.h"

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

namespace dtensor::runtime::test {

/// The mesh dimensions of each axis, major first, and the partial mesh
/// dimensions.
struct TestLayout {
  std::vector<std::vector<int64_t>> axes;
  std::vector<int64_t> partial;
};

/// All dimensions of a mesh with these sizes, in order.
std::vector<int64_t> getAllDims(const std::vector<int64_t> &sizes);

/// A collective to be checked against brute force.
struct CollectiveCase {
  std::vector<int64_t> extents;
  TestLayout from;
  TestLayout to;
  DtElementType type = DT_F32;
  DtCombiner combiner = DT_ADD;
  /// Whether members that hold the same component under `to` share the buffer.
  bool shared = false;
  /// Whether buffers have gaps and permuted axes.
  bool strided = false;

  std::string str() const;
};

/// The numbers of a DtSite. The group consists of the mesh dimensions along
/// which the layouts differ.
std::vector<int64_t> makeSite(const CollectiveCase &test);

/// Runs the collective on the mesh and compares every element with the value
/// that the definition of layouts gives.
void checkCollective(const Mesh &mesh, const CollectiveCase &test);

int64_t getSizeOf(DtElementType type);
void encode(DtElementType type, std::complex<double> value, char *bytes);
std::complex<double> decode(DtElementType type, const char *bytes);

} // namespace dtensor::runtime::test

#endif // DTENSOR_UNIT_RUNTIME_REFERENCE_H
