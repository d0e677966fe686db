//===- Composites.cpp - Derivatives of composites -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Composites.h"

#include "Functions/Matrices.h"
#include "dtensor/Recording/Ops.h"
#include "llvm/ADT/StringSwitch.h"

// The formulas are those for cotangents that are paired with conjugation, as in
// most papers. Ours are their conjugates.

namespace dtensor::recording {
using namespace prim;

static Value conjugate(Value x) {
  return x && isA(x.dtype(), kComplex) ? conj(x) : x;
}

/// Fails for a form of a function that has no derivative here.
static void refuse(Pullback &p, const llvm::Twine &message) {
  p.graph.fail(message);
}

/// With p x = l u, a holomorphic function: x has p^T l^-T (...) u^-T.
static void deriveLU(Pullback &p) {
  Value x = p.x(), factors = p.y(0);
  if (x.dim(x.rank() - 1) != x.dim(x.rank() - 2))
    return refuse(p, "lu of " + x.type().str() +
                         " has no derivative here, since the matrices are not "
                         "square");
  if (!p.cotangents[0])
    return;
  Value ct = p.ct(0);
  Value unit = takeLower(factors, -1) + identityLike(factors);
  Value inner =
      takeLower(matmul(matrixTranspose(unit), takeLower(ct, -1)), -1) +
      takeUpper(
          matmul(takeUpper(ct, 0), matrixTranspose(takeUpper(factors, 0))), 0);
  Value left =
      triangularSolve(factors, inner, /*lower=*/true,
                      /*unitDiagonal=*/true, Transposition::transposed);
  Value right = triangularSolve(factors, matrixTranspose(left),
                                /*lower=*/false, /*unitDiagonal=*/false,
                                Transposition::none);
  // Rows go back to where they came from.
  Value back = matrixTranspose(toPermutationMatrix(p.y(1), factors.dtype()));
  p.give(0, matmul(back, matrixTranspose(right)));
}

/// 1 / (w_j - w_i), and 0 on the diagonal.
static Value invertDifferences(Value w) {
  int64_t rank = w.rank();
  Shape shape = w.shape(), rows, columns;
  shape.push_back(shape.back());
  for (int64_t axis = 0; axis < rank; ++axis) {
    rows.push_back(axis);
    columns.push_back(axis + (axis == rank - 1));
  }
  Value difference = broadcast(w, shape, columns) - broadcast(w, shape, rows);
  Value identity = identityLike(difference);
  return (1 - identity) / (difference + identity);
}

/// x = v diag(w) v^H, hermitian.
static void deriveHermitian(Pullback &p) {
  Value w = p.y(0), v = p.y(1);
  Value inner = toDiagonal(convert(p.ct(0), v.dtype()));
  if (p.cotangents[1]) {
    Value product = matmul(adjoint(v), conjugate(p.ct(1)));
    inner = inner + product * convert(invertDifferences(w), v.dtype());
  }
  Value full = matmul(matmul(v, inner), adjoint(v));
  p.give(0, conjugate((full + adjoint(full)) * 0.5));
}

/// x = q r: x has (q' + q s) r^-H, with s the hermitian matrix whose upper half
/// is that of r' r^H - q^H q'.
static void deriveQR(Pullback &p) {
  Value q = p.y(0), r = p.y(1);
  if (r.dim(r.rank() - 1) != r.dim(r.rank() - 2))
    return refuse(p, "qr of " + p.x().type().str() +
                         " has no derivative here, since the matrices have "
                         "fewer rows than columns");
  Value ctQ = conjugate(p.ct(0)), ctR = conjugate(p.ct(1));
  Value inner = takeUpper(matmul(ctR, adjoint(r)) - matmul(adjoint(q), ctQ), 0);
  Value strict = takeUpper(inner, 1);
  Value diagonal = toDiagonal(takeDiagonal(inner));
  Value hermitian =
      strict + adjoint(strict) + (diagonal + adjoint(diagonal)) * 0.5;
  Value full = ctQ + matmul(q, hermitian);
  // full r^-H = (r^-1 full^H)^H
  Value solved = triangularSolve(r, adjoint(full), /*lower=*/false,
                                 /*unitDiagonal=*/false, Transposition::none);
  p.give(0, conjugate(adjoint(solved)));
}

/// x = u diag(s) v^H. Complex vectors are determined but for a phase, so the
/// loss must not depend on that.
static void deriveSVD(Pullback &p) {
  Value x = p.x(), u = p.y(0), s = p.y(1), vh = p.y(2);
  bool hasVectors = p.cotangents[0] || p.cotangents[2];
  Value values = conjugate(toDiagonal(convert(p.ct(1), x.dtype())));
  if (!hasVectors)
    return p.give(0, conjugate(matmul(matmul(u, values), vh)));
  Value v = adjoint(vh), ctU = conjugate(p.ct(0));
  Value ctV = adjoint(conjugate(p.ct(2)));
  Value inverses = convert(invertDifferences(s * s), x.dtype());
  auto getTurn = [&](Value vectors, Value ct) {
    Value product = matmul(adjoint(vectors), ct);
    return product - adjoint(product);
  };
  Value turnU = getTurn(u, ctU), turnV = getTurn(v, ctV);
  // Rows are scaled as columns of the transpose.
  auto scaleRows = [&](Value matrix, Value scale) {
    return matrixTranspose(scaleColumns(matrixTranspose(matrix), scale));
  };
  Value inner =
      scaleColumns(turnU * inverses, s) + scaleRows(turnV * inverses, s);
  // A turn of the phase of both vectors.
  if (isA(x.dtype(), kComplex))
    inner = inner + toDiagonal(takeDiagonal(turnU) / convert(s * 2, x.dtype()));
  Value full = matmul(matmul(u, inner + values), vh);
  int64_t rows = x.dim(x.rank() - 2), columns = x.dim(x.rank() - 1);
  // The parts of vectors outside of the span of the others.
  if (rows > columns) {
    Value outside = ctU - matmul(u, matmul(adjoint(u), ctU));
    full = full + matmul(scaleColumns(outside, 1 / s), vh);
  }
  if (columns > rows) {
    Value outside = ctV - matmul(v, matmul(vh, ctV));
    full = full + matmul(scaleColumns(u, 1 / s), adjoint(outside));
  }
  p.give(0, conjugate(full));
}

Derive getCompositeDerivative(llvm::StringRef name) {
  return llvm::StringSwitch<Derive>(name)
      .Case("lu", deriveLU)
      .Case("eigh", deriveHermitian)
      .Case("qr", deriveQR)
      .Case("svd", deriveSVD)
      .Default(nullptr);
}

} // namespace dtensor::recording
