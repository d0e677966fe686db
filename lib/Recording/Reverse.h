//===- Reverse.h - Derivatives of recorded ops, backwards -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_REVERSE_H
#define DTENSOR_RECORDING_REVERSE_H

#include "dtensor/Recording/Graph.h"

namespace dtensor::recording {

/// Records the derivatives by `wanted` of what the ops `nodes` compute, where
/// `cotangents` are those by `results`. Invalid values stand for no dependency,
/// on either side.
Values pullBack(Graph &graph, llvm::ArrayRef<uint32_t> nodes,
                llvm::ArrayRef<Value> results, llvm::ArrayRef<Value> cotangents,
                llvm::ArrayRef<Value> wanted);

/// Records the ops of a region again, and their derivatives by `wanted`, which
/// are some of `arguments` and values outside of the region.
Values pullBackRegion(Graph &graph, uint32_t region,
                      llvm::ArrayRef<Value> arguments,
                      llvm::ArrayRef<Value> cotangents,
                      llvm::ArrayRef<Value> wanted);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_REVERSE_H
