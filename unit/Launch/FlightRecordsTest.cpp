//===- FlightRecordsTest.cpp - Tests of flight records --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/FlightRecords.h"
#include "dtensor/Runtime/ABI.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <functional>
#include <random>
#include <thread>

using namespace dtensor;

namespace {

/// All devices get a sum along dimension x of a mesh x=2,y=2, or along both.
constexpr int64_t kSumAlongX[] = {1, DT_F32, DT_ADD, 1, 0, 1, 0, 1, 0, 0};
constexpr int64_t kSumAlongY[] = {1, DT_F32, DT_ADD, 1, 0, 2, 0, 2, 0, 0};
constexpr int64_t kSum[] = {1, DT_F32, DT_ADD, 1, 0, 3, 0, 3, 0, 0};

void sum(DtDevice *device, const int64_t *site, const char *where,
         int64_t extent = 3) {
  float source[8] = {}, destination[8];
  int64_t from[] = {int64_t(source), int64_t(source), 0, extent, 1};
  int64_t to[] = {int64_t(destination), int64_t(destination), 0, extent, 1};
  dt_collective(device, site, where, reinterpret_cast<DtMemRef *>(from),
                reinterpret_cast<DtMemRef *>(to), &extent);
}

class FlightRecordsTest : public testing::Test {
protected:
  using Body = std::function<void(DtDevice *, int64_t device)>;

  void SetUp() override {
    ASSERT_FALSE(
        llvm::sys::fs::createUniqueDirectory("flight-records", folder));
    int64_t sizes[] = {2, 2};
    context = dt_context_create(2, sizes, 4);
    dt_set_flight_records(context, folder.c_str());
  }
  void TearDown() override {
    dt_context_destroy(context);
    llvm::sys::fs::remove_directories(folder);
  }

  int run(const Body &body) {
    auto program = [](DtDevice *device, void **arguments) {
      int64_t index = 2 * dt_coordinate(device, 0) + dt_coordinate(device, 1);
      (*static_cast<const Body *>(arguments[0]))(device, index);
    };
    void *argument = const_cast<Body *>(&body);
    void **arguments[] = {&argument, &argument, &argument, &argument};
    return dt_run(context, program, arguments);
  }

