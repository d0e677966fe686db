//===- Order.cpp - Sorting ------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/STLExtras.h"

namespace dtensor::recording {
using namespace prim;

static bool inferSort(Inference &inference) {
  const TensorType &key = inference.type(0);
  if (!inference.checkKind(0, kReal | kBoolean) ||
      !inference.checkAxis(inference.attributes.integer("axis"), key.rank()))
    return false;
  for (unsigned index = 0; index < inference.operands.size(); ++index) {
    DType dtype = inference.type(index).dtype;
    if (!inference.checkType(index, {dtype, key.shape}))
      return false;
    inference.give({dtype, key.shape});
  }
  return true;
}

/// Cotangents move back along the permutation: sorted by the position from
/// which each element came.
static void deriveSort(Pullback &p) {
  int64_t axis = p.node.attributes.integer("axis");
  bool descending = p.node.attributes.flag("descending");
  Value positions = iota(p.graph, {DType::int64, p.x().shape()}, axis);
  Value origins = sort({p.x(), positions}, axis, descending)[1];
  for (unsigned index = 0; index < p.operands.size(); ++index)
    if (p.wanted[index] && p.cotangents[index])
      p.give(index, sort({origins, p.cotangents[index]}, axis, false)[1]);
}

static void printSort(Printer &printer, const Node &node) {
  DType key = printer.graph.getType(node.operands[0]).dtype;
  std::string keyType = TensorType{key, {}}.mlir();
  printer.begin(node) << "\"stablehlo.sort\"(" << printer.join(node.operands)
                      << ") <{dimension = " << node.attributes.integer("axis")
                      << " : i64, is_stable = true}> ({\n";
  std::string lhs = printer.fresh(), rhs = printer.fresh();
  printer.line() << "^bb0(" << lhs << ": " << keyType << ", " << rhs << ": "
                 << keyType;
  for (uint32_t operand : llvm::drop_begin(node.operands)) {
    std::string type =
        TensorType{printer.graph.getType(operand).dtype, {}}.mlir();
    std::string a = printer.fresh(), b = printer.fresh();
    printer.os << ", " << a << ": " << type << ", " << b << ": " << type;
  }
  printer.os << "):\n";
  printer.indent(1);
  std::string pair = " : (" + keyType + ", " + keyType + ") -> tensor<i1>\n";
  auto compare = [&](llvm::StringRef direction, const std::string &a,
                     const std::string &b) {
    std::string name = printer.fresh();
    printer.line() << name << " = stablehlo.compare " << direction << ", " << a
                   << ", " << b << pair;
    return name;
  };
  bool descending = node.attributes.flag("descending");
  std::string before = compare(descending ? "GT" : "LT", lhs, rhs);
  if (isA(key, kFloat)) {
    // A number comes before a NaN.
    std::string isNumber = compare("EQ", lhs, lhs);
    std::string isNaN = compare("NE", rhs, rhs);
    std::string both = printer.fresh(), either = printer.fresh();
    printer.line() << both << " = stablehlo.and " << isNumber << ", " << isNaN
                   << " : tensor<i1>\n";
    printer.line() << either << " = stablehlo.or " << before << ", " << both
                   << " : tensor<i1>\n";
    before = either;
  }
  printer.line() << "stablehlo.return " << before << " : tensor<i1>\n";
  printer.indent(-1);
  printer.line() << "}) : " << printer.signature(node) << '\n';
}

llvm::ArrayRef<PrimitiveInfo> getOrderPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::sort, "stablehlo.sort", inferSort, printSort, deriveSort},
  };
  return rows;
}

Values prim::sort(llvm::ArrayRef<Value> values, int64_t axis, bool descending) {
  if (!llvm::all_of(values, [](Value value) { return bool(value); }))
    return Values(values.size());
  return values[0].getGraph()->record(
      Primitive::sort, values, {{"axis", axis}, {"descending", descending}});
}

} // namespace dtensor::recording
