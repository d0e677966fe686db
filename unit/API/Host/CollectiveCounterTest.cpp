//===- CollectiveCounterTest.cpp - Collectives, drawings and the log ------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/CollectiveCounter.h"

#include "Messages.h"
#include "Programs.h"
#include "dt/Factories.h"
#include "dt/Log.h"
#include "gtest/gtest.h"

#include <thread>

using namespace dt;

namespace {

const Mesh mesh = {{"x", 2}};

TEST(CollectiveCounterTest, CountsRunsAndRelayouts) {
  DtProgramInfo info = makeInfo();
  info.report = R"({"collectives": [
    {"kind": "all_reduce", "count": 2, "bytes_received": 48,
     "location": "mlp.mlir:10:10"},
    {"kind": "all_gather", "count": 1, "bytes_received": 16,
     "location": "mlp.mlir:12:3"}]})";
  Executable program = Executable::create(info, nullptr);
  DTensor input = distribute_tensor(makeInput(), getRowLayout());
  CollectiveCounter outer;
  {
    CollectiveCounter counter;
    program.run({input});
    program.run_async({input}).get();
    input.redistribute(Layout::replicated(mesh, 2))
        .redistribute(input.layout());
    // Another thread's are its own.
    std::thread([&] { program.run({input}); }).join();
    EXPECT_EQ(counter.total(), 7);
    EXPECT_EQ(counter.total("all_gather"), 3);
    EXPECT_EQ(counter.bytes_received("all_reduce"), 96);
    ASSERT_EQ(counter.counts().size(), 3u);
    EXPECT_EQ(counter.counts()[2],
              (CollectiveCount{"relayout", "", "all_gather", 1, 16}));
    EXPECT_EQ(counter.table(),
              "function  collective  count  bytes  place\n"
              "main      all_reduce      4     96  mlp.mlir:10:10\n"
              "main      all_gather      2     32  mlp.mlir:12:3\n"
              "relayout  all_gather      1     16\n");
    EXPECT_EQ(counter.json().substr(0, 91),
              R"([{"function":"main","place":"mlp.mlir:10:10",)"
              R"("kind":"all_reduce","count":4,"bytes_received")");
  }
  std::vector<CollectiveCount> counts =
      count_collectives([&] { program.run({input}); });
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[1],
            (CollectiveCount{"main", "mlp.mlir:12:3", "all_gather", 1, 16}));
  EXPECT_EQ(outer.total(), 10);
  info.report = "[]";
  EXPECT_EQ(messageOf([&] { Executable::create(info, nullptr); }),
            "the report of 'main' has no collectives");
}

TEST(DrawTest, ShowsWhoHasWhat) {
  Mesh grid = {{"x", 3}, {"y", 2}};
  EXPECT_EQ(draw(Layout({"x", unsharded}, grid), {6, 4}), "     0:4\n"
                                                          "0:2  [0,1]\n"
                                                          "2:4  [2,3]\n"
                                                          "4:6  [4,5]\n");
  EXPECT_EQ(draw(Layout({unsharded, "y", unsharded}, grid), {1, 4, 2}),
            "[0:1, 0:2, 0:2]  [0,2,4]\n"
            "[0:1, 2:4, 0:2]  [1,3,5]\n");
  EXPECT_EQ(messageOf([&] { draw(Layout({"x"}, grid), {6, 4}); }),
            "layout x is for tensors of rank 1, found one of rank 2");
}

TEST(LogTest, HasLevels) {
  std::vector<std::string> lines;
  set_log_sink(
      [&](LogLevel, std::string_view line) { lines.emplace_back(line); });
  LogLevel before = log_level();
  set_log_level(LogLevel::debug);
  Executable program = Executable::create(makeInfo(), nullptr);
  program.run({distribute_tensor(makeInput(), getRowLayout())});
  ones({4}, Layout({"x"}, mesh)).redistribute(Layout({unsharded}, mesh));
  set_log_level(LogLevel::warning);
  program.run({distribute_tensor(makeInput(), getRowLayout())});
  set_log_level(before);
  set_log_sink({});
  std::erase_if(lines, [](const std::string &line) {
    return line.starts_with("made 2 devices");
  });
  EXPECT_EQ(lines,
            (std::vector<std::string>{
                "loaded 'main' for mesh 'x=2', code for native", "run 'main'",
                "relayout of a tensor 4xfloat32 from 'x' to 'unsharded': "
                "all_gather; 8 bytes received"}));
  EXPECT_EQ(messageOf([] { set_log_level(LogLevel(4)); }),
            "there is no level of logging 4");
}

} // namespace
