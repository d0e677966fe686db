//===- ProgramFunctionTest.cpp - Programs as functions of C ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Runtime/ABI.h"
#include "gtest/gtest.h"
#include <cstring>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace {

using Axes = std::vector<std::vector<int64_t>>;

/// A value of the program below.
struct Value {
  DtValueInfo info;
  std::vector<int64_t> shape;
  std::vector<int64_t> site;

  Value(std::vector<int64_t> extents, const Axes &axes, int64_t partial = 0,
        int donor = -1)
      : shape(std::move(extents)), site{DT_COLLECTIVE_SITE,
                                        DT_F32,
                                        DT_ADD,
                                        int64_t(axes.size()),
                                        0,
                                        partial,
                                        0,
                                        partial} {
    info = {DT_F32, int32_t(shape.size()), 0, donor, nullptr, "", "value", 0};
    for (int layout = 0; layout < 2; ++layout)
      for (const std::vector<int64_t> &dims : axes) {
        site.push_back(dims.size());
        site.insert(site.end(), dims.begin(), dims.end());
      }
  }
};

/// A program on the mesh x=2,y=2, as an object file has it.
struct Function {
  std::vector<Value> values;
  std::vector<DtValueInfo> infos;
  std::vector<DtSite> sites;
  DtProgramInfo program = {};
  DtFunction function = {};

  Function(DtProgram code, int64_t numArguments, std::vector<Value> all)
      : values(std::move(all)) {
    for (Value &value : values) {
      value.info.shape = value.shape.data();
      infos.push_back(value.info);
      sites.push_back(value.site.data());
    }
    program.version = DT_PROGRAM_VERSION;
    program.name = "main";
    program.processor = "native";
    program.level = DT_PROCESSOR_NATIVE;
    program.program = code;
    program.mesh = "x=2,y=2";
    program.numArguments = numArguments;
    program.numResults = int64_t(values.size()) - numArguments;
    program.values = infos.data();
    program.features = "";
    program.report = "{}";
    function = {&program, sites.data(), nullptr};
  }
  ~Function() { dt_call_end(&function); }

  int run(std::vector<void *> addresses,
          std::vector<const int64_t *> extents = {}) {
    extents.resize(addresses.size());
    return dt_call(&function, addresses.data(), extents.data());
  }
};

float *getData(void *memref) {
  return static_cast<float *>(static_cast<DtMemRef *>(memref)->aligned);
}

int64_t getSize(void *memref, int64_t rank) {
  auto *sizes = static_cast<DtMemRef *>(memref)->sizesAndStrides;
  return std::accumulate(sizes, sizes + rank, int64_t(1),
                         std::multiplies<int64_t>());
}

/// result = argument + 1, of matrices with one layout.
void addOne(DtDevice *, void **arguments) {
  for (int64_t i = 0, e = getSize(arguments[0], 2); i < e; ++i)
    getData(arguments[1])[i] = getData(arguments[0])[i] + 1;
}

/// The argument becomes argument + 1. It is the result.
void addOneInPlace(DtDevice *, void **arguments) {
  EXPECT_EQ(getData(arguments[0]), getData(arguments[1]));
  for (int64_t i = 0, e = getSize(arguments[0], 2); i < e; ++i)
    getData(arguments[0])[i] += 1;
}

std::vector<float> makeInput(int64_t count) {
  std::vector<float> input(count);
  std::iota(input.begin(), input.end(), 0.0f);
  return input;
}

std::vector<float> makeExpected(int64_t count) {
  std::vector<float> expected(count);
  std::iota(expected.begin(), expected.end(), 1.0f);
  return expected;
}

const std::vector<Axes> &getLayouts() {
  static const std::vector<Axes> layouts = {
      {{}, {}},  {{0}, {}},    {{}, {0}},    {{1}, {0}},  {{0}, {1}},
      {{1}, {}}, {{}, {0, 1}}, {{1, 0}, {}}, {{}, {1, 0}}};
  return layouts;
}

TEST(ProgramFunctionTest, CutsAndJoinsWholeValues) {
  // Some devices have less than others, or nothing.
  for (std::vector<int64_t> shape : std::vector<std::vector<int64_t>>{
           {4, 8}, {5, 3}, {1, 3}, {3, 1}, {2, 7}, {0, 3}})
    for (const Axes &axes : getLayouts()) {
      Function function(addOne, 1, {Value(shape, axes), Value(shape, axes)});
      int64_t count = shape[0] * shape[1];
      // Callers align their memory as they like.
      std::vector<float> input = makeInput(count + 1);
      std::vector<float> result(count + 2, -1);
      ASSERT_EQ(function.run({input.data(), result.data() + 1}), 0)
          << dt_call_error();
      std::vector<float> expected = makeExpected(count);
      expected.insert(expected.begin(), -1);
      expected.push_back(-1);
      EXPECT_EQ(result, expected);
      EXPECT_EQ(input, makeInput(count + 1));
    }
}

