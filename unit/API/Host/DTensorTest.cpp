//===- DTensorTest.cpp - Tensors on a mesh --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/DTensor.h"

#include "Messages.h"
#include "dt/Access.h"
#include "gtest/gtest.h"

using namespace dt;

namespace {

const Mesh mesh = {{"x", 3}, {"y", 2}};

Tensor iota(Shape shape) {
  Tensor tensor = Tensor::empty(shape, DType::int32);
  for (int32_t i = 0; i < tensor.size(); ++i)
    static_cast<int32_t *>(tensor.mutable_data())[i] = i;
  return tensor;
}

TEST(DTensorTest, ComponentsAreViews) {
  Tensor tensor = iota({6, 4});
  const auto *data = static_cast<const char *>(tensor.data());
  // Rows are contiguous.
  DTensor rows = distribute_tensor(tensor, Layout({"x", unsharded}, mesh));
  EXPECT_EQ(rows.to_local(2).data(), data + 2 * 4 * 4);
  EXPECT_EQ(rows.to_local(3).data(), data + 2 * 4 * 4);
  EXPECT_EQ(rows.to_local(3).shape(), (Shape{2, 4}));
  EXPECT_EQ(rows.to_local(3).str(), "[[ 8  9 10 11]\n [12 13 14 15]]");
  // Columns are not; replicas share a copy.
  DTensor columns = distribute_tensor(tensor, Layout({unsharded, "y"}, mesh));
  EXPECT_EQ(columns.to_local(0).data(), columns.to_local(2).data());
  EXPECT_EQ(columns.to_local(1).elements<int32_t>()[0], 2);
  DTensor replicated = distribute_tensor(tensor, Layout::replicated(mesh, 2));
  EXPECT_EQ(replicated.to_local(5).data(), data);
}

TEST(DTensorTest, PartialValuesCountOnce) {
  Tensor tensor = Tensor::from<float>({3, 4}, {2});
  DTensor sum = distribute_tensor(
      tensor, Layout::from_string("unsharded;partial(sum):x", mesh));
  EXPECT_EQ(sum.to_local(1).str(), "[3 4]");
  EXPECT_EQ(sum.to_local(2).str(), "[-0 -0]");
  EXPECT_EQ(sum.full_tensor().str(), "[3 4]");
  // Integers have other maxima than floats.
  DTensor max = distribute_tensor(
      iota({2}), Layout::from_string("unsharded;partial(max):x", mesh));
  EXPECT_EQ(max.full_tensor().str(), "[0 1]");
}

TEST(DTensorTest, RelayoutKeepsTheTensor) {
  Tensor tensor = iota({5, 7});
  DTensor rows = distribute_tensor(tensor, Layout({"x", unsharded}, mesh));
  DTensor grid = relayout(rows, Layout({"y", "x"}, mesh));
  EXPECT_EQ(fetch_layout(grid), Layout({"y", "x"}, mesh));
  EXPECT_EQ(grid.shape(), tensor.shape());
  EXPECT_EQ(grid.to_local(3).str(), "[[24 25 26]\n [31 32 33]]");
  EXPECT_TRUE(grid.full_tensor().equals(tensor));
  // Devices that get the same part share it.
  DTensor whole = grid.redistribute(Layout::replicated(mesh, 2));
  EXPECT_EQ(whole.to_local(0).data(), whole.to_local(5).data());
  EXPECT_TRUE(whole.numpy().equals(tensor));
  // Without communication, parts are views.
  DTensor again = whole.redistribute(rows.layout());
  EXPECT_EQ(again.to_local(0).data(), whole.to_local(0).data());
}

TEST(DTensorTest, PrintsAsTheGuideDoes) {
  Mesh line = {{"x", 2}};
  std::string devices = "mesh:|x=2|0,1|0,1|"
                        "/job:localhost/replica:0/task:0/device:CPU:0,"
                        "/job:localhost/replica:0/task:0/device:CPU:1";
  EXPECT_EQ(copy_to_mesh(iota({2}), Layout({unsharded}, line)).str(),
            "DTensor([0 1], layout=\"sharding_specs:unsharded, " + devices +
                "\", shape=(2,), dtype=int32)");
  EXPECT_EQ(
      distribute_tensor(iota({2, 1}), Layout({"x", unsharded}, line)).str(),
      "DTensor({\"CPU:0\": [[0]], \"CPU:1\": [[1]]}, "
      "layout=\"sharding_specs:x,unsharded, " +
          devices + "\", shape=(2, 1), dtype=int32)");
}

TEST(DTensorTest, Errors) {
  Tensor tensor = iota({6});
  Layout sharded({"x"}, mesh);
  DTensor rows = distribute_tensor(tensor, sharded);
  EXPECT_EQ(messageOf([&] { rows.numpy(); }),
            "a tensor 6xint32 with layout x of mesh x=3,y=2 is not on one "
            "device: required a replicated layout; call full_tensor() to "
            "gather it, or to_local(device) for a component");
  EXPECT_EQ(messageOf([&] { copy_to_mesh(tensor, sharded); }),
            "copy_to_mesh: required a replicated layout, found x; relayout() "
            "shards the copy, or distribute_tensor() does both");
  EXPECT_EQ(messageOf([&] { distribute_tensor(tensor, Layout({}, mesh)); }),
            "a tensor 6xint32: required a layout of rank 1, found  of rank 0");
  EXPECT_EQ(messageOf([&] { rows.to_local(6); }),
            "required one of the 6 devices of mesh 'x=3,y=2', found device 6");
  Mesh other = {{"x", 6}};
  EXPECT_EQ(messageOf([&] { relayout(rows, Layout({"x"}, other)); }),
            "relayout of a tensor 6xint32: required a layout of mesh "
            "'x=3,y=2', found one of mesh 'x=6'; full_tensor() and "
            "distribute_tensor() move it there");
  EXPECT_EQ(messageOf([&] { relayout(rows, Layout({"x", "y"}, mesh)); }),
            "relayout of a tensor 6xint32: required a layout of rank 1, found "
            "x,y of rank 2");
  EXPECT_EQ(messageOf([&] {
              relayout(rows,
                       Layout::from_string("unsharded;partial(avg):x", mesh));
            }),
            "layout unsharded;partial(avg):x: 'avg' is not defined for int32");
}

TEST(DTensorTest, RecordedTensorsHaveNoElements) {
  auto value = std::make_shared<int>(3);
  DTensor tensor = Access::make_recorded({2}, DType::int8, value);
  EXPECT_EQ(Access::recorded(tensor), value);
  EXPECT_EQ(tensor.shape(), (Shape{2}));
  std::string message =
      "a tensor 2xint8 of a function that is being recorded has neither "
      "elements nor a layout; return it from the function and read the result";
  EXPECT_EQ(messageOf([&] { tensor.layout(); }), message);
  EXPECT_EQ(messageOf([&] { tensor.to_local(0); }), message);
  EXPECT_EQ(messageOf([&] { tensor.full_tensor(); }), message);
  EXPECT_EQ(messageOf([&] { relayout(tensor, Layout({"x"}, mesh)); }), message);
  EXPECT_EQ(tensor.str(), "DTensor(<recorded>, shape=(2,), dtype=int8)");
}

} // namespace
