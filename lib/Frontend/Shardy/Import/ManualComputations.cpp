//===- ManualComputations.cpp - Code for components -----------------------===//
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

/// The number of calls in a manual computation from which they count as
/// recursion.
static constexpr unsigned kMaxInlinedCalls = 10000;

static bool isCallOf(Operation *op, StringRef target) {
  auto call = dyn_cast_or_null<stablehlo::CustomCallOp>(op);
  return call && call.getCallTargetName() == target;
}

/// The @SPMDShardToFullShape that uses `result`, possibly through `annotation`.
/// Null if anything else uses it.
static stablehlo::CustomCallOp findExit(Value result,
                                        stablehlo::CustomCallOp &annotation) {
  if (!result.hasOneUse())
    return {};
  Operation *user = *result.user_begin();
  if (isCallOf(user, kShardingTarget) && user->hasOneUse()) {
    annotation = cast<stablehlo::CustomCallOp>(user);
    user = *user->user_begin();
  }
  return isCallOf(user, kShardToFullTarget)
             ? cast<stablehlo::CustomCallOp>(user)
             : stablehlo::CustomCallOp();
}

static bool isManualCall(func::CallOp call) {
  stablehlo::CustomCallOp annotation;
  return llvm::any_of(call.getOperands(),
                      [](Value operand) {
                        return isCallOf(operand.getDefiningOp(),
                                        kFullToShardTarget);
                      }) ||
         llvm::any_of(call.getResults(), [&](Value result) {
           return findExit(result, annotation);
         });
}

