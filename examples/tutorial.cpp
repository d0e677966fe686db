//===- tutorial.cpp - TensorFlow's DTensor guide in C++ -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The code blocks of TensorFlow's guide "DTensor concepts", in their order.
// Each block says what is seen, and the program ends with 1 if something else
// is.

#include "dt/CollectiveCounter.h"
#include "dt/Factories.h"
#include "dt/Jit.h"
#include "dt/LayoutScope.h"
#include "dt/Ops.h"

#include <cstdlib>
#include <iostream>

using dt::unsharded;

static void require(bool holds, const char *text, int line) {
  if (holds)
    return;
  std::cerr << "tutorial.cpp:" << line << ": this is not so: " << text << "\n";
  std::exit(1);
}
#define REQUIRE(...) require((__VA_ARGS__), #__VA_ARGS__, __LINE__)

/// Whether a component has these integers.
static bool has(const dt::Tensor &component, std::initializer_list<int> values,
                const dt::Shape &shape) {
  return component.equals(dt::Tensor::from<int32_t>(values, shape));
}

/// Whether `function` throws an error.
template <typename Function> static bool fails(Function function) {
  try {
    function();
  } catch (const dt::Error &error) {
    std::cout << "got an error as expected: " << error.what() << "\n";
    return true;
  }
  return false;
}

/// Makes a DTensor of something that looks like an array.
static dt::DTensor dtensor_from_array(const dt::Tensor &array,
                                      const dt::Layout &layout) {
  dt::DTensor a = dt::copy_to_mesh(
      array, dt::Layout::replicated(layout.mesh(), layout.rank()));
  return dt::relayout(a, layout);
}

/// The multiplications of all devices in a product of matrices.
static int64_t countMultiplications(const dt::DTensor &a,
                                    const dt::DTensor &b) {
  int64_t count = 0;
  for (int64_t device = 0; device < a.mesh().size(); ++device) {
    dt::Shape left = a.to_local(device).shape();
    dt::Shape right = b.to_local(device).shape();
    REQUIRE(left[1] == right[0]);
    count += left[0] * left[1] * right[1];
  }
  return count;
}

static void printComponents(const dt::DTensor &tensor) {
  std::vector<dt::Tensor> components = dt::unpack(tensor);
  for (size_t device = 0; device < components.size(); ++device)
    std::cout << "Device: " << tensor.mesh().device_name(device) << ", "
              << components[device].str() << "\n";
}

static void meshesAndLayouts() {
  // A mesh of one dimension, and one of two.
  dt::Mesh mesh_1d = {{"x", 6}};
  std::cout << mesh_1d.to_string() << "\n";
  REQUIRE(mesh_1d.to_string().starts_with("|x=6|0,1,2,3,4,5|0,1,2,3,4,5|"
                                          "/job:localhost/replica:0/task:0/"
                                          "device:CPU:0,"));
  dt::Mesh mesh_2d = {{"x", 3}, {"y", 2}};
  std::cout << mesh_2d.to_string() << "\n";
  REQUIRE(mesh_2d.to_string().starts_with("|x=3,y=2|0,1,2,3,4,5|"));

  // Layouts.
  dt::Layout replicated({unsharded, unsharded}, mesh_1d);
  REQUIRE(replicated.is_fully_replicated());
  dt::Layout columns({unsharded, "x"}, mesh_1d);
  dt::Layout both({"y", "x"}, mesh_2d);
  dt::Layout rows({"x", unsharded}, mesh_2d);
  REQUIRE(rows.sharding_specs() == std::vector<std::string>{"x", unsharded});
}

