//===- Factorizations.cpp - Factors of matrices, as values ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"
#include "dtensor/Recording/ControlFlow.h"

namespace dtensor::recording {
using namespace prim;

Value getMatrices(Call &call, llvm::StringRef name, bool isSquare) {
  Value x = toInexact(call.array(name));
  if (x)
    x = convert(x, getSumType(x.dtype()));
  if (call.hasFailed())
    return {};
  if (x.rank() < 2 || (isSquare && x.dim(x.rank() - 1) != x.dim(x.rank() - 2)))
    return call.fail("argument '" + name + "': required " +
                     (isSquare ? "square matrices" : "matrices") + ", found " +
                     x.type().str());
  return x;
}

//===----------------------------------------------------------------------===//
// Parts of matrices
//===----------------------------------------------------------------------===//

static Value takePart(Value x, int64_t k, Comparison comparison) {
  if (!x)
    return x;
  TensorType type{DType::int64, x.shape()};
  Value offset = iota(*x.getGraph(), type, x.rank() - 1) -
                 iota(*x.getGraph(), type, x.rank() - 2);
  return select(compare(comparison, offset, fullLike(offset, k)), x,
                zerosLike(x));
}

Value takeLower(Value x, int64_t k) { return takePart(x, k, Comparison::LE); }
Value takeUpper(Value x, int64_t k) { return takePart(x, k, Comparison::GE); }

Value adjoint(Value x) {
  Value transposed = matrixTranspose(x);
  return x && isA(x.dtype(), kComplex) ? conj(transposed) : transposed;
}

Value identityLike(Value x) { return takePart(onesLike(x), 0, Comparison::EQ); }

Value takeDiagonal(Value x, int64_t offset) {
  if (!x)
    return x;
  int64_t rank = x.rank(), rows = x.dim(rank - 2), columns = x.dim(rank - 1);
  int64_t down = std::max<int64_t>(-offset, 0);
  int64_t right = std::max<int64_t>(offset, 0);
  int64_t length = std::max<int64_t>(std::min(rows - down, columns - right), 0);
  if (length == 0) {
    Shape shape(x.shape().begin(), x.shape().end() - 2);
    shape.push_back(0);
    return full(*x.getGraph(), {x.dtype(), shape}, 0);
  }
  x = sliceAxis(x, rank - 2, down, down + length);
  x = sliceAxis(x, rank - 1, right, right + length);
  Fold fold = isA(x.dtype(), kBoolean) ? Fold::any : Fold::sum;
  return reduce(fold, takePart(x, 0, Comparison::EQ), {rank - 1});
}

Value toDiagonal(Value x) {
  if (!x)
    return x;
  Shape shape = x.shape();
  shape.push_back(shape.back());
  return takePart(broadcast(x, shape, allAxes(x.rank())), 0, Comparison::EQ);
}

Value scaleColumns(Value x, Value scale) {
  if (!x || !scale)
    return {};
  Shape axes = allAxes(x.rank());
  axes.erase(axes.end() - 2);
  return x * broadcast(convert(scale, x.dtype()), x.shape(), axes);
}

//===----------------------------------------------------------------------===//
// LAPACK
//===----------------------------------------------------------------------===//

/// The batch of `x`, and further axes.
static TensorType batchType(Value x, DType dtype,
                            llvm::ArrayRef<int64_t> further) {
  TensorType type{dtype, Shape(x.shape().begin(), x.shape().end() - 2)};
  type.shape.append(further.begin(), further.end());
  return type;
}

/// A value for each matrix, repeated along the axes of a vector.
static Value alongVector(Value x, const Shape &shape) {
  return broadcast(x, shape, allAxes(x.rank()));
}

/// The order of rows after exchanging row i with row pivots[i] - 1 for each i.
static Value toPermutation(Value pivots, int64_t rows) {
  Shape shape = pivots.shape();
  int64_t last = shape.size() - 1, count = shape[last];
  shape[last] = rows;
  Graph &graph = *pivots.getGraph();
  Value positions = iota(graph, {DType::int64, shape}, last);
  if (count == 0)
    return positions;
  Value targets = convert(pivots, DType::int64) -
                  fullLike(convert(pivots, DType::int64), 1);
  return foriLoop(
      graph, 0, count, {positions},
      [&](Value step, llvm::ArrayRef<Value> carried) {
        Value order = carried[0];
        Value target = alongVector(dynamicIndex(targets, step, last), shape);
        Value here =
            compare(Comparison::EQ, positions, broadcastTo(step, shape));
        Value there = compare(Comparison::EQ, positions, target);
        auto pick = [&](Value where) {
          return alongVector(
              sum(select(where, order, zerosLike(order)), {last}), shape);
        };
        Value first = pick(here), second = pick(there);
        return Values{select(here, second, select(there, first, order))};
      })[0];
}

LU factorLU(Value x) {
  if (!x)
    return {};
  Values results = composite("lu", {x}, [](llvm::ArrayRef<Value> operands) {
    Value x = operands[0];
    int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1);
    int64_t count = std::min(rows, columns);
    Values parts = lapack("getrf", {x}, "",
                          {x.type(), batchType(x, DType::int32, {count}),
                           batchType(x, DType::int32, {})});
    if (!parts[0])
      return Values(3);
    Value pivots = convert(parts[1], DType::int64);
    int64_t last = pivots.rank() - 1;
    Value own = iota(*x.getGraph(), pivots.type(), last) + 1;
    Value moved = convert(compare(Comparison::NE, pivots, own), DType::int64);
    Value parity =
        remainder(sum(moved, {last}),
                  full(*x.getGraph(), batchType(x, DType::int64, {}), 2));
    Value sign = convert(1 - 2 * parity, x.dtype());
    return Values{parts[0], toPermutation(parts[1], rows), sign};
  });
  return {results[0], results[1], results[2]};
}

