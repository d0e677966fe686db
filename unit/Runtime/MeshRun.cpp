//===- MeshRun.cpp - Runs functions on a mesh -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshRun.h"
#include "Context.h"
#include "MemoryWire.h"
#include "transport/Messages.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;

Mesh::Mesh(std::vector<int64_t> meshSizes, int64_t workers)
    : sizes(std::move(meshSizes)) {
  for (int64_t size : sizes)
    numDevices *= size;
  const char *text = std::getenv("DTENSOR_TEST_PROCESSES");
  int64_t numProcesses =
      std::min<int64_t>(numDevices, text ? std::atoi(text) : 1);
  if (numProcesses == 1) {
    contexts.emplace_back(
        dt_context_create(sizes.size(), sizes.data(), workers),
        dt_context_destroy);
    return;
  }
  auto hub = std::make_shared<MemoryHub>(numProcesses, /*maxBytes=*/1000,
                                         /*seed=*/numDevices);
  for (int64_t i = 0; i < numProcesses; ++i)
    contexts.emplace_back(
        new DtContext(
            sizes, numProcesses, i, {}, workers,
            std::make_unique<MessageTransport>(std::make_shared<Processes>(
                std::make_unique<MemoryWire>(hub, i)))),
        dt_context_destroy);
}

int64_t Mesh::getProcess(int64_t device) const {
  return get()->deal.getProcess(device);
}

int Mesh::runPart(const Context &context, const Body &body) const {
  int64_t count = context->deal.getNumLocal();
  std::vector<Call> calls(count);
  std::vector<void *> slots(count);
  std::vector<void **> arguments(count);
  for (int64_t i = 0; i < count; ++i) {
    calls[i] = {&body, context->deal.getDevice(i)};
    slots[i] = &calls[i];
    arguments[i] = &slots[i];
  }
  return dt_run(context.get(), enter, arguments.data());
}

int Mesh::run(const Body &body) const {
  if (contexts.size() == 1)
    return runPart(contexts.front(), body);
  std::vector<int> results(contexts.size());
  std::vector<std::thread> processes;
  for (size_t i = 0; i < contexts.size(); ++i)
    processes.emplace_back([&, i] { results[i] = runPart(contexts[i], body); });
  for (std::thread &process : processes)
    process.join();
  return *std::max_element(results.begin(), results.end());
}
