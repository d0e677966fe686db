//===- Contraction.cpp - Products and Fourier transforms ------------------===//
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

static DotAxes getAxes(const Attributes &attributes) {
  return {attributes.integers("lhs_batch"), attributes.integers("rhs_batch"),
          attributes.integers("lhs_contracted"),
          attributes.integers("rhs_contracted")};
}

/// The axes that are neither batches nor contracted.
static Shape getFreeAxes(int64_t rank, const Shape &batch,
                         const Shape &contracted) {
  Shape free;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(batch, axis) &&
        !llvm::is_contained(contracted, axis))
      free.push_back(axis);
  return free;
}

static bool inferDot(Inference &inference) {
  const TensorType &lhs = inference.type(0), &rhs = inference.type(1);
  DotAxes axes = getAxes(inference.attributes);
  if (!inference.checkKind(0, kNumeric))
    return false;
  if (lhs.dtype != rhs.dtype)
    return inference.fail("required operands of one type, found " + lhs.str() +
                          " and " + rhs.str());
  auto pairUp = [&](const Shape &left, const Shape &right) {
    for (auto [l, r] : llvm::zip_equal(left, right)) {
      if (!inference.checkAxis(l, lhs.rank()) ||
          !inference.checkAxis(r, rhs.rank()))
        return false;
      if (lhs.shape[l] != rhs.shape[r])
        return inference.fail(
            "required equal extents of axis " + llvm::Twine(l) + " of " +
            lhs.str() + " and axis " + llvm::Twine(r) + " of " + rhs.str());
    }
    return true;
  };
  if (axes.lhsBatch.size() != axes.rhsBatch.size() ||
      axes.lhsContracted.size() != axes.rhsContracted.size())
    return inference.fail("required pairs of axes, found " +
                          toString(axes.lhsContracted) + " and " +
                          toString(axes.rhsContracted));
  if (!pairUp(axes.lhsBatch, axes.rhsBatch) ||
      !pairUp(axes.lhsContracted, axes.rhsContracted))
    return false;
  TensorType result{lhs.dtype, {}};
  for (int64_t axis : axes.lhsBatch)
    result.shape.push_back(lhs.shape[axis]);
  for (int64_t axis :
       getFreeAxes(lhs.rank(), axes.lhsBatch, axes.lhsContracted))
    result.shape.push_back(lhs.shape[axis]);
  for (int64_t axis :
       getFreeAxes(rhs.rank(), axes.rhsBatch, axes.rhsContracted))
    result.shape.push_back(rhs.shape[axis]);
  return inference.give(std::move(result));
}

/// The derivative by one operand, a product of the cotangent and the other.
/// `ctFree` are the axes of the cotangent that come from the other operand.
static Value deriveOperand(Value ct, Value other, Value self,
                           const Shape &selfBatch, const Shape &selfContracted,
                           const Shape &otherBatch,
                           const Shape &otherContracted, int64_t firstOther) {
  int64_t numBatch = selfBatch.size();
  Shape otherFree = getFreeAxes(other.rank(), otherBatch, otherContracted);
  Shape ctBatch, ctContracted;
  for (int64_t axis = 0; axis < numBatch; ++axis)
    ctBatch.push_back(axis);
  for (size_t axis = 0; axis < otherFree.size(); ++axis)
    ctContracted.push_back(firstOther + axis);
  Value product =
      dot(ct, other, {ctBatch, otherBatch, ctContracted, otherFree});
  // Its axes: batches, own free axes, the other's contracted axes in order.
  Shape sources(selfBatch);
  llvm::append_range(sources,
                     getFreeAxes(self.rank(), selfBatch, selfContracted));
  Shape sorted(otherContracted);
  llvm::sort(sorted);
  for (int64_t axis : sorted)
    sources.push_back(selfContracted[llvm::find(otherContracted, axis) -
                                     otherContracted.begin()]);
  Shape permutation(self.rank());
  for (auto [position, axis] : llvm::enumerate(sources))
    permutation[axis] = position;
  return transpose(product, permutation);
}

static void deriveDot(Pullback &p) {
  DotAxes axes = getAxes(p.node.attributes);
  int64_t numBatch = axes.lhsBatch.size();
  int64_t numLhsFree = p.x(0).rank() - numBatch - axes.lhsContracted.size();
  if (p.wanted[0])
    p.give(0, deriveOperand(p.ct(), p.x(1), p.x(0), axes.lhsBatch,
                            axes.lhsContracted, axes.rhsBatch,
                            axes.rhsContracted, numBatch + numLhsFree));
  if (p.wanted[1])
    p.give(1, deriveOperand(p.ct(), p.x(0), p.x(1), axes.rhsBatch,
                            axes.rhsContracted, axes.lhsBatch,
                            axes.lhsContracted, numBatch));
}

static void printDot(Printer &printer, const Node &node) {
  DotAxes axes = getAxes(node.attributes);
  printer.begin(node) << "stablehlo.dot_general "
                      << printer.join(node.operands);
  if (!axes.lhsBatch.empty())
    printer.os << ", batching_dims = " << listOf(axes.lhsBatch) << " x "
               << listOf(axes.rhsBatch);
  printer.os << ", contracting_dims = " << listOf(axes.lhsContracted) << " x "
             << listOf(axes.rhsContracted) << " : ("
             << printer.joinTypes(node.operands) << ") -> "
             << printer.resultType(node) << '\n';
}

