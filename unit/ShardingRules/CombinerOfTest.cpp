//===- CombinerOfTest.cpp - The combiners' identities ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/ShardingRules/CombinerOf.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace dtensor;
using arith::FastMathFlags;

namespace {

constexpr Combiner kAll[] = {
    Combiner::Add,       Combiner::Mul,         Combiner::And,
    Combiner::Or,        Combiner::Xor,         Combiner::MaxSigned,
    Combiner::MinSigned, Combiner::MaxUnsigned, Combiner::MinUnsigned,
    Combiner::Maximum,   Combiner::Minimum,     Combiner::MaxNum,
    Combiner::MinNum,    Combiner::Avg};

class CombinerOf : public ::testing::Test {
protected:
  CombinerOf() : builder(&context) {
    context.loadDialect<arith::ArithDialect, complex::ComplexDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToStart(module->getBody());
  }

  Value makeConstant(TypedAttr value) {
    return arith::ConstantOp::create(builder, builder.getUnknownLoc(), value);
  }

  Value makeIdentity(Combiner combiner, Type type,
                     FastMathFlags flags = FastMathFlags::none) {
    return createIdentity(builder, builder.getUnknownLoc(), combiner, type,
                          flags);
  }

  /// The constant that `value` folds to, together with all its operands.
  Attribute fold(Value value) {
    Attribute known;
    if (matchPattern(value, m_Constant(&known)))
      return known;
    Operation *op = value.getDefiningOp();
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands())
      operands.push_back(fold(operand));
    SmallVector<OpFoldResult> results;
    // An op that is folded in place returns no results.
    if (failed(op->fold(operands, results)) || results.empty())
      return {};
    if (auto attr = dyn_cast<Attribute>(results.front()))
      return attr;
    return fold(cast<Value>(results.front()));
  }

  /// The constant that the combiner's op folds to. This oracle does not use the
  /// table.
  Attribute fold(Combiner combiner, Value lhs, Value rhs) {
    return fold(
        createCombine(builder, builder.getUnknownLoc(), combiner, lhs, rhs));
  }

  void expectNeutral(Combiner combiner, TypedAttr value) {
    Value identity = makeIdentity(combiner, value.getType());
    Value other = makeConstant(value);
    for (Attribute result :
         {fold(combiner, identity, other), fold(combiner, other, identity)})
      EXPECT_EQ(result, value)
          << stringify(combiner).str() << " of its identity and "
          << debugString(value) << " is "
          << (result ? debugString(result) : "not folded");
  }

  static std::string debugString(Attribute attr) {
    std::string text;
    llvm::raw_string_ostream(text) << attr;
    return text;
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
};

TEST_F(CombinerOf, FloatIdentitiesAreNeutral) {
  for (FloatType type :
       {FloatType(builder.getF32Type()), builder.getF64Type(),
        FloatType(builder.getF16Type()), FloatType(builder.getBF16Type())}) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    APFloat values[] = {APFloat::getZero(semantics),
                        APFloat::getZero(semantics, /*Negative=*/true),
                        APFloat::getOne(semantics),
                        APFloat::getOne(semantics, /*Negative=*/true),
                        APFloat::getSmallest(semantics),
                        APFloat::getLargest(semantics),
                        APFloat::getLargest(semantics, /*Negative=*/true),
                        APFloat::getInf(semantics),
                        APFloat::getInf(semantics, /*Negative=*/true),
                        APFloat::getNaN(semantics)};
    for (Combiner combiner : kAll)
      if (getIdentity(combiner, type))
        for (const APFloat &value : values)
          expectNeutral(combiner, FloatAttr::get(type, value));
  }
}

TEST_F(CombinerOf, IntegerIdentitiesAreNeutral) {
  for (unsigned width : {1, 8, 16, 32, 64}) {
    APInt values[] = {APInt::getZero(width), APInt(width, 1),
                      APInt::getAllOnes(width), APInt::getSignedMinValue(width),
                      APInt::getSignedMaxValue(width)};
    for (Combiner combiner : kAll)
      if (getIdentity(combiner, builder.getIntegerType(width)))
        for (const APInt &value : values)
          expectNeutral(combiner,
                        IntegerAttr::get(builder.getIntegerType(width), value));
  }
}

TEST_F(CombinerOf, GoldenValues) {
  auto identity = [&](Combiner combiner, Type type,
                      FastMathFlags flags = FastMathFlags::none) {
    return debugString(getIdentity(combiner, type, flags));
  };
  Type f32 = builder.getF32Type(), i8 = builder.getI8Type();
  EXPECT_EQ(identity(Combiner::Add, f32), "-0.000000e+00 : f32");
  EXPECT_EQ(identity(Combiner::Avg, f32), "-0.000000e+00 : f32");
  EXPECT_EQ(identity(Combiner::Mul, f32), "1.000000e+00 : f32");
  EXPECT_EQ(identity(Combiner::Maximum, f32), "0xFF800000 : f32");
  EXPECT_EQ(identity(Combiner::Minimum, f32), "0x7F800000 : f32");
  EXPECT_EQ(identity(Combiner::MaxNum, f32), "0x7FC00000 : f32");
  EXPECT_EQ(identity(Combiner::MinNum, f32), "0x7FC00000 : f32");
  EXPECT_EQ(identity(Combiner::MaxSigned, i8), "-128 : i8");
  EXPECT_EQ(identity(Combiner::MinSigned, i8), "127 : i8");
  EXPECT_EQ(identity(Combiner::MaxUnsigned, i8), "0 : i8");
  EXPECT_EQ(identity(Combiner::MinUnsigned, i8), "-1 : i8");
  EXPECT_EQ(identity(Combiner::And, i8), "-1 : i8");
  EXPECT_EQ(identity(Combiner::Mul, builder.getIndexType()), "1 : index");
  Type complex = ComplexType::get(f32);
  EXPECT_EQ(identity(Combiner::Add, complex),
            "[-0.000000e+00 : f32, -0.000000e+00 : f32]");
  EXPECT_EQ(identity(Combiner::Mul, complex),
            "[1.000000e+00 : f32, 0.000000e+00 : f32]");
}