TEST(ProgramFunctionTest, AddsPartialResults) {
  // The addends of rows on x are on y: 1 and 2 times the rows.
  auto program = [](DtDevice *device, void **arguments) {
    int64_t y = dt_coordinate(device, 1);
    for (int64_t i = 0, e = getSize(arguments[0], 2); i < e; ++i)
      getData(arguments[1])[i] = getData(arguments[0])[i] * float(y + 1);
  };
  Function function(
      program, 1,
      {Value({3, 2}, {{0}, {}}), Value({3, 2}, {{0}, {}}, /*partial=*/1 << 1)});
  std::vector<float> input = makeInput(6), result(6);
  ASSERT_EQ(function.run({input.data(), result.data()}), 0) << dt_call_error();
  EXPECT_EQ(result, (std::vector<float>{0, 3, 6, 9, 12, 15}));
}

TEST(ProgramFunctionTest, DonatedArgumentsAreCopied) {
  for (const Axes &axes : getLayouts()) {
    Function function(addOneInPlace, 1,
                      {Value({5, 3}, axes), Value({5, 3}, axes, 0, 0)});
    std::vector<float> input = makeInput(15), result(15);
    ASSERT_EQ(function.run({input.data(), result.data()}), 0)
        << dt_call_error();
    EXPECT_EQ(result, makeExpected(15));
    EXPECT_EQ(input, makeInput(15));
  }
}

TEST(ProgramFunctionTest, ScalarsArePassedByAddress) {
  auto program = [](DtDevice *, void **arguments) {
    *static_cast<float *>(arguments[1]) =
        *static_cast<float *>(arguments[0]) * 2;
  };
  Function function(program, 1, {Value({}, {}), Value({}, {})});
  for (DtValueInfo &info : function.infos)
    info.rank = -1;
  float input = 21, result = 0;
  ASSERT_EQ(function.run({&input, &result}), 0) << dt_call_error();
  EXPECT_EQ(result, 42);
}

TEST(ProgramFunctionTest, DynamicExtentsArePassed) {
  auto program = [](DtDevice *device, void **arguments) {
    if (dt_coordinate(device, 1) == 0)
      getData(arguments[1])[0] = float(getSize(arguments[0], 2));
  };
  Function function(program, 1,
                    {Value({INT64_MIN, 3}, {{0}, {}}), Value({2}, {{0}})});
  std::vector<float> input = makeInput(15), result(2);
  int64_t extents[] = {5, 3};
  ASSERT_EQ(function.run({input.data(), result.data()}, {extents}), 0)
      << dt_call_error();
  EXPECT_EQ(result, (std::vector<float>{9, 6}));

  int64_t wrong[] = {5, 4};
  EXPECT_EQ(function.run({input.data(), result.data()}, {wrong}), 2);
  EXPECT_STREQ(dt_call_error(),
               "the extent of 'value' along axis 1: required 3, found 4");
  EXPECT_EQ(function.run({input.data(), result.data()}), 2);
  EXPECT_STREQ(dt_call_error(), "the extent of 'value' along axis 0: required "
                                "at least 0, found none");
}

TEST(ProgramFunctionTest, ComponentsAreTheCallers) {
  Function function(addOne, 1,
                    {Value({3, 2}, {{0}, {}}), Value({3, 2}, {{0}, {}})});
  // Rows 0 and 1 are on x = 0, row 2 is on x = 1. Devices share what is equal.
  float first[] = {0, 1, 2, 3}, second[] = {4, 5};
  float results[4][4] = {};
  void *inputs[] = {first, first, second, second};
  void *outputs[] = {results[0], results[1], results[2], results[3]};
  void *const *values[] = {inputs, outputs};
  const int64_t *extents[2] = {};
  ASSERT_EQ(dt_call_components(&function.function, values, extents), 0)
      << dt_call_error();
  for (int device = 0; device < 4; ++device)
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(results[device][i], device < 2 ? float(i + 1)
                                    : i < 2    ? float(i + 5)
                                               : 0);
}

/// result = argument + 1, where devices along y write every other column of one
/// result.
void addOneTogether(DtDevice *device, void **arguments) {
  auto *sizes = static_cast<DtMemRef *>(arguments[0])->sizesAndStrides;
  dt_barrier(device, 3, "before");
  for (int64_t i = 0, e = getSize(arguments[0], 2); i < e; ++i)
    if (i % sizes[1] % 2 == dt_coordinate(device, 1))
      getData(arguments[1])[i] = getData(arguments[0])[i] + 1;
  dt_barrier(device, 3, "after");
}

