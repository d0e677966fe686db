//===- Checkpoints.cpp - Saves and loads as several processes -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checkpoints.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <fstream>
#include <random>
#include <sstream>

namespace dtensor {

TestFolder::TestFolder() {
  // In memory, where there is such a folder: a busy disk takes minutes to sync
  // some hundred small files.
  std::string place = llvm::sys::fs::can_write("/dev/shm") ? "/dev/shm/" : "";
  llvm::SmallString<128> made;
  EXPECT_FALSE(
      llvm::sys::fs::createUniqueDirectory(place + "checkpoint", made));
  path = made.str().str();
}

TestFolder::~TestFolder() { llvm::sys::fs::remove_directories(path); }

TestTensor makeTestTensor(std::string name, std::string type,
                          llvm::ArrayRef<int64_t> shape, std::string mesh,
                          std::string layout, uint64_t seed) {
  const StoredType *stored = findStoredType(type);
  HostTensor whole = llvm::cantFail(HostTensor::create(stored->type, shape));
  std::mt19937_64 random(seed);
  for (char &byte : whole.getElements<char>())
    byte = stored->type == ElementType::I1 ? random() & 1 : random();
  return {std::move(name), std::move(type),
          std::make_shared<HostTensor>(std::move(whole)), std::move(mesh),
          std::move(layout)};
}

static Mesh getMesh(const TestTensor &tensor) {
  return tensor.mesh.empty() ? llvm::cantFail(Mesh::create({}))
                             : llvm::cantFail(Mesh::parse(tensor.mesh));
}

static Layout getLayout(const TestTensor &tensor) {
  return llvm::cantFail(Layout::parse(getMesh(tensor), tensor.layout));
}

/// The process of a device, as the runtime deals them out.
static int64_t getProcess(int64_t device, int64_t numDevices,
                          int64_t numProcesses) {
  return ((device + 1) * numProcesses - 1) / numDevices;
}

std::string saveTensors(const std::string &path,
                        const std::vector<TestTensor> &tensors,
                        int64_t numProcesses, SaveOptions options,
                        unsigned numThreads) {
  std::vector<TensorToSave> toSave;
  std::vector<std::map<std::string, Components>> components(numProcesses);
  for (const TestTensor &tensor : tensors) {
    Mesh mesh = getMesh(tensor);
    TensorToSave each{tensor.name,
                      findStoredType(tensor.type),
                      llvm::SmallVector<int64_t>(tensor.whole->getShape()),
                      mesh,
                      getLayout(tensor),
                      {}};
    for (int64_t device = 0; device < mesh.getNumDevices(); ++device)
      each.processes.push_back(
          getProcess(device, mesh.getNumDevices(), numProcesses));
    for (int64_t rank = 0; rank < numProcesses; ++rank) {
      llvm::SmallVector<int64_t> own;
      for (int64_t device = 0; device < mesh.getNumDevices(); ++device)
        if (each.processes[device] == rank)
          own.push_back(device);
      components[rank][tensor.name] = llvm::cantFail(
          splitIntoComponents(mesh, each.layout, tensor.whole, own));
    }
    toSave.push_back(std::move(each));
  }
  std::vector<std::unique_ptr<CheckpointSave>> saves;
  for (int64_t rank = 0; rank < numProcesses; ++rank) {
    llvm::Expected<SavePlan> plan = planSave(toSave, options);
    if (!plan)
      return llvm::toString(plan.takeError());
    saves.push_back(std::make_unique<CheckpointSave>(
        path, std::move(*plan), std::move(components[rank]), rank, numProcesses,
        numThreads));
  }
  if (numProcesses == 1) {
    llvm::Error error = saves[0]->run();
    return error ? llvm::toString(std::move(error)) : "";
  }
  for (auto step : {&CheckpointSave::begin, &CheckpointSave::makeFiles,
                    &CheckpointSave::write, &CheckpointSave::commit})
    for (auto &save : saves)
      if (llvm::Error error = ((*save).*step)())
        return llvm::toString(std::move(error));
  return "";
}

LoadResult loadTensors(const std::string &path,
                       const std::vector<TestTensor> &wanted,
                       int64_t numProcesses) {
  LoadResult result;
  llvm::Expected<CheckpointIndex> index = readIndex(path);
  if (!index) {
    result.error = llvm::toString(index.takeError());
    return result;
  }
  std::vector<std::unique_ptr<CheckpointLoad>> loads;
  // By rank and name: the distinct parts, by the texts of their boxes.
  std::vector<std::map<std::string, std::vector<NeededBox>>> needed(
      numProcesses);
  std::vector<std::shared_ptr<HostTensor>> memory;
  for (int64_t rank = 0; rank < numProcesses; ++rank) {
    std::vector<NeededTensor> tensors;
    int64_t bytes = 0;
    for (const TestTensor &tensor : wanted) {
      Mesh mesh = getMesh(tensor);
      Layout layout = getLayout(tensor);
      NeededTensor each{tensor.name, {}};
      for (int64_t device = 0; device < mesh.getNumDevices(); ++device) {
        Box box = layout.getOwnedBox(mesh, tensor.whole->getShape(), device);
        int64_t process =
            getProcess(device, mesh.getNumDevices(), numProcesses);
        auto known = llvm::find_if(each.boxes, [&](const NeededBox &other) {
          return other.box == box;
        });
        if (known == each.boxes.end())
          known = each.boxes.insert(known, NeededBox{box, nullptr, {}});
        if (!llvm::is_contained(known->readers, process))
          known->readers.push_back(process);
        if (process == rank && !known->data) {
          auto part =
              std::make_shared<HostTensor>(llvm::cantFail(HostTensor::create(
                  findStoredType(tensor.type)->type, getBoxShape(box))));
          known->data = part->getData();
          bytes += part->getNumBytes();
          memory.push_back(std::move(part));
        }
      }
      needed[rank][tensor.name] = each.boxes;
      tensors.push_back(std::move(each));
    }
    loads.push_back(
        std::make_unique<CheckpointLoad>(*index, std::move(tensors), 2));
    if (llvm::Error error = loads.back()->read()) {
      result.error = llvm::toString(std::move(error));
      return result;
    }
    result.read.push_back(loads.back()->getNumBytes());
    result.needed.push_back(bytes);
  }
  std::vector<llvm::ArrayRef<uint64_t>> checksums;
  for (auto &load : loads)
    checksums.push_back(load->getChecksums());
  for (auto &load : loads)
    if (llvm::Error error = load->check(checksums)) {
      result.error = llvm::toString(std::move(error));
      return result;
    }
  for (const TestTensor &tensor : wanted) {
    HostTensor whole = llvm::cantFail(HostTensor::create(
        findStoredType(tensor.type)->type, tensor.whole->getShape()));
    for (int64_t rank = 0; rank < numProcesses; ++rank)
      for (const NeededBox &box : needed[rank][tensor.name])
        if (box.data)
          place(HostTensor::borrow(whole.getElementType(), getBoxShape(box.box),
                                   box.data, nullptr),
                box.box, whole);
    result.tensors.emplace(tensor.name, std::move(whole));
  }
  return result;
}

void expectLoads(const std::string &path, const std::vector<TestTensor> &wanted,
                 int64_t numProcesses) {
  LoadResult result = loadTensors(path, wanted, numProcesses);
  ASSERT_EQ(result.error, "");
  for (const TestTensor &tensor : wanted)
    EXPECT_EQ(result.tensors.at(tensor.name).getBytes(),
              tensor.whole->getBytes())
        << tensor.name << " of " << tensor.mesh << " " << tensor.layout;
  // Nothing but what is needed; the issue allows a twentieth more.
  EXPECT_EQ(result.read, result.needed);
}

std::string readTestFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::ostringstream contents;
  contents << file.rdbuf();
  return contents.str();
}

void writeTestFile(const std::string &path, const std::string &contents) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << contents;
  file.close();
  EXPECT_TRUE(file) << path;
}

} // namespace dtensor
