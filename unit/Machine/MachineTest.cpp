//===- MachineTest.cpp - Tests of machines --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Machine/Machine.h"
#include "gtest/gtest.h"

using namespace dtensor;

/// Hosts of 8 devices with 4 links, 16 of them.
static Machine makeMachine() {
  MachineDevice device;
  device.operations = {{"f32", 1e12}, {"other", 2e11}};
  device.reached = 0.5;
  return Machine(
      "small", device,
      {{"host", 8, {{0, 1e-6, 1e-6, 3e11, 1e12}}, 1},
       {"cluster",
        16,
        {{0, 5e-6, 1e-6, 2e10, 1e12}, {4096, 9e-6, 1e-6, 4e10, 1e12}},
        4}});
}

static Mesh makeMesh(llvm::StringRef text) {
  return llvm::cantFail(Mesh::parse(text));
}

TEST(MachineTest, DevicesOfUnits) {
  Machine machine = makeMachine();
  EXPECT_EQ(machine.getUnitDevices(0), 1);
  EXPECT_EQ(machine.getUnitDevices(1), 8);
  EXPECT_EQ(machine.getNumDevices(), 128);
}

TEST(MachineTest, RateOfTypes) {
  MachineDevice device = makeMachine().getDevice();
  EXPECT_DOUBLE_EQ(device.getRate("f32"), 5e11);
  EXPECT_DOUBLE_EQ(device.getRate("i1"), 1e11);
}

TEST(MachineTest, DevicesShareTheLinksOfTheirHost) {
  Machine machine = makeMachine();
  // A device has its own link to its host.
  EXPECT_DOUBLE_EQ(machine.getLinkShare(0, makeMesh("x=16")), 1);
  // Eight devices share four links.
  EXPECT_DOUBLE_EQ(machine.getLinkShare(1, makeMesh("x=16")), 0.5);
  // Two devices do not take more than two links.
  EXPECT_DOUBLE_EQ(machine.getLinkShare(1, makeMesh("x=2")), 1);
}

TEST(MachineTest, ParametersDependOnTheSizeOfMessages) {
  Machine machine = makeMachine();
  const MachineLevel &cluster = machine.getLevels()[1];
  EXPECT_DOUBLE_EQ(cluster.getParameters(0).latency, 5e-6);
  EXPECT_DOUBLE_EQ(cluster.getParameters(4095).latency, 5e-6);
  EXPECT_DOUBLE_EQ(cluster.getParameters(4096).latency, 9e-6);
  EXPECT_DOUBLE_EQ(cluster.getParameters(1e9).bandwidth, 4e10);
}

TEST(MachineTest, MeshMustFit) {
  Machine machine = makeMachine();
  EXPECT_FALSE(errorToBool(machine.checkFits(makeMesh("x=16,y=8"))));
  EXPECT_EQ(llvm::toString(machine.checkFits(makeMesh("x=16,y=9"))),
            "the machine 'small' has 128 devices: required at least the 144 of "
            "the mesh x=16,y=9");
}