TEST_F(CombinerOf, IdentitiesRespectFastMath) {
  auto identity = [&](Combiner combiner, FastMathFlags flags) {
    return cast<FloatAttr>(getIdentity(combiner, builder.getF32Type(), flags))
        .getValue();
  };
  const llvm::fltSemantics &semantics = APFloat::IEEEsingle();
  EXPECT_TRUE(identity(Combiner::MaxNum, FastMathFlags::ninf).isNaN());
  EXPECT_TRUE(identity(Combiner::MaxNum, FastMathFlags::nnan).isNegInfinity());
  EXPECT_TRUE(identity(Combiner::MinNum, FastMathFlags::nnan).isPosInfinity());
  EXPECT_EQ(identity(Combiner::MaxNum, FastMathFlags::fast),
            APFloat::getLargest(semantics, /*Negative=*/true));
  EXPECT_EQ(identity(Combiner::Maximum, FastMathFlags::ninf),
            APFloat::getLargest(semantics, /*Negative=*/true));
  EXPECT_EQ(identity(Combiner::Minimum, FastMathFlags::ninf),
            APFloat::getLargest(semantics));
}

TEST_F(CombinerOf, TypesThatLackValues) {
  // One type has no infinity; the other has no infinity and no negative zero.
  Type fn = Float8E4M3FNType::get(&context);
  Type fnuz = Float8E4M3FNUZType::get(&context);
  auto identity = [&](Combiner combiner, Type type) {
    return cast<FloatAttr>(getIdentity(combiner, type)).getValueAsDouble();
  };
  EXPECT_EQ(identity(Combiner::Maximum, fn), -448.0);
  EXPECT_EQ(identity(Combiner::Minimum, fnuz), 240.0);
  EXPECT_EQ(identity(Combiner::Add, fnuz), 0.0);
}

TEST_F(CombinerOf, CombinersThatDoNotApply) {
  EXPECT_FALSE(getIdentity(Combiner::And, builder.getF32Type()));
  EXPECT_FALSE(getIdentity(Combiner::MaxSigned, builder.getF32Type()));
  EXPECT_FALSE(getIdentity(Combiner::Maximum, builder.getI32Type()));
  EXPECT_FALSE(
      getIdentity(Combiner::Maximum, ComplexType::get(builder.getF32Type())));
  EXPECT_FALSE(getIdentity(Combiner::Add, builder.getNoneType()));
  Value value = makeConstant(builder.getF32FloatAttr(1.0f));
  EXPECT_FALSE(createCombine(builder, builder.getUnknownLoc(), Combiner::Xor,
                             value, value));
}

TEST_F(CombinerOf, OpsAndCombinersAgree) {
  Type types[] = {builder.getF32Type(), builder.getI32Type(),
                  builder.getIndexType(),
                  ComplexType::get(builder.getF32Type())};
  for (Type type : types)
    for (Combiner combiner : kAll) {
      // No op combines the bits of floats.
      if (combiner == Combiner::Avg || !getIdentity(combiner, type) ||
          (combiner == Combiner::Or && !type.isIntOrIndex()))
        continue;
      Value value = makeIdentity(combiner, type);
      Value combined = createCombine(builder, builder.getUnknownLoc(), combiner,
                                     value, value);
      EXPECT_EQ(getCombiner(combined.getDefiningOp()), combiner)
          << stringify(combiner).str();
    }
}

TEST_F(CombinerOf, OneBitHasLogicOnly) {
  Type bit = builder.getI1Type();
  for (Combiner combiner : kAll) {
    if (combiner == Combiner::Avg || !getIdentity(combiner, bit))
      continue;
    Value probe = makeIdentity(combiner, bit);
    std::optional<Combiner> simple = getCombiner(
        createCombine(builder, builder.getUnknownLoc(), combiner, probe, probe)
            .getDefiningOp());
    ASSERT_TRUE(simple);
    for (bool lhs : {false, true})
      for (bool rhs : {false, true}) {
        Value values[] = {makeConstant(builder.getBoolAttr(lhs)),
                          makeConstant(builder.getBoolAttr(rhs))};
        EXPECT_EQ(fold(combiner, values[0], values[1]),
                  fold(*simple, values[0], values[1]))
            << stringify(combiner).str() << " of " << lhs << " and " << rhs;
      }
  }
}

} // namespace
