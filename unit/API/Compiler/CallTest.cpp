//===- CallTest.cpp - Tests of op by op -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"
#include "dt/Compiler.h"
#include "dt/Ops.h"

#include <gtest/gtest.h>
#include <thread>

using namespace dt;
using namespace dt::test;

namespace {

const Mesh kMesh = {{"x", 3}, {"y", 2}};

DTensor make(std::initializer_list<float> elements, const Shape &shape,
             const std::vector<std::string> &specs, const Mesh &mesh = kMesh) {
  return distribute_tensor(Tensor::from<float>(elements, shape),
                           Layout(specs, mesh));
}

TEST(CallTest, LayoutsArePropagated) {
  DTensor a = make({1, 2, 3, 4, 5, 6}, {2, 3}, {"y", "x"});
  DTensor b = make({6, 5, 4, 3, 2, 1}, {3, 2}, {"x", "unsharded"});
  DTensor c = matmul(a, b);
  EXPECT_EQ(c.layout().str(), "y,unsharded");
  EXPECT_EQ(read(c), (Floats{20, 14, 56, 41}));
}

TEST(CallTest, OperatorsAndNumbers) {
  DTensor a = make({1, 2, 3, 4}, {4}, {"x"});
  EXPECT_EQ(read(a + a), (Floats{2, 4, 6, 8}));
  EXPECT_EQ(read(2 * a - 1.5), (Floats{.5, 2.5, 4.5, 6.5}));
  EXPECT_EQ(read(1 / a), (Floats{1, .5, 1.f / 3, .25}));
  EXPECT_EQ(read(-a), (Floats{-1, -2, -3, -4}));
  EXPECT_EQ(read(astype(a > 2, DType::float32)), (Floats{0, 0, 1, 1}));
  EXPECT_EQ((a + 1).layout().str(), "x");
}

TEST(CallTest, AnotherNumberNeedsNoOtherProgram) {
  DTensor a = make({1, 2, 3, 4}, {4}, {"y"});
  (void)(a * 0.5);
  int64_t compiled = compile_counts().compiled;
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(read(a * (i + .25))[0], i + .25f);
  EXPECT_EQ(compile_counts().compiled, compiled);
}

TEST(CallTest, FloatsOf8Bits) {
  DTensor a = make({0.1f, 1.7f, -300, 448}, {4}, {"x"});
  DTensor narrow = astype(a, DType::float8_e4m3fn);
  EXPECT_EQ(narrow.dtype(), DType::float8_e4m3fn);
  auto widen = [](const DTensor &x) { return read(astype(x, DType::float32)); };
  EXPECT_EQ(widen(narrow), (Floats{.1015625f, 1.75f, -288, 448}));
  EXPECT_EQ(widen(narrow * 0.5), (Floats{.05078125f, .875f, -144, 224}));
  // There is no infinity to begin with.
  EXPECT_EQ(widen(max(narrow)), (Floats{448}));
  EXPECT_EQ(widen(max(-abs(narrow))), (Floats{-.1015625f}));
  EXPECT_EQ(widen(sum(astype(a / a, DType::float8_e5m2))), (Floats{4}));
  EXPECT_EQ((narrow + astype(a, DType::float8_e5m2)).dtype(), DType::float32);
  EXPECT_EQ((narrow + astype(a, DType::float16)).dtype(), DType::float16);
  // Powers of two only.
  EXPECT_EQ(widen(astype(abs(a), DType::float8_e8m0fnu))[1], 2);
  auto f = [](const DTensor &x) {
    DTensor y = astype(x, DType::float8_e5m2);
    return astype(y * y, DType::float32);
  };
  EXPECT_EQ(read(f(a)), read(f(relayout(a, Layout({"y"}, kMesh)))));
}

TEST(CallTest, NumbersTakeTheTypeOfTensors) {
  DTensor integers = distribute_tensor(Tensor::from<int32_t>({1, 2}, {2}),
                                       Layout({"y"}, kMesh));
  EXPECT_EQ((integers + 1).dtype(), DType::int32);
  EXPECT_EQ((integers + 1.5).dtype(), DType::float32);
  DTensor halves = astype(integers, DType::bfloat16);
  EXPECT_EQ((halves * 0.5).dtype(), DType::bfloat16);
  EXPECT_EQ(read(astype(halves * 0.5, DType::float32)), (Floats{.5, 1}));
}

TEST(CallTest, Folds) {
  DTensor a = make({1, 2, 3, 4, 5, 6}, {2, 3}, {"y", "x"});
  EXPECT_EQ(read(sum(a)), (Floats{21}));
  EXPECT_EQ(read(sum(a, {.axis = 1})), (Floats{6, 15}));
  EXPECT_EQ(sum(a, {.axis = 1}).layout().str(), "y");
  EXPECT_EQ(max(a, {.axis = 0, .keepdims = true}).shape(), (Shape{1, 3}));
}

TEST(CallTest, ResultLayoutsAreAskedFor) {
  DTensor a = make({1, 2, 3, 4}, {4}, {"x"});
  CallOptions options;
  options.layout = Layout({"y"}, kMesh);
  EXPECT_EQ(call("exp", {a}, {}, options)[0].layout().str(), "y");
  DTensor ones =
      call("ones", {Shape{6, 4}}, {}, {Layout({"x", "y"}, kMesh)})[0];
  EXPECT_EQ(ones.to_local(0).shape(), (Shape{2, 2}));
}

TEST(CallTest, SeveralResults) {
  DTensor a = make({2, 0, 0, 3}, {2, 2}, {"unsharded", "unsharded"});
  std::vector<DTensor> factors = call("linalg.qr", {a});
  ASSERT_EQ(factors.size(), 2u);
  EXPECT_EQ(factors[1].shape(), (Shape{2, 2}));
}

TEST(CallTest, ErrorsNameTheFunction) {
  DTensor a = make({1, 2, 3, 4}, {4}, {"x"});
  EXPECT_EQ(getError([&] { call("no_such", {a}); }),
            "there is no function 'no_such'");
  EXPECT_EQ(getError([&] { sum(a, {.axis = 3}); }).substr(0, 5), "sum: ");
  DTensor elsewhere = make({1, 2, 3, 4}, {4}, {"z"}, {{"z", 2}});
  EXPECT_EQ(getError([&] { add(a, elsewhere); }),
            "add: required tensors on mesh 'x=3,y=2', found one on mesh 'z=2'");
  EXPECT_NE(getError([&] { matmul(a, make({1, 2}, {2}, {"x"})); }), "");
  EXPECT_EQ(read(a + a), (Floats{2, 4, 6, 8}));
}

TEST(CallTest, AllFunctionsHaveSignatures) {
  std::vector<std::string> names = function_names();
  EXPECT_GT(names.size(), 170u);
  EXPECT_EQ(signature_of("matmul").substr(0, 1), "(");
}

TEST(CallTest, ManyThreadsCall) {
  DTensor a = make({1, 2, 3, 4}, {4}, {"x"});
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      DTensor sum = a;
      for (int j = 0; j < 20; ++j)
        sum = sum + double(i);
      right += read(sum)[0] == 1 + 20 * i;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 8);
}

} // namespace
