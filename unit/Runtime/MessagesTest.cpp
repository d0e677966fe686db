//===- MessagesTest.cpp - Several processes, without MPI ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "transport/Messages.h"
#include "Context.h"
#include "MemoryWire.h"
#include "Reference.h"
#include "Sums.h"

#include <set>
#include <thread>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;

TEST(DealTest, EveryDeviceHasOneProcess) {
  for (const std::vector<int64_t> &sizes :
       std::vector<std::vector<int64_t>>{{1}, {7}, {2, 3}, {4, 1, 3}}) {
    Topology topology(sizes);
    std::vector<int64_t> reversed;
    for (int64_t dim = sizes.size(); dim-- > 0;)
      reversed.push_back(dim);
    for (const std::vector<int64_t> &order : {{}, reversed})
      for (int64_t count = 1; count <= topology.getNumDevices(); ++count) {
        std::set<int64_t> seen;
        for (int64_t own = 0; own < count; ++own) {
          Deal deal(topology, count, own, order);
          EXPECT_GT(deal.getNumLocal(), 0);
          for (int64_t i = 0; i < deal.getNumLocal(); ++i) {
            int64_t device = deal.getDevice(i);
            EXPECT_TRUE(seen.insert(device).second);
            EXPECT_EQ(deal.getProcess(device), own);
            EXPECT_EQ(deal.getLocal(device), i);
            EXPECT_EQ(Deal(topology, count, (own + 1) % count, order)
                          .getLocal(device),
                      count == 1 ? i : -1);
          }
        }
        EXPECT_EQ(int64_t(seen.size()), topology.getNumDevices());
      }
  }
}

/// All types, since intermediate results of halves are wider, under deals whose
/// blocks are subtrees and others.
TEST(MessagesTest, CombinationsHaveTheBitsOfTheTree) {
  for (int64_t count : {2, 3, 4, 5})
    for (const std::vector<int64_t> &order :
         std::vector<std::vector<int64_t>>{{}, {1, 0}}) {
      Mesh mesh({2, 5}, 2, count, order);
      for (DtElementType type : {DT_I32, DT_F16, DT_BF16, DT_F32, DT_C64})
        for (DtCombiner combiner : {DT_ADD, DT_AVG, DT_MUL})
          for (const std::vector<int64_t> &extents :
               std::vector<std::vector<int64_t>>{{3, 7}, {60, 70}}) {
            CollectiveCase test{extents, {{{}, {}}, {0, 1}}, {{{}, {}}, {}}};
            test.type = type;
            test.combiner = combiner;
            test.strided = count % 2;
            checkCollective(mesh, test);
            test.to.axes[0] = {1};
            test.shared = true;
            checkCollective(mesh, test);
            test.from.partial = {1};
            checkCollective(mesh, test);
            if (HasFailure())
              return;
          }
    }
}

/// Large parts go by themselves, from and to the memory of devices where their
/// elements lie together.
TEST(MessagesTest, LargePartsHaveAllElements) {
  for (int64_t count : {2, 3})
    for (bool strided : {false, true})
      for (bool shared : {false, true}) {
        Mesh mesh({2, 3}, 2, count, {});
        auto check = [&](TestLayout from, TestLayout to, DtElementType type) {
          CollectiveCase test{{250, 330}, from, to};
          test.type = type;
          test.strided = strided;
          test.shared = shared;
          checkCollective(mesh, test);
        };
        // Gathered, moved, summed by pairs and by all; parts that several
        // devices of a process need.
        check({{{0, 1}, {}}, {}}, {{{}, {}}, {}}, DT_F32);
        check({{{0}, {}}, {}}, {{{}, {}}, {}}, DT_F64);
        check({{{0, 1}, {}}, {}}, {{{}, {0, 1}}, {}}, DT_F64);
        check({{{}, {}}, {0}}, {{{}, {}}, {}}, DT_F32);
        check({{{}, {1}}, {0}}, {{{}, {1}}, {}}, DT_F32);
        check({{{}, {}}, {0, 1}}, {{{}, {}}, {}}, DT_BF16);
        check({{{}, {}}, {0, 1}}, {{{1}, {}}, {}}, DT_F32);
        if (HasFailure())
          return;
      }
}

