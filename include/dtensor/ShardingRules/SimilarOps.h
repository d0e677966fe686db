//===- SimilarOps.h - Ops that have the same rule ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_SHARDINGRULES_SIMILAROPS_H
#define DTENSOR_SHARDINGRULES_SIMILAROPS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

namespace dtensor {

/// Groups ops of which all sharding rules say the same, so that the layers of a
/// program, which repeat each other, need one derivation.
///
/// Two ops are similar if they differ in nothing that a rule may read: name,
/// types, properties, regions, which operands are the same value, and of the
/// definitions of operands what constant they are, or whether they are bits as
/// numbers. A rule that reads more must have it added here; builds with
/// assertions derive every rule and compare.
///
/// The ops must not change in between.
class SimilarOps {
public:
  /// The number of the op's group, the next one if it is the first of its kind.
  /// None if its rule may depend on what is not compared: how a dynamic extent
  /// or a number is computed.
  std::optional<unsigned> getGroup(mlir::Operation *op);

private:
  /// What can be compared as a word.
  llvm::SmallVector<uintptr_t, 32> words;
  llvm::BumpPtrAllocator allocator;
  llvm::DenseMap<llvm::ArrayRef<uintptr_t>, llvm::SmallVector<unsigned, 1>>
      groupsOf;
  /// By group.
  std::vector<mlir::Operation *> firsts;
};

} // namespace dtensor

#endif // DTENSOR_SHARDINGRULES_SIMILAROPS_H
