//===- MatrixOps.cpp - Transforms and factorisations ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"

using namespace mlir;
using namespace dtensor::linalg_ext;

/// Whether the type is a float, or a complex number of floats.
static bool isNumber(Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type))
    type = complexType.getElementType();
  return isa<FloatType>(type);
}

/// Checks that there are square matrices on the last two axes.
static LogicalResult verifySquare(Operation *op, ShapedType type) {
  int64_t rank = type.getRank();
  if (rank < 2 || !isNumber(type.getElementType()) ||
      (!type.isDynamicDim(rank - 1) && !type.isDynamicDim(rank - 2) &&
       type.getDimSize(rank - 1) != type.getDimSize(rank - 2)))
    return op->emitOpError("required: square matrices of floats on the last "
                           "two axes; found ")
           << type;
  return success();
}

//===----------------------------------------------------------------------===//
// FftOp
//===----------------------------------------------------------------------===//

bool FftOp::isReal() {
  return isa<FloatType>(getElementTypeOrSelf(getSource()));
}

bool FftOp::makesReal() {
  return isa<FloatType>(getElementTypeOrSelf(getDests()[0]));
}

int64_t FftOp::getLength() {
  auto type = cast<ShapedType>(makesReal() ? getDests()[0].getType()
                                           : getSource().getType());
  return type.getDimSize(getAxis());
}

LogicalResult FftOp::verify() {
  if (getDests().empty() || getDests().size() > 2 ||
      (getDests().size() == 2) != bool(getRoots()))
    return emitOpError("required: one destination, or a second one as scratch "
                       "memory together with roots");
  auto source = cast<ShapedType>(getSource().getType());
  auto dest = cast<ShapedType>(getDests()[0].getType());
  auto getFloat = [](ShapedType type) {
    auto complexType = dyn_cast<ComplexType>(type.getElementType());
    return complexType ? complexType.getElementType() : type.getElementType();
  };
  if (getFloat(source) != getFloat(dest) || (isReal() && makesReal()) ||
      !(getFloat(source).isF32() || getFloat(source).isF64()))
    return emitOpError("required: complex to complex, real to complex or "
                       "complex to real numbers of f32 or f64; found ")
           << source << " and " << dest;
  if ((isReal() && getInverse()) || (makesReal() && !getInverse()))
    return emitOpError("required: 'inverse' where the result is real, and not "
                       "where the operand is");
  if (source.getRank() != dest.getRank() || getAxis() < 0 ||
      getAxis() >= source.getRank())
    return emitOpError("names axis ")
           << getAxis() << ", but its operands have " << source.getRank()
           << " and " << dest.getRank();
  int64_t n = getLength();
  if (ShapedType::isDynamic(n))
    return emitOpError("required: a static extent of axis ")
           << getAxis() << "; found " << source << " and " << dest;
  int64_t half = n / 2 + 1;
  if (source.getDimSize(getAxis()) != (makesReal() ? half : n) ||
      dest.getDimSize(getAxis()) != (isReal() ? half : n))
    return emitOpError("transforms ")
           << n << " positions of axis " << getAxis()
           << ", and half of them and one more are complex where the others "
              "are real; found "
           << source << " and " << dest;
  SmallVector<int64_t> shape(source.getShape());
  shape[getAxis()] = dest.getDimSize(getAxis());
  if (failed(verifyCompatibleShape(shape, dest.getShape())))
    return emitOpError("required: a destination like its operand but for axis ")
           << getAxis() << "; found " << source << " and " << dest;
  return success();
}

//===----------------------------------------------------------------------===//
// CholeskyOp, TriangularSolveOp
//===----------------------------------------------------------------------===//

