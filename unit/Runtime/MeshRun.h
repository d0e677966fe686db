//===- MeshRun.h - Runs C++ functions on a mesh -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_RUNTIME_MESHRUN_H
#define DTENSOR_UNIT_RUNTIME_MESHRUN_H

#include "dtensor/Runtime/ABI.h"
#include "gtest/gtest.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dtensor::runtime::test {

class MemoryHub;

/// A mesh, and the processes to which its devices are dealt. `order` is that of
/// dt_context_create_among.
struct Deals {
  std::vector<int64_t> sizes;
  int64_t numProcesses;
  std::vector<int64_t> order;
};

/// Runs C++ functions as programs on a mesh.
class Mesh {
public:
  using Body = std::function<void(DtDevice *device, int64_t index)>;

  /// Tests whose environment has DTENSOR_TEST_PROCESSES run on that many
  /// contexts, which take the place of processes. Under mpirun they run on the
  /// processes of the job, as far as there are devices for all.
  explicit Mesh(std::vector<int64_t> meshSizes, int64_t workers = 2);
  /// On `numProcesses` contexts. `order` is that of dt_context_create_among.
  Mesh(std::vector<int64_t> meshSizes, int64_t workers, int64_t numProcesses,
       std::vector<int64_t> order);
  Mesh(const Deals &deals, int64_t workers)
      : Mesh(deals.sizes, workers, deals.numProcesses, deals.order) {}

  DtContext *get(size_t process = 0) const { return contexts[process].get(); }
  int64_t getNumProcesses() const { return contexts.size(); }
  /// The transfers that a process has sent, if there are several contexts.
  int64_t getNumSent(int64_t process) const;
  /// The process of a device.
  int64_t getProcess(int64_t device) const;
  /// Whether the test runs the device. Under mpirun others may.
  bool isLocal(int64_t device) const;
  int64_t getNumDevices() const { return numDevices; }
  const std::vector<int64_t> &getSizes() const { return sizes; }

  /// Returns the result of dt_run. Of several processes it is that of the first
  /// one that has failed, whose error the others get too.
  int run(const Body &body) const;

  void runOk(const Body &body) const {
    ASSERT_EQ(run(body), 0) << dt_error(get());
  }

  /// Runs a program that fails. The error of every process has all parts.
  void expectError(const Body &body,
                   const std::vector<std::string> &parts) const;

private:
  struct Call {
    const Body *body;
    int64_t index;
  };
  using Context = std::unique_ptr<DtContext, void (*)(DtContext *)>;

  static void enter(DtDevice *device, void **arguments) {
    Call &call = *static_cast<Call *>(arguments[0]);
    (*call.body)(device, call.index);
  }
  void makeContexts(int64_t workers, int64_t numProcesses,
                    const std::vector<int64_t> &order);
  int runPart(const Context &context, const Body &body) const;

  std::vector<int64_t> sizes;
  int64_t numDevices = 1;
  std::shared_ptr<MemoryHub> hub;
  std::vector<Context> contexts;
};

} // namespace dtensor::runtime::test

#endif // DTENSOR_UNIT_RUNTIME_MESHRUN_H
