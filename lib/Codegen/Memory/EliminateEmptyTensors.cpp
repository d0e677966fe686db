//===- EliminateEmptyTensors.cpp - Compute into the destination -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopInit.h"
#include "dtensor/Codegen/Memory/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/SetVector.h"

namespace dtensor {
#define GEN_PASS_DEF_ELIMINATEEMPTYTENSORS
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

/// Whether `value` may be in a buffer that a branch passes on: it was written
/// into the result of an `scf.if`, or is one, or a branch yields it.
static bool passesBranch(Value value) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i) {
    if (llvm::any_of(values[i].getUsers(), [](Operation *user) {
          return isa<scf::YieldOp>(user) && isa<scf::IfOp>(user->getParentOp());
        }))
      return true;
    auto result = dyn_cast<OpResult>(values[i]);
    if (!result)
      continue;
    Operation *op = result.getOwner();
    if (isa<scf::IfOp>(op))
      return true;
    if (auto written = dyn_cast<DestinationStyleOpInterface>(op)) {
      values.insert(written.getTiedOpOperand(result)->get());
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      values.insert(loop.getTiedLoopInit(result)->get());
      values.insert(
          loop.getTiedLoopYieldedValue(loop.getTiedLoopRegionIterArg(result))
              ->get());
    } else if (isa<tensor::CastOp, tensor::ExtractSliceOp,
                   tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
      values.insert(op->getOperand(0));
    }
  }
  return false;
}

/// Erases writes into `dest` of results that a loop now writes there itself.
/// The analysis of bufferization would take such a write for a second one,
/// between the iterations of a loop around it, and reject the program.
static void eraseWritesInPlace(RewriterBase &rewriter, Operation *root) {
  root->walk([&](bufferization::MaterializeInDestinationOp write) {
    Value value = write.getSource();
    while (auto loop = value.getDefiningOp<scf::ForOp>())
      value = loop.getTiedLoopInit(cast<OpResult>(value))->get();
    if (write.getResult() && value != write.getSource() &&
        value == write.getDest())
      rewriter.replaceOp(write, write.getSource());
  });
}

/// Whether there is a reader of a tensor that `value` overwrites, after the
/// write. The last buffer of `value` then cannot be the first one.
static bool isReadAfterOverwritten(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (isa<tensor::CastOp, tensor::ExtractSliceOp, tensor::ExpandShapeOp,
            tensor::CollapseShapeOp>(op)) {
      value = op->getOperand(0);
      continue;
    }
    if (auto written = dyn_cast<DestinationStyleOpInterface>(op))
      value = written.getTiedOpOperand(result)->get();
    else if (Value init = dtensor::getLoopInit(result))
      value = init;
    else
      return false;
    // The contents of an empty tensor do not matter.
    if (value.getDefiningOp<tensor::EmptyOp>())
      return false;
    for (Operation *user : value.getUsers()) {
      Operation *reader = op->getBlock()->findAncestorOpInBlock(*user);
      if (reader != op && (!reader || !reader->isBeforeInBlock(op)))
        return true;
    }
  }
  return false;
}

/// The first op, from an empty tensor on, that writes the tensor which becomes
/// `value`; null if it is not found.
static Operation *getFirstWriter(Value value) {
  Operation *first = nullptr;
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
            op)) {
      value = op->getOperand(0);
    } else if (auto written = dyn_cast<DestinationStyleOpInterface>(op)) {
      first = op;
      value = written.getTiedOpOperand(result)->get();
    } else if (Value init = dtensor::getLoopInit(result)) {
      first = op;
      value = init;
    } else {
      break;
    }
  }
  return first;
}

/// Whether `op` reads each element of `value` at the position at which it
/// writes its results.
static bool readsWhereItWrites(Operation *op, Value value) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured ||
      structured.getNumLoops() != structured.getNumParallelLoops())
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    return (operand.get() != value && !structured.isDpsInit(&operand)) ||
           structured.getMatchingIndexingMap(&operand).isIdentity();
  });
}

