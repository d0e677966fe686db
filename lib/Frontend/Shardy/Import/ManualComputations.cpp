//===- ManualComputations.cpp - Code for components ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManualComputations.h"
#include "ImportCollectives.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::sdy;

/// More calls than this in a manual computation are taken for recursion.
static constexpr unsigned kMaxInlinedCalls = 10000;

static bool isCallOf(Operation *op, StringRef target) {
  auto call = dyn_cast_or_null<stablehlo::CustomCallOp>(op);
  return call && call.getCallTargetName() == target;
}

//===----------------------------------------------------------------------===//
// Both forms
//===----------------------------------------------------------------------===//

LogicalResult ManualComputations::requireNumbering(Operation *op) {
  if (!converter.isRenumbered())
    return success();
  return op->emitOpError("on a mesh with an order of devices is not supported; "
                         "export the program for a mesh that counts through");
}

/// Puts the bodies of functions in place of calls: they are written for
/// components as the region is, and can have collectives.
LogicalResult ManualComputations::inlineCalls(LocalMapOp map) {
  SmallVector<func::CallOp> calls;
  auto collect = [&](Operation *op) {
    op->walk([&](func::CallOp call) { calls.push_back(call); });
  };
  collect(map);
  // Each call of a program without recursion is one of finitely many.
  for (unsigned depth = 0; !calls.empty(); ++depth) {
    func::CallOp call = calls.pop_back_val();
    auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
    if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock())
      return call.emitOpError("in a manual computation requires a function of "
                              "one block, found @")
             << call.getCallee();
    if (depth > kMaxInlinedCalls)
      return call.emitOpError("in a manual computation calls @")
             << call.getCallee() << " recursively, which is not supported";
    inlined.insert(callee);
    IRMapping mapping;
    mapping.map(callee.getArguments(), call.getOperands());
    rewriter.setInsertionPoint(call);
    Block &body = callee.getBody().front();
    for (Operation &op : body.without_terminator())
      collect(rewriter.clone(op, mapping));
    rewriter.replaceOp(call,
                       llvm::map_to_vector(
                           body.getTerminator()->getOperands(),
                           [&](Value value) { return mapping.lookup(value); }));
  }
  return success();
}

/// Constraints in a manual computation are of axes that are not manual, along
/// which all devices compute the same.
void ManualComputations::dropConstraints(LocalMapOp map) {
  map.walk([&](Operation *op) {
    if (isa<ConstrainOp, ShardingConstraintOp>(op) ||
        isCallOf(op, kShardingTarget))
      rewriter.replaceOp(op, op->getOperand(0));
  });
}

LogicalResult ManualComputations::finish(LocalMapOp map) {
  if (failed(inlineCalls(map)))
    return failure();
  dropConstraints(map);
  return importCollectives(map.getBody(), converter.getMeshName(),
                           converter.getMesh());
}

void ManualComputations::eraseInlined() {
  for (func::FuncOp function : inlined)
    if (function.isPrivate() &&
        SymbolTable::symbolKnownUseEmpty(function, module))
      rewriter.eraseOp(function);
  inlined.clear();
}

//===----------------------------------------------------------------------===//
// Shardy's form
//===----------------------------------------------------------------------===//

LogicalResult ManualComputations::import(ManualComputationOp op) {
  if (failed(requireNumbering(op)))
    return failure();
  auto convertAll =
      [&](TensorShardingPerValueAttr shardings) -> FailureOr<ArrayAttr> {
    SmallVector<Attribute> layouts;
    for (TensorShardingAttr sharding : shardings.getShardings()) {
      FailureOr<LayoutAttr> layout =
          converter.convertManual(op, sharding, op.getManualAxes());
      if (failed(layout))
        return failure();
      layouts.push_back(*layout);
    }
    return rewriter.getArrayAttr(layouts);
  };
  FailureOr<ArrayAttr> in = convertAll(op.getInShardings());
  FailureOr<ArrayAttr> out = convertAll(op.getOutShardings());
  if (failed(in) || failed(out))
    return failure();
  SmallVector<TensorShardingAttr> all(op.getInShardings().getShardings());
  llvm::append_range(all, op.getOutShardings().getShardings());
  if (!llvm::all_of(all, [&](TensorShardingAttr sharding) {
        return converter.isWholeMesh(op, sharding, op.getManualAxes());
      }))
    op.emitWarning("devices along axes that are not manual compute the same");
  rewriter.setInsertionPoint(op);
  auto map = LocalMapOp::create(rewriter, op.getLoc(), op.getResultTypes(),
                                op.getTensors(), *in, *out);
  rewriter.inlineRegionBefore(op.getBody(), map.getBody(), map.getBody().end());
  Operation *end = map.getBody().front().getTerminator();
  rewriter.setInsertionPoint(end);
  rewriter.replaceOpWithNewOp<LocalYieldOp>(end, end->getOperands());
  rewriter.replaceOp(op, map.getResults());
  return finish(map);
}

