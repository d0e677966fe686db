//===- checkpoint-benchmark.cpp - Checkpoints beside dd -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: checkpoint-benchmark FOLDER [MIB [ROUNDS]]
// Saves and loads tensors of MIB MiB in FOLDER, and has `dd` write and read as
// many bytes, in turns. A checkpoint of N files is compared with N programs
// `dd` that run at once. Prints bytes a second, and our rates divided by those
// of dd: that of the best rounds, and the median of the rounds. dd writes what
// we write, as zeros are faster on some disks. Then it loads columns of a
// matrix that was saved by rows, and prints what the disk has read.

#include "dtensor/Checkpoint/LoadCheckpoint.h"
#include "dtensor/Checkpoint/RunTasks.h"
#include "dtensor/Checkpoint/SaveCheckpoint.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dtensor;

static double getSeconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

static void require(bool isTrue, const std::string &what) {
  if (isTrue)
    return;
  std::fprintf(stderr, "error: %s\n", what.c_str());
  std::exit(1);
}

static void require(llvm::Error error) {
  if (error)
    require(false, llvm::toString(std::move(error)));
}

/// Seconds that some programs take which run at once.
static double runAtOnce(const std::vector<std::vector<std::string>> &commands) {
  double start = getSeconds();
  std::vector<pid_t> children;
  for (const std::vector<std::string> &command : commands) {
    pid_t child = fork();
    if (child == 0) {
      std::vector<char *> words;
      for (const std::string &word : command)
        words.push_back(const_cast<char *>(word.c_str()));
      words.push_back(nullptr);
      execvp(words[0], words.data());
      _exit(127);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    require(status == 0, commands.front().front() + " failed");
  }
  return getSeconds() - start;
}

namespace {

/// How dd reads or writes. Loads and saves have no such ways.
struct Way {
  const char *name;
  bool isWrite;
  /// Whether the system has forgotten what it knows of the files.
  bool isCold;
  std::vector<std::string> words;
};

class Benchmark {
public:
  Benchmark(std::string folder, int64_t bytes, int64_t numFiles,
            int64_t numTensors)
      : folder(std::move(folder)), bytes(bytes), numFiles(numFiles) {
    mesh = llvm::cantFail(Mesh::parse("x=" + std::to_string(numFiles)));
    layout = llvm::cantFail(Layout::parse(mesh, "x"));
    for (int64_t i = 0; i < numTensors; ++i) {
      std::shared_ptr<HostTensor> whole =
          std::make_shared<HostTensor>(llvm::cantFail(
              HostTensor::create(ElementType::F32, {bytes / 4 / numTensors})));
      uint64_t state = i;
      for (uint64_t &word :
           llvm::MutableArrayRef(reinterpret_cast<uint64_t *>(whole->getData()),
                                 whole->getNumBytes() / 8))
        word = state += 0x9e3779b97f4a7c15;
      wholes.push_back(std::move(whole));
    }
    makeMemory();
    source = memfd_create("source", 0);
    require(source >= 0, "there is no memory for what dd writes");
    for (const std::shared_ptr<HostTensor> &whole : wholes)
      for (int64_t done = 0; done < whole->getNumBytes();) {
        ssize_t count =
            write(source, whole->getData() + done, whole->getNumBytes() - done);
        require(count > 0, "there is no memory for what dd writes");
        done += count;
      }
  }
  Benchmark(const Benchmark &) = delete;
  ~Benchmark() { close(source); }

  void run(const Way &way, int rounds) {
    std::vector<double> ours, dds, ratios;
    // One round more, which does not count: nothing is new in the others.
    for (int round = -1; round < rounds; ++round) {
      double our = way.isWrite ? save() : load(way.isCold);
      double dd = runDD(way);
      if (round < 0)
        continue;
      ours.push_back(our);
      dds.push_back(dd);
      ratios.push_back(dd / our);
    }
    llvm::sort(ratios);
    double best = *llvm::min_element(ours), bestDD = *llvm::min_element(dds);
    std::printf(
        "%lld %s of %lld MiB, %s: %.2f GB/s, dd %.2f GB/s, ratio %.2f, "
        "median %.2f\n",
        static_cast<long long>(numFiles), numFiles == 1 ? "file" : "files",
        static_cast<long long>(bytes >> 20), way.name, bytes / best / 1e9,
        bytes / bestDD / 1e9, bestDD / best, ratios[ratios.size() / 2]);
    std::fflush(stdout);
  }

  static void forget(const std::string &path) {
    int file = open(path.c_str(), O_RDONLY);
    require(file >= 0, "'" + path + "' is not there");
    (void)posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    close(file);
  }

private:
  std::string getSaved() const { return folder + "/saved"; }
  std::string getDDFile(int64_t i) const {
    return folder + "/dd-" + std::to_string(i);
  }

  /// Memory for loads. As that of dd, it has been used before: in a virtual
  /// machine, the first use may take longer than the disk.
  void makeMemory() {
    for (auto [i, whole] : llvm::enumerate(wholes)) {
      NeededTensor tensor =
          planLoad(std::to_string(i), whole->getShape(), mesh, layout,
                   llvm::SmallVector<int64_t>(numFiles, 0));
      for (NeededBox &box : tensor.boxes) {
        memory.push_back(llvm::cantFail(
            HostTensor::create(ElementType::F32, getBoxShape(box.box))));
        box.data = memory.back().getData();
      }
      needed.push_back(std::move(tensor));
    }
  }

  double save() {
    std::filesystem::remove_all(getSaved());
    std::vector<TensorToSave> tensors;
    std::map<std::string, Components> components;
    llvm::SmallVector<int64_t> devices;
    for (int64_t device = 0; device < numFiles; ++device)
      devices.push_back(device);
    for (auto [i, whole] : llvm::enumerate(wholes)) {
      std::string name = std::to_string(i);
      tensors.push_back({name, &getStoredType(ElementType::F32, false),
                         llvm::SmallVector<int64_t>(whole->getShape()), mesh,
                         layout, llvm::SmallVector<int64_t>(numFiles, 0)});
      components.emplace(name, llvm::cantFail(splitIntoComponents(
                                   mesh, layout, whole, devices)));
    }
    double start = getSeconds();
    llvm::Expected<SavePlan> plan = planSave(tensors, {});
    require(plan.takeError());
    require(CheckpointSave(getSaved(), std::move(*plan), std::move(components),
                           0, 1, getNumFileThreads())
                .run());
    return getSeconds() - start;
  }

  double load(bool isCold) {
    if (isCold)
      for (auto &file : std::filesystem::directory_iterator(getSaved()))
        forget(file.path());
    double start = getSeconds();
    CheckpointIndex index = llvm::cantFail(readIndex(getSaved()));
    CheckpointLoad load(index, needed, getNumFileThreads());
    require(load.read());
    require(load.check({load.getChecksums()}));
    return getSeconds() - start;
  }

  double runDD(const Way &way) {
    std::vector<std::vector<std::string>> commands;
    for (int64_t i = 0; i < numFiles; ++i) {
      std::string path = getDDFile(i);
      int64_t each = bytes / numFiles;
      std::vector<std::string> command = {"dd", "status=none"};
      if (way.isWrite) {
        std::filesystem::remove(path);
        command.push_back("if=/dev/fd/" + std::to_string(source));
        command.push_back("of=" + path);
      } else {
        if (way.isCold)
          forget(path);
        command.push_back("if=" + path);
        command.push_back("of=/dev/null");
      }
      std::string block = "1048576";
      for (const std::string &word : way.words)
        if (word == "whole")
          block = std::to_string(each);
        else
          command.push_back(word);
      command.push_back("bs=" + block);
      command.push_back("count=" + std::to_string(each / std::stoll(block)));
      commands.push_back(std::move(command));
    }
    return runAtOnce(commands);
  }

  std::string folder;
  int64_t bytes;
  int64_t numFiles;
  Mesh mesh = llvm::cantFail(Mesh::create({}));
  Layout layout;
  std::vector<std::shared_ptr<HostTensor>> wholes;
  std::vector<HostTensor> memory;
  std::vector<NeededTensor> needed;
  /// A file in memory with the bytes of all tensors.
  int source;
};

/// The bytes that this process has had read from disks.
int64_t getBytesFromDisks() {
  std::ifstream file("/proc/self/io");
  for (std::string key; file >> key;)
    if (int64_t value; key == "read_bytes:" && file >> value)
      return value;
  return 0;
}

/// Saves a matrix by rows, and loads a quarter of its columns, of which each
/// row has `runBytes` bytes.
void measureColumns(const std::string &folder, int64_t bytes,
                    int64_t runBytes) {
  Mesh mesh = llvm::cantFail(Mesh::parse("x=4"));
  Layout rows = llvm::cantFail(Layout::parse(mesh, "x,unsharded"));
  Layout columns = llvm::cantFail(Layout::parse(mesh, "unsharded,x"));
  llvm::SmallVector<int64_t> shape = {bytes / 4 / runBytes, 4 * runBytes};
  auto whole = std::make_shared<HostTensor>(
      llvm::cantFail(HostTensor::create(ElementType::I8, shape)));
  std::string path = folder + "/columns";
  TensorToSave tensor{"w",   &getStoredType(ElementType::I8, false),
                      shape, mesh,
                      rows,  {0, 0, 0, 0}};
  require(CheckpointSave(path, llvm::cantFail(planSave({tensor}, {})),
                         {{"w", llvm::cantFail(splitIntoComponents(
                                    mesh, rows, whole, {0, 1, 2, 3}))}},
                         0, 1, getNumFileThreads())
              .run());
  for (auto &file : std::filesystem::directory_iterator(path))
    Benchmark::forget(file.path());
  // The first device is one of this process.
  NeededTensor needed = planLoad("w", shape, mesh, columns, {0, 1, 1, 1});
  HostTensor part = llvm::cantFail(HostTensor::createUninitialized(
      ElementType::I8, getBoxShape(needed.boxes[0].box)));
  needed.boxes[0].data = part.getData();
  CheckpointIndex index = llvm::cantFail(readIndex(path));
  int64_t before = getBytesFromDisks();
  CheckpointLoad load(index, {needed}, getNumFileThreads());
  require(load.read());
  std::printf("a quarter of the columns, %lld KiB of each row: %.3f bytes read "
              "from the disk for each that is needed\n",
              static_cast<long long>(runBytes >> 10),
              double(getBytesFromDisks() - before) / part.getNumBytes());
}

} // namespace

int main(int argc, char **argv) {
  require(argc >= 2 && argc <= 4 && argv[1][0] != '-',
          "usage: checkpoint-benchmark FOLDER [MIB [ROUNDS]]");
  std::string folder = argv[1] + std::string("/checkpoint-benchmark");
  int64_t mib = argc > 2 ? std::atoll(argv[2]) : 512;
  int rounds = argc > 3 ? std::atoi(argv[3]) : 5;
  require(mib > 0 && mib % 4 == 0 && rounds > 0,
          "required a multiple of 4 MiB, and rounds");
  std::filesystem::create_directories(folder);
  for (int64_t numFiles : {1, 2, 4}) {
    Benchmark benchmark(folder, mib << 20, numFiles, numFiles == 2 ? 64 : 4);
    const Way ways[] = {
        {"write, dd conv=fsync", true, false, {"conv=fsync"}},
        {"write, dd oflag=direct conv=fsync",
         true,
         false,
         {"oflag=direct", "conv=fsync"}},
        {"read from the disk, dd", false, true, {}},
        {"read from the disk, dd iflag=direct", false, true, {"iflag=direct"}},
        {"read from the page cache, dd", false, false, {}},
        {"read from the page cache, dd bs=all of it", false, false, {"whole"}},
    };
    for (const Way &way : ways)
      benchmark.run(way, rounds);
  }
  for (int64_t runBytes : {4 << 10, 64 << 10, 1 << 20})
    measureColumns(folder, mib << 20, runBytes);
  std::filesystem::remove_all(folder);
  return 0;
}
