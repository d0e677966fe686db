//===- PackTest.cpp - DTensors of components ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/DTensor.h"

#include "Messages.h"
#include "gtest/gtest.h"

using namespace dt;

namespace {

const Mesh mesh = {{"x", 2}, {"y", 3}};

Tensor ints(std::initializer_list<int32_t> elements) {
  return Tensor::from(elements, {static_cast<int64_t>(elements.size())});
}

std::string packError(const std::vector<Tensor> &components,
                      const Layout &layout, bool check = false) {
  return messageOf([&] { pack(components, layout, check); });
}

TEST(PackTest, IsTheInverseOfUnpack) {
  Tensor global = Tensor::from<float>({0, 1, 2, 3, 4, 5}, {2, 3});
  for (const char *text : {"x,y", "unsharded,unsharded", "unsharded,x+y", "y,x",
                           "x,unsharded;partial(sum):y"}) {
    DTensor tensor = distribute_tensor(global, Layout::from_string(text, mesh));
    std::vector<Tensor> components = unpack(tensor);
    ASSERT_EQ(components.size(), 6u);
    DTensor packed = pack(components, tensor.layout(), /*check=*/true);
    EXPECT_EQ(packed.shape(), tensor.shape()) << text;
    EXPECT_EQ(packed.layout(), tensor.layout());
    std::vector<Tensor> again = unpack(packed);
    for (size_t device = 0; device < 6; ++device) {
      // The components themselves, not copies.
      EXPECT_EQ(again[device].data(), components[device].data());
      EXPECT_EQ(again[device].shape(), components[device].shape());
    }
    EXPECT_TRUE(packed.full_tensor().equals(global)) << text;
  }
}

TEST(PackTest, AddsUpUnevenComponents) {
  // 5 rows on 6 devices, as torch.chunk divides them: twice 3 and 2.
  std::vector<Tensor> components = {ints({0}), ints({1}), ints({2}),
                                    ints({3}), ints({4}), ints({})};
  DTensor tensor = pack(components, Layout({"x+y"}, mesh));
  EXPECT_EQ(tensor.shape(), (Shape{5}));
  EXPECT_EQ(tensor.full_tensor().str(), "[0 1 2 3 4]");
}

TEST(PackTest, Errors) {
  Layout rows({"x"}, mesh);
  std::vector<Tensor> components(6, ints({1, 2}));
  EXPECT_EQ(packError({ints({1})}, rows),
            "pack: required 6 components, one for each device of mesh "
            "'x=2,y=3', found 1");
  components[4] = Tensor::scalar<int32_t>(1);
  EXPECT_EQ(packError(components, rows),
            "pack: component of device 4: required rank 1 for layout 'x', "
            "found int32 of rank 0");
  components[4] = Tensor::from<float>({1, 2}, {2});
  EXPECT_EQ(packError(components, rows),
            "pack: component of device 4: required int32 as device 0 has, "
            "found float32");
  components[4] = ints({1, 2, 3});
  EXPECT_EQ(packError(components, rows),
            "pack: component of device 4 of a tensor 4xint32 with layout 'x': "
            "required 2xint32, found 3xint32");
  // The tail of torch.chunk is shorter, not the head.
  components = {ints({1}),    ints({1}),    ints({1}),
                ints({1, 2}), ints({1, 2}), ints({1, 2})};
  EXPECT_EQ(packError(components, rows),
            "pack: component of device 0 of a tensor 3xint32 with layout 'x': "
            "required 2xint32, found 1xint32");
}

TEST(PackTest, ComparesReplicasIfAsked) {
  Layout rows({"x"}, mesh);
  std::vector<Tensor> components(6, ints({1, 2}));
  components[5] = ints({1, 3});
  EXPECT_EQ(packError(components, rows), "no error");
  EXPECT_EQ(packError(components, rows, /*check=*/true),
            "pack: required equal components on devices that layout 'x' gives "
            "the same part, found other elements on devices 3 and 5");
  // Those of a scalar are always compared.
  std::vector<Tensor> scalars(6, Tensor::scalar<int32_t>(1));
  EXPECT_EQ(packError(scalars, Layout({}, mesh)), "no error");
  scalars[1] = Tensor::scalar<int32_t>(2);
  EXPECT_EQ(packError(scalars, Layout({}, mesh)),
            "pack: required equal components on devices that layout '' gives "
            "the same part, found other elements on devices 0 and 1");
  // Addends differ.
  EXPECT_EQ(packError(scalars, Layout::from_string(";partial(sum):x+y", mesh)),
            "no error");
  EXPECT_EQ(packError(scalars, Layout::from_string(";partial(avg):x", mesh)),
            "layout ;partial(avg):x: 'avg' is not defined for int32");
}

TEST(PackTest, FromLocalTakesEqualExtents) {
  Layout rows({"x"}, mesh);
  std::vector<Tensor> components(6, ints({1, 2}));
  EXPECT_EQ(from_local(components, rows).shape(), (Shape{4}));
  for (int device = 3; device < 6; ++device)
    components[device] = ints({7});
  EXPECT_EQ(messageOf([&] { from_local(components, rows); }),
            "from_local: component of device 3 of a tensor 4xint32 with "
            "layout 'x': required 2xint32, found 1xint32");
  Shape shape = {3};
  DTensor tensor = from_local(components, rows, false, &shape);
  EXPECT_EQ(tensor.full_tensor().str(), "[1 2 7]");
  shape = {3, 1};
  EXPECT_EQ(messageOf([&] { from_local(components, rows, false, &shape); }),
            "from_local: required a shape of rank 1 for layout 'x', found rank "
            "2");
}

TEST(PackTest, RunCheckTakesTheFirstReplica) {
  Layout rows({"x"}, mesh);
  std::vector<Tensor> components(6, ints({1, 2}));
  components[4] = ints({3, 4});
  components[3] = ints({5, 6});
  EXPECT_EQ(from_local(components, rows).to_local(4).str(), "[3 4]");
  DTensor checked = from_local(components, rows, /*run_check=*/true);
  EXPECT_EQ(checked.to_local(4).str(), "[5 6]");
  EXPECT_EQ(checked.full_tensor().str(), "[1 2 5 6]");
}

} // namespace
