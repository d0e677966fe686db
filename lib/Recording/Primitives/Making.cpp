//===- Making.cpp - Constants, positions and random bits ------------------===//
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

static bool inferConstant(Inference &inference) {
  const auto &literal = inference.attributes.get<Literal>("value");
  if (literal.isSplat())
    return inference.give(literal.type);
  int64_t bytes = getBits(literal.type.dtype) / 8;
  int64_t required = multiplyExtents({literal.type.numElements(), bytes});
  int64_t found = literal.bytes.size();
  if (found != required)
    return inference.fail("required " + llvm::Twine(required) + " bytes for " +
                          literal.type.str() + ", found " + llvm::Twine(found));
  return inference.give(literal.type);
}

static bool inferIota(Inference &inference) {
  TensorType type{inference.attributes.get<DType>("dtype"),
                  inference.attributes.integers("shape")};
  if (!isA(type.dtype, kNumeric))
    return inference.fail("required a numeric type, found " + type.str());
  return inference.checkAxis(inference.attributes.integer("axis"),
                             type.rank()) &&
         inference.give(type);
}

static bool inferRandomBits(Inference &inference) {
  DType dtype = inference.attributes.get<DType>("dtype");
  if (!isA(dtype, kUnsigned))
    return inference.fail("required an unsigned type of bits, found " +
                          getName(dtype));
  return inference.checkType(0, {DType::uint64, {2}}) &&
         inference.give(inference.type(0)) &&
         inference.give({dtype, inference.attributes.integers("shape")});
}

llvm::ArrayRef<PrimitiveInfo> getMakingPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::constant, "stablehlo.constant", inferConstant,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.constant "
             << node.attributes.get<Literal>("value").mlir() << '\n';
       },
       deriveZero},
      {Primitive::iota, "stablehlo.iota", inferIota,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.iota dim = " << node.attributes.integer("axis")
             << " : " << printer.resultType(node) << '\n';
       },
       deriveZero},
      {Primitive::randomBits, "stablehlo.rng_bit_generator", inferRandomBits,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.rng_bit_generator " << printer.operand(node, 0)
             << ", algorithm = THREE_FRY : " << printer.signature(node) << '\n';
       },
       deriveZero},
  };
  return rows;
}

Value prim::constant(Graph &graph, Literal literal) {
  return graph.record(Primitive::constant, {},
                      {{"value", std::move(literal)}})[0];
}

Value prim::iota(Graph &graph, TensorType type, int64_t axis) {
  return graph.record(Primitive::iota, {},
                      {{"dtype", type.dtype},
                       {"shape", std::move(type.shape)},
                       {"axis", axis}})[0];
}

Values prim::randomBits(Value key, TensorType type) {
  if (!key)
    return Values(2);
  return key.getGraph()->record(
      Primitive::randomBits, {key},
      {{"dtype", type.dtype}, {"shape", std::move(type.shape)}});
}

} // namespace dtensor::recording
