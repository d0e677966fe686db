//===- Matrices.cpp - Factors of matrices ---------------------------------===//
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

static constexpr unsigned kMatrixKinds = kFloat | kComplex;

/// Whether operand `index` is a batch of square matrices of a type that LAPACK
/// has.
static bool checkSquare(Inference &inference, unsigned index) {
  const TensorType &type = inference.type(index);
  if (!inference.checkKind(index, kMatrixKinds))
    return false;
  if (getBits(getComponent(type.dtype)) < 32)
    return inference.fail("operand " + llvm::Twine(index) +
                          ": required parts of 32 or 64 bits, found " +
                          type.str());
  if (type.rank() < 2 ||
      type.shape[type.rank() - 1] != type.shape[type.rank() - 2])
    return inference.fail("operand " + llvm::Twine(index) +
                          ": required square matrices, found " + type.str());
  return true;
}

static bool inferCholesky(Inference &inference) {
  return checkSquare(inference, 0) && inference.give(inference.type(0));
}

static bool inferTriangularSolve(Inference &inference) {
  if (!checkSquare(inference, 0))
    return false;
  TensorType required = inference.type(0);
  if (inference.type(1).rank() == required.rank())
    required.shape.back() = inference.type(1).shape.back();
  return inference.checkType(1, required) && inference.give(required);
}

/// The lower half: with the diagonal if `diagonal` is 0, without it if -1.
static Value lowerPart(Value x, int64_t diagonal) {
  if (!x)
    return x;
  Graph &graph = *x.getGraph();
  TensorType type{DType::int64, x.shape()};
  Value row = iota(graph, type, x.rank() - 2);
  Value column = iota(graph, type, x.rank() - 1);
  Value inside = compare(Comparison::GE, row + double(diagonal), column);
  return select(inside, x, zerosLike(x));
}

/// Murray, "Differentiation of the Cholesky decomposition" (2016). Formulas for
/// complex matrices pair cotangents with conjugation, so ours are conjugated.
static void deriveCholesky(Pullback &p) {
  bool isComplex = isA(p.x().dtype(), kComplex);
  auto conjugate = [&](Value x) { return isComplex ? conj(x) : x; };
  auto adjoint = [&](Value x) { return conjugate(matrixTranspose(x)); };
  Value l = p.y(), ct = conjugate(lowerPart(p.ct(), 0));
  Value inner = lowerPart(matmul(adjoint(l), ct), 0);
  // Half of the diagonal.
  inner = (inner + lowerPart(inner, -1)) * 0.5;
  auto solve = [&](Value b) {
    return triangularSolve(l, b, /*lower=*/true, /*unitDiagonal=*/false,
                           Transposition::adjoint);
  };
  Value outer = adjoint(solve(adjoint(solve(inner))));
  p.give(0, conjugate((outer + adjoint(outer)) * 0.5));
}

/// With x = a^-1 b: the derivative by b is a^-T ct, by a it is -(that) x^T.
static void deriveTriangularSolve(Pullback &p) {
  const Attributes &attributes = p.node.attributes;
  bool lower = attributes.flag("lower"), unit = attributes.flag("unit");
  auto form = static_cast<Transposition>(attributes.integer("form"));
  bool transposed = form != Transposition::none;
  // An adjoint is the transpose of the conjugate.
  bool isConjugated =
      form == Transposition::adjoint && isA(p.x().dtype(), kComplex);
  Value a = isConjugated ? conj(p.x(0)) : p.x(0);
  Value gradient = triangularSolve(a, p.ct(), lower, unit,
                                   transposed ? Transposition::none
                                              : Transposition::transposed);
  p.give(1, gradient);
  if (!p.wanted[0])
    return;
  Value outer = transposed ? matmul(p.y(), matrixTranspose(gradient))
                           : matmul(gradient, matrixTranspose(p.y()));
  if (lower)
    outer = lowerPart(outer, unit ? -1 : 0);
  else
    outer = matrixTranspose(lowerPart(matrixTranspose(outer), unit ? -1 : 0));
  p.give(0, -(isConjugated ? conj(outer) : outer));
}

/// The types of the results are given by who records it.
static bool inferLapack(Inference &inference) {
  if (!inference.checkKind(0, kMatrixKinds))
    return false;
  const TensorType &type = inference.type(0);
  if (getBits(getComponent(type.dtype)) < 32)
    return inference.fail("operand 0: required parts of 32 or 64 bits, found " +
                          type.str());
  for (const TensorType &result :
       inference.attributes.get<std::vector<TensorType>>("results"))
    inference.give(result);
  return true;
}

static void printLapack(Printer &printer, const Node &node) {
  DType dtype = printer.graph.getType(node.operands[0]).dtype;
  char letter = dtype == DType::float32     ? 's'
                : dtype == DType::float64   ? 'd'
                : dtype == DType::complex64 ? 'c'
                                            : 'z';
  printer.begin(node) << "stablehlo.custom_call @lapack_" << letter
                      << node.attributes.text("routine") << "_ffi("
                      << printer.join(node.operands)
                      << ") {mhlo.backend_config = {"
                      << node.attributes.text("options")
                      << "}} : " << printer.signature(node) << '\n';
}

llvm::ArrayRef<PrimitiveInfo> getMatrixPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::cholesky, "stablehlo.cholesky", inferCholesky,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.cholesky " << printer.operand(node, 0)
             << ", lower = true : " << printer.resultType(node) << '\n';
       },
       deriveCholesky},
      {Primitive::triangularSolve, "stablehlo.triangular_solve",
       inferTriangularSolve,
       [](Printer &printer, const Node &node) {
         static constexpr llvm::StringLiteral kForms[] = {
             "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
         auto text = [&](llvm::StringRef flag) {
           return node.attributes.flag(flag) ? "true" : "false";
         };
         printer.begin(node)
             << "\"stablehlo.triangular_solve\"(" << printer.join(node.operands)
             << ") <{left_side = true, lower = " << text("lower")
             << ", transpose_a = #stablehlo<transpose "
             << kForms[node.attributes.integer("form")]
             << ">, unit_diagonal = " << text("unit")
             << "}> : " << printer.signature(node) << '\n';
       },
       deriveTriangularSolve},
      {Primitive::lapack, "stablehlo.custom_call", inferLapack, printLapack,
       nullptr},
  };
  return rows;
}

Value prim::cholesky(Value x) {
  return x ? x.getGraph()->record(Primitive::cholesky, {x})[0] : x;
}

Value prim::triangularSolve(Value a, Value b, bool lower, bool unitDiagonal,
                            Transposition transposition) {
  if (!a || !b)
    return {};
  return a.getGraph()->record(
      Primitive::triangularSolve, {a, b},
      {{"lower", lower},
       {"unit", unitDiagonal},
       {"form", static_cast<int64_t>(transposition)}})[0];
}

Values prim::lapack(llvm::StringRef routine, llvm::ArrayRef<Value> operands,
                    llvm::StringRef options,
                    llvm::ArrayRef<TensorType> results) {
  if (!llvm::all_of(operands, [](Value value) { return bool(value); }))
    return Values(results.size());
  return operands[0].getGraph()->record(
      Primitive::lapack, operands,
      {{"routine", routine.str()},
       {"options", options.str()},
       {"results", std::vector<TensorType>(results.begin(), results.end())}});
}

} // namespace dtensor::recording
