//===- MatrixOps.cpp - Transforms, and triangular matrices ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtEvaluation.h"
#include "Matrix.h"

#include <cmath>
#include <limits>
#include <numbers>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::reference;

//===----------------------------------------------------------------------===//
// The discrete Fourier transform
//===----------------------------------------------------------------------===//

using LongComplex = std::complex<long double>;

/// The transform of `x` without a factor. For a prime length it follows the
/// definition; otherwise it combines transforms of every `p`-th position for a
/// prime `p`. `sign` is that of the exponent.
static std::vector<LongComplex> transform(const std::vector<LongComplex> &x,
                                          int sign) {
  size_t n = x.size(), p = 2;
  if (n <= 1)
    return x;
  while (n % p != 0)
    ++p;
  std::vector<LongComplex> roots(n);
  for (size_t k = 0; k < n; ++k)
    roots[k] =
        std::polar(1.0L, sign * 2 * std::numbers::pi_v<long double> * k / n);
  std::vector<LongComplex> y(n);
  for (size_t first = 0; first < p; ++first) {
    std::vector<LongComplex> part;
    for (size_t j = first; j < n; j += p)
      part.push_back(x[j]);
    part = transform(part, sign);
    for (size_t k = 0; k < n; ++k)
      y[k] += roots[first * k % n] * part[k % (n / p)];
  }
  return y;
}

static llvm::Expected<Results> evaluateFft(linalg_ext::FftOp op,
                                           ArrayRef<Tensor> operands,
                                           Evaluator &evaluator) {
  if (op.getRoots())
    return makeError(op, "required: no roots, which code generation adds");
  const Tensor &source = getTensor(op.getSourceMutable(), operands);
  const Tensor &dest = getTensors(op.getDests(), operands)[0];
  auto axis = static_cast<int64_t>(op.getAxis());
  ArrayRef<int64_t> from = source->getShape(), to = dest->getShape();
  bool isReal = !isComplex(source->getElementType());
  bool makesReal = !isComplex(dest->getElementType());
  int64_t n = makesReal ? to[axis] : from[axis];
  int64_t stride = ShapedType::getNumElements(from.drop_front(axis + 1));
  llvm::Expected<HostTensor> result = copy(*dest);
  if (!result)
    return result.takeError();
  Position rows(from);
  rows[axis] = 1;
  for (Positions row(rows); !row.isDone() && n > 0; ++row) {
    if (llvm::Error error = evaluator.work(
            n * static_cast<int64_t>(std::bit_width(uint64_t(n)))))
      return error;
    std::vector<LongComplex> x(n);
    for (int64_t j = 0; j < n; ++j) {
      // If the result is real, the second half mirrors the first.
      bool isMirrored = makesReal && j > n / 2;
      Number number = load(*source, getNumber(*row, from) +
                                        (isMirrored ? n - j : j) * stride);
      long double imaginary = isReal ? 0 : number.imaginary;
      if (makesReal && (j == 0 || 2 * j == n))
        imaginary = 0;
      x[j] = {number.real, isMirrored ? -imaginary : imaginary};
    }
    std::vector<LongComplex> y = transform(x, op.getInverse() ? 1 : -1);
    for (int64_t k = 0; k < to[axis]; ++k) {
      LongComplex value =
          op.getInverse() ? y[k] / static_cast<long double>(n) : y[k];
      store(*result, getNumber(*row, to) + k * stride,
            Number::ofFloat(static_cast<double>(value.real()),
                            static_cast<double>(value.imag())));
    }
  }
  return share(std::move(*result));
}

//===----------------------------------------------------------------------===//
// Triangular matrices
//===----------------------------------------------------------------------===//

/// The lower factor of a matrix, of which only the lower triangle is read.
template <typename T> static Matrix<T> factorize(const Matrix<T> &a) {
  int64_t n = a.getRows();
  Matrix<T> l(n, n);
  bool failed = false;
  for (int64_t j = 0; j < n; ++j) {
    double pivot = getReal(a(j, j));
    for (int64_t k = 0; k < j; ++k)
      pivot -= std::norm(l(j, k));
    // NaN is not positive either.
    failed = failed || !(pivot > 0);
    l(j, j) =
        failed ? std::numeric_limits<double>::quiet_NaN() : std::sqrt(pivot);
    for (int64_t i = j + 1; i < n; ++i) {
      T sum = a(i, j);
      for (int64_t k = 0; k < j; ++k)
        sum -= l(i, k) * conjugate(l(j, k));
      l(i, j) = sum / getReal(l(j, j));
    }
  }
  return l;
}

