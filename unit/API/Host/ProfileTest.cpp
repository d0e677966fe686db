//===- ProfileTest.cpp - Tests of profiles --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Profile.h"
#include "Messages.h"
#include "Programs.h"
#include "dtensor/Runtime/Profile.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace dt;

namespace {

constexpr int64_t kAdd[] = {0, 0, 24};

/// `addOne` with an event.
void addOneInEvent(DtDevice *device, void **arguments) {
  dt_begin_event(device, kAdd, "math.add\ttest.mlir:3:5\n");
  addOne(device, arguments);
  dt_end_event(device);
}

int64_t count(const std::string &text, const std::string &part) {
  int64_t number = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1))
    ++number;
  return number;
}

std::string getFile(const char *name) {
  return testing::TempDir() + std::to_string(getpid()) + name;
}

std::string read(const std::string &path) {
  std::ifstream file(path);
  std::stringstream contents;
  contents << file.rdbuf();
  return contents.str();
}

DTensor makeArgument() {
  return distribute_tensor(makeInput(), getRowLayout());
}

TEST(ProfileTest, ProgramsWithEventsTakeTheirPlaces) {
  int made = 0;
  DtProgramInfo info = makeInfo(), withEvents = makeInfo(addOneInEvent);
  Executable program = Executable::create(info, nullptr, [&] {
    ++made;
    return Executable::create(withEvents, nullptr);
  });
  DTensor argument = makeArgument();
  program.run({argument});
  EXPECT_EQ(made, 0);
  std::string file = getFile("profile.json");
  {
    Profile profile(file);
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(program.run({argument})[0].full_tensor().elements<float>()[5],
                6);
    program.run_async(std::vector<DTensor>{argument});
    profile.end();
    EXPECT_EQ(made, 1);
    std::string table = profile.table();
    EXPECT_NE(table.find("profile of 'main', 4 runs on 2 devices: "),
              std::string::npos)
        << table;
    EXPECT_NE(table.find("profile of 'relayout', 3 runs on 2 devices: "),
              std::string::npos)
        << table;
    EXPECT_EQ(count(table, "math.add"), 1) << table;
    EXPECT_EQ(count(table, "all_gather"), 1) << table;
    EXPECT_EQ(count(profile.json(), "\"name\":\"math.add\""), 8);
    EXPECT_EQ(read(file), profile.json());
    // Nothing more is recorded.
    program.run({argument});
    EXPECT_EQ(profile.table(), table);
  }
  std::filesystem::remove(file);
  // The next one begins with nothing.
  Profile profile;
  program.run({argument});
  profile.end();
  EXPECT_EQ(made, 1);
  EXPECT_NE(profile.table().find("profile of 1 run on 2 devices: "),
            std::string::npos)
      << profile.table();
}

TEST(ProfileTest, OneTableForEachProgram) {
  DtProgramInfo info = makeInfo(), others = makeInfo(addOneInEvent);
  others.name = "other";
  Executable program = Executable::create(info, nullptr);
  DTensor argument = makeArgument();
  Profile profile;
  program.run({argument});
  {
    // It stays loaded as long as the profile needs it.
    Executable other = Executable::create(others, nullptr);
    other.run({argument});
  }
  program.run({argument});
  profile.end();
  std::string table = profile.table();
  EXPECT_EQ(count(table, "profile of 'main', 2 runs"), 1) << table;
  EXPECT_EQ(count(table, "profile of 'other', 1 run on"), 1) << table;
  EXPECT_EQ(count(profile.table(1), "profile of '"), 1);
  EXPECT_EQ(count(profile.table(1), "profiles of 1 other programs: "), 1);
  EXPECT_EQ(count(profile.json(), "\"run of other\""), 2);
}

TEST(ProfileTest, ContextsHaveProfilesOfTheirOwn) {
  DtProgramInfo info = makeInfo(addOneInEvent);
  Executable program = Executable::create(info, nullptr);
  DTensor argument = makeArgument();
  Context context;
  Profile profile("", context);
  program.run({argument});
  program.run(std::vector<DTensor>{argument}, context);
  profile.end();
  EXPECT_EQ(count(profile.table(), "profile of 1 run on"), 1);
}

TEST(ProfileTest, Misuse) {
  EXPECT_EQ(messageOf([] { Profile profile("/no such folder/p.json"); }),
            "Profile: /no such folder/p.json: No such file or directory");
  Profile profile;
  EXPECT_EQ(messageOf([] { Profile another; }),
            "Profile: required a context without a profile, found one whose "
            "profile is being recorded; end that one before");
  for (bool wantsTable : {true, false})
    EXPECT_EQ(messageOf([&] { wantsTable ? profile.table() : profile.json(); }),
              "Profile: required a profile that has ended, found one that is "
              "being recorded; end() ends it");
  profile.end();
  profile.end();
  EXPECT_EQ(profile.table(), "profile of no runs\n");
  EXPECT_EQ(messageOf([&] { profile.table(-1); }),
            "Profile: required at least 0 rows, found -1");
}

} // namespace