/// More processes than have messages under way at a time.
TEST(MessagesTest, ManyProcessesTakeTurns) {
  Mesh mesh({36}, 1, 36, {});
  auto check = [&](int64_t columns, TestLayout from, TestLayout to) {
    checkCollective(mesh, {{36, columns}, from, to});
  };
  // Of a few bytes, of more than the first transfer has, and in large parts.
  check(3, {{{0}, {}}, {}}, {{{}, {}}, {}});
  check(1000, {{{0}, {}}, {}}, {{{}, {}}, {}});
  check(4200, {{{0}, {}}, {}}, {{{}, {}}, {}});
  check(100, {{{0}, {}}, {}}, {{{}, {0}}, {}});
  check(3, {{{}, {}}, {0}}, {{{}, {}}, {}});
}

TEST(MessagesTest, ASubtreeIsOneValue) {
  std::vector<int64_t> site = makeSum(DT_F32);
  auto countUncombined = [&](int64_t devices, int64_t processes) {
    Mesh mesh({devices}, 1, processes, {});
    mesh.runOk([&](DtDevice *device, int64_t) { sum(device, site, 4, "a"); });
    int64_t bytes = 0;
    for (int64_t i = 0; i < processes; ++i)
      bytes += static_cast<MessageTransport &>(*mesh.get(i)->transport)
                   .getNumUncombined();
    return bytes;
  };
  // (0 1) (2 3): each process has a subtree.
  EXPECT_EQ(countUncombined(4, 2), 0);
  // ((0 1) (2 3)) (4 5) in blocks of 3: 2 and 3 are single.
  EXPECT_EQ(countUncombined(6, 2), 2 * 16);
}

/// A very long vector is combined slice by slice, in two messages for each.
TEST(MessagesTest, LongCombinationsAreMadeInSlices) {
  constexpr int64_t kRows = 9001, kColumns = 1024; // 36 MB
  std::vector<int64_t> site = {
      DT_COLLECTIVE_SITE, DT_F32, DT_ADD, 2, 0, 1, 0, 1, 0, 0, 0, 0};
  std::vector<int64_t> extents = {kRows, kColumns};
  Mesh mesh({2}, 1, 2, {});
  mesh.runOk([&](DtDevice *device, int64_t index) {
    std::vector<float> from(kRows * kColumns), to(kRows * kColumns, -1);
    for (int64_t i = 0; i < kRows * kColumns; ++i)
      from[i] = i % 100003 * (1 + 2 * index);
    auto describe = [&](std::vector<float> &values) {
      int64_t first = reinterpret_cast<int64_t>(values.data());
      return std::vector<int64_t>{first,    first,    0, kRows,
                                  kColumns, kColumns, 1};
    };
    std::vector<int64_t> source = describe(from), destination = describe(to);
    dt_collective(device, site.data(), "here",
                  reinterpret_cast<const DtMemRef *>(source.data()),
                  reinterpret_cast<const DtMemRef *>(destination.data()),
                  extents.data());
    int64_t numWrong = 0;
    for (int64_t i = 0; i < kRows * kColumns; ++i)
      numWrong += to[i] != i % 100003 * 4;
    EXPECT_EQ(numWrong, 0);
  });
  // Of each slice of some 2 MB one message has what the other device combines,
  // and one what this one has combined. Each is a header and pieces.
  constexpr int64_t kSlices = 17, kPiece = 1000;
  int64_t numSent = 0;
  for (int64_t i = 0; i < kSlices; ++i) {
    int64_t rows = kRows * (i + 1) / kSlices - kRows * i / kSlices;
    for (int64_t part : {rows / 2, rows - rows / 2})
      numSent += 1 + (part * kColumns * 4 + kPiece - 1) / kPiece;
  }
  EXPECT_EQ(mesh.getNumSent(0), numSent);
}

