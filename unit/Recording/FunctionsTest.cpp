//===- FunctionsTest.cpp - The table of functions, and what it refuses ----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Recording/Functions.h"
#include "dtensor/Recording/Ops.h"
#include "dtensor/Recording/Print.h"
#include "dtensor/Recording/Signature.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace dtensor::recording;

namespace {

class Functions : public testing::Test {
protected:
  Value array(DType dtype, Shape shape) {
    return graph.addArgument({dtype, std::move(shape)});
  }
  /// The type of the only result.
  std::string typeOf(llvm::StringRef name, std::vector<Argument> arguments,
                     llvm::ArrayRef<Keyword> keywords = {}) {
    llvm::Expected<Argument> result = call(graph, name, arguments, keywords);
    if (!result)
      return llvm::toString(result.takeError());
    return result->is<Value>() ? result->get<Value>().type().str()
                               : result->describe();
  }

  Graph graph;
};

TEST_F(Functions, HaveSignaturesThatCanBeBound) {
  static const llvm::StringRef known[] = {
      "array", "operand", "arrays", "scalar", "number", "int",
      "bool",  "string",  "dtype",  "ints",   "any"};
  for (const FunctionGroup &group : getFunctionGroups())
    for (const FunctionInfo &info : group.functions) {
      Signature signature = parseSignature(info.signature);
      EXPECT_FALSE(signature.result.empty()) << info.name.str();
      for (const Parameter &parameter : signature.parameters) {
        EXPECT_TRUE(llvm::is_contained(known, parameter.type))
            << info.name.str() << ": " << parameter.type.str();
        if (std::optional<Argument> fallback = parameter.fallback)
          EXPECT_TRUE((parameter.isOptional && fallback->isNone()) ||
                      accept(parameter.type, *fallback))
              << info.name.str() << ": " << parameter.name.str();
      }
    }
}

TEST_F(Functions, PromoteAsTheStandardHasIt) {
  using D = DType;
  auto sum = [&](DType lhs, Argument rhs) {
    return typeOf("add", {array(lhs, {2}), std::move(rhs)});
  };
  EXPECT_EQ(sum(D::int8, array(D::uint8, {2})), "int16[2]");
  EXPECT_EQ(sum(D::int32, array(D::uint32, {2})), "int64[2]");
  EXPECT_EQ(sum(D::int64, array(D::uint8, {2})), "int64[2]");
  EXPECT_EQ(sum(D::float16, array(D::bfloat16, {2})), "float32[2]");
  EXPECT_EQ(sum(D::float8_e5m2, array(D::float8_e4m3, {2})), "float32[2]");
  EXPECT_EQ(sum(D::float8_e5m2, array(D::float16, {2})), "float16[2]");
  EXPECT_EQ(sum(D::float8_e8m0fnu, array(D::float16, {2})), "float32[2]");
  EXPECT_EQ(sum(D::float8_e8m0fnu, array(D::float64, {2})), "float64[2]");
  EXPECT_EQ(sum(D::int8, array(D::float8_e3m4, {2})), "float8_e3m4[2]");
  EXPECT_EQ(sum(D::complex64, array(D::float64, {2})), "complex128[2]");
  EXPECT_EQ(sum(D::float16, array(D::int64, {2})), "float16[2]");
  EXPECT_EQ(sum(D::int64, array(D::uint64, {2})),
            "add: no type holds all values of int64 and uint64; convert one "
            "with astype");
  EXPECT_EQ(sum(D::uint8, 3), "uint8[2]");
  EXPECT_EQ(sum(D::float16, 2.5), "float16[2]");
  EXPECT_EQ(sum(D::int16, 2.5), "float32[2]");
  EXPECT_EQ(sum(D::float64, std::complex<double>(1, 1)), "complex128[2]");
}

TEST_F(Functions, BindArgumentsAsPythonDoes) {
  Value x = array(DType::float32, {2, 3});
  EXPECT_EQ(typeOf("sum", {x}, {{"axis", 1}, {"keepdims", true}}),
            "float32[2, 1]");
  EXPECT_EQ(typeOf("sum", {}, {{"x", x}, {"axis", Argument::List{0, -1}}}),
            "float32[]");
  EXPECT_EQ(typeOf("zeros", {Argument::List{2, 3}}, {{"dtype", "int8"}}),
            "int8[2, 3]");
  EXPECT_EQ(typeOf("sum", {}), "sum: argument 'x' is missing");
  EXPECT_EQ(typeOf("sum", {x, 1}),
            "sum: required at most 1 positional arguments, found 2");
  EXPECT_EQ(typeOf("sum", {x}, {{"axes", 1}}),
            "sum: there is no argument 'axes'");
  EXPECT_EQ(typeOf("sum", {x}, {{"x", x}}), "sum: argument 'x' is given twice");
  EXPECT_EQ(typeOf("sum", {x}, {{"axis", 1.5}}),
            "sum: argument 'axis': required an integer or a list of them or "
            "None, found a float");
  EXPECT_EQ(typeOf("sum", {x}, {{"dtype", "float31"}}),
            "sum: argument 'dtype': required a dtype or None, found "
            "'float31'");
  EXPECT_EQ(typeOf("summe", {x}), "there is no function 'summe'");
}

TEST_F(Functions, NameWhatDoesNotFit) {
  Value x = array(DType::float32, {2, 3});
  EXPECT_EQ(typeOf("sum", {x}, {{"axis", 2}}),
            "sum: argument 'axis': required an axis of 2, found 2");
  EXPECT_EQ(typeOf("add", {x, array(DType::float32, {2})}),
            "add: shapes [2, 3] and [2] cannot be broadcast together");
  EXPECT_EQ(typeOf("matmul", {x, x}),
            "matmul: shapes [2, 3] and [2, 3] do not fit each other");
  EXPECT_EQ(typeOf("reshape", {x, Argument::List{4, -1}}),
            "reshape: cannot reshape float32[2, 3] to [4, -1]");
  EXPECT_EQ(typeOf("bitwise_and", {x, x}),
            "bitwise_and: argument 'x1': required bool or integer, found "
            "float32[2, 3]");
  EXPECT_EQ(typeOf("relayout", {x, "x"}),
            "relayout: dtensor.constrain: required a layout of 2 axes for "
            "float32[2, 3], found 'x'");
  EXPECT_EQ(typeOf("linalg.inv", {x}),
            "linalg.inv: argument 'x': required square matrices, found "
            "float32[2, 3]");
  EXPECT_EQ(typeOf("concat", {Argument::List{x, array(DType::float32, {2})}}),
            "concat: stablehlo.concatenate: operand 1: required float32[2, 3], "
            "found float32[2]");
  int64_t large = int64_t(1) << 40;
  EXPECT_EQ(typeOf("zeros", {Argument::List{large, large}}),
            "zeros: stablehlo.constant: float32[1099511627776, 1099511627776] "
            "has more bytes than can be counted");
  EXPECT_EQ(typeOf("max", {array(DType::float32, {0})}),
            "max: required at least one element along the axes, found "
            "float32[0]");
}

TEST_F(Functions, RefuseShapesThatDependOnData) {
  Value x = array(DType::float32, {2});
  for (llvm::StringRef name : {"nonzero", "unique_all", "unique_counts",
                               "unique_inverse", "unique_values"})
    EXPECT_TRUE(llvm::StringRef(typeOf(name, {x}))
                    .contains("the shape of the result depends on data"));
  Value mask = array(DType::boolean, {2});
  EXPECT_EQ(typeOf("getitem", {x, mask}),
            "getitem: the shape of the result depends on the data of a boolean "
            "array; use where, or a sum over the mask");
  EXPECT_EQ(typeOf("repeat", {x, array(DType::int64, {2})}),
            "repeat: argument 'repeats': the shape of the result depends on "
            "the data of an array; give an integer or a list");
}

TEST_F(Functions, TellAboutTypes) {
  EXPECT_EQ(typeOf("result_type", {DType::int8, DType::uint8}), "int16");
  EXPECT_EQ(typeOf("result_type", {array(DType::float32, {2}), 1}), "float32");
  EXPECT_EQ(typeOf("can_cast", {"int8", "int16"}), "True");
  EXPECT_EQ(typeOf("can_cast", {"int16", "int8"}), "False");
  EXPECT_EQ(typeOf("isdtype", {"float32", "real floating"}), "True");
  EXPECT_EQ(typeOf("isdtype", {"float32", Argument::List{"bool", "int8"}}),
            "False");
  Argument::List limits =
      llvm::cantFail(call(graph, "finfo", {"float32"})).get<Argument::List>();
  EXPECT_EQ(limits[1].get<double>(), 0x1p-23);
  EXPECT_EQ(limits[2].get<double>(), double(0x1.fffffep127f));
  limits =
      llvm::cantFail(call(graph, "iinfo", {"uint64"})).get<Argument::List>();
  ASSERT_EQ(limits.size(), 4u);
  EXPECT_EQ(limits[2].get<Literal>().mlir(),
            "dense<18446744073709551615> : tensor<ui64>");
}

/// Facts of floats that have no infinity, or no sign.
TEST_F(Functions, TellAboutFloatsOf8Bits) {
  auto getLimits = [&](DType dtype) {
    Argument limits =
        llvm::cantFail(call(graph, "finfo", {Argument(dtype)}, {}));
    std::vector<double> numbers;
    for (int i = 1; i < 5; ++i)
      numbers.push_back(limits.get<Argument::List>()[i].get<double>());
    return numbers;
  };
  EXPECT_EQ(getLimits(DType::float32),
            (std::vector<double>{0x1p-23, 0x1.fffffep127, -0x1.fffffep127,
                                 0x1p-126}));
  EXPECT_EQ(getLimits(DType::float8_e4m3fn),
            (std::vector<double>{0.125, 448, -448, 0x1p-6}));
  EXPECT_EQ(getLimits(DType::float8_e8m0fnu),
            (std::vector<double>{1, 0x1p127, 0x1p-127, 0x1p-127}));
  auto lowest = [](DType dtype) { return Literal::lowest({dtype, {}}).mlir(); };
  EXPECT_EQ(lowest(DType::float8_e4m3fn), "dense<0xFE> : tensor<f8E4M3FN>");
  EXPECT_EQ(lowest(DType::float8_e5m2), "dense<0xFC> : tensor<f8E5M2>");
  EXPECT_EQ(lowest(DType::float8_e8m0fnu), "dense<0x00> : tensor<f8E8M0FNU>");
  EXPECT_EQ(Literal::splat({DType::float8_e8m0fnu, {}}, 0).mlir(),
            "dense<0xFF> : tensor<f8E8M0FNU>");
}

TEST_F(Functions, LeaveTheGraphUsableAfterAnError) {
  Value x = array(DType::float32, {2});
  EXPECT_EQ(typeOf("add", {x, array(DType::float32, {3})}),
            "add: shapes [2] and [3] cannot be broadcast together");
  EXPECT_EQ(typeOf("add", {x, x}), "float32[2]");
}

TEST_F(Functions, RefuseValuesOfOtherPrograms) {
  Graph other;
  std::string message = "exp: argument 'x' is a value of another program, or "
                        "of a loop or branch that has ended";
  EXPECT_EQ(typeOf("exp", {other.addArgument({DType::float32, {}})}), message);
  EXPECT_EQ(typeOf("exp", {Value()}), message);
}

TEST_F(Functions, AreEqualProgramsIfTheyAreRecordedInTheSameWay) {
  auto record = [](int64_t axis) {
    Graph graph;
    Value x = graph.addArgument({DType::float32, {2, 2}});
    graph.setResults(
        getArrays(llvm::cantFail(call(graph, "sum", {x}, {{"axis", axis}}))));
    return graph;
  };
  EXPECT_EQ(record(0), record(0));
  EXPECT_FALSE(record(0) == record(1));
}

} // namespace
