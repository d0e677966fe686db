//===- Checkpoints.h - Saves and loads as several processes -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_CHECKPOINT_CHECKPOINTS_H
#define DTENSOR_UNIT_CHECKPOINT_CHECKPOINTS_H

#include "dtensor/Checkpoint/LoadCheckpoint.h"
#include "dtensor/Checkpoint/SaveCheckpoint.h"

namespace dtensor {

/// A folder that is removed at the end of a test.
struct TestFolder {
  TestFolder();
  ~TestFolder();
  std::string operator/(const std::string &name) const {
    return path + "/" + name;
  }
  std::string path;
};

/// A whole tensor, and how it lies on the devices of some processes.
struct TestTensor {
  std::string name;
  std::string type;
  std::shared_ptr<HostTensor> whole;
  std::string mesh;
  std::string layout;
};

/// A tensor with bytes that depend on the seed. A bool has 0 and 1.
TestTensor makeTestTensor(std::string name, std::string type,
                          llvm::ArrayRef<int64_t> shape, std::string mesh,
                          std::string layout, uint64_t seed = 1);

/// The text of the error, or nothing.
std::string saveTensors(const std::string &path,
                        const std::vector<TestTensor> &tensors,
                        int64_t numProcesses = 1, SaveOptions options = {},
                        unsigned numThreads = 2);

struct LoadResult {
  std::string error;
  /// By name; joined again from the components of all devices.
  std::map<std::string, HostTensor> tensors;
  /// The bytes that each process has read, and those of its distinct parts.
  std::vector<int64_t> read;
  std::vector<int64_t> needed;
};

/// Loads tensors with the meshes and layouts of `wanted`, whose elements are
/// not looked at.
LoadResult loadTensors(const std::string &path,
                       const std::vector<TestTensor> &wanted,
                       int64_t numProcesses = 1);

/// Whether a load has the bits of these tensors, and has read what is needed.
void expectLoads(const std::string &path, const std::vector<TestTensor> &wanted,
                 int64_t numProcesses = 1);

std::string readTestFile(const std::string &path);
void writeTestFile(const std::string &path, const std::string &contents);

} // namespace dtensor

#endif // DTENSOR_UNIT_CHECKPOINT_CHECKPOINTS_H
