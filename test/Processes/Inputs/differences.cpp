//===- differences.cpp - Programs whose processes differ ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: mpirun -np N differences CASE [FOLDER/]
// Each process prints its errors with its number, and ends as after an error
// that it does not expect.

#include "dt/DTensor.h"
#include "dt/Executable.h"
#include "dt/Factories.h"
#include "dt/Processes.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <unistd.h>

static int64_t rank;

static void print(const char *text) {
  std::fprintf(stderr, "process %d: %s\n", int(rank), text);
}

/// Calls something that must fail in the same way in all processes.
static void expectError(const std::function<void()> &call) {
  try {
    call();
  } catch (const dt::Error &error) {
    if (rank == 0)
      std::puts(error.what());
    return;
  }
  throw dt::Error("required an error, found none");
}

static void usePartsOfOthers() {
  dt::Mesh mesh = {{"x", 4}};
  if (rank == 0)
    std::puts(mesh.to_string().c_str());
  if (dt::Mesh::from_string(mesh.to_string()) != mesh)
    throw dt::Error("required the same mesh");
  dt::Layout sharded({"x"}, mesh), replicated({dt::unsharded}, mesh);
  dt::DTensor tensor = dt::ones({4}, sharded);
  expectError([&] { tensor.to_local(rank == 0 ? 3 : 0); });
  std::vector<dt::Tensor> parts(2, dt::Tensor::from<float>({float(rank)}, {1}));
  std::vector<dt::Tensor> four(4, parts[0]);
  expectError([&] { dt::pack(four, sharded); });
  expectError([&] { dt::pack(parts, replicated, /*check=*/true); });
  if (rank == 1)
    parts = std::vector<dt::Tensor>(2, dt::Tensor::from<int32_t>({1}, {1}));
  expectError([&] { dt::pack(parts, sharded); });
  // A mesh of one device is each process's own.
  dt::DTensor own =
      dt::full({2}, double(rank), dt::Layout::replicated(dt::Mesh(), 1));
  if (own.full_tensor().elements<float>()[1] != float(rank))
    throw dt::Error("required the own value");
  if (rank == 0)
    std::puts("done");
}

static void require(bool isRight, const char *what) {
  if (!isRight)
    throw dt::Error(std::string("required ") + what);
}

/// Components of which the first of each group of replicas counts.
static void copyFirstReplicas() {
  dt::Mesh mesh({{"x", 2}, {"y", 2}, {"z", 2}}, "z,y,x");
  // Sharded along y, partial along x, replicated along z.
  dt::Layout layout = dt::Layout::from_string("y;partial(sum):x", mesh);
  std::vector<dt::Tensor> parts;
  for (int64_t device : mesh.local_devices())
    parts.push_back(dt::Tensor::from<double>({-0.0, double(device)}, {2}));
  dt::DTensor tensor = dt::from_local(parts, layout, /*run_check=*/true);
  for (int64_t device : mesh.local_devices()) {
    auto elements = tensor.to_local(device).elements<double>();
    require(std::signbit(elements[0]) && elements[1] == double(device & ~1),
            "the elements of the first replica");
  }
  // Another shape in one process is an error in all.
  if (rank == 1)
    parts.back() = dt::Tensor::from<double>({1}, {1});
  expectError([&] { dt::from_local(parts, layout, /*run_check=*/true); });
}

/// Blocks of devices along the first dimension of a mesh.
static void orderDevices() {
  dt::Mesh mesh({{"x", 2}, {"y", 4}}, "y,x");
  std::vector<int64_t> own = {0, 4, 1, 5};
  if (rank == 1)
    own = {2, 6, 3, 7};
  require(mesh.local_devices() == own, "blocks in the order y,x");
  require(mesh.process_order() == "y,x", "the order that was given");
  require(mesh.device_name(6) == "/job:worker/replica:0/task:1/device:CPU:1",
          "the name of the second device of process 1");
  // Later meshes have the order of the first one.
  require(dt::Mesh::from_string("x=2,y=4").local_devices() == own,
          "the order of the first mesh");
  require(dt::Mesh::from_string(mesh.to_string()) == mesh,
          "the same mesh of TensorFlow's form");
  expectError([] { dt::Mesh::from_string("x=2,y=4", "x,y"); });
  expectError([] { dt::Mesh::from_string("x=2,y=4", "y"); });
  // A mesh of the same sizes with another order has other devices.
  dt::Mesh plain = {{"a", 2}, {"b", 4}};
  require(plain.local_devices()[1] == 4 * rank + 1, "the order of the mesh");
  for (const dt::Mesh &each : {mesh, plain}) {
    dt::Layout rows = dt::Layout::from_string(
        each == mesh ? "x+y,unsharded" : "a+b,unsharded", each);
    dt::Tensor whole = dt::randn({16, 3}, 1, rows)
                           .redistribute(dt::Layout::from_string(
                               each == mesh ? "y,x" : "b,a", each))
                           .full_tensor();
    require(whole.equals(
                dt::randn({16, 3}, 1, dt::Layout::replicated(dt::Mesh(), 2))
                    .full_tensor()),
            "the same elements in any order of devices");
    std::vector<dt::Tensor> parts;
    for (int64_t device : each.local_devices())
      parts.push_back(dt::Tensor::from<float>({float(device)}, {1, 1}));
    dt::Tensor packed = dt::pack(parts, rows).full_tensor();
    for (int64_t device = 0; device < 8; ++device)
      require(packed.elements<float>()[device] == float(device),
              "components at their places");
  }
}

