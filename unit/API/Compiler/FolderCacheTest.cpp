//===- FolderCacheTest.cpp - Tests of the cache in a folder ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Compiler.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dt;
namespace fs = std::filesystem;

namespace {

constexpr const char *kProgram = R"(
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = stablehlo.add %x, %x : tensor<8xf32>
  return %y : tensor<8xf32>
})";

/// Uses of the cache by processes of their own, since this process remembers
/// programs.
class FolderCacheTest : public testing::Test {
protected:
  FolderCacheTest() {
    std::string pattern = fs::temp_directory_path() / "dtensor-cache-XXXXXX";
    root = mkdtemp(pattern.data());
    folder = root / "cache";
  }
  ~FolderCacheTest() override { fs::remove_all(root); }

  enum Outcome { kWrong, kCompiled, kFound, kWarned };

  /// Compiles and runs the program in a new process. `prepare` is called there
  /// before.
  Outcome run(void (*prepare)() = [] {}) {
    pid_t child = start(prepare);
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? Outcome(WEXITSTATUS(status)) : kWrong;
  }

  pid_t start(void (*prepare)()) {
    pid_t child = fork();
    if (child == 0) {
      prepare();
      _exit(use());
    }
    return child;
  }

  std::vector<fs::path> listFiles() {
    std::vector<fs::path> files;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder))
      files.push_back(entry.path());
    return files;
  }

  std::string readFile() {
    std::ifstream file(listFiles().at(0), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void writeFile(const std::string &bytes) {
    std::ofstream(listFiles().at(0), std::ios::binary) << bytes;
  }

  /// A file with these contents behind their hash, as the library writes it.
  void writeHashed(const std::string &contents) {
    std::ofstream(root / "contents", std::ios::binary) << contents;
    std::string command = "sha256sum " + (root / "contents").string();
    FILE *pipe = popen(command.c_str(), "r");
    std::string hash;
    for (int i = 0; i < 32; ++i) {
      unsigned byte = 0;
      ASSERT_EQ(fscanf(pipe, "%2x", &byte), 1);
      hash.push_back(static_cast<char>(byte));
    }
    pclose(pipe);
    writeFile(hash + contents);
  }

  fs::path root, folder;

private:
  Outcome use() {
    CompileOptions options;
    options.cache_folder = folder;
    bool warned = false;
    options.warn = [&](const std::string &) { warned = true; };
    try {
      Executable program = compile(kProgram, options);
      std::vector<DTensor> arguments = {
          distribute_tensor(Tensor::from<float>({0, 1, 2, 3, 4, 5, 6, 7}, {8}),
                            program.arguments()[0].layout)};
      Tensor result = program.run(arguments)[0].numpy();
      if (!result.equals(Tensor::from<float>({0, 2, 4, 6, 8, 10, 12, 14}, {8})))
        return kWrong;
    } catch (const Error &) {
      return kWrong;
    }
    return warned                             ? kWarned
           : compile_counts().found_in_folder ? kFound
                                              : kCompiled;
  }
};

TEST_F(FolderCacheTest, AnotherProcessFindsTheProgram) {
  EXPECT_EQ(run(), kCompiled);
  EXPECT_EQ(run(), kFound);
  struct stat status;
  ASSERT_EQ(stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  EXPECT_EQ(listFiles().size(), 1u);
}

TEST_F(FolderCacheTest, DamagedFilesAreMadeAnew) {
  ASSERT_EQ(run(), kCompiled);
  const std::string intact = readFile();
  // The hash, the sizes and texts before the code, the code, and the last byte.
  for (size_t position : {size_t(0), size_t(31), size_t(32), size_t(45),
                          size_t(120), intact.size() / 2, intact.size() - 1}) {
    std::string damaged = intact;
    damaged[position] ^= 1;
    writeFile(damaged);
    EXPECT_EQ(run(), kCompiled) << position;
    EXPECT_EQ(run(), kFound) << position;
  }
  for (size_t length : {size_t(0), size_t(20), size_t(40), intact.size() - 1}) {
    writeFile(intact.substr(0, length));
    EXPECT_EQ(run(), kCompiled) << length;
    EXPECT_EQ(run(), kFound) << length;
  }
  writeFile(intact + "more");
  EXPECT_EQ(run(), kCompiled);
  writeFile("something else");
  EXPECT_EQ(run(), kCompiled);
}

TEST_F(FolderCacheTest, AFileOfAnotherBuildIsNotUsed) {
  ASSERT_EQ(run(), kCompiled);
  // Behind the hash there are the size of the build's name, and the name.
  const std::string contents = readFile().substr(32);
  writeHashed(contents);
  EXPECT_EQ(run(), kFound);
  std::string other = contents;
  size_t version = other.find(",abi");
  ASSERT_NE(version, std::string::npos);
  for (size_t position : {size_t(8), version + 4}) {
    other = contents;
    other[position] ^= 1;
    writeHashed(other);
    EXPECT_EQ(run(), kCompiled) << position;
    EXPECT_EQ(run(), kFound) << position;
  }
  // Nor is the file of another program, whatever its name is.
  other = contents;
  other[version + 5 + 8] ^= 1;
  writeHashed(other);
  EXPECT_EQ(run(), kCompiled);
}

TEST_F(FolderCacheTest, AFolderThatOthersCanUseIsNotUsed) {
  fs::create_directory(folder);
  for (mode_t mode : {0755, 0710, 0702}) {
    chmod(folder.c_str(), mode);
    EXPECT_EQ(run(), kWarned);
    EXPECT_TRUE(listFiles().empty());
  }
  chmod(folder.c_str(), 0700);
  EXPECT_EQ(run(), kCompiled);
  fs::path real = folder;
  folder = root / "link";
  fs::create_directory_symlink(real, folder);
  EXPECT_EQ(run(), kWarned);
}

TEST_F(FolderCacheTest, AFolderOfAnotherUserIsNotUsed) {
  fs::create_directory(folder);
  chmod(folder.c_str(), 0700);
  if (chown(folder.c_str(), 12345, static_cast<gid_t>(-1)) != 0)
    GTEST_SKIP() << "needs the right to give a folder away";
  EXPECT_EQ(run(), kWarned);
}

TEST_F(FolderCacheTest, WithoutSpaceNothingIsLeft) {
  EXPECT_EQ(run([] {
              signal(SIGXFSZ, SIG_IGN);
              // OpenMP's library makes a file of 1024 bytes in shared memory.
              // If that fails, the file stays there without its bytes, and a
              // later process of the same number ends with SIGBUS.
              rlimit limit{1024, 1024};
              setrlimit(RLIMIT_FSIZE, &limit);
            }),
            kWarned);
  EXPECT_TRUE(listFiles().empty());
  EXPECT_EQ(run(), kCompiled);
}

TEST_F(FolderCacheTest, ManyProcesses) {
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i)
    children.push_back(start([] {}));
  for (pid_t child : children) {
    int status;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_TRUE(WEXITSTATUS(status) == kCompiled ||
                WEXITSTATUS(status) == kFound);
  }
  EXPECT_EQ(listFiles().size(), 1u);
}

TEST_F(FolderCacheTest, TheOldestAreRemoved) {
  EXPECT_EQ(run([] { setenv("DTENSOR_CACHE_BYTES", "100", 1); }), kCompiled);
  EXPECT_TRUE(listFiles().empty());
}

} // namespace
