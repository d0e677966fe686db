//===- processes.cpp - A program for one process or several ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: [mpirun -np 2] processes STEP.so
// STEP.so is examples/host/step.mlir, compiled ahead of time. The results have
// the same bits for any number of processes.

#include "dt/Processes.h"
#include "dt/Executable.h"
#include "dt/Factories.h"
#include "dt/LocalMap.h"

#include <cstdio>

/// Prints in one process what all have.
static void print(const char *name, const dt::Tensor &whole) {
  if (dt::process_index() != 0)
    return;
  std::printf("%s:", name);
  for (float element : whole.elements<float>())
    std::printf(" %a", element);
  std::printf("\n");
}

static void run(const char *path) {
  dt::Executable step = dt::Executable::load(path);
  auto make = [&](int argument, int seed) {
    const dt::ValueInfo &info = step.arguments()[argument];
    return dt::randn(info.shape, seed, info.layout);
  };
  dt::DTensor weights = make(0, 1), samples = make(1, 2), targets = make(2, 3);
  for (int i = 0; i < 20; ++i) {
    std::vector<dt::DTensor> given;
    given.push_back(std::move(weights));
    given.push_back(samples);
    given.push_back(targets);
    std::vector<dt::DTensor> results = step.run(std::move(given));
    weights = results[0];
    print("loss", results[1].full_tensor());
  }
  print("weights", weights.full_tensor());
}

static void useTensors() {
  dt::Mesh mesh = {{"x", 2}, {"y", 3}};
  dt::Layout rows({"x+y", dt::unsharded}, mesh);
  dt::DTensor tensor = dt::rand({7, 5}, 4, rows);
  dt::DTensor columns = tensor.redistribute(dt::Layout({"y", "x"}, mesh));
  print("columns", columns.full_tensor());

  // Each process makes the components of its devices.
  std::vector<dt::Tensor> components;
  for (int64_t device : mesh.local_devices())
    components.push_back(dt::Tensor::from<float>({float(device), 1}, {1, 2}));
  print("packed", dt::pack(components, rows).full_tensor());

  auto total = dt::local_map(
      [](std::span<const dt::Tensor> parts, int64_t) {
        float sum = 0;
        for (float element : parts[0].elements<float>())
          sum += element;
        return std::vector<dt::Tensor>{dt::Tensor::scalar(sum)};
      },
      {dt::Layout::from_string(";partial(sum):x;partial(sum):y", mesh)});
  print("total", total({tensor})[0].full_tensor());
}

int main(int argc, char **argv) {
  try {
    if (argc != 2)
      throw dt::Error("usage: processes STEP.so");
    run(argv[1]);
    useTensors();
  } catch (const dt::Error &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    dt::leave_processes(error.what());
    return 1;
  }
}