//===----------------------------------------------------------------------===//
// Fourier transforms
//===----------------------------------------------------------------------===//

static Transform getTransform(const Attributes &attributes) {
  return static_cast<Transform>(attributes.integer("transform"));
}

static llvm::StringRef getTransformName(Transform transform) {
  static constexpr llvm::StringLiteral kNames[] = {"FFT", "IFFT", "RFFT",
                                                   "IRFFT"};
  return kNames[static_cast<int>(transform)];
}

static bool inferFFT(Inference &inference) {
  Transform transform = getTransform(inference.attributes);
  int64_t length = inference.attributes.integer("length");
  TensorType result = inference.type(0);
  DType narrow =
      transform == Transform::RFFT ? DType::float32 : DType::complex64;
  DType wide =
      transform == Transform::RFFT ? DType::float64 : DType::complex128;
  if (result.dtype != narrow && result.dtype != wide)
    return inference.fail("operand 0: required " + getName(narrow) + " or " +
                          getName(wide) + ", found " + result.str());
  if (result.rank() == 0)
    return inference.fail("operand 0: required an axis, found " + result.str());
  int64_t half = length / 2 + 1;
  int64_t required = transform == Transform::IRFFT ? half : length;
  if (result.shape.back() != required || length < 1)
    return inference.fail("required " + llvm::Twine(required) +
                          " elements along the last axis, found " +
                          result.str());
  if (transform == Transform::RFFT) {
    result.dtype = getComplexOf(result.dtype);
    result.shape.back() = half;
  } else if (transform == Transform::IRFFT) {
    result.dtype = getComponent(result.dtype);
    result.shape.back() = length;
  }
  return inference.give(std::move(result));
}

/// A transform is a symmetric matrix, so it is its own derivative. Those of
/// real numbers leave out the conjugate half.
static void deriveFFT(Pullback &p) {
  Transform transform = getTransform(p.node.attributes);
  int64_t length = p.node.attributes.integer("length");
  Value ct = p.ct();
  if (transform == Transform::FFT || transform == Transform::IFFT)
    return p.give(0, fft(transform, ct, length));
  if (transform == Transform::RFFT) {
    Shape low(ct.rank(), 0), high(ct.rank(), 0);
    high.back() = length - ct.shape().back();
    return p.give(0, real(fft(Transform::FFT, padZero(ct, low, high), length)));
  }
  // Each but the first and, of even lengths, the last element stands for two.
  DType dtype = ct.dtype();
  Value half = conj(fft(Transform::RFFT, ct, length));
  int64_t last = half.rank() - 1;
  Value position = iota(p.graph, {dtype, half.shape()}, last);
  Value isFirst = compare(Comparison::EQ, position, zerosLike(position));
  Value isMiddle =
      compare(Comparison::EQ, position * 2, fullLike(position, double(length)));
  Value single = bitOr(isFirst, isMiddle);
  Value weight = select(single, fullLike(position, 1.0 / length),
                        fullLike(position, 2.0 / length));
  p.give(0, half * complex(weight, zerosLike(weight)));
}

llvm::ArrayRef<PrimitiveInfo> getContractionPrimitives() {
  static const PrimitiveInfo rows[] = {
      {Primitive::dot, "stablehlo.dot_general", inferDot, printDot, deriveDot},
      {Primitive::fft, "stablehlo.fft", inferFFT,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.fft " << printer.operand(node, 0)
             << ", type = " << getTransformName(getTransform(node.attributes))
             << ", length = [" << node.attributes.integer("length") << "] : ("
             << printer.operandType(node) << ") -> " << printer.resultType(node)
             << '\n';
       },
       deriveFFT},
  };
  return rows;
}

Value prim::dot(Value lhs, Value rhs, const DotAxes &axes) {
  if (!lhs || !rhs)
    return {};
  return lhs.getGraph()->record(Primitive::dot, {lhs, rhs},
                                {{"lhs_batch", axes.lhsBatch},
                                 {"rhs_batch", axes.rhsBatch},
                                 {"lhs_contracted", axes.lhsContracted},
                                 {"rhs_contracted", axes.rhsContracted}})[0];
}

Value prim::matmul(Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return {};
  DotAxes axes;
  for (int64_t axis = 0; axis + 2 < lhs.rank(); ++axis) {
    axes.lhsBatch.push_back(axis);
    axes.rhsBatch.push_back(axis);
  }
  axes.lhsContracted.push_back(lhs.rank() - 1);
  axes.rhsContracted.push_back(rhs.rank() - 2);
  return dot(lhs, rhs, axes);
}

Value prim::fft(Transform transform, Value x, int64_t length) {
  if (!x)
    return x;
  return x.getGraph()->record(
      Primitive::fft, {x},
      {{"transform", static_cast<int64_t>(transform)}, {"length", length}})[0];
}

} // namespace dtensor::recording
