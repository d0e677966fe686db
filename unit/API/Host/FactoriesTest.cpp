//===- FactoriesTest.cpp - Tensors that a formula gives -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Factories.h"

#include "Messages.h"
#include "dt/LayoutScope.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>

using namespace dt;

namespace {

const Mesh mesh = {{"x", 3}, {"y", 2}};
const Layout grid({"x", "y"}, mesh);

TEST(FactoriesTest, MakeTheLocalParts) {
  DTensor tensor = ones({6, 4}, grid);
  EXPECT_EQ(tensor.dtype(), DType::float32);
  EXPECT_EQ(tensor.layout(), grid);
  EXPECT_EQ(tensor.to_local(5).str(), "[[1 1]\n [1 1]]");
  EXPECT_EQ(zeros({5, 3}, grid, DType::int8).to_local(4).shape(),
            (Shape{1, 2}));
  EXPECT_EQ(empty({6, 4}, grid).to_local(0).shape(), (Shape{2, 2}));
  EXPECT_EQ(full({2, 2}, 7, grid, DType::uint8).full_tensor().str(),
            "[[7 7]\n [7 7]]");
  EXPECT_EQ(
      full({2}, Tensor::scalar(int64_t(1) << 62), Layout::replicated(mesh, 1))
          .numpy()
          .str(),
      "[4611686018427387904 4611686018427387904]");
  EXPECT_EQ(arange(7, Layout({"x"}, mesh)).full_tensor().str(),
            "[0 1 2 3 4 5 6]");
  EXPECT_EQ(arange(7, Layout({"x"}, mesh)).to_local(4).str(), "[6]");
  EXPECT_EQ(eye(3, 4, grid, DType::int8).full_tensor().str(),
            "[[1 0 0 0]\n [0 1 0 0]\n [0 0 1 0]]");
  // Floats of 8 bits round, to the even one of two neighbours.
  EXPECT_EQ(
      arange(20, Layout({"x"}, mesh), DType::float8_e4m3fn).full_tensor().str(),
      "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 16 18 20]");
  EXPECT_EQ(full({2}, 3, Layout({"x"}, mesh), DType::float8_e8m0fnu)
                .full_tensor()
                .str(),
            "[4 4]");
  // A value counts once.
  Layout partial = Layout::from_string("unsharded;partial(sum):x", mesh);
  EXPECT_EQ(ones({2}, partial).full_tensor().str(), "[1 1]");
}

// NumPy's philox is another variant, so these are from an implementation in
// Python, with the quantiles of its statistics.NormalDist.
TEST(FactoriesTest, RandomNumbersHaveTheirValues) {
  Layout layout({"x"}, mesh);
  EXPECT_EQ(dt::rand({4}, 1, layout, DType::float64).full_tensor().str(),
            "[0.8946847163350924 0.7112680765766943 0.8741119351871307 "
            "0.6561031684921107]");
  EXPECT_EQ(dt::rand({2}, 1, layout).full_tensor().str(),
            "[ 0.8946847 0.71126807]");
  EXPECT_EQ(randn({4}, 1, layout, DType::float64).full_tensor().str(),
            "[ 1.2518334262356448  0.5570930630842973  1.1460459748596201 "
            "0.40185103133819344]");
  EXPECT_EQ(randn({2}, 1, layout, DType::bfloat16).full_tensor().str(),
            "[1.25 0.56]");
}

TEST(FactoriesTest, RandomNumbersDoNotDependOnTheLayout) {
  Shape shape = {7, 5, 3};
  for (DType dtype :
       {DType::float16, DType::bfloat16, DType::float32, DType::float64,
        DType::float8_e5m2, DType::float8_e4m3fn, DType::float8_e3m4}) {
    Tensor uniform =
        dt::rand(shape, 42, Layout::replicated(Mesh(), 3), dtype).numpy();
    Tensor normal =
        randn(shape, 42, Layout::replicated(Mesh(), 3), dtype).numpy();
    for (const char *text : {"x,y,unsharded", "unsharded,unsharded,y+x",
                             "y,unsharded,x", "unsharded,x,unsharded"})
      for (const Mesh &other : {mesh, Mesh{{"y", 4}, {"x", 2}}}) {
        Layout layout = Layout::from_string(text, other);
        EXPECT_TRUE(
            dt::rand(shape, 42, layout, dtype).full_tensor().equals(uniform));
        EXPECT_TRUE(
            randn(shape, 42, layout, dtype).full_tensor().equals(normal));
      }
    EXPECT_FALSE(dt::rand(shape, 43, Layout::replicated(mesh, 3), dtype)
                     .numpy()
                     .equals(uniform));
  }
}

TEST(FactoriesTest, RandomNumbersHaveTheirMoments) {
  constexpr int64_t count = 1 << 20;
  auto getMoment = [](const Tensor &tensor, int power, double center) {
    double sum = 0;
    for (double element : tensor.elements<double>())
      sum += std::pow(element - center, power);
    return sum / count;
  };
  Layout layout({"x"}, mesh);
  Tensor uniform = dt::rand({count}, 5, layout, DType::float64).full_tensor();
  EXPECT_NEAR(getMoment(uniform, 1, 0), 0.5, 0.002);
  EXPECT_NEAR(getMoment(uniform, 2, 0.5), 1.0 / 12, 0.001);
  for (double element : uniform.elements<double>())
    ASSERT_TRUE(element >= 0 && element < 1);
  Tensor normal = randn({count}, 6, layout, DType::float64).full_tensor();
  EXPECT_NEAR(getMoment(normal, 1, 0), 0, 0.005);
  EXPECT_NEAR(getMoment(normal, 2, 0), 1, 0.01);
  EXPECT_NEAR(getMoment(normal, 3, 0), 0, 0.02);
  EXPECT_NEAR(getMoment(normal, 4, 0), 3, 0.06);
  // Neighbours are independent.
  double product = 0;
  for (int64_t i = 0; i + 1 < count; ++i)
    product += normal.elements<double>()[i] * normal.elements<double>()[i + 1];
  EXPECT_NEAR(product / count, 0, 0.005);
  // The tails are there: one of 3.5 million numbers is beyond 5.
  double most = 0;
  for (double element : normal.elements<double>())
    most = std::max(most, std::fabs(element));
  EXPECT_GT(most, 4.5);
  EXPECT_LT(most, 6);
}

TEST(FactoriesTest, ScopesGiveLayouts) {
  DTensor tensor = call_with_layout(ones, grid, Shape{6, 4});
  EXPECT_EQ(tensor.layout(), grid);
  EXPECT_EQ(
      call_with_layout(dt::rand, grid, Shape{6, 4}, 3).full_tensor().str(),
      dt::rand({6, 4}, 3, grid).full_tensor().str());
  // Another function: its result is moved.
  EXPECT_EQ(
      call_with_layout([] { return Tensor::zeros({6, 4}, DType::int8); }, grid)
          .layout(),
      grid);
  EXPECT_EQ(call_with_layout(
                [] { return zeros({6, 4}, Layout({"y", "x"}, mesh)); }, grid)
                .layout(),
            grid);
  {
    auto onMesh = run_on(mesh);
    EXPECT_EQ(zeros({2, 3}).layout(), Layout::replicated(mesh, 2));
    auto onLayout = run_on(Layout({"x"}, mesh));
    EXPECT_EQ(arange(6).layout(), Layout({"x"}, mesh));
    EXPECT_EQ(messageOf([] { zeros({2, 3}); }),
              "required a layout of rank 2, found that of this scope, x, of "
              "rank 1");
  }
  EXPECT_EQ(messageOf([] { zeros({2, 3}); }),
            "a tensor of rank 2 has no layout; give one, or use "
            "call_with_layout() or run_on()");
}

TEST(FactoriesTest, Errors) {
  EXPECT_EQ(messageOf([] { ones({6}, grid); }),
            "ones of 6xfloat32: required a layout of rank 1, found 'x,y' of "
            "rank 2");
  EXPECT_EQ(messageOf([] { ones({6, -1}, grid); }),
            "ones: required extents of at least 0, found a tensor 6x-1xf32");
  EXPECT_EQ(messageOf([] { full({2, 2}, 0.5, grid, DType::int32); }),
            "full: required a number that int32 has, found 0.500000");
  EXPECT_EQ(messageOf([] { full({2, 2}, 256, grid, DType::uint8); }),
            "full: required a number that uint8 has, found 256.000000");
  EXPECT_EQ(messageOf([] { full({2, 2}, -1, grid, DType::boolean); }),
            "full: required a number that bool has, found -1.000000");
  EXPECT_EQ(
      messageOf([] { full({2, 2}, Tensor::zeros({1}, DType::int8), grid); }),
      "full: required a scalar, found 1xint8");
  EXPECT_EQ(messageOf([] { arange(129, Layout({"x"}, mesh), DType::int8); }),
            "arange: required a number that int8 has, found 128.000000");
  EXPECT_EQ(messageOf([] { dt::rand({2, 2}, 0, grid, DType::int32); }),
            "rand: required a float type, found int32");
  EXPECT_EQ(messageOf([] { randn({2, 2}, 0, grid, DType::complex64); }),
            "randn: required a float type, found complex64");
  EXPECT_EQ(messageOf([] { full({2, 2}, -1, grid, DType::float8_e8m0fnu); }),
            "full: required a type with zero and negative numbers, found "
            "float8_e8m0fnu, which has positive powers of two only");
  EXPECT_EQ(messageOf([] {
              arange(3, Layout({"x"}, mesh), DType::float8_e8m0fnu);
            }).substr(0, 58),
            "arange: required a type with zero and negative numbers, fo");
  EXPECT_EQ(messageOf([] {
              dt::rand({2, 2}, 0, grid, DType::float8_e8m0fnu);
            }).substr(0, 56),
            "rand: required a type with zero and negative numbers, fo");
  // As on devices, which add no floats of 8 bits.
  EXPECT_EQ(messageOf([] {
              ones({2}, Layout::from_string("unsharded;partial(sum):x", mesh),
                   DType::float8_e5m2);
            }),
            "layout unsharded;partial(sum):x: 'sum' is not defined for "
            "float8_e5m2");
}

} // namespace
