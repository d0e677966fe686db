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
#include "llvm/Support/MathExtras.h"

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

/// The number of multiplications from which on a call for complex numbers is
/// faster than generated code. The kernels have no loops of their own for
/// small products of these.
static constexpr int64_t kComplexProduct = 4096;

/// Whether a call is faster than generated code, as far as extents are known.
static bool isWorthACall(linalg::LinalgOp op) {
  if (!isa<ComplexType>(getElementTypeOrSelf(op.getDpsInits()[0])))
    return true;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  FailureOr<linalg::ContractionDimensions> loops =
      linalg::inferContractionDims(op);
  int64_t product = 1;
  for (auto *role : {&loops->m, &loops->n, &loops->k}) {
    int64_t extent = 1;
    for (unsigned loop : *role) {
      if (ShapedType::isDynamic(extents[loop]))
        return true;
      extent *= extents[loop];
    }
    // A vector times a matrix is bound by memory.
    if (extent == 1 && role != &loops->k)
      return false;
    product = llvm::SaturatingMultiply<uint64_t>(product, extent);
  }
  return product > kComplexProduct;
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
