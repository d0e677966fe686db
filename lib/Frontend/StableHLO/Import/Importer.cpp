//===- Importer.cpp - From StableHLO to the project's dialects ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace dtensor::stablehlo;

//===----------------------------------------------------------------------===//
// Types and values
//===----------------------------------------------------------------------===//

static Type removeSign(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSignless())
    return type;
  return IntegerType::get(type.getContext(), integer.getWidth());
}

SmallVector<Type, 1> Importer::convert(Type type) {
  if (isa<TokenType>(type))
    return {};
  if (auto tuple = dyn_cast<TupleType>(type))
    return SmallVector<Type, 1>(convert(TypeRange(tuple.getTypes())));
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return {convertTensor(tensor)};
  return {type};
}

SmallVector<Type> Importer::convert(TypeRange types) {
  SmallVector<Type> converted;
  for (Type type : types)
    llvm::append_range(converted, convert(type));
  return converted;
}

RankedTensorType Importer::convertTensor(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get(tensor.getShape(),
                               removeSign(tensor.getElementType()));
}

SmallVector<Value> Importer::get(ValueRange values) const {
  SmallVector<Value> imported;
  for (Value value : values) {
    if (isa<TupleType>(value.getType()))
      llvm::append_range(imported, tuples.lookup(value));
    else if (!isa<TokenType>(value.getType()))
      imported.push_back(mapping.lookup(value));
  }
  return imported;
}

Value Importer::getScalar(Value value, Location loc) {
  Value tensor = get(value);
  DenseElementsAttr constant;
  if (matchPattern(tensor, m_Constant(&constant)))
    if (auto element = dyn_cast<TypedAttr>(constant.getSplatValue<Attribute>()))
      return arith::ConstantOp::create(builder, loc, element);
  return tensor::ExtractOp::create(builder, loc, tensor);
}

void Importer::bind(ValueRange from, ValueRange to) {
  for (Value value : from) {
    size_t count = convert(value.getType()).size();
    if (isa<TupleType>(value.getType()))
      tuples[value] = llvm::to_vector(to.take_front(count));
    else if (count == 1)
      mapping.map(value, to.front());
    to = to.drop_front(count);
  }
}

//===----------------------------------------------------------------------===//
// Ops, blocks, functions
//===----------------------------------------------------------------------===//

LogicalResult Importer::cloneOp(Operation &op) {
  Operation *clone = builder.insert(op.cloneWithoutRegions(mapping));
  for (auto [result, type] :
       llvm::zip_equal(clone->getResults(), convert(op.getResultTypes())))
    result.setType(type);
  OpBuilder::InsertionGuard guard(builder);
  for (auto [from, to] : llvm::zip_equal(op.getRegions(), clone->getRegions()))
    for (Block &block : from) {
      if (failed(importInto(to, block)))
        return failure();
      if (failed(cloneOp(*block.getTerminator())))
        return failure();
    }
  return success();
}

static bool hasDynamicExtents(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && !(shaped.hasRank() && shaped.hasStaticShape());
}

LogicalResult Importer::importOp(Operation &op) {
  if (ImportOp import = table.lookup(&op)) {
    markSourceOp(&op);
    SmallVector<Type> types(op.getOperandTypes());
    llvm::append_range(types, op.getResultTypes());
    if (const auto *type = llvm::find_if(types, hasDynamicExtents);
        type != types.end())
      return op.emitOpError("cannot be imported: required static extents, "
                            "found ")
             << *type << "; export the program with fixed shapes";
    return import(&op, *this);
  }
  StringRef dialect = op.getName().getDialectNamespace();
  if (dialect != "stablehlo" && dialect != "chlo" && dialect != "sdy")
    return cloneOp(op);
  return op.emitOpError("cannot be imported");
}

FailureOr<SmallVector<Value>> Importer::importBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(importOp(op)))
      return failure();
  return get(block.getTerminator()->getOperands());
}

FailureOr<SmallVector<Value>> Importer::importInto(Region &region,
                                                   Block &block) {
  SmallVector<Type> types;
  SmallVector<Location> locations;
  for (BlockArgument argument : block.getArguments())
    for (Type type : convert(argument.getType())) {
      types.push_back(type);
      locations.push_back(argument.getLoc());
    }
  Block *imported =
      builder.createBlock(&region, region.end(), types, locations);
  bind(block.getArguments(), imported->getArguments());
  return importBlock(block);
}

/// Attributes of arguments or results, repeated for each type that a type
/// becomes.
static SmallVector<Attribute>
repeatAttributes(TypeRange types, ArrayAttr attributes, MLIRContext *context) {
  SmallVector<Attribute> repeated;
  for (auto [i, type] : llvm::enumerate(types))
    repeated.append(Importer::convert(type).size(),
                    attributes ? attributes[i] : DictionaryAttr::get(context));
  return repeated;
}

LogicalResult Importer::importFunction(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  FunctionType type = function.getFunctionType();
  builder.setInsertionPoint(function);
  auto imported =
      func::FuncOp::create(builder, function.getLoc(), function.getName(),
                           FunctionType::get(context, convert(type.getInputs()),
                                             convert(type.getResults())));
  imported->setDiscardableAttrs(function->getDiscardableAttrDictionary());
  imported.setVisibility(function.getVisibility());
  imported.setArgAttrsAttr(builder.getArrayAttr(
      repeatAttributes(type.getInputs(), function.getArgAttrsAttr(), context)));
  imported.setResAttrsAttr(builder.getArrayAttr(repeatAttributes(
      type.getResults(), function.getResAttrsAttr(), context)));
  if (!function.isExternal()) {
    if (!function.getBody().hasOneBlock())
      return function.emitOpError("cannot be imported: required one block, "
                                  "found ")
             << function.getBody().getBlocks().size();
    FailureOr<SmallVector<Value>> results =
        importInto(imported.getBody(), function.front());
    if (failed(results))
      return failure();
    func::ReturnOp::create(builder, function.front().getTerminator()->getLoc(),
                           *results);
  }
  function.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Building blocks of many ops
//===----------------------------------------------------------------------===//

Value Importer::createEmpty(RankedTensorType type, Location loc) {
  return tensor::EmptyOp::create(builder, loc, type.getShape(),
                                 type.getElementType());
}

Value Importer::createFill(RankedTensorType type, Value value, Location loc) {
  return linalg::FillOp::create(builder, loc, value, createEmpty(type, loc))
      .getResult(0);
}

Value Importer::createMap(RankedTensorType type, ValueRange inputs,
                          Location loc, Body body) {
  MLIRContext *context = builder.getContext();
  int64_t rank = type.getRank();
  SmallVector<AffineMap> maps;
  for (Value input : inputs)
    maps.push_back(cast<RankedTensorType>(input.getType()).getRank() == rank
                       ? AffineMap::getMultiDimIdentityMap(rank, context)
                       : AffineMap::get(rank, 0, context));
  maps.push_back(AffineMap::getMultiDimIdentityMap(rank, context));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, inputs, createEmpty(type, loc), maps,
             iterators,
             [&](OpBuilder &inner, Location innerLoc, ValueRange arguments) {
               linalg::YieldOp::create(
                   inner, innerLoc,
                   body(inner, innerLoc, arguments.drop_back()));
             })
      .getResult(0);
}