bool dtensor::sdy::isInManualComputation(Operation *op) {
  return op->getParentOfType<LocalMapOp>() ||
         op->getParentOfType<ManualComputationOp>();
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

/// Inlines calls in the body. Like the region, the functions are written for
/// components, and can have collectives.
LogicalResult ManualComputations::inlineCalls(Region &body) {
  SmallVector<func::CallOp> calls;
  body.walk([&](func::CallOp call) { calls.push_back(call); });
  // A program without recursion has a finite number of calls.
  for (unsigned depth = 0; !calls.empty(); ++depth) {
    func::CallOp call = calls.pop_back_val();
    // A call that is manual along further dimensions becomes a map first.
    if (isManualCall(call))
      continue;
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
    Block &block = callee.getBody().front();
    for (Operation &op : block.without_terminator())
      rewriter.clone(op, mapping)->walk([&](func::CallOp inner) {
        calls.push_back(inner);
      });
    rewriter.replaceOp(call,
                       llvm::map_to_vector(
                           block.getTerminator()->getOperands(),
                           [&](Value value) { return mapping.lookup(value); }));
  }
  return success();
}

void ManualComputations::eraseInlined() {
  // An erased function may call another one, which is then erased too.
  for (bool changed = true; changed;) {
    changed = false;
    for (func::FuncOp function : llvm::to_vector(inlined))
      if (function.isPrivate() &&
          SymbolTable::symbolKnownUseEmpty(function, module)) {
        inlined.remove(function);
        rewriter.eraseOp(function);
        changed = true;
      }
  }
  inlined.clear();
}

LocalMapOp ManualComputations::createMap(Operation *op, TypeRange results,
                                         ValueRange operands,
                                         ArrayRef<Attribute> in,
                                         ArrayRef<Attribute> out,
                                         const DimList &own) {
  const Mesh &mesh = converter.getMesh();
  bool isAll = true;
  SmallVector<StringRef> names;
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
    if (llvm::is_contained(own, dim))
      names.push_back(mesh.getName(dim));
    else
      isAll &= mesh.getSize(dim) == 1;
  return LocalMapOp::create(
      rewriter, op->getLoc(), results, operands, rewriter.getArrayAttr(in),
      rewriter.getArrayAttr(out),
      isAll ? ArrayAttr() : rewriter.getStrArrayAttr(names));
}

LogicalResult ManualComputations::prepare() {
  SmallVector<ManualComputationOp> outer;
  module.walk<WalkOrder::PreOrder>([&](ManualComputationOp op) {
    outer.push_back(op);
    return WalkResult::skip();
  });
  for (ManualComputationOp op : outer)
    if (failed(inlineCalls(op.getBody())))
      return failure();
  eraseInlined();

  bool hasCalls = module
                      .walk([](stablehlo::CustomCallOp op) {
                        return isCallOf(op, kFullToShardTarget) ||
                                       isCallOf(op, kShardToFullTarget)
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      })
                      .wasInterrupted();
  if (!hasCalls)
    return success();
  while (func::CallOp call = findCall())
    if (failed(importCall(call)))
      return failure();
  return success();
}

/// Whether the constraint requires nothing, or is for a scalar.
static bool isEmpty(ConstrainOp op) {
  if (op.getType().getRank() == 0)
    return true;
  auto constraint = dyn_cast<ConstraintAttr>(op.getConstraint());
  return constraint && !op.getGroup() && op.getSpread() == Spread::Both &&
         constraint.getReplicated().empty() &&
         llvm::all_of(constraint.getAxes(),
                      [](ArrayAttr names) { return names.empty(); }) &&
         !llvm::is_contained(constraint.getOpen(), false);
}

LogicalResult ManualComputations::finish() {
  // In a program without shardings, maps are for its own mesh, and need no
  // change.
  SmallVector<LocalMapOp> maps;
  if (converter.hasMesh())
    module.walk([&](LocalMapOp map) { maps.push_back(map); });
  for (LocalMapOp map : maps) {
    // Constraints are needed only if some dimensions are left to the compiler.
    bool isLocal = map.getFreeDims(converter.getMesh()).empty();
    map.walk([&](ConstrainOp op) {
      if (isLocal || isEmpty(op))
        rewriter.replaceOp(op, op.getSource());
    });
    if (failed(importCollectives(map, converter.getMeshName(),
                                 converter.getMesh())))
      return failure();
  }
  return success();
}

/// Constrains the operands of a region, or its yielded values, by `insides`.
static void constrainInside(IRRewriter &rewriter, LocalMapOp map,
                            ArrayRef<Attribute> in, ArrayRef<Attribute> out) {
  Block &body = map.getBody().front();
  rewriter.setInsertionPointToStart(&body);
  for (auto [argument, constraint] : llvm::zip_equal(body.getArguments(), in))
    if (constraint) {
      auto constrained = ConstrainOp::create(rewriter, argument.getLoc(),
                                             argument, constraint);
      rewriter.replaceAllUsesExcept(argument, constrained, constrained);
    }
  Operation *end = body.getTerminator();
  rewriter.setInsertionPoint(end);
  for (auto [operand, constraint] : llvm::zip_equal(end->getOpOperands(), out))
    if (constraint)
      operand.set(ConstrainOp::create(rewriter, end->getLoc(), operand.get(),
                                      constraint));
}

//===----------------------------------------------------------------------===//
// Shardy's form
//===----------------------------------------------------------------------===//

LogicalResult ManualComputations::import(ManualComputationOp op) {
  if (failed(requireNumbering(op)))
    return failure();
  auto convertAll = [&](TensorShardingPerValueAttr shardings,
                        SmallVectorImpl<Attribute> &layouts,
                        SmallVectorImpl<Attribute> &insides) {
    for (TensorShardingAttr sharding : shardings.getShardings()) {
      FailureOr<ShardingConverter::ManualSharding> value =
          converter.convertManual(op, sharding, op.getManualAxes());
      if (failed(value))
        return failure();
      layouts.push_back(value->layout);
      insides.push_back(value->inside);
    }
    return success();
  };
  SmallVector<Attribute> in, out, insideIn, insideOut;
  if (failed(convertAll(op.getInShardings(), in, insideIn)) ||
      failed(convertAll(op.getOutShardings(), out, insideOut)))
    return failure();
  rewriter.setInsertionPoint(op);
  LocalMapOp map = createMap(op, op.getResultTypes(), op.getTensors(), in, out,
                             converter.getManualDims(op));
  rewriter.inlineRegionBefore(op.getBody(), map.getBody(), map.getBody().end());
  Operation *end = map.getBody().front().getTerminator();
  rewriter.setInsertionPoint(end);
  rewriter.replaceOpWithNewOp<LocalYieldOp>(end, end->getOperands());
  constrainInside(rewriter, map, insideIn, insideOut);
  rewriter.replaceOp(op, map.getResults());
  return success();
}

//===----------------------------------------------------------------------===//
// XLA's form
//===----------------------------------------------------------------------===//

/// The annotations at the border of a manual computation.
struct ManualComputations::Border {
  /// The dimensions that are manual in it; nothing as long as they are not
  /// known.
  std::optional<DimList> manual;
  SmallVector<Attribute> in, out, insideIn, insideOut;
  SmallVector<Value> sources, wholes;
  /// The results of the call that are used.
  SmallVector<unsigned> yielded;
  llvm::SetVector<Operation *> begins;
  SmallVector<Operation *> ends;
};

static StringAttr getText(Operation *op) {
  return op ? op->getAttrOfType<StringAttr>(kHloShardingName) : StringAttr();
}

func::CallOp ManualComputations::findCall() {
  // A function without callers cannot be a part of another manual computation.
  for (bool isCalled : {false, true})
    for (auto function : module.getOps<func::FuncOp>()) {
      if (isCalled == SymbolTable::symbolKnownUseEmpty(function, module))
        continue;
      func::CallOp found;
      function.walk<WalkOrder::PreOrder>([&](func::CallOp call) {
        if (!isManualCall(call))
          return WalkResult::advance();
        found = call;
        return WalkResult::interrupt();
      });
      if (found)
        return found;
    }
  return {};
}

LogicalResult
ManualComputations::addValue(func::CallOp call, stablehlo::CustomCallOp whole,
                             stablehlo::CustomCallOp inside, Border &border,
                             SmallVectorImpl<Attribute> &layouts,
                             SmallVectorImpl<Attribute> &insides) {
  StringAttr text = getText(whole);
  Type type = whole.getResult(0).getType();
  FailureOr<Attribute> converted =
      text ? converter.convert(whole, text, 0, 1, type,
                               isInManualComputation(call))
           : Attribute();
  if (failed(converted))
    return failure();
  auto layout = dyn_cast_or_null<LayoutAttr>(*converted);
  if (!layout)
    return whole.emitOpError("requires mhlo.sharding to say how the whole "
                             "value of a manual computation lies, found ")
           << (text ? Attribute(text) : rewriter.getUnitAttr());
  layouts.push_back(layout);
  insides.push_back({});
  if (!getText(inside))
    return success();
  DimList manual = converter.getManualDims(getText(inside));
  if (border.manual && *border.manual != manual)
    return inside.emitOpError("requires the manual dimensions of the other "
                              "values of its manual computation, found ")
           << getText(inside);
  border.manual = manual;
  FailureOr<SmallVector<int64_t>> open = readUnspecifiedDims(inside);
  if (failed(open))
    return failure();
  FailureOr<Attribute> said = converter.convert(
      inside, getText(inside), 0, 1, inside.getInputs().front().getType(),
      /*isInside=*/true, *open);
  if (failed(said))
    return failure();
  insides.back() = *said;
  return success();
}

LogicalResult ManualComputations::addEntry(func::CallOp call, Value operand,
                                           Border &border) {
  auto fail = [&](Twine what) {
    return call.emitOpError("of a manual computation requires ") << what;
  };
  Operation *cut = operand.getDefiningOp();
  if (!isCallOf(cut, kFullToShardTarget) || cut->getNumOperands() != 1)
    return fail("operands that @" + kFullToShardTarget + " gives");
  Operation *annotation = cut->getOperand(0).getDefiningOp();
  if (!isCallOf(annotation, kShardingTarget))
    return fail("operands that @" + kShardingTarget + " annotates");
  border.sources.push_back(cut->getOperand(0));
  border.begins.insert(cut);
  return addValue(call, cast<stablehlo::CustomCallOp>(annotation),
                  cast<stablehlo::CustomCallOp>(cut), border, border.in,
                  border.insideIn);
}

LogicalResult ManualComputations::addExit(func::CallOp call, OpResult result,
                                          Border &border) {
  stablehlo::CustomCallOp annotation;
  stablehlo::CustomCallOp join = findExit(result, annotation);
  if (!join)
    return call.emitOpError("of a manual computation requires results that go "
                            "to one @")
           << kShardToFullTarget << " each";
  if (annotation)
    border.ends.push_back(annotation);
  border.ends.push_back(join);
  border.wholes.push_back(join.getResult(0));
  border.yielded.push_back(result.getResultNumber());
  return addValue(call, join, annotation, border, border.out, border.insideOut);
}

/// Keeps the part of `layouts`, which are for whole values, along `own`
/// dimensions. Errors: such a dimension stands behind another one.
static LogicalResult keepOwn(func::CallOp call, const Mesh &mesh,
                             const DimList &own,
                             MutableArrayRef<Attribute> layouts) {
  for (Attribute &attribute : layouts) {
    auto whole = cast<LayoutAttr>(attribute);
    Layout layout = llvm::cantFail(whole.resolve(mesh));
    for (unsigned axis = 0; axis < layout.getRank(); ++axis) {
      auto isOwn = [&](unsigned dim) { return llvm::is_contained(own, dim); };
      ArrayRef<unsigned> all = layout.getAxis(axis);
      DimList kept(all.take_while(isOwn));
      if (llvm::count_if(all, isOwn) != static_cast<int64_t>(kept.size()))
        return call.emitOpError("of a manual computation requires manual "
                                "dimensions before others, found ")
               << whole;
      layout.setAxis(axis, kept);
    }
    attribute = LayoutAttr::get(whole.getMesh(), mesh, layout);
  }
  return success();
}

LogicalResult ManualComputations::importCall(func::CallOp call) {
  if (failed(requireNumbering(call)))
    return failure();
  Border border;
  for (Value operand : call.getOperands())
    if (failed(addEntry(call, operand, border)))
      return failure();
  // Each result is used by an annotation, or not at all.
  for (OpResult result : call.getResults())
    if (!result.use_empty() && failed(addExit(call, result, border)))
      return failure();

  const Mesh &mesh = converter.getMesh();
  DimList around;
  if (auto outer = call->getParentOfType<LocalMapOp>())
    around = outer.getManualDims(mesh);
  DimList own;
  for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
    if ((!border.manual || llvm::is_contained(*border.manual, dim)) &&
        !llvm::is_contained(around, dim))
      own.push_back(dim);
  if (failed(keepOwn(call, mesh, own, border.in)) ||
      failed(keepOwn(call, mesh, own, border.out)))
    return failure();
  rewriter.setInsertionPoint(call);
  LocalMapOp map = createMap(call, TypeRange(ValueRange(border.wholes)),
                             border.sources, border.in, border.out, own);
  Block *body = rewriter.createBlock(
      &map.getBody(), {}, call.getOperandTypes(),
      SmallVector<Location>(call.getNumOperands(), call.getLoc()));
  IRMapping mapping;
  mapping.map(call.getOperands(), body->getArguments());
  Operation *inside = rewriter.clone(*call, mapping);
  LocalYieldOp::create(
      rewriter, call.getLoc(),
      llvm::map_to_vector(border.yielded, [&](unsigned result) {
        return Value(inside->getResult(result));
      }));
  constrainInside(rewriter, map, border.insideIn, border.insideOut);
  rewriter.replaceAllUsesWith(border.wholes, map.getResults());
  for (Operation *op : llvm::reverse(border.ends))
    rewriter.eraseOp(op);
  rewriter.eraseOp(call);
  for (Operation *op : border.begins)
    if (op->use_empty())
      rewriter.eraseOp(op);
  if (failed(inlineCalls(map.getBody())))
    return failure();
  eraseInlined();
  return success();
}