/// Whether the memory `dest` of a donated argument is still read after `anchor`
/// writes its result there. The memory would then have to be copied first,
/// although a buffer for the result would be enough.
static bool isReadOnceWritten(Value source, Value dest, Operation *anchor) {
  if (!dest.getDefiningOp<bufferization::ToTensorOp>() || dest.hasOneUse())
    return false;
  Operation *writer = getFirstWriter(source);
  if (!writer || writer->getBlock() != anchor->getBlock())
    return true;
  SmallVector<Value> aliases = {dest};
  for (size_t i = 0; i < aliases.size(); ++i)
    for (Operation *user : aliases[i].getUsers()) {
      if (user == anchor)
        continue;
      if (isa<tensor::CastOp, tensor::ExtractSliceOp, tensor::ExpandShapeOp,
              tensor::CollapseShapeOp>(user)) {
        aliases.push_back(user->getResult(0));
        continue;
      }
      Operation *reader = writer->getBlock()->findAncestorOpInBlock(*user);
      if (!reader || writer->isBeforeInBlock(reader) ||
          (reader == writer &&
           !(aliases[i] == dest && readsWhereItWrites(writer, dest))))
        return true;
    }
  return false;
}

/// Relaxes writes that must be in place, because the analysis rejects some of
/// them although there is an order in which nothing is lost. It assumes that
/// both branches happen where only one of two does. Copies need not be in
/// place: where the analysis sees a conflict, it adds another buffer.
static void relaxWrites(RewriterBase &rewriter, Operation *root) {
  root->walk([&](bufferization::MaterializeInDestinationOp write) {
    if (!write.getResult())
      return;
    rewriter.setInsertionPoint(write);
    rewriter.replaceOpWithNewOp<linalg::CopyOp>(write, write.getSource(),
                                                write.getDest());
  });
}

/// Whether a tensor may be one of several: behind a branch, in a loop, or by a
/// select.
static bool hasAlternatives(Operation *root) {
  return root
      ->walk([](Operation *op) {
        bool isControlFlow = isa<RegionBranchOpInterface>(op) &&
                             !isa<DestinationStyleOpInterface>(op);
        bool isChoice = isa<arith::SelectOp>(op) &&
                        isa<TensorType>(op->getResult(0).getType());
        return isControlFlow || isChoice ? WalkResult::interrupt()
                                         : WalkResult::advance();
      })
      .wasInterrupted();
}

using Analysis = std::unique_ptr<bufferization::OneShotAnalysisState>;

/// The decisions that bufferization will make; null if it will reject the
/// module. If it accepts the module only after relaxing writes, these are
/// relaxed.
static Analysis
analyze(RewriterBase &rewriter, ModuleOp module,
        const bufferization::OneShotBufferizationOptions &options) {
  auto tryIt = [&]() -> Analysis {
    auto state =
        std::make_unique<bufferization::OneShotAnalysisState>(module, options);
    bool accepted = succeeded(bufferization::analyzeModuleOp(module, *state));
    bufferization::removeBufferizationAttributesInModule(module);
    return accepted ? std::move(state) : nullptr;
  };
  if (hasAlternatives(module)) {
    ScopedDiagnosticHandler quiet(module.getContext(),
                                  [](Diagnostic &) { return success(); });
    if (Analysis state = tryIt())
      return state;
    relaxWrites(rewriter, module);
  }
  return tryIt();
}

namespace {
struct EliminateEmptyTensors
    : dtensor::impl::EliminateEmptyTensorsBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    bufferization::OneShotBufferizationOptions options;
    options.allowReturnAllocsFromLoops = true;
    options.bufferizeFunctionBoundaries = true;
    Analysis state = analyze(rewriter, getOperation(), options);
    if (!state)
      return signalPassFailure();
    auto extract = [](RewriterBase &rewriter, SubsetInsertionOpInterface op,
                      tensor::EmptyOp empty, Operation *user) -> Value {
      // Extents may be equal inside of a branch but not outside.
      auto branch = op->getParentOfType<scf::IfOp>();
      if ((branch && !branch->isProperAncestor(empty)) ||
          passesBranch(op.getSourceOperand().get()) ||
          isReadAfterOverwritten(op.getSourceOperand().get()))
        return {};
      auto write = dyn_cast<bufferization::MaterializeInDestinationOp>(*op);
      if (write && isReadOnceWritten(write.getSource(), write.getDest(), write))
        return {};
      return bufferization::buildSubsetExtraction(rewriter, op, empty, user);
    };
    if (failed(bufferization::eliminateEmptyTensors(rewriter, getOperation(),
                                                    *state, extract)))
      return signalPassFailure();
    eraseWritesInPlace(rewriter, getOperation());
    if (hasAlternatives(getOperation()) &&
        !analyze(rewriter, getOperation(), options))
      signalPassFailure();
  }
};
} // namespace