//===----------------------------------------------------------------------===//
// XLA's form
//===----------------------------------------------------------------------===//

FailureOr<LayoutAttr>
ManualComputations::readLayout(Operation *op, StringAttr text, Type type) {
  FailureOr<Attribute> layout =
      text ? converter.convert(op, text, 0, 1, type) : Attribute();
  if (failed(layout))
    return failure();
  if (auto whole = dyn_cast_or_null<LayoutAttr>(*layout))
    return whole;
  return op->emitOpError("requires mhlo.sharding to say how the whole value of "
                         "a manual computation lies, found ")
         << (text ? Attribute(text) : rewriter.getUnitAttr());
}

LogicalResult ManualComputations::importCalls() {
  SmallVector<func::CallOp> calls;
  module.walk([&](func::CallOp call) {
    auto isShard = [](Value value) {
      return isCallOf(value.getDefiningOp(), kFullToShardTarget);
    };
    if (llvm::any_of(call.getOperands(), isShard))
      calls.push_back(call);
  });
  for (func::CallOp call : calls)
    if (failed(importCall(call)))
      return failure();
  eraseInlined();
  return success();
}

LogicalResult ManualComputations::importCall(func::CallOp call) {
  if (failed(requireNumbering(call)))
    return failure();
  auto fail = [&](Twine what) {
    return call.emitOpError("of a manual computation requires ") << what;
  };
  auto getText = [](Operation *op) {
    return op->getAttrOfType<StringAttr>(kHloShardingName);
  };
  llvm::SetVector<Operation *> begins;
  SmallVector<Operation *> ends;
  SmallVector<Value> sources, wholes;
  SmallVector<Attribute> in, out;
  for (Value operand : call.getOperands()) {
    Operation *cut = operand.getDefiningOp();
    if (!isCallOf(cut, kFullToShardTarget) || cut->getNumOperands() != 1)
      return fail("operands that @" + kFullToShardTarget + " gives");
    Operation *annotation = cut->getOperand(0).getDefiningOp();
    if (!isCallOf(annotation, kShardingTarget))
      return fail("operands that @" + kShardingTarget + " annotates");
    FailureOr<LayoutAttr> layout = readLayout(
        annotation, getText(annotation), annotation->getResult(0).getType());
    if (failed(layout))
      return failure();
    in.push_back(*layout);
    sources.push_back(cut->getOperand(0));
    begins.insert(cut);
  }
  // Results go by way of an annotation, or are used by nobody.
  SmallVector<unsigned> yielded;
  for (OpResult result : call.getResults()) {
    if (result.use_empty())
      continue;
    Operation *user = *result.user_begin();
    if (isCallOf(user, kShardingTarget) && user->hasOneUse()) {
      ends.push_back(user);
      user = *user->user_begin();
    }
    if (!result.hasOneUse() || !isCallOf(user, kShardToFullTarget))
      return fail("results that go to one @" + kShardToFullTarget + " each");
    Value whole = user->getResult(0);
    FailureOr<LayoutAttr> layout =
        readLayout(user, getText(user), whole.getType());
    if (failed(layout))
      return failure();
    out.push_back(*layout);
    wholes.push_back(whole);
    yielded.push_back(result.getResultNumber());
    ends.push_back(user);
  }

  rewriter.setInsertionPoint(call);
  auto map = LocalMapOp::create(
      rewriter, call.getLoc(), TypeRange(ValueRange(wholes)), sources,
      rewriter.getArrayAttr(in), rewriter.getArrayAttr(out));
  Block *body = rewriter.createBlock(
      &map.getBody(), {}, call.getOperandTypes(),
      SmallVector<Location>(call.getNumOperands(), call.getLoc()));
  IRMapping mapping;
  mapping.map(call.getOperands(), body->getArguments());
  Operation *inside = rewriter.clone(*call, mapping);
  LocalYieldOp::create(rewriter, call.getLoc(),
                       llvm::map_to_vector(yielded, [&](unsigned result) {
                         return Value(inside->getResult(result));
                       }));
  rewriter.replaceAllUsesWith(wholes, map.getResults());
  for (Operation *op : llvm::reverse(ends))
    rewriter.eraseOp(op);
  rewriter.eraseOp(call);
  for (Operation *op : begins)
    if (op->use_empty())
      rewriter.eraseOp(op);
  return finish(map);
}
