//===- FetchOperand.cpp - Operands from other devices ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Partition/FetchOperand.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/AffineWindow.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Layout/OperandFetch.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace dtensor;

/// Describes in the user's terms why the op's operand is fetched.
static std::string describe(Operation *op, unsigned operand) {
  return (getSourceOp(op) + " reads positions of operand " + Twine(operand) +
          " (" + describeValue(op->getOperand(operand)) +
          ") that other devices have")
      .str();
}

Value dtensor::createFetch(Expander &expander, Operation *op, unsigned operand,
                           Fetch fetch, ArrayRef<Value> sources, Value dest,
                           ArrayRef<Value> dynamicNumbers) {
  fetch.numberLoops();
  OpBuilder &builder = expander.getBuilder();
  LocalGeometry &geometry = expander.getGeometry();
  SmallVector<int64_t> numbers(fetch.loops.begin(), fetch.loops.end()), strides;
  SmallVector<Attribute> from;
  Layout to = fetch.to;
  for (const FetchSource &source : fetch.sources) {
    from.push_back(geometry.getAttr(source.layout));
    to.setPartial(source.layout.getPartial());
    for (auto [move, extent] : llvm::zip_equal(source.moves, source.shape)) {
      numbers.append({extent, move.start, move.count, move.destStart});
      strides.append({move.stride, move.destStride});
    }
  }
  SmallVector<AffineExpr> windows;
  for (const AxisWindow &window : fetch.windows)
    windows.push_back(getAffineExpr(window, builder.getContext()));
  auto map =
      AffineMap::get(fetch.loops.size(), 0, windows, builder.getContext());
  auto result = comm::FetchOp::create(
      builder, op->getLoc(), dest.getType(), sources, dest, dynamicNumbers,
      builder.getArrayAttr(from), geometry.getAttr(to), AffineMapAttr::get(map),
      builder.getDenseI64ArrayAttr(numbers),
      builder.getDenseI64ArrayAttr(strides),
      builder.getStringAttr(describe(op, operand)),
      /*fromPeersOnly=*/UnitAttr());
  return result.getResult();
}

/// Whether the whole operand goes to devices along a mesh dimension that shards
/// it and that the op does not use.
static bool isUnforced(const Mesh &mesh, const Fetch &fetch,
                       const FactorSharding &sharding) {
  const FetchSource &source = fetch.sources.front();
  SmallVector<Slice> loops;
  for (int64_t extent : fetch.loops)
    loops.push_back({0, ShapedType::isDynamic(extent) ? INT64_MAX : extent});
  for (auto [window, move, extent] :
       llvm::zip_equal(fetch.windows, source.moves, source.shape))
    if (move.count != extent || window.getHull(loops).extent < extent ||
        llvm::any_of(
            window.terms,
            [&](const WindowTerm &term) {
              return mesh.getGroupSize(fetch.to.getAxis(term.loop)) > 1;
            }))
      return false;
  if (llvm::is_contained(source.shape, 0))
    return false;
  // One device has all of an axis of extent 1, whatever its layout says.
  for (auto [dims, extent] :
       llvm::zip_equal(source.layout.getAxes(), source.shape))
    for (unsigned dim : dims)
      if (extent > 1 && mesh.getSize(dim) > 1 &&
          llvm::none_of(sharding, [&](const DimList &used) {
            return llvm::is_contained(used, dim);
          }))
        return true;
  return false;
}

