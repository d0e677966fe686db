//===- LayerPart.cpp - Ops that work on other buffers each time -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerPart.h"
#include "LayerComparison.h"
#include "dtensor/Codegen/Outlining/BareBuffer.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace dtensor;

bool dtensor::isPlace(Value value) {
  if (isa<MemRefType>(value.getType()))
    return true;
  Operation *op = value.getDefiningOp();
  if (auto element = dyn_cast_if_present<LLVM::GEPOp>(op)) {
    Value base = element.getBase();
    return !base.getDefiningOp<LLVM::AllocaOp>() &&
           (!base.getDefiningOp<LLVM::GEPOp>() || isPlace(base));
  }
  return isa<LLVM::LLVMPointerType>(value.getType()) &&
         isa_and_present<LLVM::AddressOfOp, LLVM::LoadOp>(op);
}

LayerPart::LayerPart(ArrayRef<Operation *> ops, const CopiedOps &copied,
                     const LLVMTypeConverter &converter)
    : FunctionPart(ops, copied), converter(converter) {
  for (Operation *op = ops.front(); op != ops.back(); op = op->getNextNode())
    if (copied.contains(op))
      between.insert(op);
}

bool LayerPart::needsMember(Operation *op) {
  if (auto it = needing.find(op); it != needing.end())
    return it->second;
  bool needs = llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *source = operand.getDefiningOp();
    return isMember(operand) ||
           (source && copied.contains(source) && needsMember(source));
  });
  needing[op] = needs;
  return needs;
}

bool LayerPart::isPassed(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || !copied.contains(op) || (isPlace(value) && !needsMember(op));
}

bool LayerPart::isBare(Value value) {
  Operation *op = value.getDefiningOp();
  return isa<MemRefType>(value.getType()) && op && copied.contains(op);
}

Value LayerPart::receive(Value value, Block &body) {
  if (received.contains(value) || isMember(value) || !isPassed(value))
    return FunctionPart::receive(value, body);
  if (!isBare(value)) {
    received.map(value, pass(value, value.getType(), body));
    return received.lookup(value);
  }
  BareBuffer buffer(cast<MemRefType>(value.getType()), converter);
  Value first = pass(value, buffer.getTypes(), body);
  unsigned number = cast<BlockArgument>(first).getArgNumber();
  auto end = OpBuilder::atBlockEnd(&body);
  received.map(value, buffer.make(end, value.getLoc(),
                                  body.getArguments().drop_front(number)));
  return received.lookup(value);
}

void LayerPart::hoist(Value value, OpBuilder &builder) {
  Operation *op = value.getDefiningOp();
  if (!op || !between.erase(op))
    return;
  for (Value operand : op->getOperands())
    hoist(operand, builder);
  op->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
}

/// The pointer of a buffer at a known place; null for any other buffer. There
/// are as many of these as the program has layers times buffers, so descriptors
/// would be most of the code.
static Value getPointer(Value buffer, OpBuilder &builder, Location loc) {
  if (!cast<MemRefType>(buffer.getType()).getLayout().isIdentity())
    return {};
  if (auto view = buffer.getDefiningOp<memref::ViewOp>()) {
    std::optional<int64_t> shift = getConstantIntValue(view.getByteShift());
    if (!shift || !llvm::isInt<32>(*shift))
      return {};
    Value base = getPointer(view.getSource(), builder, loc);
    if (!base || *shift == 0)
      return base;
    return LLVM::GEPOp::create(builder, loc, base.getType(),
                               builder.getI8Type(), base,
                               ArrayRef<LLVM::GEPArg>(int32_t(*shift)));
  }
  // Both have the same elements in the same order.
  if (isa_and_present<memref::ExpandShapeOp, memref::CollapseShapeOp>(
          buffer.getDefiningOp()))
    return getPointer(buffer.getDefiningOp()->getOperand(0), builder, loc);
  auto descriptor = buffer.getDefiningOp<UnrealizedConversionCastOp>();
  if (!descriptor)
    return {};
  if (BareBuffer::isMade(descriptor))
    return descriptor.getOperand(0);
  Value fields = descriptor.getOperand(0);
  while (auto insert = fields.getDefiningOp<LLVM::InsertValueOp>()) {
    if (insert.getPosition() == ArrayRef<int64_t>{BareBuffer::kAligned})
      return insert.getValue();
    fields = insert.getContainer();
  }
  return {};
}

SmallVector<Value> LayerPart::takeBuffer(Value buffer, OpBuilder &builder,
                                         Location loc) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.hasStaticShape())
    if (Value pointer = getPointer(buffer, builder, loc))
      return {pointer};
  return BareBuffer(type, converter).take(builder, loc, buffer);
}

SmallVector<Value> LayerPart::getArguments(OpBuilder &builder, Location loc) {
  SmallVector<Value> arguments;
  for (Value value : passed) {
    hoist(value, builder);
    if (isBare(value))
      llvm::append_range(arguments, takeBuffer(value, builder, loc));
    else
      arguments.push_back(value);
  }
  return arguments;
}

KnownLayer LayerPart::outline(StringRef name, func::CallOp &call) {
  KnownLayer layer;
  call = FunctionPart::outline(name, layer.function);
  layer.ops.assign(ops.begin(), ops.end());
  for (auto [position, value] : llvm::enumerate(passed)) {
    layer.received.push_back(received.lookup(value));
    layer.positions[layer.received.back()] = position;
  }
  return layer;
}

bool LayerPart::replaceBy(const KnownLayer &layer) {
  auto isPassed = [&](Value value) { return this->isPassed(value); };
  LayerComparison comparison(layer, isPassed);
  SmallVector<Value> results = findResults();
  if (!comparison.run(ops, results))
    return false;
  // The function has an argument for each value, or some for a bare buffer.
  for (auto [value, other] : llvm::zip(comparison.getPassed(), layer.received))
    if (isBare(value) == isa<BlockArgument>(other))
      return false;
  llvm::append_range(passed, comparison.getPassed());
  OpBuilder builder(ops.front());
  call(builder, layer.function, results);
  for (Operation *op : ops)
    op->dropAllReferences();
  return true;
}
