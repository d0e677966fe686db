//===- Signature.h - The signature of a program -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_SIGNATURE_H
#define DTENSOR_HOST_SIGNATURE_H

#include "dtensor/Host/HostTensor.h"
#include "dtensor/Layout/Layout.h"

namespace dtensor {

/// An argument or a result of an entry function, as the host sees it.
struct ValueSignature {
  ElementType elementType;
  /// False for a scalar, which has no axes.
  bool isTensor;
  /// The shape in the global view; INT64_MIN stands for a dynamic extent.
  llvm::SmallVector<int64_t> shape;
  Layout layout;
  /// Whether the program declares the integers as unsigned.
  bool isUnsigned = false;
  /// For a result: the argument that the caller donates, in whose memory the
  /// result lies.
  std::optional<unsigned> donor = std::nullopt;
  /// For a result: whether devices that hold the same part write it together.
  /// Those of a process then get one component.
  bool isShared = false;
  /// The name in the source, without a `%`. See docs/Compile.md.
  std::string name = {};
};

/// An entry function, as the host sees it. Without a mesh it runs on one
/// device: the mesh has no dimensions.
struct Signature {
  Mesh mesh;
  llvm::SmallVector<ValueSignature> arguments, results;
  /// The devices of this process, in the order of dt_run, if there are several
  /// processes; otherwise empty.
  llvm::SmallVector<int64_t> devices = {};
};

} // namespace dtensor

#endif // DTENSOR_HOST_SIGNATURE_H
