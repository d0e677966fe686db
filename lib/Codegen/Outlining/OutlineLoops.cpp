//===- OutlineLoops.cpp - A function for each kind of loop nest -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCaptures.h"
#include "dtensor/Codegen/Outlining/Passes.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace dtensor {
#define GEN_PASS_DEF_OUTLINELOOPS
#include "dtensor/Codegen/Outlining/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

struct OutlineLoops : dtensor::impl::OutlineLoopsBase<OutlineLoops> {
  using OutlineLoopsBase::OutlineLoopsBase;

  void runOnOperation() override;

  void outline(Operation *nest, llvm::hash_code hash, func::FuncOp parent,
               SymbolTable &symbols, const LLVMTypeConverter &converter);

  /// Functions by hash. Those with the same hash are compared one by one.
  llvm::DenseMap<llvm::hash_code, SmallVector<func::FuncOp, 1>> known;
};

} // namespace

//===----------------------------------------------------------------------===//
// The choice of nests
//===----------------------------------------------------------------------===//

/// Whether `op` may run in another function than its own. The runtime serves a
/// device through the function that has the device's handle; only texts of
/// errors are independent of it.
static bool mayMove(Operation *op) {
  if (auto call = dyn_cast<LLVM::CallOp>(op))
    return call.getCallee() == "dt_fail";
  return !isa<LLVM::AllocaOp>(op) && !hasEffect<MemoryEffects::Allocate>(op) &&
         !hasEffect<MemoryEffects::Free>(op);
}

/// The number of loops that have no loop inside.
static unsigned countInnermost(Operation *nest) {
  unsigned count = 0;
  nest->walk([&](LoopLikeOpInterface loop) {
    count += !loop->walk([&](LoopLikeOpInterface inner) {
                    return inner == loop ? WalkResult::advance()
                                         : WalkResult::interrupt();
                  })
                  .wasInterrupted();
  });
  return count;
}

static bool isNest(Operation *op, unsigned maxInnermost) {
  if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp>(op) ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return false;
  unsigned innermost = countInnermost(op);
  return innermost > 0 && innermost <= maxInnermost &&
         !op->walk([](Operation *inner) {
              return mayMove(inner) ? WalkResult::advance()
                                    : WalkResult::interrupt();
            }).wasInterrupted();
}

static void collectNests(Region &region, unsigned maxInnermost,
                         SmallVectorImpl<Operation *> &nests) {
  for (Operation &op : region.getOps()) {
    if (isNest(&op, maxInnermost)) {
      nests.push_back(&op);
      continue;
    }
    for (Region &inner : op.getRegions())
      collectNests(inner, maxInnermost, nests);
  }
}

//===----------------------------------------------------------------------===//
// Equal functions
//===----------------------------------------------------------------------===//

/// Hashes ops, types and constants, but neither locations nor the identity of
/// outer buffers and scalars.
static llvm::hash_code hashOps(Operation *root) {
  llvm::hash_code hash = 0;
  root->walk([&](Operation *op) {
    hash = llvm::hash_combine(
        hash, OperationEquivalence::computeHash(
                  op,
                  [](Value value) {
                    Attribute constant;
                    matchPattern(value, m_Constant(&constant));
                    return llvm::hash_combine(value.getType(), constant);
                  },
                  OperationEquivalence::ignoreHashValue,
                  OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

static bool areEqual(func::FuncOp first, func::FuncOp second) {
  return first.getFunctionType() == second.getFunctionType() &&
         first.getArgAttrsAttr() == second.getArgAttrsAttr() &&
         OperationEquivalence::isRegionEquivalentTo(
             &first.getBody(), &second.getBody(),
             OperationEquivalence::IgnoreLocations);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// A function for the body `nest`, which the caller moves there.
static func::FuncOp createFunction(Operation *nest, StringRef name,
                                   LoopCaptures &captures, TypeRange arguments,
                                   const LLVMTypeConverter &converter) {
  Location loc = nest->getLoc();
  OpBuilder builder(nest->getContext());
  auto function = func::FuncOp::create(
      builder, loc, name,
      builder.getFunctionType(arguments, nest->getResultTypes()));
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(nest->getContext(), LLVM::Linkage::Internal));
  // If it were inlined again, it would be optimized once for each call.
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  captures.markArguments(function, converter);
  builder.setInsertionPointToStart(function.addEntryBlock());
  captures.receive(builder, converter, function.getArguments());
  return function;
}

void OutlineLoops::outline(Operation *nest, llvm::hash_code hash,
                           func::FuncOp parent, SymbolTable &symbols,
                           const LLVMTypeConverter &converter) {
  Location loc = nest->getLoc();
  LoopCaptures captures(nest);
  OpBuilder builder(nest);
  SmallVector<Value> arguments = captures.pass(builder, converter);
  func::FuncOp function =
      createFunction(nest, (parent.getSymName() + "__loops").str(), captures,
                     TypeRange(ValueRange(arguments)), converter);
  builder.setInsertionPointAfter(nest);
  auto call = func::CallOp::create(builder, loc, function, arguments);
  nest->replaceAllUsesWith(call);
  Block &body = function.getBody().front();
  nest->moveBefore(&body, body.end());
  builder.setInsertionPointToEnd(&body);
  func::ReturnOp::create(builder, loc, nest->getResults());

  SmallVector<func::FuncOp, 1> &candidates = known[hash];
  auto equal = llvm::find_if(candidates, [&](func::FuncOp candidate) {
    return areEqual(candidate, function);
  });
  if (equal == candidates.end()) {
    symbols.insert(function, parent->getIterator());
    candidates.push_back(function);
    call.setCallee(function.getSymName());
  } else {
    call.setCallee(equal->getSymName());
    function.erase();
  }
}

void OutlineLoops::runOnOperation() {
  SymbolTable symbols(getOperation());
  LLVMTypeConverter converter(&getContext());
  known.clear();
  for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
    SmallVector<Operation *> nests;
    collectNests(function.getBody(), maxInnermost, nests);
    SmallVector<llvm::hash_code> hashes;
    llvm::DenseMap<llvm::hash_code, unsigned> counts;
    for (Operation *nest : nests) {
      hoistViews(nest);
      hashes.push_back(hashOps(nest));
      ++counts[hashes.back()];
    }
    for (auto [nest, hash] : llvm::zip(nests, hashes))
      if (nests.size() >= minNests || counts[hash] > 1)
        outline(nest, hash, function, symbols, converter);
  }
}
