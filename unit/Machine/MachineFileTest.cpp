//===- MachineFileTest.cpp - Tests of machines as JSON --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Machine/Machine.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace dtensor;

static constexpr llvm::StringLiteral kMachine = R"({
  "name": "small", "note": "for tests",
  "device": {"operations": {"f32": 1e12, "other": 1e11}, "reached": 0.5,
             "memory_bandwidth": 1e11, "memory_bytes": 16e9},
  "levels": [
    {"name": "host", "size": 2, "latency": 1e-6, "bandwidth": 1e10},
    {"name": "cluster", "size": 64, "latency": 5e-6, "gap": 1e-6,
     "bandwidth": 12.5e9, "links": 2, "note": "100 Gb Ethernet",
     "messages": [{"from": 65536, "latency": 2e-5, "bandwidth": 12e9,
                   "combining": 5e9, "copying": 2e10}]}
  ]
})";

TEST(MachineFileTest, ReadsAllKeys) {
  llvm::Expected<Machine> machine = parseMachine(kMachine);
  ASSERT_TRUE(bool(machine)) << llvm::toString(machine.takeError());
  EXPECT_EQ(machine->getName(), "small");
  EXPECT_DOUBLE_EQ(machine->getDevice().getRate("f32"), 5e11);
  EXPECT_DOUBLE_EQ(machine->getDevice().memoryBandwidth, 1e11);
  EXPECT_DOUBLE_EQ(machine->getDevice().memoryBytes, 16e9);
  ASSERT_EQ(machine->getLevels().size(), 2u);
  const MachineLevel &host = machine->getLevels()[0];
  // The gap is the latency unless it is given, and there is one link.
  ASSERT_EQ(host.messages.size(), 1u);
  EXPECT_DOUBLE_EQ(host.messages[0].gap, 1e-6);
  EXPECT_EQ(host.links, 1);
  // Two reads and a write of memory, unless it is given.
  EXPECT_DOUBLE_EQ(host.messages[0].combining, 1e11 / 3);
  // It takes no time, unless it is given.
  EXPECT_EQ(host.messages[0].copying, std::numeric_limits<double>::infinity());
  const MachineLevel &cluster = machine->getLevels()[1];
  EXPECT_EQ(cluster.name, "cluster");
  EXPECT_EQ(cluster.size, 64);
  ASSERT_EQ(cluster.messages.size(), 2u);
  EXPECT_DOUBLE_EQ(cluster.messages[0].latency, 5e-6);
  EXPECT_DOUBLE_EQ(cluster.messages[0].gap, 1e-6);
  EXPECT_DOUBLE_EQ(cluster.messages[0].bandwidth, 12.5e9);
  EXPECT_DOUBLE_EQ(cluster.messages[1].least, 65536);
  EXPECT_DOUBLE_EQ(cluster.messages[1].latency, 2e-5);
  EXPECT_DOUBLE_EQ(cluster.messages[1].combining, 5e9);
  EXPECT_DOUBLE_EQ(cluster.messages[1].copying, 2e10);
  EXPECT_EQ(cluster.links, 2);
}

/// The error for the file above with one text replaced.
static std::string getError(llvm::StringRef from, llvm::StringRef to) {
  auto [before, after] = kMachine.split(from);
  EXPECT_NE(before, kMachine) << "not in the file: " << from.str();
  llvm::Expected<Machine> machine = parseMachine((before + to + after).str());
  return machine ? "" : llvm::toString(machine.takeError());
}

TEST(MachineFileTest, ErrorsNamePathRequiredAndFound) {
  EXPECT_EQ(getError("\"size\": 64", "\"size\": 0"),
            "levels[1].size: required an integer of at least 1, found 0");
  EXPECT_EQ(getError("\"size\": 64", "\"size\": 1048577"),
            "levels[1].size: required at most 1048576, found 1048577");
  EXPECT_EQ(getError("\"latency\": 1e-6", "\"latency\": \"1us\""),
            "levels[0].latency: required a number of at least 0, found "
            "\"1us\"");
  EXPECT_EQ(getError("\"bandwidth\": 1e10", "\"bandwidth\": 0"),
            "levels[0].bandwidth: required a number greater than 0, found 0");
  EXPECT_EQ(getError(", \"bandwidth\": 1e10", ""),
            "levels[0].bandwidth: required a number greater than 0, found "
            "nothing");
  EXPECT_EQ(getError("\"reached\": 0.5", "\"reached\": 1.5"),
            "device.reached: required a number greater than 0 and at most 1, "
            "found 1.5");
  EXPECT_EQ(getError("\"f32\": 1e12", "\"f32\": -1"),
            "device.operations.f32: required a number greater than 0, found "
            "-1");
  EXPECT_EQ(getError(", \"other\": 1e11", ""),
            "device.operations.other: required a rate for the types that are "
            "not listed, found nothing");
  EXPECT_EQ(
      getError("\"gap\"", "\"gab\""),
      "levels[1].gab: required one of the keys name, size, links, latency, "
      "gap, bandwidth, combining, copying, messages, note, found another one");
  EXPECT_EQ(getError("\"from\": 65536", "\"from\": 0"),
            "levels[1].messages[0].from: required a number greater than 0, "
            "found 0");
  EXPECT_EQ(getError("\"latency\": 2e-5", "\"latency\": -1"),
            "levels[1].messages[0].latency: required a number of at least 0, "
            "found -1");
  EXPECT_EQ(getError("\"name\": \"small\"", "\"name\": 3"),
            "name: required a text, found 3");
  EXPECT_EQ(getError("{\"f32\": 1e12, \"other\": 1e11}", "7"),
            "device.operations: required an object of numbers, found 7");
}

TEST(MachineFileTest, ErrorsOfWholeFiles) {
  auto parse = [](llvm::StringRef text) {
    llvm::Expected<Machine> machine = parseMachine(text);
    return machine ? "" : llvm::toString(machine.takeError());
  };
  EXPECT_EQ(parse("[]"), "the file: required an object, found []");
  EXPECT_EQ(parse("{}"), "name: required a text, found nothing");
  EXPECT_NE(parse("{"), "");
  EXPECT_EQ(getError("\"levels\": [", "\"levels\": [], \"note\": ["),
            "levels: required a list of at least one object, found []");
  llvm::Expected<Machine> missing = readMachine("/no/such/file.json");
  ASSERT_FALSE(bool(missing));
  EXPECT_EQ(llvm::toString(missing.takeError()),
            "'/no/such/file.json': No such file or directory");
}

TEST(MachineFileTest, ExamplesAreMachines) {
  std::error_code error;
  unsigned count = 0;
  for (llvm::sys::fs::directory_iterator file(DTENSOR_MACHINES, error), end;
       file != end && !error; file.increment(error), ++count) {
    llvm::Expected<Machine> machine = readMachine(file->path());
    EXPECT_TRUE(bool(machine)) << llvm::toString(machine.takeError());
  }
  EXPECT_GE(count, 3u);
}
