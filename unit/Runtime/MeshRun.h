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

/// Runs C++ functions as programs on a mesh.
class Mesh {
public:
  using Body = std::function<void(DtDevice *device, int64_t index)>;

  explicit Mesh(std::vector<int64_t> meshSizes, int64_t workers = 2)
      : sizes(std::move(meshSizes)),
        context(dt_context_create(sizes.size(), sizes.data(), workers),
                dt_context_destroy) {
    for (int64_t size : sizes)
      numDevices *= size;
  }

  DtContext *get() const { return context.get(); }
  int64_t getNumDevices() const { return numDevices; }
  const std::vector<int64_t> &getSizes() const { return sizes; }

  /// Returns the result of dt_run.
  int run(const Body &body) const {
    std::vector<Call> calls(numDevices);
    std::vector<void *> slots(numDevices);
    std::vector<void **> arguments(numDevices);
    for (int64_t i = 0; i < numDevices; ++i) {
      calls[i] = {&body, i};
      slots[i] = &calls[i];
      arguments[i] = &slots[i];
    }
    return dt_run(context.get(), enter, arguments.data());
  }

  void runOk(const Body &body) const {
    ASSERT_EQ(run(body), 0) << dt_error(context.get());
  }

private:
  struct Call {
    const Body *body;
    int64_t index;
  };
  static void enter(DtDevice *device, void **arguments) {
    Call &call = *static_cast<Call *>(arguments[0]);
    (*call.body)(device, call.index);
  }

  std::vector<int64_t> sizes;
  int64_t numDevices = 1;
  std::unique_ptr<DtContext, void (*)(DtContext *)> context;
};

} // namespace dtensor::runtime::test

#endif // DTENSOR_UNIT_RUNTIME_MESHRUN_H