Value toPermutationMatrix(Value permutation, DType dtype) {
  if (!permutation)
    return permutation;
  Shape shape = permutation.shape();
  shape.push_back(shape.back());
  Value row = broadcast(permutation, shape, allAxes(permutation.rank()));
  Value column = iota(*permutation.getGraph(), row.type(), permutation.rank());
  return convert(compare(Comparison::EQ, row, column), dtype);
}

Values factorHermitian(Value x) {
  if (!x)
    return Values(2);
  return composite("eigh", {x}, [](llvm::ArrayRef<Value> operands) {
    Value x = operands[0];
    int64_t n = x.dim(x.rank() - 1);
    DType part = getComponent(x.dtype());
    Values parts = lapack(
        isA(x.dtype(), kComplex) ? "heevd" : "syevd", {x},
        "mode = 86 : ui8, uplo = 76 : ui8",
        {x.type(), batchType(x, part, {n}), batchType(x, DType::int32, {})});
    return Values{parts[1], parts[0]};
  });
}

Values factorQR(Value x, bool isComplete) {
  if (!x)
    return Values(2);
  int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1);
  int64_t count = std::min(rows, columns);
  if (columns > rows && rows > 0) {
    // The first columns have the factors, and the others are turned by them.
    int64_t axis = x.rank() - 1;
    Values first = factorQR(sliceAxis(x, axis, 0, rows), /*isComplete=*/false);
    Value rest = matmul(adjoint(first[0]), sliceAxis(x, axis, rows, columns));
    return {first[0], concatenate({first[1], rest}, axis)};
  }
  bool isSquare = isComplete && rows > columns;
  return composite(
      isSquare ? "qr with mode='complete'" : "qr", {x},
      [&](llvm::ArrayRef<Value> operands) {
        Value x = operands[0];
        int64_t axis = x.rank() - 1;
        Values parts = lapack("geqrf", {x}, "",
                              {x.type(), batchType(x, x.dtype(), {count})});
        if (!parts[0])
          return Values(2);
        // The reflectors stand below the diagonal.
        Value reflectors = sliceAxis(parts[0], axis, 0, count);
        if (isSquare) {
          Shape none(x.rank(), 0), high(x.rank(), 0);
          high[axis] = rows - count;
          reflectors = padZero(reflectors, none, high);
        }
        Value q = lapack(isA(x.dtype(), kComplex) ? "ungqr" : "orgqr",
                         {reflectors, parts[1]}, "", {reflectors.type()})[0];
        Value r = takeUpper(parts[0], 0);
        if (!isSquare)
          r = sliceAxis(r, axis - 1, 0, count);
        return Values{q, r};
      });
}

Values factorSVD(Value x, bool isFull) {
  if (!x)
    return Values(3);
  int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1);
  int64_t count = std::min(rows, columns);
  isFull = isFull && rows != columns;
  return composite(
      isFull ? "svd with full_matrices=True" : "svd", {x},
      [&](llvm::ArrayRef<Value> operands) {
        Value x = operands[0];
        DType dtype = x.dtype(), part = getComponent(dtype);
        Values parts =
            lapack("gesdd", {x}, isFull ? "mode = 65 : ui8" : "mode = 83 : ui8",
                   {x.type(), batchType(x, part, {count}),
                    batchType(x, dtype, {rows, isFull ? rows : count}),
                    batchType(x, dtype, {isFull ? columns : count, columns}),
                    batchType(x, DType::int32, {})});
        return Values{parts[2], parts[1], parts[3]};
      });
}

} // namespace dtensor::recording