/// This device's extent of an axis of a fetch's destination.
static OpFoldResult getHullExtent(Expander &expander, const Fetch &fetch,
                                  unsigned axis, Location loc) {
  OpBuilder &builder = expander.getBuilder();
  LocalGeometry &geometry = expander.getGeometry();
  const AxisWindow &window = fetch.windows[axis];
  if (window.isLoop()) {
    unsigned loop = window.terms.front().loop;
    return geometry.getExtent(fetch.to.getAxis(loop), fetch.loops[loop], loc);
  }
  // Loops that the window does not read are left out, since they would prevent
  // folding.
  SmallVector<int64_t> loops;
  SmallVector<DimList> divided;
  AxisWindow own{window.offset, {}};
  for (const WindowTerm &term : window.terms) {
    own.terms.push_back({unsigned(loops.size()), term.stride});
    loops.push_back(fetch.loops[term.loop]);
    divided.push_back(DimList(fetch.to.getAxis(term.loop)));
  }
  Layout layout(divided);
  bool isUniform = true;
  SmallVector<Slice> parts;
  for (auto [loop, extent] : llvm::enumerate(loops)) {
    isUniform &= layout.isEven(expander.getMesh(), loop, extent);
    parts.push_back(
        {0, layout.getMaxLocalExtent(expander.getMesh(), loop, extent)});
  }
  if (isUniform)
    return builder.getIndexAttr(own.getHull(parts).extent);
  auto map =
      AffineMap::get(loops.size(), 0, getAffineExpr(own, builder.getContext()));
  return comm::WindowExtentOp::create(
             builder, loc, builder.getIndexType(), geometry.getAttr(layout),
             builder.getDenseI64ArrayAttr(loops), AffineMapAttr::get(map))
      .getResult();
}

Fetch dtensor::getFetch(Expander &expander, Operation *op, unsigned operand,
                        const ExpansionSite &site) {
  Value global = op->getOperand(operand);
  const Layout &from = expander.getLayout(global);
  Fetch fetch = getOperandFetch(
      expander.getMesh(), site.rule, operand, from,
      cast<RankedTensorType>(global.getType()).getShape(), site.sharding);
  fetch.sources.front().layout.setPartial(from.getPartial());
  // These are loops of unknown extents that no window reads.
  for (size_t loop = 0; loop < site.rule.factors.size(); ++loop)
    if (ShapedType::isDynamic(fetch.loops[loop]))
      fetch.loops[loop] = 1;
  return fetch;
}

Value dtensor::fetchOperand(Expander &expander, Operation *op, unsigned operand,
                            const ExpansionSite &site,
                            function_ref<Value(unsigned)> getStart,
                            Value fill) {
  OpBuilder &builder = expander.getBuilder();
  Location loc = op->getLoc();
  Fetch fetch = getFetch(expander, op, operand, site);
  Value local = expander.getLocal(op->getOperand(operand));
  auto type = cast<RankedTensorType>(local.getType());
  const FetchSource &source = fetch.sources.front();
  SmallVector<OpFoldResult> extents;
  SmallVector<Value> loopNumbers, sourceNumbers;
  for (unsigned axis = 0; axis < type.getRank(); ++axis) {
    bool isDynamic = ShapedType::isDynamic(source.shape[axis]);
    Value extent;
    if (isDynamic)
      extent = tensor::DimOp::create(builder, loc, local, axis);
    extents.push_back(isDynamic ? OpFoldResult(extent)
                                : getHullExtent(expander, fetch, axis, loc));
    // The order of the numbers is: the extent, the start and the count.
    if (isDynamic) {
      loopNumbers.push_back(extent);
      sourceNumbers.append({extent, extent});
    } else if (source.moves[axis].start == AxisMove::kDynamic) {
      sourceNumbers.push_back(getStart(axis));
    }
  }
  loopNumbers.append(sourceNumbers);
  Value dest =
      tensor::EmptyOp::create(builder, loc, extents, type.getElementType());
  if (fill)
    dest = linalg::FillOp::create(builder, loc, fill, dest).getResult(0);
  Value result =
      createFetch(expander, op, operand, fetch, local, dest, loopNumbers);
  if (isUnforced(expander.getMesh(), fetch, site.sharding))
    result.getDefiningOp()->setAttr(kUnforcedAttr, builder.getUnitAttr());
  return result;
}

bool dtensor::needsFetch(Expander &expander, Operation *op, unsigned operand,
                         const ExpansionSite &site) {
  Value value = op->getOperand(operand);
  return site.rule.isWindowed(operand) &&
         dtensor::needsFetch(
             expander.getMesh(), site.rule, operand, expander.getLayout(value),
             cast<RankedTensorType>(value.getType()).getShape(), site.sharding);
}
