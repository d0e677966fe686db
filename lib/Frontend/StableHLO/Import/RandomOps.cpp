//===- RandomOps.cpp - Random numbers -------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "ScalarOps.h"
#include "SpecialFunctions.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "llvm/Support/xxhash.h"
#include <numbers>

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

static constexpr StringLiteral kPhilox = "philox4x32";

static Value createBits(Importer &importer, RankedTensorType type,
                        StringRef algorithm, Value state, Location loc) {
  return linalg_ext::RandomOp::create(
             importer.getBuilder(), loc, type, algorithm, state,
             importer.createEmpty(type, loc), ValueRange(),
             /*partStarts=*/DenseI64ArrayAttr(),
             /*partShape=*/DenseI64ArrayAttr())
      ->getResult(0);
}

/// Imports the op. The default algorithm may be any; it is philox here.
static LogicalResult importRngBitGenerator(RngBitGeneratorOp op,
                                           Importer &importer) {
  RankedTensorType type = Importer::convertTensor(op.getOutput().getType());
  RankedTensorType stateType =
      Importer::convertTensor(op.getOutputState().getType());
  StringRef algorithm = op.getRngAlgorithm() == RngAlgorithm::THREE_FRY
                            ? StringRef("threefry2x32")
                            : StringRef(kPhilox);
  Value state = importer.get(op.getInitialState());
  Value bits = createBits(importer, type, algorithm, state, op.getLoc());
  auto next = linalg_ext::AdvanceRandomOp::create(
      importer.getBuilder(), op.getLoc(), stateType, algorithm, state,
      importer.createEmpty(stateType, op.getLoc()), type);
  importer.bind(op->getResults(), {next->getResult(0), bits});
  return success();
}

//===----------------------------------------------------------------------===//
// rng
//===----------------------------------------------------------------------===//

/// A state of philox that no other op of the program has. The op has no state
/// of its own, and gives the same numbers in each run.
static Value createState(Importer &importer, RngOp op) {
  auto function = op->getParentOfType<func::FuncOp>();
  uint64_t key = llvm::xxh3_64bits(function.getName());
  function.walk([&](RngOp other) {
    ++key;
    return other == op ? WalkResult::interrupt() : WalkResult::advance();
  });
  OpBuilder &builder = importer.getBuilder();
  auto type = RankedTensorType::get(2, builder.getI64Type());
  int64_t state[] = {static_cast<int64_t>(key), 0};
  return arith::ConstantOp::create(
      builder, op.getLoc(), type,
      DenseElementsAttr::get(type, ArrayRef<int64_t>(state)));
}

/// A number from [0, 1), or with `isOpen` from (0, 1). It is a multiple of
/// 2^-n, where n is the number of the float's bits, or with `isOpen` such a
/// multiple plus half of the unit.
static Real createUnit(ImplicitLocOpBuilder &b, Value bits, FloatType type,
                       bool isOpen) {
  unsigned width = bits.getType().getIntOrFloatBitWidth();
  unsigned precision =
      APFloat::semanticsPrecision(type.getFloatSemantics()) - isOpen;
  Value shift = arith::ConstantOp::create(
      b, b.getIntegerAttr(bits.getType(), width - precision));
  bits = arith::ShRUIOp::create(b, bits, shift);
  Real unit{&b, arith::UIToFPOp::create(b, type, bits)};
  return (isOpen ? unit + 0.5 : unit) * std::ldexp(1.0, -int(precision));
}

static Value createInteger(ImplicitLocOpBuilder &b, Value bits, Value low,
                           Value high) {
  Type type = low.getType();
  if (bits.getType() != type)
    bits = arith::TruncIOp::create(b, type, bits);
  if (type.isInteger(1))
    return bits;
  Value count = arith::SubIOp::create(b, high, low);
  Value zero = createConstant(b, type, 0);
  Value isEmpty =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, count, zero);
  count =
      arith::SelectOp::create(b, isEmpty, createConstant(b, type, 1), count);
  return arith::AddIOp::create(b, low, arith::RemUIOp::create(b, bits, count));
}

static Value createFloat(ImplicitLocOpBuilder &b, Value bits, Value a, Value c,
                         bool isNormal) {
  auto type = cast<FloatType>(a.getType());
  FloatType compute = type.isF64() ? type : FloatType(b.getF32Type());
  Real first = convert(Real{&b, a}, compute);
  Real second = convert(Real{&b, c}, compute);
  Real unit = createUnit(b, bits, compute, isNormal);
  if (isNormal) {
    Real normal = erfInv(2. * unit - 1.) * std::numbers::sqrt2;
    return convert(first + second * normal, type).value;
  }
  Real low{&b, a};
  Real number = convert(first + (second - first) * unit, type);
  // The end does not belong to the interval, but rounding may reach it.
  return select(number >= Real{&b, c}, low, number).value;
}

/// Uniform numbers from [a, b), or normal ones with mean a and deviation b.
static LogicalResult importRng(RngOp op, Importer &importer) {
  OpBuilder &builder = importer.getBuilder();
  RankedTensorType type = Importer::convertTensor(op.getResult().getType());
  Type element = type.getElementType();
  bool isNormal = op.getRngDistribution() == RngDistribution::NORMAL;
  bool isWide = !element.isInteger(1) && element.getIntOrFloatBitWidth() == 64;
  Value bits =
      createBits(importer, type.clone(builder.getIntegerType(isWide ? 64 : 32)),
                 kPhilox, createState(importer, op), op.getLoc());
  Value result = importer.createMap(
      type, {bits, importer.get(op.getA()), importer.get(op.getB())},
      op.getLoc(), [&](OpBuilder &inner, Location loc, ValueRange scalars) {
        ImplicitLocOpBuilder b(loc, inner);
        if (isa<FloatType>(element))
          return createFloat(b, scalars[0], scalars[1], scalars[2], isNormal);
        return createInteger(b, scalars[0], scalars[1], scalars[2]);
      });
  importer.bind(op->getResults(), result);
  return success();
}

void dtensor::stablehlo::addRandomOps(ImportTable &table) {
  table.add<RngBitGeneratorOp, importRngBitGenerator>();
  table.add<RngOp, importRng>();
}
