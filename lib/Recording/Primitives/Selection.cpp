//===- Selection.cpp - Comparison, choice and conversion ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"

namespace dtensor::recording {
using namespace prim;

static bool inferCompare(Inference &inference) {
  llvm::StringRef direction = inference.attributes.text("direction");
  bool ordered = direction != "EQ" && direction != "NE";
  const TensorType &type = inference.type(0);
  return inference.checkKind(0, ordered ? kReal | kBoolean : kAnyKind) &&
         inference.checkType(1, type) &&
         inference.give({DType::boolean, type.shape});
}

static bool inferSelect(Inference &inference) {
  const TensorType &type = inference.type(1);
  return inference.checkType(0, {DType::boolean, type.shape}) &&
         inference.checkType(2, type) && inference.give(type);
}

static bool inferConvert(Inference &inference) {
  return inference.give(
      {inference.attributes.get<DType>("dtype"), inference.type(0).shape});
}

static bool inferBitcast(Inference &inference) {
  DType dtype = inference.attributes.get<DType>("dtype");
  const TensorType &type = inference.type(0);
  if (isA(type.dtype, kBoolean | kComplex) || isA(dtype, kBoolean | kComplex) ||
      getBits(dtype) != getBits(type.dtype))
    return inference.fail("required real types of the same width, found " +
                          getName(type.dtype) + " and " + getName(dtype));
  return inference.give({dtype, type.shape});
}

static void deriveSelect(Pullback &p) {
  Value zeros = zerosLike(p.ct());
  if (p.wanted[1])
    p.give(1, select(p.x(0), p.ct(), zeros));
  if (p.wanted[2])
    p.give(2, select(p.x(0), zeros, p.ct()));
}

static void deriveConvert(Pullback &p) {
  DType from = p.x().dtype(), to = p.y().dtype();
  if (!isA(from, kInexact) || !isA(to, kInexact))
    return;
  Value ct = p.ct();
  // A complex number's conversion to a real one takes its real part.
  p.give(0, convert(ct, from));
}

llvm::ArrayRef<PrimitiveInfo> getSelectionPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::compare, "stablehlo.compare", inferCompare,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.compare " << node.attributes.text("direction")
             << ", " << printer.join(node.operands) << " : "
             << printer.signature(node) << '\n';
       },
       deriveZero},
      {Primitive::select, "stablehlo.select", inferSelect,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.select " << printer.join(node.operands) << " : "
             << printer.operandType(node, 0) << ", "
             << printer.operandType(node, 1) << '\n';
       },
       deriveSelect},
      {Primitive::convert, "stablehlo.convert", inferConvert, printElementwise,
       deriveConvert},
      {Primitive::bitcast, "stablehlo.bitcast_convert", inferBitcast,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.bitcast_convert " << printer.join(node.operands)
             << " : (" << printer.operandType(node) << ") -> "
             << printer.resultType(node) << '\n';
       },
       deriveZero},
  };
  return rows;
}

Value prim::compare(Comparison comparison, Value lhs, Value rhs) {
  static constexpr llvm::StringLiteral kNames[] = {"EQ", "NE", "LT",
                                                   "LE", "GT", "GE"};
  if (!lhs || !rhs)
    return {};
  std::string direction = kNames[static_cast<int>(comparison)].str();
  return lhs.getGraph()->record(Primitive::compare, {lhs, rhs},
                                {{"direction", direction}})[0];
}

Value prim::select(Value condition, Value onTrue, Value onFalse) {
  if (!condition || !onTrue || !onFalse)
    return {};
  return condition.getGraph()->record(Primitive::select,
                                      {condition, onTrue, onFalse})[0];
}

Value prim::convert(Value x, DType dtype) {
  if (!x || x.dtype() == dtype)
    return x;
  return x.getGraph()->record(Primitive::convert, {x}, {{"dtype", dtype}})[0];
}

Value prim::bitcast(Value x, DType dtype) {
  if (!x || x.dtype() == dtype)
    return x;
  return x.getGraph()->record(Primitive::bitcast, {x}, {{"dtype", dtype}})[0];
}

} // namespace dtensor::recording
