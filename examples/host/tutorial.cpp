//===- tutorial.cpp - Distributed tensors, step by step -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The guide of docs/HostLibrary.md. It needs no compiler of programs.

#include "dt/CollectiveCounter.h"
#include "dt/Factories.h"
#include "dt/LayoutScope.h"
#include "dt/LocalMap.h"
#include "dt/Plan.h"
#include "dt/Variable.h"

#include <iostream>

static void makeTensors() {
  dt::Mesh mesh = {{"x", 3}, {"y", 2}};
  dt::Layout layout({"x", "y"}, mesh);
  std::cout << mesh.to_string() << "\n" << layout.str() << "\n";

  dt::Tensor six = dt::Tensor::from<int32_t>({0, 1, 2, 3, 4, 5}, {3, 2});
  dt::DTensor tensor = dt::distribute_tensor(six, layout);
  for (const dt::Tensor &component : dt::unpack(tensor))
    std::cout << component.str() << " ";
  std::cout << "\n" << dt::draw(layout, tensor.shape());

  std::vector<dt::Tensor> components = dt::unpack(tensor);
  dt::DTensor packed = dt::pack(components, layout);
  std::cout << packed.full_tensor().str() << "\n";
}

static void changeLayouts() {
  dt::Mesh mesh = {{"x", 3}, {"y", 2}};
  dt::DTensor rows = dt::ones({6, 4}, dt::Layout({"x", dt::unsharded}, mesh));
  dt::CollectiveCounter counter;
  dt::DTensor columns = dt::relayout(rows, dt::Layout({"y", "x"}, mesh));
  dt::DTensor whole =
      columns.redistribute(dt::Layout::replicated(mesh, columns.rank()));
  std::cout << counter.table();
  try {
    columns.numpy();
  } catch (const dt::Error &error) {
    std::cout << error.what() << "\n";
  }
}

static void makeByFormulas() {
  dt::Mesh mesh = {{"x", 3}, {"y", 2}};
  dt::Layout layout({"x", "y"}, mesh);
  dt::DTensor ones = dt::call_with_layout(dt::ones, layout, dt::Shape{6, 4});
  dt::DTensor normal = dt::randn({6, 4}, /*seed=*/1, layout);
  dt::DTensor alone =
      dt::randn({6, 4}, /*seed=*/1, dt::Layout::replicated(dt::Mesh(), 2));
  std::cout << ones.to_local(5).str() << " "
            << normal.full_tensor().equals(alone.full_tensor()) << "\n";
}

static void update() {
  dt::Mesh mesh = {{"x", 6}};
  dt::Layout layout({dt::unsharded, dt::unsharded}, mesh);
  dt::Variable v(dt::randn({64, 32}, 1, layout), "v");
  v.assign(dt::ones({64, 32}, layout));
  dt::Mesh another = {{"x", 3}, {"y", 2}};
  try {
    v.assign(dt::ones({64, 32}, dt::Layout::replicated(another, 2)));
  } catch (const dt::Error &error) {
    std::cout << error.what() << "\n";
  }
}

static void plan() {
  dt::Plan plan(dt::Mesh{{"x", 2}});
  plan.add("*.up.weight", dt::Style::column_wise("x"))
      .add("*.down.weight", dt::Style::row_wise("x"))
      .add("*", dt::Style::replicated());
  for (const auto &[name, layout] : plan.layouts({{"0.up.weight", {16, 32}},
                                                  {"0.down.weight", {32, 16}},
                                                  {"0.norm.weight", {16}}}))
    std::cout << name << " " << layout.str() << "\n";
}

static void callOnComponents() {
  dt::Mesh mesh = {{"x", 2}};
  dt::Layout sharded({"x"}, mesh);
  // Each device adds up its part: together, the parts are a partial sum.
  auto sum = dt::local_map(
      [](std::span<const dt::Tensor> components, int64_t) {
        float total = 0;
        for (float element : components[0].elements<float>())
          total += element;
        return std::vector<dt::Tensor>{dt::Tensor::scalar(total)};
      },
      {dt::Layout::from_string(";partial(sum):x", mesh)},
      {.in_layouts = {sharded}});
  dt::DTensor result = sum({dt::full({10}, 2, sharded)})[0];
  std::cout << result.layout().str() << " " << result.full_tensor().str()
            << "\n";
}

int main() {
  makeTensors();
  changeLayouts();
  makeByFormulas();
  update();
  plan();
  callOnComponents();
}
