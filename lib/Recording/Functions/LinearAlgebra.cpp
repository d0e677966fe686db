//===- LinearAlgebra.cpp - Factors, solutions and norms -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Elementwise.h"
#include "Matrices.h"

#include <cmath>
#include <limits>

namespace dtensor::recording {
using namespace prim;

static Argument cholesky(Call &call) {
  Value x = getMatrices(call, "x", true);
  Value lower = takeLower(prim::cholesky(x), 0);
  return call.flag("upper") ? adjoint(lower) : lower;
}

/// Rows of `b` in the order of the factors, then two triangular systems.
static Value solveFactored(const LU &lu, Value b) {
  if (!lu.factors || !b)
    return {};
  Value rows = matmul(toPermutationMatrix(lu.permutation, b.dtype()), b);
  Value y = triangularSolve(lu.factors, rows, /*lower=*/true,
                            /*unitDiagonal=*/true, Transposition::none);
  return triangularSolve(lu.factors, y, /*lower=*/false,
                         /*unitDiagonal=*/false, Transposition::none);
}

static Argument solve(Call &call) {
  Value a = getMatrices(call, "x1", true);
  Value b = call.array("x2");
  if (call.hasFailed())
    return {};
  b = toInexact(b);
  std::optional<DType> common = promote(a.dtype(), getSumType(b.dtype()));
  a = convert(a, *common);
  b = convert(b, *common);
  bool isVector = b.rank() == 1;
  if (isVector)
    b = reshape(b, {b.dim(0), 1});
  if (b.rank() < 2 || b.dim(b.rank() - 2) != a.dim(a.rank() - 1))
    return call.fail("argument 'x2': required vectors or matrices with " +
                     llvm::Twine(a.dim(a.rank() - 1)) + " rows, found " +
                     b.type().str());
  auto getBatch = [](Value it) {
    return Shape(it.shape().begin(), it.shape().end() - 2);
  };
  std::optional<Shape> batch = broadcastShapes(getBatch(a), getBatch(b));
  if (!batch)
    return call.fail("shapes " + toString(a.shape()) + " and " +
                     toString(b.shape()) + " do not fit each other");
  for (Value *it : {&a, &b}) {
    Shape shape(*batch);
    shape.append(it->shape().end() - 2, it->shape().end());
    *it = broadcastTo(*it, shape);
  }
  Value x = solveFactored(factorLU(a), b);
  if (isVector && x) {
    Shape shape = x.shape();
    shape.pop_back();
    x = reshape(x, shape);
  }
  return x;
}

static Value invert(Value x) {
  return x ? solveFactored(factorLU(x), identityLike(x)) : x;
}

static Argument inverse(Call &call) {
  return invert(getMatrices(call, "x", true));
}

static Argument determinant(Call &call) {
  Value x = getMatrices(call, "x", true);
  LU lu = factorLU(x);
  if (call.hasFailed())
    return {};
  Value diagonal = takeDiagonal(lu.factors);
  return lu.sign * reduce(Fold::prod, diagonal, {diagonal.rank() - 1});
}

static Argument logDeterminant(Call &call) {
  Value x = getMatrices(call, "x", true);
  LU lu = factorLU(x);
  if (call.hasFailed())
    return {};
  Value diagonal = takeDiagonal(lu.factors);
  Shape last{diagonal.rank() - 1};
  return Values{lu.sign * reduce(Fold::prod, sign(diagonal), last),
                sum(log(abs(diagonal)), last)};
}

static Argument eigenvectors(Call &call) {
  return factorHermitian(getMatrices(call, "x", true));
}

static Argument eigenvalues(Call &call) {
  return factorHermitian(getMatrices(call, "x", true))[0];
}

static Argument factorToQR(Call &call) {
  Value x = getMatrices(call, "x", false);
  llvm::StringRef mode = call.text("mode");
  if (mode != "reduced" && mode != "complete")
    return call.fail("argument 'mode': required 'reduced' or 'complete', "
                     "found '" +
                     mode + "'");
  return factorQR(x, mode == "complete");
}

static Argument factorToSVD(Call &call) {
  return factorSVD(getMatrices(call, "x", false), call.flag("full_matrices"));
}

static Argument singularValues(Call &call) {
  return factorSVD(getMatrices(call, "x", false), false)[1];
}

static double getEpsilon(DType dtype) {
  return getBits(getComponent(dtype)) == 64
             ? std::numeric_limits<double>::epsilon()
             : double(std::numeric_limits<float>::epsilon());
}

/// For each matrix, the least singular value that counts.
static Value getThreshold(Call &call, Value x, Value singular) {
  int64_t last = singular.rank() - 1;
  Value largest = reduce(Fold::max, singular, {last});
  if (call.has("rtol")) {
    const Argument &rtol = call.get("rtol");
    Value factor =
        rtol.isScalar()
            ? constant(call.graph, makeLiteral(rtol, {singular.dtype(), {}}))
            : convert(call.toArray(rtol), singular.dtype());
    Values both = call.broadcasted(Values{largest, factor});
    return both[0] * both[1];
  }
  int64_t extent = std::max(x.dim(x.rank() - 1), x.dim(x.rank() - 2));
  return largest * (getEpsilon(x.dtype()) * static_cast<double>(extent));
}

/// Which singular values count.
static Value getCounted(Call &call, Value x, Value singular) {
  if (call.hasFailed())
    return {};
  Value threshold = getThreshold(call, x, singular);
  return compare(
      Comparison::GT, singular,
      broadcast(threshold, singular.shape(), allAxes(singular.rank() - 1)));
}

static Argument rank(Call &call) {
  Value x = getMatrices(call, "x", false);
  Value singular = factorSVD(x, false)[1];
  Value counted = getCounted(call, x, singular);
  if (call.hasFailed())
    return {};
  return sum(convert(counted, DType::int64), {singular.rank() - 1});
}

static Argument pseudoInverse(Call &call) {
  Value x = getMatrices(call, "x", false);
  Values parts = factorSVD(x, false);
  Value counted = getCounted(call, x, parts[1]);
  if (call.hasFailed())
    return {};
  Value safe = select(counted, parts[1], onesLike(parts[1]));
  Value inverted = select(counted, 1 / safe, zerosLike(safe));
  return matmul(scaleColumns(adjoint(parts[2]), inverted), adjoint(parts[0]));
}

static Argument power(Call &call) {
  Value x = call.array("x");
  if (x && (x.rank() < 2 || x.dim(x.rank() - 1) != x.dim(x.rank() - 2)))
    return call.fail("argument 'x': required square matrices, found " +
                     x.type().str());
  int64_t n = call.integer("n");
  if (n < 0) {
    x = invert(getMatrices(call, "x", true));
    n = -n;
  }
  if (n == 0)
    return identityLike(x);
  // Squares of squares.
  Value result;
  for (; n; n >>= 1) {
    if (n & 1)
      result = result ? matmul(result, x) : x;
    if (n > 1)
      x = matmul(x, x);
  }
  return result;
}

static Argument diagonal(Call &call) {
  Value x = call.array("x");
  if (x.rank() < 2)
    return call.fail("argument 'x': required matrices, found " +
                     x.type().str());
  return takeDiagonal(x, call.integer("offset"));
}

static Argument trace(Call &call) {
  Value x = call.array("x");
  if (x.rank() < 2)
    return call.fail("argument 'x': required matrices, found " +
                     x.type().str());
  DType sums = isA(x.dtype(), kUnsigned)            ? DType::uint64
               : isA(x.dtype(), kSigned | kBoolean) ? DType::int64
                                                    : x.dtype();
  DType dtype = call.dtype("dtype", sums);
  Value elements =
      convert(takeDiagonal(x, call.integer("offset")), getSumType(dtype));
  return convert(sum(elements, {elements.rank() - 1}), dtype);
}

llvm::ArrayRef<FunctionInfo> getMatrixFunctions() {
  static const FunctionInfo functions[] = {
      {"linalg.cholesky", "(x: array, /, *, upper: bool = False) -> array",
       "The triangular factor of positive definite matrices.", cholesky},
      {"linalg.det", "(x: array, /) -> array", "Determinants.", determinant},
      {"linalg.diagonal", "(x: array, /, *, offset: int = 0) -> array",
       "Diagonals of matrices.", diagonal},
      {"linalg.eigh", "(x: array, /) -> (eigenvalues, eigenvectors)",
       "Eigenvalues and eigenvectors of hermitian matrices.", eigenvectors},
      {"linalg.eigvalsh", "(x: array, /) -> array",
       "Eigenvalues of hermitian matrices.", eigenvalues},
      {"linalg.inv", "(x: array, /) -> array", "Inverse matrices.", inverse},
      {"linalg.matrix_norm",
       "(x: array, /, *, keepdims: bool = False, ord: any? = 'fro') -> array",
       "Norms of matrices.", normOfMatrices},
      {"linalg.matrix_power", "(x: array, n: int, /) -> array",
       "Matrices to an integer power.", power},
      {"linalg.matrix_rank", "(x: array, /, *, rtol: operand? = None) -> array",
       "Numbers of singular values that count.", rank},
      {"linalg.pinv", "(x: array, /, *, rtol: operand? = None) -> array",
       "Pseudo-inverses.", pseudoInverse},
      {"linalg.qr", "(x: array, /, *, mode: string = 'reduced') -> (Q, R)",
       "Orthogonal and upper triangular factors.", factorToQR},
      {"linalg.slogdet", "(x: array, /) -> (sign, logabsdet)",
       "Signs and logarithms of determinants.", logDeterminant},
      {"linalg.solve", "(x1: array, x2: array, /) -> array",
       "Solutions of linear systems.", solve},
      {"linalg.svd",
       "(x: array, /, *, full_matrices: bool = True) -> (U, S, Vh)",
       "Singular values and vectors.", factorToSVD},
      {"linalg.svdvals", "(x: array, /) -> array", "Singular values.",
       singularValues},
      {"linalg.trace",
       "(x: array, /, *, offset: int = 0, dtype: dtype? = None) -> array",
       "Sums of diagonals.", trace},
      {"linalg.vector_norm",
       "(x: array, /, *, axis: ints? = None, keepdims: bool = False, ord: "
       "number = 2) -> array",
       "Norms of vectors.", normOfVectors},
  };
  return functions;
}

} // namespace dtensor::recording