static void anatomyOfADTensor() {
  dt::Mesh mesh = {{"x", 6}};
  dt::Layout layout({unsharded}, mesh);
  dt::DTensor my_first_dtensor =
      dtensor_from_array(dt::Tensor::from<int32_t>({0, 1}, {2}), layout);
  std::cout << my_first_dtensor.str() << "\n";
  REQUIRE(my_first_dtensor.shape() == dt::Shape{2});
  REQUIRE(my_first_dtensor.dtype() == dt::DType::int32);

  std::cout << dt::fetch_layout(my_first_dtensor).to_string() << "\n";
  REQUIRE(layout == dt::fetch_layout(my_first_dtensor));

  printComponents(my_first_dtensor);
  for (const dt::Tensor &component : dt::unpack(my_first_dtensor))
    REQUIRE(has(component, {0, 1}, {2}));

  std::vector<dt::Tensor> components(6, dt::Tensor::from<int32_t>({0, 1}, {2}));
  dt::DTensor packed = dt::pack(components, layout);
  std::cout << packed.str() << "\n";
  REQUIRE(packed.full_tensor().equals(my_first_dtensor.full_tensor()));
}

static void shardingADTensor() {
  dt::Mesh mesh = {{"x", 3}, {"y", 2}};
  dt::Tensor range = dt::Tensor::from<int32_t>({0, 1, 2, 3, 4, 5}, {3, 2});

  dt::DTensor fully_sharded =
      dtensor_from_array(range, dt::Layout({"x", "y"}, mesh));
  printComponents(fully_sharded);
  for (int device = 0; device < 6; ++device)
    REQUIRE(has(fully_sharded.to_local(device), {device}, {1, 1}));

  dt::DTensor fully_replicated =
      dtensor_from_array(range, dt::Layout({unsharded, unsharded}, mesh));
  printComponents(fully_replicated);
  for (int device = 0; device < 6; ++device)
    REQUIRE(fully_replicated.to_local(device).equals(range));

  dt::DTensor hybrid =
      dtensor_from_array(range, dt::Layout({"x", unsharded}, mesh));
  printComponents(hybrid);
  for (int device = 0; device < 6; ++device) {
    int first = device / 2 * 2;
    REQUIRE(has(hybrid.to_local(device), {first, first + 1}, {1, 2}));
  }

  // Reading a sharded tensor as one array is an error.
  std::cout << fully_replicated.numpy().str() << "\n";
  REQUIRE(fails([&] { fully_sharded.numpy(); }));
  REQUIRE(fails([&] { hybrid.numpy(); }));
}

static void dtensorsAsOperands() {
  dt::Tensor left = dt::Tensor::from<int32_t>({1, 2, 3, 4, 5, 6}, {2, 3});
  dt::Tensor right = dt::Tensor::from<int32_t>({6, 5, 4, 3, 2, 1}, {3, 2});
  {
    dt::Mesh mesh = {{"x", 6}};
    dt::Layout layout({unsharded, unsharded}, mesh);
    dt::DTensor a = dtensor_from_array(left, layout);
    dt::DTensor b = dtensor_from_array(right, layout);
    dt::CollectiveCounter counter;
    dt::DTensor c = dt::matmul(a, b); // 6 identical products
    std::cout << "layout: " << dt::fetch_layout(c).str() << "\n";
    printComponents(c);
    REQUIRE(dt::fetch_layout(c) == layout);
    for (const dt::Tensor &component : dt::unpack(c))
      REQUIRE(has(component, {20, 14, 56, 41}, {2, 2}));
    REQUIRE(countMultiplications(a, b) == 72);
    REQUIRE(counter.total() == 0);
  }
  dt::Mesh mesh = {{"x", 3}, {"y", 2}};
  {
    // Sharded along the axis that is contracted.
    dt::DTensor a =
        dtensor_from_array(left, dt::Layout({unsharded, "x"}, mesh));
    dt::DTensor b =
        dtensor_from_array(right, dt::Layout({"x", unsharded}, mesh));
    dt::CollectiveCounter counter;
    dt::DTensor c = dt::matmul(a, b);
    std::cout << "layout: " << dt::fetch_layout(c).str() << "\n";
    REQUIRE(dt::fetch_layout(c) == dt::Layout({unsharded, unsharded}, mesh));
    for (const dt::Tensor &component : dt::unpack(c))
      REQUIRE(has(component, {20, 14, 56, 41}, {2, 2}));
    REQUIRE(countMultiplications(a, b) == 24);
    REQUIRE(counter.total("all_reduce") == 1 && counter.total() == 1);
  }
  {
    // An additional sharding of `a` is carried to the result.
    dt::DTensor a = dtensor_from_array(left, dt::Layout({"y", "x"}, mesh));
    dt::DTensor b =
        dtensor_from_array(right, dt::Layout({"x", unsharded}, mesh));
    dt::DTensor c = dt::matmul(a, b);
    std::cout << "layout: " << dt::fetch_layout(c).str() << "\n";
    printComponents(c);
    REQUIRE(dt::fetch_layout(c) == dt::Layout({"y", unsharded}, mesh));
    for (int device = 0; device < 6; device += 2) {
      REQUIRE(has(c.to_local(device), {20, 14}, {1, 2}));
      REQUIRE(has(c.to_local(device + 1), {56, 41}, {1, 2}));
    }
    REQUIRE(countMultiplications(a, b) == 12);
  }
}

