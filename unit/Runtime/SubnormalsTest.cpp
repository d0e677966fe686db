//===- SubnormalsTest.cpp - Subnormal floats as zero ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshRun.h"

#include <vector>

using namespace dtensor::runtime::test;

static float halve(float x) {
  volatile float factor = 0.5f, product = x * factor;
  return product;
}

static constexpr float kSubnormal = 1e-40f;

TEST(SubnormalsTest, DevicesOfOneWorker) {
  // The first device takes them for zero, and leaves the thread in between.
  Mesh mesh({2}, /*workers=*/1);
  std::vector<float> products(2, -1.f);
  mesh.runOk([&](DtDevice *device, int64_t index) {
    if (index == 0)
      dt_flush_subnormals(1);
    dt_barrier(device, 1, "middle");
    products[index] = halve(kSubnormal);
    dt_barrier(device, 1, "end");
    if (index == 0)
      dt_flush_subnormals(0);
    EXPECT_GT(halve(kSubnormal), 0.f);
  });
#ifdef __x86_64__
  if (mesh.isLocal(0))
    EXPECT_EQ(products[0], 0.f);
#endif
  if (mesh.isLocal(1))
    EXPECT_GT(products[1], 0.f);
}

TEST(SubnormalsTest, DeviceThatFails) {
  Mesh mesh({2}, /*workers=*/1);
  EXPECT_NE(mesh.run([&](DtDevice *device, int64_t index) {
    dt_flush_subnormals(1);
    if (index == 1)
      dt_fail(device, "an error", "test.mlir:1:1");
    dt_barrier(device, 1, "end");
  }),
            0);
  EXPECT_GT(halve(kSubnormal), 0.f);
  mesh.runOk([&](DtDevice *device, int64_t index) {
    EXPECT_GT(halve(kSubnormal), 0.f);
    dt_barrier(device, 1, "end");
  });
}
