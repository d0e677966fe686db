//===- SplitFunctions.cpp - Long blocks as functions of bounded size ------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionPart.h"
#include "dtensor/Codegen/Outlining/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

namespace dtensor {
#define GEN_PASS_DEF_SPLITFUNCTIONS
#include "dtensor/Codegen/Outlining/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {
/// Splits the blocks of one function.
class Splitter {
public:
  Splitter(func::FuncOp function, unsigned maxOps, SymbolTable &symbols)
      : function(function), maxOps(maxOps), symbols(symbols), copied(function) {
  }

  void run();

private:
  void split(Block &block);
  void outline(ArrayRef<Operation *> part);

  func::FuncOp function;
  unsigned maxOps;
  SymbolTable &symbols;
  CopiedOps copied;
};
} // namespace

/// Whether the memory is freed when its function returns.
static bool isOnStack(Operation *op) {
  return isa<LLVM::AllocaOp, memref::AllocaOp>(op);
}

void Splitter::outline(ArrayRef<Operation *> part) {
  func::FuncOp outlined;
  func::CallOp call =
      FunctionPart(part, copied)
          .outline((function.getSymName() + "__part").str(), outlined);
  symbols.insert(outlined, function->getIterator());
  call.setCallee(outlined.getSymName());
}

void Splitter::split(Block &block) {
  unsigned total = 0;
  for (Operation &op : block)
    total += copied.contains(&op) ? 0 : copied.countOps(&op);
  if (total <= 2 * maxOps)
    return;
  SmallVector<Operation *> part;
  unsigned size = 0;
  llvm::DenseSet<Operation *> openSpaces;
  auto finish = [&]() {
    if (part.size() > 1)
      outline(part);
    part.clear();
    size = 0;
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (copied.contains(&op))
      continue;
    if (op.hasTrait<OpTrait::IsTerminator>() || isOnStack(&op)) {
      finish();
      continue;
    }
    part.push_back(&op);
    size += copied.countOps(&op);
    // A part must not end between the users of a space on the stack.
    copied.forEachSpace(&op, [&](Operation *space, bool isLast) {
      if (isLast)
        openSpaces.erase(space);
      else
        openSpaces.insert(space);
    });
    if (size >= maxOps && openSpaces.empty())
      finish();
  }
}

void Splitter::run() {
  SmallVector<Block *> blocks;
  // Inner blocks come first, so that they are short.
  function.walk([&](Block *block) {
    if (!isVectorLoop(*block))
      blocks.push_back(block);
  });
  for (Block *block : blocks) {
    split(*block);
    copied.dropUnused(*block);
  }
  copied.eraseUnused();
}

namespace {
struct SplitFunctions : dtensor::impl::SplitFunctionsBase<SplitFunctions> {
  using SplitFunctionsBase::SplitFunctionsBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (!function.isDeclaration())
        Splitter(function, maxOps, symbols).run();
  }
};
} // namespace