  std::string getFile() { return (folder + "/process-0.flight").str(); }
  std::string readFile() {
    auto buffer = llvm::MemoryBuffer::getFile(getFile());
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  void writeFile(llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream os(getFile(), error);
    os << text;
  }

  std::string print() {
    llvm::Expected<FlightRecords> records = FlightRecords::read(folder);
    if (!records)
      return llvm::toString(records.takeError());
    std::string text;
    llvm::raw_string_ostream os(text);
    records->print(os);
    return text;
  }
  /// What is printed after the error.
  std::string printDifference() {
    std::string text = print();
    size_t start = text.find("devices ", text.find("process 0"));
    return start == std::string::npos ? text : text.substr(start);
  }

  llvm::SmallString<128> folder;
  DtContext *context = nullptr;
};

TEST_F(FlightRecordsTest, NothingWithoutAnError) {
  EXPECT_EQ(run([](DtDevice *device, int64_t) { sum(device, kSum, "a:1"); }),
            0);
  EXPECT_FALSE(llvm::sys::fs::exists(getFile()));
  EXPECT_EQ(print(), "'" + folder.str().str() +
                         "': required a folder with flight records "
                         "(process-0.flight), found none");
}

TEST_F(FlightRecordsTest, DifferentPlaces) {
  EXPECT_EQ(run([](DtDevice *device, int64_t index) {
              for (int i = 0; i < 10; ++i)
                sum(device, kSum, "model.mlir:4:8");
              if (index != 2)
                sum(device, kSum, "model.mlir:7:8");
              else
                sum(device, kSumAlongX, "model.mlir:9:8");
            }),
            1);
  EXPECT_EQ(printDifference(),
            "devices 0 and 2 differ first here:\n"
            "  device 0 (process 0): all_reduce 11 of f32 [3] at "
            "model.mlir:7:8, begun and not ended\n"
            "  device 2 (process 0): all_reduce 11 of f32 [3] at "
            "model.mlir:9:8, begun and not ended\n"
            "the last one at which they agree: all_reduce 10 of f32 [3] at "
            "model.mlir:4:8\n");
}

/// The device that is at another place has come there later than others ended.
TEST_F(FlightRecordsTest, OrderDiffers) {
  run([](DtDevice *device, int64_t index) {
    for (int i = 0; i < 200; ++i)
      sum(device, kSum, "a.mlir:1:1");
    sum(device, index < 2 ? kSumAlongX : kSumAlongY, "a.mlir:2:1");
    sum(device, kSum, "a.mlir:3:1");
  });
  EXPECT_EQ(printDifference(),
            "devices 0 and 2 differ first here:\n"
            "  device 0 (process 0): all_reduce 201 of f32 [3] at a.mlir:2:1, "
            "begun and not ended\n"
            "  device 2 (process 0): all_reduce 202 of f32 [3] at a.mlir:3:1, "
            "begun and not ended\n"
            "the last one at which they agree: all_reduce 200 of f32 [3] at "
            "a.mlir:1:1\n");
}

TEST_F(FlightRecordsTest, ExtentsDiffer) {
  // In one process, the error is that of the device that finds it.
  run([](DtDevice *device, int64_t index) {
    sum(device, kSum, "a.mlir:1:1", index == 3 ? 4 : 3);
    dt_fail(device, "stop", "a.mlir:2:1");
  });
  std::string text = printDifference();
  EXPECT_NE(text.find("device 3 (process 0): all_reduce 1 of f32 [4]"),
            std::string::npos)
      << text;
}

TEST_F(FlightRecordsTest, DeviceEndsEarly) {
  run([](DtDevice *device, int64_t index) {
    sum(device, kSum, "a.mlir:1:1");
    if (index != 1)
      sum(device, kSum, "a.mlir:2:1");
  });
  EXPECT_EQ(print().find("flight records of 4 of 4 devices, of 1 process\n"
                         "process 0 (host "),
            0u);
  EXPECT_EQ(printDifference(),
            "devices 0 and 1 differ first here:\n"
            "  device 0 (process 0): all_reduce 2 of f32 [3] at a.mlir:2:1, "
            "begun and not ended\n"
            "  device 1 (process 0): the end of the program\n"
            "the last one at which they agree: all_reduce 1 of f32 [3] at "
            "a.mlir:1:1\n");
}

TEST_F(FlightRecordsTest, DeviceFails) {
  run([](DtDevice *device, int64_t index) {
    sum(device, kSum, "a.mlir:1:1");
    if (index == 1) {
      // The others come to the next one meanwhile.
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      dt_fail(device, "index out of bounds", "a.mlir:2:1");
    }
    sum(device, kSum, "a.mlir:3:1");
  });
  EXPECT_NE(print().find("): device 1: a.mlir:2:1: index out of bounds\n"),
            std::string::npos);
  EXPECT_EQ(printDifference(),
            "devices 0 and 1 differ first here:\n"
            "  device 0 (process 0): all_reduce 2 of f32 [3] at a.mlir:3:1, "
            "begun and not ended\n"
            "  device 1 (process 0): has not begun it; its last one is "
            "all_reduce 1 of f32 [3] at a.mlir:1:1, ended\n"
            "the last one at which they agree: all_reduce 1 of f32 [3] at "
            "a.mlir:1:1\n");
}

/// Loops of different groups may have different numbers of iterations.
TEST_F(FlightRecordsTest, GroupsAreIndependent) {
  run([](DtDevice *device, int64_t index) {
    for (int64_t i = 0; i < (index < 2 ? 5 : 90); ++i)
      sum(device, kSumAlongY, "a.mlir:1:1");
    sum(device, kSum, "a.mlir:2:1");
    dt_barrier(device, 3, "a.mlir:3:1");
    dt_fail(device, "stop", "");
  });
  EXPECT_NE(print().find("all of them have begun the same collectives\n"),
            std::string::npos)
      << print();
}

/// Programs may be gone when the file is written: texts are copied.
TEST_F(FlightRecordsTest, EarlierCallsAreThere) {
  auto where = std::make_unique<std::string>(300, 'd');
  *where += "/model.mlir:4:8";
  run([&](DtDevice *device, int64_t) { sum(device, kSum, where->c_str()); });
  where->assign(300, '?');
  where.reset();
  run([](DtDevice *device, int64_t) { dt_fail(device, "stop", ""); });
  EXPECT_NE(readFile().find("dddd/model.mlir:4:8\n"), std::string::npos)
      << readFile();
  // They are forgotten after the error.
  run([](DtDevice *device, int64_t) { dt_fail(device, "stop", ""); });
  EXPECT_EQ(readFile().find("model.mlir"), std::string::npos);
}

TEST_F(FlightRecordsTest, FolderThatCannotBeWritten) {
  dt_set_flight_records(context, "/proc/nowhere");
  run([](DtDevice *device, int64_t) { dt_fail(device, "stop", "a:1"); });
  std::string error = dt_error(context);
  EXPECT_NE(error.find(": a:1: stop; the flight records cannot be written to "
                       "'/proc/nowhere"),
            std::string::npos)
      << error;
}

TEST_F(FlightRecordsTest, BadFiles) {
  run([](DtDevice *device, int64_t index) {
    sum(device, index == 2 ? kSumAlongX : kSum, "a\tb\\c\n.mlir:1:1");
  });
  std::string good = readFile();
  EXPECT_NE(print().find("a\tb\\c\n.mlir:1:1"), std::string::npos) << print();
  std::string name = "'" + getFile() + "': ";

  writeFile("PNG\n");
  EXPECT_EQ(print(), name + "required flight records, which begin with the "
                            "line 'dtensor flight records 1'");
  writeFile(good + "more\n");
  EXPECT_NE(print().find("required the end of the file, found further lines"),
            std::string::npos);
  // Every shorter file is an error.
  for (size_t size = 25; size < good.size(); ++size) {
    writeFile(good.substr(0, size));
    EXPECT_EQ(print().find(name + "the file was cut off: required a last line "
                                  "'end', found the end of the file after "
                                  "line "),
              0u)
        << size << ": " << print();
  }
  // Two runs.
  writeFile(good);
  std::string other = good;
  other.replace(other.find("mesh\t2\t2"), 8, "mesh\t2\t3");
  other.replace(other.find("process\t0"), 9, "process\t1");
  std::error_code error;
  llvm::raw_fd_ostream((folder + "/process-1.flight").str(), error) << other;
  EXPECT_NE(print().find("line 3: required the mesh of the other files in the "
                         "folder, found another one: the files are of "
                         "different runs"),
            std::string::npos)
      << print();
}

TEST_F(FlightRecordsTest, AnyFileCanBeRead) {
  run([](DtDevice *device, int64_t index) {
    for (int i = 0; i < 3; ++i)
      sum(device, kSum, "a.mlir:1:1");
    sum(device, index < 2 ? kSumAlongX : kSumAlongY, "a.mlir:2:1");
    dt_fail(device, "stop", "");
  });
  std::string good = readFile();
  std::mt19937 random(1);
  constexpr llvm::StringLiteral kBytes = "\t\n\\0189-axe";
  int numRead = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    std::string text = good;
    for (unsigned i = 0; i <= random() % 4; ++i) {
      size_t at = 25 + random() % (text.size() - 25);
      switch (random() % 3) {
      case 0:
        text[at] = kBytes[random() % kBytes.size()];
        break;
      case 1:
        text.erase(at, random() % 20);
        break;
      default:
        text.insert(at, text.substr(25 + random() % (text.size() - 25), 20));
      }
    }
    writeFile(text);
    numRead += print().find("flight records of ") == 0;
  }
  // Most changes are seen, but not those of texts and some numbers.
  EXPECT_GT(numRead, 30);
  EXPECT_LT(numRead, 970);
}

} // namespace