template <typename T>
static llvm::Error factorizeAll(linalg_ext::CholeskyOp op,
                                const HostTensor &source, HostTensor &result,
                                Evaluator &evaluator) {
  int64_t n = source.getShape().back();
  for (int64_t first = 0; first < source.getNumElements(); first += n * n) {
    if (llvm::Error error = evaluator.work(n * n * n / 3 + 1))
      return error;
    auto a = loadMatrix<T>(source, first, n, n);
    storeMatrix(result, first,
                op.getLower() ? factorize(a)
                              : getAdjoint(factorize(getAdjoint(a))));
  }
  return llvm::Error::success();
}

static llvm::Expected<Results> evaluateCholesky(linalg_ext::CholeskyOp op,
                                                ArrayRef<Tensor> operands,
                                                Evaluator &evaluator) {
  const Tensor &source = getTensor(op.getSourceMutable(), operands);
  llvm::Expected<HostTensor> result = copy(*source);
  if (!result)
    return result.takeError();
  auto factorizeThem = isComplex(source->getElementType())
                           ? factorizeAll<Complex>
                           : factorizeAll<double>;
  if (llvm::Error error = factorizeThem(op, *source, *result, evaluator))
    return error;
  return share(std::move(*result));
}

/// Overwrites `b` with the solution `x` of `a * x = b`.
template <typename T>
static void solve(const Matrix<T> &a, Matrix<T> &b, bool isLower) {
  int64_t n = a.getRows();
  for (int64_t side = 0; side < b.getColumns(); ++side)
    for (int64_t step = 0; step < n; ++step) {
      int64_t i = isLower ? step : n - 1 - step;
      T sum = b(i, side);
      for (int64_t k = isLower ? 0 : i + 1; k < (isLower ? i : n); ++k)
        sum -= a(i, k) * b(k, side);
      b(i, side) = sum / a(i, i);
    }
}

template <typename T>
static llvm::Error solveAll(linalg_ext::TriangularSolveOp op,
                            const HostTensor &matrices, const HostTensor &sides,
                            HostTensor &result, Evaluator &evaluator) {
  int64_t n = matrices.getShape().back();
  int64_t rows = sides.getShape().end()[-2];
  int64_t columns = sides.getShape().back();
  int64_t count = ShapedType::getNumElements(matrices.getShape().drop_back(2));
  for (int64_t number = 0; number < count; ++number) {
    if (llvm::Error error = evaluator.work(n * rows * columns))
      return error;
    auto a = loadMatrix<T>(matrices, number * n * n, n, n);
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j)
        if (i == j ? op.getUnitDiagonal() : (op.getLower() ? j > i : j < i))
          a(i, j) = i == j ? 1 : 0;
    bool isLower = op.getLower();
    if (op.getTranspose() || op.getAdjoint()) {
      a = op.getAdjoint() ? getAdjoint(a) : getTransposed(a);
      isLower = !isLower;
    }
    int64_t first = number * rows * columns;
    auto b = loadMatrix<T>(sides, first, rows, columns);
    if (op.getRight()) {
      // x * a = b is transposed(a) * transposed(x) = transposed(b).
      b = getTransposed(b);
      solve(getTransposed(a), b, !isLower);
      b = getTransposed(b);
    } else {
      solve(a, b, isLower);
    }
    storeMatrix(result, first, b);
  }
  return llvm::Error::success();
}

static llvm::Expected<Results>
evaluateTriangularSolve(linalg_ext::TriangularSolveOp op,
                        ArrayRef<Tensor> operands, Evaluator &evaluator) {
  const Tensor &matrices = getTensor(op.getAMutable(), operands);
  const Tensor &sides = getTensor(op.getBMutable(), operands);
  llvm::Expected<HostTensor> result = copy(*sides);
  if (!result)
    return result.takeError();
  auto solveThem = isComplex(matrices->getElementType()) ? solveAll<Complex>
                                                         : solveAll<double>;
  if (llvm::Error error = solveThem(op, *matrices, *sides, *result, evaluator))
    return error;
  return share(std::move(*result));
}

void reference::addMatrixOps(OpEvaluations &evaluations) {
  addEvaluation<linalg_ext::FftOp, evaluateFft>(evaluations);
  addEvaluation<linalg_ext::CholeskyOp, evaluateCholesky>(evaluations);
  addEvaluation<linalg_ext::TriangularSolveOp, evaluateTriangularSolve>(
      evaluations);
}
