//===- SelectKernels.cpp - Selects ops for the kernel library -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Kernels/Passes.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace dtensor {
#define GEN_PASS_DEF_SELECTKERNELS
#include "dtensor/Codegen/Kernels/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// Whether runtime/kernels has this combination of element types.
static bool hasKernel(linalg::LinalgOp op) {
  Type a = getElementTypeOrSelf(op.getDpsInputs()[0]);
  Type b = getElementTypeOrSelf(op.getDpsInputs()[1]);
  Type c = getElementTypeOrSelf(op.getDpsInits()[0]);
  if (a != b)
    return false;
  if (a.isBF16())
    return c.isBF16() || c.isF32();
  return a == c && (a.isF32() || a.isF64() || isa<ComplexType>(a));
}

/// Whether a call is faster than generated code, as far as extents are known.
/// The kernels compute small products one by one, with loops for any strides.
/// They have no such loops for complex numbers, and none for a complex vector
/// times a matrix, which is bound by memory.
static bool isWorthACall(linalg::LinalgOp op) {
  // The number of multiplications of a small product, and the least extents
  // for which generated code has tiles in registers.
  constexpr int64_t kSmallProduct = 4096, kLeastSide = 4, kLeastDepth = 2;
  constexpr int64_t kManyProducts = 8;
  bool isComplex = isa<ComplexType>(getElementTypeOrSelf(op.getDpsInits()[0]));
  FailureOr<linalg::ContractionDimensions> loops =
      linalg::inferContractionDims(op);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  // An unknown extent counts as a large one.
  auto getExtent = [&](ArrayRef<unsigned> role) {
    constexpr int64_t kLarge = int64_t(1) << 20;
    int64_t extent = 1;
    for (unsigned loop : role)
      extent =
          std::min(kLarge, extent * (ShapedType::isDynamic(extents[loop])
                                         ? kLarge
                                         : std::min(kLarge, extents[loop])));
    return extent;
  };
  int64_t m = getExtent(loops->m), n = getExtent(loops->n);
  int64_t k = getExtent(loops->k);
  int64_t side = std::min(m, n);
  if (m * n * k > kSmallProduct)
    return !isComplex || side > 1;
  return !isComplex && (getExtent(loops->batch) < kManyProducts ||
                        side < kLeastSide || k < kLeastDepth);
}

/// Whether the value has zeros only.
static bool isZero(Value value) {
  if (matchPattern(value, m_AnyZeroFloat()))
    return true;
  if (auto number = value.getDefiningOp<complex::ConstantOp>())
    return llvm::all_of(number.getValue(), [](Attribute part) {
      return matchPattern(part, m_AnyZeroFloat());
    });
  DenseElementsAttr numbers;
  if (!matchPattern(value, m_Constant(&numbers)) || !numbers.isSplat() ||
      !isa<ComplexType>(numbers.getElementType()))
    return false;
  auto number = numbers.getSplatValue<std::complex<APFloat>>();
  return number.real().isZero() && number.imag().isZero();
}

/// Whether the kernel has all of the loops. It has none for a loop that only
/// one operand depends on, and not the result.
static bool hasOnlyMatrixLoops(linalg::LinalgOp op) {
  FailureOr<linalg::ContractionDimensions> loops =
      linalg::inferContractionDims(op);
  return succeeded(loops) && loops->batch.size() + loops->m.size() +
                                     loops->n.size() + loops->k.size() ==
                                 op.getNumLoops();
}

namespace {

struct SelectKernels : dtensor::impl::SelectKernelsBase<SelectKernels> {
  void runOnOperation() override {
    getOperation().walk([&](linalg::LinalgOp op) {
      // Canonicalization drops operations on empty buffers. This includes those
      // that would have overwritten a non-empty result with zeros.
      if (isMatrixContraction(op) && hasKernel(op) && hasOnlyMatrixLoops(op) &&
          isWorthACall(op) && !llvm::is_contained(op.getStaticLoopRanges(), 0))
        select(op);
    });
  }

  void select(linalg::LinalgOp op) {
    OpOperand &init = op.getDpsInitsMutable()[0];
    auto fill = init.get().getDefiningOp<linalg::FillOp>();
    // A constant of zeros has one buffer, which each product would copy.
    bool overwrites = isZero(fill ? fill.getInputs().front() : init.get());
    if (overwrites) {
      OpBuilder builder(op);
      Value shape = fill ? fill.getOutputs()[0] : init.get();
      init.set(tensor::EmptyOp::create(
          builder, op.getLoc(),
          tensor::getMixedSizes(builder, op.getLoc(), shape),
          getElementTypeOrSelf(init.get())));
      if (fill && fill->use_empty())
        fill.erase();
    }
    op->setAttr(kKernelAttr, StringAttr::get(&getContext(),
                                             overwrites ? kKernelOverwrites
                                                        : kKernelAccumulates));
  }
};

} // namespace
