//===- serve.cpp - A server that answers from 8 threads -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: serve MLP.so
// MLP.so is examples/mlp.mlir, compiled ahead of time.

#include "dt/Executable.h"
#include "dt/Factories.h"

#include <atomic>
#include <cstdio>
#include <thread>

static void serve(const char *path) {
  dt::Executable model = dt::Executable::load(path);
  const std::vector<dt::ValueInfo> &arguments = model.arguments();
  auto make = [&](int argument, int seed) {
    return dt::randn(arguments[argument].shape, seed,
                     arguments[argument].layout);
  };
  dt::DTensor up = make(1, 1), down = make(2, 2);
  std::atomic<int> numAnswers{0}, numWrong{0};
  std::vector<std::thread> threads;
  for (int client = 0; client < 8; ++client)
    threads.emplace_back([&, client] {
      dt::DTensor question = make(0, 10 + client);
      std::vector<dt::DTensor> given = {question, up, down};
      dt::Tensor first = model.run(given)[0].full_tensor();
      for (int i = 0; i < 100; ++i) {
        dt::Tensor answer = model.run(given)[0].full_tensor();
        ++numAnswers;
        numWrong += !answer.equals(first);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%d answers, %d wrong\n", numAnswers.load(), numWrong.load());
}

int main(int argc, char **argv) {
  try {
    if (argc != 2)
      throw dt::Error("usage: serve MLP.so");
    serve(argv[1]);
  } catch (const dt::Error &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
