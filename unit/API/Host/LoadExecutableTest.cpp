//===- LoadExecutableTest.cpp - Programs in files -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Executable.h"

#include "Messages.h"
#include "Programs.h"
#include "gtest/gtest.h"

#include <elf.h>
#include <filesystem>
#include <fstream>

using namespace dt;

namespace {

/// The library of LoadedProgram.cpp, and changed copies of it.
class LoadExecutableTest : public testing::Test {
protected:
  std::string contents = [] {
    std::ifstream file(LOADED_PROGRAM, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  std::string path;

  LoadExecutableTest() {
    // A name of its own: LLVM's build flags keep a library loaded,
    // and the loader would give the same one.
    const testing::TestInfo *test =
        testing::UnitTest::GetInstance()->current_test_info();
    path = testing::TempDir() + "program-" + test->name() + "-" +
           std::to_string(getpid()) + ".so";
  }
  ~LoadExecutableTest() override { std::filesystem::remove(path); }

  std::string loadError(const std::string &changed) {
    std::ofstream(path, std::ios::binary) << changed;
    return messageOf([&] { Executable::load(path); });
  }
};

TEST_F(LoadExecutableTest, RunsAProgram) {
  Executable program = Executable::load(LOADED_PROGRAM);
  EXPECT_EQ(program.name(), "main");
  DTensor input = distribute_tensor(makeInput(), getRowLayout());
  EXPECT_EQ(program.run({input})[0].full_tensor().str(),
            "[[1 2]\n [3 4]\n [5 6]]");
  // A second one, after the first has gone.
  program = Executable::create(makeInfo(), nullptr);
  program = Executable::load(LOADED_PROGRAM);
  EXPECT_EQ(program.run({input})[0].full_tensor().str(),
            "[[1 2]\n [3 4]\n [5 6]]");
}

TEST_F(LoadExecutableTest, RefusesOtherFiles) {
  EXPECT_EQ(messageOf([] { Executable::load("/nowhere/program.so"); }),
            "'/nowhere/program.so': No such file or directory");
  EXPECT_EQ(messageOf([] { Executable::load("/"); }), "'/': required a file");
  std::string other = "'" + path +
                      "': required a shared library of "
                      "dtensor-compile, found another file";
  EXPECT_EQ(loadError(""), other);
  EXPECT_EQ(loadError("module {}"), other);
  EXPECT_EQ(loadError(contents.substr(0, 40)), other);
  std::string changed = contents;
  reinterpret_cast<Elf64_Ehdr *>(changed.data())->e_type = ET_REL;
  EXPECT_EQ(loadError(changed), other);
  changed = contents;
  reinterpret_cast<Elf64_Ehdr *>(changed.data())->e_machine = EM_RISCV;
  EXPECT_NE(loadError(changed).find("found one for machine 243"),
            std::string::npos);
}

TEST_F(LoadExecutableTest, SeesWhereAFileIsCutShort) {
  // No process ends at any length.
  for (size_t size = 64; size < contents.size();
       size += contents.size() / 23 + 1) {
    std::string message = loadError(contents.substr(0, size));
    EXPECT_NE(message.find("the file is cut short"), std::string::npos)
        << size << ": " << message;
  }
}

TEST_F(LoadExecutableTest, NeedsAProgram) {
  std::string changed = contents;
  for (size_t at = 0;
       (at = changed.find("dt_program", at)) != std::string::npos;)
    changed[at] = 'x';
  EXPECT_EQ(loadError(changed),
            "'" + path +
                "': required a library of dtensor-compile, found one "
                "without the symbol dt_program");
}

} // namespace
