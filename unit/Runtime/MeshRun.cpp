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
#include <iostream>
#include <thread>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;

/// The processes of the job; null if there is only this one. They are left
/// when the tests end.
static DtProcesses *getJob() {
  struct Job {
    Job() {
      const char *error;
      processes = dt_processes_join(&error);
      if (error)
        std::cerr << error << "\n", std::abort();
    }
    ~Job() {
      if (processes)
        dt_processes_leave(processes);
    }
    DtProcesses *processes;
  };
  static Job job;
  return job.processes;
}

Mesh::Mesh(std::vector<int64_t> meshSizes, int64_t workers)
    : sizes(std::move(meshSizes)) {
  for (int64_t size : sizes)
    numDevices *= size;
  if (DtProcesses *job = getJob();
      job && dt_processes_count(job) <= numDevices) {
    contexts.emplace_back(dt_context_create_among(job, sizes.size(),
                                                  sizes.data(), nullptr,
                                                  workers),
                          dt_context_destroy);
    return;
  }
  const char *text = std::getenv("DTENSOR_TEST_PROCESSES");
  makeContexts(workers, text ? std::atoi(text) : 1, {});
}

Mesh::Mesh(std::vector<int64_t> meshSizes, int64_t workers,
           int64_t numProcesses, std::vector<int64_t> order)
    : sizes(std::move(meshSizes)) {
  for (int64_t size : sizes)
    numDevices *= size;
  makeContexts(workers, numProcesses, order);
}

void Mesh::makeContexts(int64_t workers, int64_t numProcesses,
                        const std::vector<int64_t> &order) {
  numProcesses = std::min(numDevices, numProcesses);
  if (numProcesses == 1) {
    contexts.emplace_back(
        dt_context_create(sizes.size(), sizes.data(), workers),
        dt_context_destroy);
    return;
  }
  hub = std::make_shared<MemoryHub>(numProcesses, /*maxBytes=*/1000,
                                    /*seed=*/numDevices);
  for (int64_t i = 0; i < numProcesses; ++i)
    contexts.emplace_back(
        new DtContext(
            sizes, numProcesses, i, order, workers,
            std::make_unique<MessageTransport>(std::make_shared<Processes>(
                std::make_unique<MemoryWire>(hub, i)))),
        dt_context_destroy);
}

int64_t Mesh::getNumSent(int64_t process) const {
  std::lock_guard<std::mutex> lock(hub->mutex);
  return hub->numSent[process];
}

int64_t Mesh::getProcess(int64_t device) const {
  return get()->deal.getProcess(device);
}

bool Mesh::isLocal(int64_t device) const {
  return contexts.size() > 1 || get()->deal.getLocal(device) >= 0;
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

void Mesh::expectError(const Body &body,
                       const std::vector<std::string> &parts) const {
  EXPECT_EQ(run(body), 1);
  for (size_t process = 0; process < contexts.size(); ++process) {
    std::string error = dt_error(get(process));
    for (const std::string &part : parts)
      EXPECT_NE(error.find(part), std::string::npos)
          << "process " << process << ": " << error;
  }
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
