//===- ScalarBody.cpp - Bodies of reductions and maps ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "ScalarOps.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

Value dtensor::stablehlo::createElement(ImplicitLocOpBuilder &builder,
                                        ConstantOp op) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements || !elements.isSplat())
    return {};
  Type type = elements.getElementType();
  if (auto integer = dyn_cast<IntegerType>(type))
    return arith::ConstantOp::create(
        builder,
        builder.getIntegerAttr(builder.getIntegerType(integer.getWidth()),
                               elements.getSplatValue<APInt>()));
  if (auto complexType = dyn_cast<ComplexType>(type))
    return complex::ConstantOp::create(
        builder, complexType,
        cast<ArrayAttr>(elements.getSplatValue<Attribute>()));
  return arith::ConstantOp::create(
      builder, cast<TypedAttr>(elements.getSplatValue<Attribute>()));
}

FailureOr<SmallVector<Value>>
dtensor::stablehlo::importScalarBody(OpBuilder &builder, Block &block,
                                     ValueRange scalars, Importer &importer) {
  IRMapping mapping;
  mapping.map(block.getArguments(), scalars);
  auto lookup = [&](Value value, Location loc) -> Value {
    if (Value scalar = mapping.lookupOrNull(value))
      return scalar;
    // The value is from outside of the body, and has one element for all
    // positions.
    if (value.getParentBlock() == &block)
      return {};
    return tensor::ExtractOp::create(builder, loc, importer.get(value));
  };
  for (Operation &op : block) {
    ImplicitLocOpBuilder scalarBuilder(op.getLoc(), builder);
    SmallVector<Value> operands;
    for (Value operand : op.getOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      if (!type || type.getRank() != 0)
        return op.emitOpError("in a body: required tensors of rank 0, found ")
               << operand.getType();
      operands.push_back(lookup(operand, op.getLoc()));
    }
    if (op.hasTrait<OpTrait::IsTerminator>())
      return operands;
    Value result;
    if (auto constant = dyn_cast<ConstantOp>(op))
      result = createElement(scalarBuilder, constant);
    else if (isa<ReshapeOp, BroadcastInDimOp, OptimizationBarrierOp>(op) &&
             op.getNumOperands() == 1 &&
             cast<ShapedType>(op.getResult(0).getType()).getRank() == 0)
      result = operands.front();
    else
      result = createScalar(scalarBuilder, &op, operands);
    if (!result)
      return op.emitOpError("cannot be imported in the body of '")
             << block.getParentOp()->getName()
             << "': bodies may have elementwise ops only";
    mapping.map(op.getResult(0), result);
  }
  llvm_unreachable("a block ends with a terminator");
}

LogicalResult dtensor::stablehlo::importScalarRegion(Region &region,
                                                     Block &block,
                                                     Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types;
  SmallVector<Location> locations;
  for (BlockArgument argument : block.getArguments()) {
    types.push_back(
        Importer::convertTensor(argument.getType()).getElementType());
    locations.push_back(argument.getLoc());
  }
  Block *made = builder.createBlock(&region, {}, types, locations);
  FailureOr<SmallVector<Value>> results =
      importScalarBody(builder, block, made->getArguments(), importer);
  if (failed(results))
    return failure();
  linalg_ext::YieldOp::create(builder, block.getTerminator()->getLoc(),
                              *results);
  return success();
}