LogicalResult CholeskyOp::verify() {
  auto source = cast<ShapedType>(getSource().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (source.getElementType() != dest.getElementType() ||
      failed(verifyCompatibleShape(source, dest)))
    return emitOpError("required: a destination like its operand; found ")
           << source << " and " << dest;
  return verifySquare(*this, source);
}

LogicalResult TriangularSolveOp::verify() {
  auto a = cast<ShapedType>(getA().getType());
  auto b = cast<ShapedType>(getB().getType());
  auto dest = cast<ShapedType>(getDest().getType());
  if (b.getElementType() != dest.getElementType() ||
      a.getElementType() != b.getElementType() ||
      failed(verifyCompatibleShape(b, dest)))
    return emitOpError("required: a destination like the right-hand side, and "
                       "matrices of its elements; found ")
           << a << ", " << b << " and " << dest;
  if (failed(verifySquare(*this, a)))
    return failure();
  if (getTranspose() && getAdjoint())
    return emitOpError("has 'transpose' and 'adjoint'; required: one of them");
  int64_t rank = a.getRank();
  if (b.getRank() != rank ||
      failed(verifyCompatibleShape(a.getShape().drop_back(2),
                                   b.getShape().drop_back(2))))
    return emitOpError("required: the same batch of matrices; found ")
           << a << " and " << b;
  int64_t solved = b.getDimSize(getRight() ? rank - 1 : rank - 2);
  if (!ShapedType::isDynamic(solved) && !a.isDynamicDim(rank - 1) &&
      solved != a.getDimSize(rank - 1))
    return emitOpError("required: matrices of ")
           << solved << " rows; found " << a;
  return success();
}

//===----------------------------------------------------------------------===//
// LapackOp
//===----------------------------------------------------------------------===//

namespace {
/// The number of operands and results of a routine. The routine for real
/// matrices may write one result more, as eigenvalues have two parts.
struct LapackRoutine {
  StringRef name;
  size_t sources, realDests, complexDests, options;
};
} // namespace

static constexpr LapackRoutine kLapackRoutines[] = {
    {"potrf", 1, 2, 2, 1}, {"getrf", 1, 3, 3, 0}, {"geqrf", 1, 2, 2, 0},
    {"geqp3", 2, 3, 3, 0}, {"orgqr", 2, 1, 1, 0}, {"ormqr", 3, 1, 1, 2},
    {"syevd", 1, 3, 3, 2}, {"gesdd", 1, 5, 5, 1}, {"gesvd", 1, 5, 5, 1},
    {"geev", 1, 5, 4, 2},  {"gees", 1, 6, 5, 2},  {"sytrd", 1, 5, 5, 1},
    {"gehrd", 1, 3, 3, 2}, {"gtsv", 4, 5, 5, 0}};

LogicalResult LapackOp::verify() {
  const auto *routine =
      llvm::find_if(kLapackRoutines, [&](const LapackRoutine &candidate) {
        return candidate.name == getRoutine();
      });
  if (routine == std::end(kLapackRoutines))
    return emitOpError("has no routine '") << getRoutine() << "'";
  if (getSources().empty())
    return emitOpError("required: a matrix to work on");
  auto first = cast<ShapedType>(getSources()[0].getType());
  Type element = first.getElementType();
  bool isComplex = isa<ComplexType>(element);
  Type part = isComplex ? cast<ComplexType>(element).getElementType() : element;
  if (!part.isF32() && !part.isF64())
    return emitOpError("required: a matrix of f32, f64 or complex numbers of "
                       "these; found ")
           << first;
  size_t dests = isComplex ? routine->complexDests : routine->realDests;
  if (getSources().size() != routine->sources || getDests().size() != dests ||
      getOptions().size() != routine->options)
    return emitOpError("required for '")
           << getRoutine() << "': " << routine->sources << " sources, " << dests
           << " destinations and " << routine->options << " options; found "
           << getSources().size() << ", " << getDests().size() << " and "
           << getOptions().size();
  int64_t batch = getBatch();
  for (Value operand : getOperation()->getOperands()) {
    auto type = cast<ShapedType>(operand.getType());
    if (batch < 0 || type.getRank() < batch || type.getRank() > batch + 2 ||
        failed(verifyCompatibleShape(type.getShape().take_front(batch),
                                     first.getShape().take_front(batch))))
      return emitOpError("required: the same ")
             << batch << " axes of the batch, and a matrix, a vector or a "
             << "number behind them; found " << first << " and " << type;
  }
  return success();
}
