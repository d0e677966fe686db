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

/// Groups ops that have the same sharding rule. The layers of a program repeat
/// each other, so one derivation serves many ops.
///
/// Two ops are similar if they agree in everything that a rule may read. These
/// are the name, types, properties and regions of the op, and which operands
/// are the same value. Of an operand's definition, a rule may read the value of
/// a constant, or whether it converts bits to numbers. A rule that reads more
/// must have it added here. Builds with assertions derive every rule and
/// compare.
///
/// The ops must not change while the groups are in use.
class SimilarOps {
public:
  /// The number of the op's group. The first op of a kind gets the next number.
  /// Returns none if the rule may depend on properties that are not compared,
  /// such as how a dynamic extent or a number is computed.
  std::optional<unsigned> getGroup(mlir::Operation *op);

private:
  /// The properties that can be compared as words.
  llvm::SmallVector<uintptr_t, 32> words;
  llvm::BumpPtrAllocator allocator;
  llvm::DenseMap<llvm::ArrayRef<uintptr_t>, llvm::SmallVector<unsigned, 1>>
      groupsOf;
  /// The first op of each group. The index is the group's number.
  std::vector<mlir::Operation *> firsts;
};

} // namespace dtensor

#endif // DTENSOR_SHARDINGRULES_SIMILAROPS_H
