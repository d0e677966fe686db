//===- LocalMapTest.cpp - Functions on components -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/LocalMap.h"

#include "Messages.h"
#include "dt/Factories.h"
#include "gtest/gtest.h"

#include <stdexcept>

using namespace dt;

namespace {

const Mesh mesh = {{"x", 2}};
const Layout rows({"x", unsharded}, mesh);
const Layout columns({unsharded, "x"}, mesh);

/// The product of the components of two matrices.
std::vector<Tensor> multiply(std::span<const Tensor> components, int64_t) {
  const Tensor &a = components[0], &b = components[1];
  int64_t m = a.shape()[0], k = a.shape()[1], n = b.shape()[1];
  Tensor c = Tensor::zeros({m, n}, DType::float32);
  auto *result = static_cast<float *>(c.mutable_data());
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t l = 0; l < k; ++l)
        result[i * n + j] +=
            a.elements<float>()[i * k + l] * b.elements<float>()[l * n + j];
  return {c};
}

TEST(LocalMapTest, IsPyTorchsExample) {
  // Columns of W times rows of X: a partial sum on each device.
  Tensor w = Tensor::from<float>({1, 2, 3, 4, 5, 6, 7, 8}, {2, 4});
  Tensor x = Tensor::from<float>({1, 0, 0, 1, 1, 1, 2, 0}, {4, 2});
  auto map = local_map(
      multiply,
      {Layout::from_string("unsharded,unsharded;partial(sum):x", mesh)},
      {.in_layouts = {columns, rows}});
  DTensor y =
      map({distribute_tensor(w, columns), distribute_tensor(x, rows)})[0];
  EXPECT_EQ(y.shape(), (Shape{2, 2}));
  EXPECT_EQ(y.full_tensor().str(), "[[12  5]\n [28 13]]");
}

TEST(LocalMapTest, MovesArgumentsIfAsked) {
  DTensor a = ones({4, 4}, rows);
  Layout partial =
      Layout::from_string("unsharded,unsharded;partial(sum):x", mesh);
  LocalMapOptions options{.in_layouts = {columns, rows}};
  EXPECT_EQ(messageOf([&] { local_map(multiply, {partial}, options)({a, a}); }),
            "local_map: argument 0: required layout 'unsharded,x' of mesh "
            "'x=2', found 'x,unsharded' of mesh 'x=2'; redistribute_inputs "
            "would change it");
  options.redistribute_inputs = true;
  EXPECT_EQ(local_map(multiply, {partial}, options)({a, a})[0]
                .full_tensor()
                .elements<float>()[0],
            4);
}

TEST(LocalMapTest, DevicesMakeTensorsWithoutArguments) {
  auto map = local_map(
      [](std::span<const Tensor>, int64_t device) -> std::vector<Tensor> {
        return {Tensor::from<int64_t>({device}, {1})};
      },
      {Layout({"x"}, mesh)});
  EXPECT_EQ(map({})[0].full_tensor().str(), "[0 1]");
}

TEST(LocalMapTest, FunctionsMayNeedMuchStack) {
  auto map = local_map(
      [](std::span<const Tensor>, int64_t device) -> std::vector<Tensor> {
        volatile char memory[900 << 10];
        for (size_t i = 0; i < sizeof(memory); i += 4096)
          memory[i] = static_cast<char>(device);
        return {Tensor::from<int64_t>({memory[4096]}, {1})};
      },
      {Layout({"x"}, mesh)});
  EXPECT_EQ(map({})[0].full_tensor().str(), "[0 1]");
}

TEST(LocalMapTest, ErrorsOfFunctionsLeaveAllUsable) {
  Layout line({"x"}, mesh);
  auto failing = local_map(
      [](std::span<const Tensor>, int64_t device) -> std::vector<Tensor> {
        if (device == 1)
          throw std::runtime_error("no more");
        return {Tensor::zeros({1}, DType::int8)};
      },
      {line});
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(messageOf([&] { failing({}); }), "device 1: local_map: no more");
  auto nested = local_map(
      [&](std::span<const Tensor> components, int64_t) -> std::vector<Tensor> {
        ones({4, 4}, rows).redistribute(columns);
        return {components[0]};
      },
      {rows});
  EXPECT_EQ(messageOf([&] { nested({ones({4, 4}, rows)}); }).substr(8),
            ": local_map: a function that runs on a device cannot run programs "
            "or relayouts");
  auto count = local_map(
      [](std::span<const Tensor>, int64_t device) -> std::vector<Tensor> {
        return std::vector<Tensor>(device, Tensor::zeros({1}, DType::int8));
      },
      {line});
  EXPECT_EQ(messageOf([&] { count({}); }),
            "local_map: required 1 results on each device, found 0 on device "
            "0");
  auto shapes = local_map(
      [](std::span<const Tensor>, int64_t device) -> std::vector<Tensor> {
        return {Tensor::zeros({device + 1}, DType::int8)};
      },
      {line});
  EXPECT_EQ(messageOf([&] { shapes({}); }),
            "local_map: result 0: pack: component of device 0 of a tensor "
            "3xint8 with layout 'x': required 2xint8, found 1xint8");
  auto other = local_map(multiply, {Layout({"y"}, Mesh{{"y", 2}})});
  EXPECT_EQ(messageOf([&] { other({ones({4, 4}, rows)}); }),
            "local_map: result 0: required a layout of mesh 'x=2', found one "
            "of 'y=2'");
  EXPECT_EQ(messageOf([&] { local_map(nullptr, {}); }),
            "local_map: required a function, found none");
  EXPECT_EQ(ones({4, 4}, rows).redistribute(columns).layout(), columns);
}

} // namespace