static void dtensorsAsOutput() {
  dt::Mesh mesh = {{"x", 3}, {"y", 2}};
  dt::Layout layout({"x", "y"}, mesh);
  auto require_ones = [&](const dt::DTensor &ones) {
    std::cout << ones.str() << "\n";
    REQUIRE(ones.layout() == layout);
    for (const dt::Tensor &component : dt::unpack(ones))
      REQUIRE(component.equals(dt::Tensor::from<float>({1, 1, 1, 1}, {2, 2})));
  };
  require_ones(dt::call_with_layout(dt::ones, layout, dt::Shape{6, 4}));

  // Random values are the same under every layout.
  dt::DTensor random =
      dt::call_with_layout(dt::randn, layout, dt::Shape{6, 4}, 1);
  std::cout << random.str() << "\n";
  REQUIRE(random.full_tensor().equals(
      dt::randn({6, 4}, 1, dt::Layout::replicated(mesh, 2)).full_tensor()));

  // A function that is recorded.
  dt::CompileOptions options;
  options.mesh = mesh;
  options.result_layouts[0] = layout.str();
  auto ones = dt::jit([] { return dt::call("ones", {dt::Shape{6, 4}})[0]; },
                      options, "ones");
  require_ones(ones());
}

static void variables() {
  dt::Mesh mesh = {{"x", 6}};
  dt::Layout layout({unsharded, unsharded}, mesh);
  dt::Variable v(dt::call_with_layout(dt::randn, layout, dt::Shape{64, 32}, 1),
                 "v");
  REQUIRE(layout == dt::fetch_layout(v));

  dt::DTensor a = dt::call_with_layout(dt::ones, layout, dt::Shape{64, 32});
  dt::DTensor b = v + a;
  std::cout << b.str() << "\n";
  REQUIRE(b.layout() == layout);
  REQUIRE(b.numpy().elements<float>()[0] ==
          v.value().numpy().elements<float>()[0] + 1);

  v.assign(a);
  REQUIRE(v.value().numpy().equals(a.numpy()));

  // The layout of a variable never changes.
  dt::Mesh another_mesh = {{"x", 3}, {"y", 2}};
  dt::DTensor elsewhere = dt::call_with_layout(
      dt::ones, dt::Layout({unsharded, unsharded}, another_mesh),
      dt::Shape{64, 32});
  REQUIRE(fails([&] { v.assign(elsewhere); }));
}

int main() {
  meshesAndLayouts();
  anatomyOfADTensor();
  shardingADTensor();
  dtensorsAsOperands();
  dtensorsAsOutput();
  variables();
  std::cout << "done\n";
}
