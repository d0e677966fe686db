//===- train.cpp - A loop of training with a compiled step ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: train STEP.so
// STEP.so is examples/host/step.mlir, compiled ahead of time.

#include "dt/Executable.h"
#include "dt/Factories.h"

#include <cstdio>

static void train(const char *path) {
  dt::Executable step = dt::Executable::load(path);
  const std::vector<dt::ValueInfo> &arguments = step.arguments();
  auto make = [&](int argument, int seed) {
    return dt::randn(arguments[argument].shape, seed,
                     arguments[argument].layout);
  };
  dt::DTensor weights = make(0, 1), samples = make(1, 2), targets = make(2, 3);
  for (int i = 0; i < 200; ++i) {
    // The weights are given away, so that the step updates them in place.
    std::vector<dt::DTensor> given;
    given.push_back(std::move(weights));
    given.push_back(samples);
    given.push_back(targets);
    std::vector<dt::DTensor> results = step.run(std::move(given));
    weights = results[0];
    if (i % 50 == 0 || i == 199)
      std::printf("step %d: loss %.4f\n", i,
                  results[1].full_tensor().elements<float>()[0]);
  }
}

int main(int argc, char **argv) {
  try {
    if (argc != 2)
      throw dt::Error("usage: train STEP.so");
    train(argv[1]);
  } catch (const dt::Error &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