TEST(ProgramFunctionTest, SharedResultsAreWrittenTogether) {
  // In the first layout the part lies in the whole value, in the second it does
  // not.
  for (const Axes &axes : {Axes{{0}, {}}, Axes{{}, {0}}}) {
    Function function(addOneTogether, 1,
                      {Value({4, 8}, axes), Value({4, 8}, axes)});
    function.infos[1].isShared = 1;
    for (int call = 0; call < 3; ++call) {
      std::vector<float> input = makeInput(32), result(32);
      ASSERT_EQ(function.run({input.data(), result.data()}), 0)
          << dt_call_error();
      EXPECT_EQ(result, makeExpected(32));
    }
  }
}

TEST(ProgramFunctionTest, SharedComponentsAreCopiedToOthers) {
  Function function(addOneTogether, 1,
                    {Value({4, 2}, {{0}, {}}), Value({4, 2}, {{0}, {}})});
  function.infos[1].isShared = 1;
  float first[] = {0, 1, 2, 3}, second[] = {4, 5, 6, 7};
  float results[3][4] = {};
  void *inputs[] = {first, first, second, second};
  // The last two devices have one component.
  void *outputs[] = {results[0], results[1], results[2], results[2]};
  void *const *values[] = {inputs, outputs};
  const int64_t *extents[2] = {};
  ASSERT_EQ(dt_call_components(&function.function, values, extents), 0)
      << dt_call_error();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(results[0][i], float(i + 1));
    EXPECT_EQ(results[1][i], float(i + 1));
    EXPECT_EQ(results[2][i], float(i + 5));
  }
}

TEST(ProgramFunctionTest, ErrorsOfTheProgramAreGivenOn) {
  auto program = [](DtDevice *device, void **arguments) {
    if (getData(arguments[0])[0] == 0)
      dt_fail(device, "it is zero", "line 3");
    getData(arguments[1])[0] = 1;
  };
  Function function(program, 1, {Value({1}, {{}}), Value({1}, {{}})});
  float input = 0, result = 0;
  EXPECT_EQ(function.run({&input, &result}), 1);
  std::string error = dt_call_error();
  EXPECT_NE(error.find("line 3: it is zero"), std::string::npos) << error;
  // Another thread has not failed.
  std::thread([] { EXPECT_STREQ(dt_call_error(), ""); }).join();
  input = 1;
  EXPECT_EQ(function.run({&input, &result}), 0);
  EXPECT_EQ(result, 1);
}

TEST(ProgramFunctionTest, ProgramsThatCannotRunAreRefused) {
  Function function(addOne, 1,
                    {Value({1, 1}, {{}, {}}), Value({1, 1}, {{}, {}})});
  float input = 0, result = 0;
  function.program.version = DT_PROGRAM_VERSION + 1;
  EXPECT_EQ(function.run({&input, &result}), 2);
  EXPECT_EQ(dt_call_error(), "required a program of version " +
                                 std::to_string(DT_PROGRAM_VERSION) +
                                 ", found " +
                                 std::to_string(DT_PROGRAM_VERSION + 1));
  function.program.version = DT_PROGRAM_VERSION;
#ifdef __x86_64__
  // No processor has the extensions of both of these.
  function.program.features = "64bit,tbm,fast-hops,avx512vp2intersect,xop";
  EXPECT_EQ(function.run({&input, &result}), 2);
  std::string error = dt_call_error();
  EXPECT_EQ(error.find("code for native cannot run on this processor, which "
                       "lacks tbm, "),
            0u)
      << error;
  EXPECT_EQ(error.find("fast-hops"), std::string::npos) << error;
#endif
  // A call that can run comes after one that could not.
  function.program.features = "";
  EXPECT_EQ(function.run({&input, &result}), 0) << dt_call_error();
}

TEST(ProgramFunctionTest, ThreadsWaitForEachOther) {
  Function function(addOne, 1,
                    {Value({4, 2}, {{0}, {1}}), Value({4, 2}, {{0}, {1}})});
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&, thread] {
      for (int call = 0; call < 100; ++call) {
        std::vector<float> input(8, float(thread + call)), result(8);
        EXPECT_EQ(function.run({input.data(), result.data()}), 0);
        EXPECT_EQ(result, std::vector<float>(8, float(thread + call + 1)));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(ProgramFunctionTest, DevicesStartAgain) {
  Function function(addOne, 1,
                    {Value({2, 2}, {{0}, {}}), Value({2, 2}, {{0}, {}})});
  std::vector<float> input = makeInput(4);
  for (int i = 0; i < 3; ++i) {
    std::vector<float> result(4);
    ASSERT_EQ(function.run({input.data(), result.data()}), 0);
    EXPECT_EQ(result, makeExpected(4));
    dt_call_end(&function.function);
    dt_call_end(&function.function);
  }
}

} // namespace