/// Random tensors together with one that each process is given.
static void mixInputs(const std::string &path) {
  dt::Executable step = dt::Executable::load(path);
  const std::vector<dt::ValueInfo> &infos = step.arguments();
  int64_t size = 1;
  for (int64_t extent : infos[1].shape)
    size *= extent;
  std::vector<float> samples(size);
  for (int64_t i = 0; i < size; ++i)
    samples[i] = float(i % 7) / 8;
  std::vector<dt::DTensor> given = {
      dt::randn(infos[0].shape, 1, infos[0].layout),
      dt::distribute_tensor(dt::Tensor::from<float>(samples, infos[1].shape),
                            infos[1].layout),
      dt::rand(infos[2].shape, 2, infos[2].layout)};
  dt::Tensor weights = step.run(given)[0].full_tensor();
  if (rank == 0)
    for (float element : weights.elements<float>())
      std::printf("%a\n", element);
}

static void run(const std::string &name, const std::string &folder) {
  rank = dt::process_index();
  bool isFirst = rank == 0;
  if (name == "mesh") {
    dt::Mesh mesh = {{"x", isFirst ? 2 : 4}};
  } else if (name == "end") {
    if (isFirst)
      dt::Mesh mesh = {{"x", 2}};
  } else if (name == "call") {
    dt::Mesh mesh = {{"x", 2}};
    dt::ones({isFirst ? 4 : 6}, dt::Layout({"x"}, mesh)).full_tensor();
  } else if (name == "ended") {
    dt::Mesh mesh = {{"x", 2}};
    dt::DTensor tensor = dt::ones({4}, dt::Layout({"x"}, mesh));
    if (isFirst)
      tensor.full_tensor();
  } else if (name == "ring") {
    // Each of four processes waits for the next one, in another group.
    dt::Mesh mesh = {{"x", 2}, {"y", 2}};
    dt::DTensor tensor = dt::ones({4, 4}, dt::Layout::from_string("x,y", mesh));
    bool gathersFirst = rank == 0 || rank == 3;
    tensor.redistribute(dt::Layout::from_string(
        gathersFirst ? "unsharded,y" : "x,unsharded", mesh));
  } else if (name == "program") {
    // Each process has a program of its own.
    dt::Executable program =
        dt::Executable::load(folder + std::to_string(rank) + ".so");
    std::vector<dt::DTensor> arguments = {
        dt::ones({4, 2}, program.arguments()[0].layout)};
    program.run(arguments);
  } else if (name == "leave") {
    dt::Mesh mesh = {{"x", 2}};
    dt::DTensor tensor = dt::ones({4}, dt::Layout({"x"}, mesh));
    if (!isFirst) {
      dt::leave_processes("no more data");
      throw dt::Error("no more data");
    }
    tensor.full_tensor();
  } else if (name == "wait") {
    // One waits for a mesh, and the other one in a program.
    dt::Mesh mesh = {{"x", 2}};
    dt::DTensor tensor = dt::ones({4}, dt::Layout({"x"}, mesh));
    if (isFirst)
      dt::Mesh another = {{"y", 2}};
    tensor.redistribute(dt::Layout::replicated(mesh, 1));
  } else if (name == "ids") {
    dt::Mesh mesh = dt::Mesh::from_string("|x=4|0,1,2,3|0,1|");
  } else if (name == "parts") {
    usePartsOfOthers();
  } else if (name == "mixed") {
    mixInputs(folder + "step.so");
  } else if (name == "replicas") {
    copyFirstReplicas();
  } else if (name == "order") {
    orderDevices();
  } else if (name == "orders") {
    dt::Mesh mesh({{"x", 2}, {"y", 2}}, isFirst ? "x,y" : "y,x");
  }
}

int main(int argc, char **argv) {
  try {
    run(argv[1], argc > 2 ? argv[2] : "");
  } catch (const dt::Error &error) {
    print(error.what());
    // A launcher ends all processes when it sees the first end.
    usleep(300'000);
    return 1;
  }
}
