//===- differences.cpp - Programs whose processes differ ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: mpirun -np 2 differences CASE
// Each process prints its errors with its number, and ends as after an error
// that it does not expect.

#include "dt/DTensor.h"
#include "dt/Factories.h"
#include "dt/Processes.h"

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
  expectError([&] { dt::from_local(parts, replicated, /*run_check=*/true); });
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

static void run(const std::string &name) {
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
    dt::Context context({.watchdog = 0.5});
    tensor.redistribute(dt::Layout::replicated(mesh, 1), context);
  } else if (name == "ids") {
    dt::Mesh mesh = dt::Mesh::from_string("|x=4|0,1,2,3|0,1|");
  } else if (name == "parts") {
    usePartsOfOthers();
  }
}

int main(int, char **argv) {
  try {
    run(argv[1]);
  } catch (const dt::Error &error) {
    print(error.what());
    // A launcher ends all processes when it sees the first end.
    usleep(300'000);
    return 1;
  }
}