TEST(MessagesTest, DifferentCollectivesAreAnError) {
  std::vector<int64_t> floats = makeSum(DT_F32), ints = makeSum(DT_I32);
  for (int64_t count : {2, 3}) {
    Mesh types({4}, 2, count, {});
    types.expectError(
        [&](DtDevice *device, int64_t index) {
          bool isFirst = types.getProcess(index) == 0;
          sum(device, isFirst ? floats : ints, 5, isFirst ? "a.mlir:1" : "b");
        },
        {"runs another program: required", "all_reduce of f32 with [5]",
         "all_reduce of i32 with [5] over mesh dimensions 0 at b",
         "at a.mlir:1 on device 0"});
    Mesh extents({4}, 2, count, {});
    extents.expectError(
        [&](DtDevice *device, int64_t index) {
          sum(device, floats, extents.getProcess(index) == 0 ? 5 : 9000,
              "a.mlir:1");
        },
        {"all_reduce of f32 with [5]", "all_reduce of f32 with [9000]"});
    Mesh number({4}, 2, count, {});
    number.expectError(
        [&](DtDevice *device, int64_t index) {
          sum(device, floats, 5, "a.mlir:1");
          if (number.getProcess(index) != 0)
            sum(device, floats, 5, "a.mlir:2");
          sum(device, floats, 5, "a.mlir:3");
        },
        {"a.mlir:2", "a.mlir:3"});
  }
}

/// Messages have no text if the receiver knows it from an earlier one.
TEST(MessagesTest, DifferencesAreToldInFullLater) {
  std::vector<int64_t> site = makeSum(DT_F32);
  for (int64_t size : {5, 9000}) {
    Mesh mesh({4}, 2, 2, {});
    mesh.expectError(
        [&](DtDevice *device, int64_t index) {
          for (int i = 0; i < 2; ++i) {
            sum(device, site, size, "a.mlir:1");
            sum(device, site, size, "a.mlir:2");
          }
          bool isFirst = mesh.getProcess(index) == 0;
          sum(device, site, size, isFirst ? "a.mlir:1" : "a.mlir:2");
        },
        {"] over mesh dimensions 0 at a.mlir:1 on device 0",
         "] over mesh dimensions 0 at a.mlir:2 on device 2"});
  }
}

TEST(MessagesTest, AFailureEndsAllProcesses) {
  std::vector<int64_t> site = makeSum(DT_F32);
  for (int64_t failing = 0; failing < 6; ++failing) {
    Mesh mesh({6}, 2, 3, {});
    mesh.expectError(
        [&](DtDevice *device, int64_t index) {
          sum(device, site, 5, "a");
          if (index == failing)
            dt_fail(device, "planned", "b");
          sum(device, site, 5, "c");
        },
        {"device " + std::to_string(failing) + ": b: planned"});
    EXPECT_EQ(mesh.run([](DtDevice *, int64_t) {}), 1);
    EXPECT_NE(std::string(dt_error(mesh.get())).find("an earlier program"),
              std::string::npos);
  }
}

TEST(MessagesTest, WatchdogNamesTheOtherProcess) {
  std::vector<int64_t> site = makeSum(DT_F32);
  Mesh mesh({2}, 1, 2, {});
  dt_set_watchdog(mesh.get(0), 0.1);
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    if (index == 0)
      sum(device, site, 5, "a");
  }),
            1);
  std::string error = dt_error(mesh.get());
  EXPECT_NE(error.find("watchdog: no progress for"), std::string::npos);
  EXPECT_NE(error.find("device 0 waits at a for device 1 (of process 1)"),
            std::string::npos)
      << error;
}

/// What each of some processes gets from a meeting.
static std::vector<std::string>
meet(int64_t count,
     const std::function<std::string(Processes &, int64_t)> &function) {
  auto hub = std::make_shared<MemoryHub>(count, 1 << 20, /*seed=*/count);
  std::vector<std::string> results(count);
  std::vector<std::thread> threads;
  for (int64_t i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      Processes processes(std::make_unique<MemoryWire>(hub, i));
      results[i] = function(processes, i);
    });
  for (std::thread &thread : threads)
    thread.join();
  return results;
}

