//===- MemoryTest.cpp - The memory that saves and loads take --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checkpoints.h"

#include "gtest/gtest.h"
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace dtensor;

/// A number of bytes of /proc/self/status.
static int64_t getStatus(const std::string &key) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.substr(0, key.size() + 1) == key + ":")
      return std::stoll(line.substr(key.size() + 1)) << 10;
  return -1;
}

/// The most bytes of memory that a process takes beside those that it had.
static int64_t measure(const std::function<void()> &run) {
  int pipes[2];
  EXPECT_EQ(pipe(pipes), 0);
  pid_t child = fork();
  if (child == 0) {
    int64_t before = getStatus("VmRSS");
    run();
    int64_t more = getStatus("VmHWM") - before;
    _exit(write(pipes[1], &more, sizeof(more)) != sizeof(more));
  }
  close(pipes[1]);
  int64_t more = -1;
  EXPECT_EQ(read(pipes[0], &more, sizeof(more)),
            static_cast<ssize_t>(sizeof(more)));
  close(pipes[0]);
  int status;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return more;
}

TEST(Memory, BesideTheTensors) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  constexpr int64_t kMost = 64 << 20;
  TestFolder folder;
  std::string path = folder / "saved";
  // Long runs, and those of 16 bytes.
  TestTensor tensor =
      makeTestTensor("w", "float32", {1 << 22, 16}, "x=4", "x,unsharded");
  int64_t bytes = tensor.whole->getNumBytes();
  Mesh mesh = llvm::cantFail(Mesh::parse(tensor.mesh));
  Layout byRows = llvm::cantFail(Layout::parse(mesh, "x,unsharded"));
  // The parts are there before.
  TensorToSave toSave{"w",           findStoredType("float32"),
                      {1 << 22, 16}, mesh,
                      byRows,        {0, 0, 0, 0}};
  Components parts = llvm::cantFail(
      splitIntoComponents(mesh, byRows, tensor.whole, {0, 1, 2, 3}));
  int64_t ofSave = measure([&] {
    CheckpointSave save(path, llvm::cantFail(planSave({toSave}, {})),
                        {{"w", parts}}, 0, 1, 4);
    if (llvm::errorToBool(save.run()))
      _exit(1);
  });
  EXPECT_LE(ofSave, kMost);
  RecordProperty("save", std::to_string(ofSave));
  for (const char *layout : {"x,unsharded", "unsharded,x"}) {
    int64_t ofLoad = measure([&] {
      Layout wanted = llvm::cantFail(Layout::parse(mesh, layout));
      NeededTensor needed{"w", {}};
      std::vector<HostTensor> memory;
      for (int64_t device = 0; device < 4; ++device) {
        Box box = wanted.getOwnedBox(mesh, toSave.shape, device);
        memory.push_back(llvm::cantFail(HostTensor::createUninitialized(
            ElementType::F32, getBoxShape(box))));
        needed.boxes.push_back({box, memory.back().getData(), {0}});
      }
      CheckpointIndex index = llvm::cantFail(readIndex(path));
      CheckpointLoad load(index, {needed}, 4);
      if (llvm::errorToBool(load.read()) ||
          llvm::errorToBool(load.check({load.getChecksums()})))
        _exit(1);
    });
    EXPECT_GE(ofLoad, bytes);
    EXPECT_LE(ofLoad - bytes, kMost) << layout;
    RecordProperty(std::string("load ") + layout,
                   std::to_string(ofLoad - bytes));
  }
}