TEST(ProcessesTest, MeetingsCompareFacts) {
  for (int64_t count : {2, 3, 6}) {
    for (const std::string &result :
         meet(count, [](Processes &processes, int64_t) {
           return processes.meet({{"the mesh", "x=2"}, {"more", ""}}, "") +
                  processes.meet({}, "");
         }))
      EXPECT_EQ(result, "");
    for (int64_t odd = 0; odd < count; ++odd) {
      std::set<std::string> texts;
      for (const std::string &result :
           meet(count, [&](Processes &processes, int64_t i) {
             return processes.meet({{"the mesh", i == odd ? "x=4" : "x=2"}},
                                   "");
           }))
        texts.insert(result);
      ASSERT_EQ(texts.size(), 1u);
      EXPECT_NE(texts.begin()->find("the processes do not agree on the mesh"),
                std::string::npos);
      EXPECT_NE(
          texts.begin()->find("process " + std::to_string(odd) + " has 'x=4'"),
          std::string::npos);
      for (const std::string &result :
           meet(count, [&](Processes &processes, int64_t i) {
             return processes.meet({}, i == odd ? "planned" : "");
           }))
        EXPECT_EQ(result, "planned");
    }
  }
}

/// A difference is found wherever it is in a long value, and shown.
TEST(ProcessesTest, LongFactsAreComparedAsAWhole) {
  auto compare = [&](size_t length, const std::string &own) {
    return meet(2, [&](Processes &processes, int64_t i) {
      std::string value = std::string(length, 'a') + (i == 0 ? "0" : own);
      return processes.meet({{"the program", "p"}, {"the line", value}}, "");
    })[0];
  };
  EXPECT_EQ(compare(1000, "0"), "");
  EXPECT_EQ(compare(100000, "0"), "");
  std::string few(64, 'a');
  EXPECT_EQ(compare(1000, "12"),
            "the processes do not agree on the line: process 0 has '..." + few +
                "0', process 1 has '..." + few + "12'");
  EXPECT_EQ(compare(0, ""), "the processes do not agree on the line: process 0 "
                            "has '0', process 1 has ''");
  // More than a message has.
  std::string error = compare(100000, "1");
  EXPECT_NE(error.find("process 1 has one that differs after"),
            std::string::npos)
      << error;
}

/// Equal exchanges of different programs.
TEST(MessagesTest, DifferentFingerprintsAreAnError) {
  std::vector<int64_t> site = makeSum(DT_F32);
  Mesh mesh({4}, 2, 2, {});
  mesh.runOk([&](DtDevice *device, int64_t) { sum(device, site, 5, "a"); });
  dt_set_fingerprint(mesh.get(0), 1);
  dt_set_fingerprint(mesh.get(1), 1);
  mesh.runOk([&](DtDevice *device, int64_t) { sum(device, site, 5, "a"); });
  dt_set_fingerprint(mesh.get(1), 2);
  mesh.expectError(
      [&](DtDevice *device, int64_t) { sum(device, site, 5, "a"); },
      {"runs another program: required all_reduce of f32 with [5]",
       "of a program with another text"});
}

/// One process is in a group over x, and the other one over x and y. Their
/// messages never meet.
TEST(MessagesTest, DifferentGroupsAreAnError) {
  std::vector<int64_t> all = makeSum(DT_F32, 3), one = makeSum(DT_F32, 1);
  Mesh mesh({2, 2}, 2, 2, {});
  mesh.expectError(
      [&](DtDevice *device, int64_t index) {
        sum(device, all, 5, "a");
        bool isFirst = mesh.getProcess(index) == 0;
        sum(device, isFirst ? one : all, 5, isFirst ? "b" : "c");
      },
      {"all_reduce of f32 with [5] over mesh dimensions 0 at b",
       "all_reduce of f32 with [5] over mesh dimensions 0,1 at c"});
}
