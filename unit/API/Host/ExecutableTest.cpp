//===- ExecutableTest.cpp - Compiled programs -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Executable.h"

#include "Messages.h"
#include "Programs.h"
#include "dt/Access.h"
#include "dt/Factories.h"
#include "dt/LocalMap.h"
#include "dt/Memory.h"
#include "gtest/gtest.h"
#include <sys/resource.h>

using namespace dt;

namespace {

TEST(ExecutableTest, DescribesItself) {
  Executable program = Executable::create(makeInfo(), nullptr);
  EXPECT_EQ(program.name(), "main");
  EXPECT_EQ(program.mesh(), (Mesh{{"x", 2}}));
  EXPECT_EQ(program.peak_bytes(), 32);
  EXPECT_EQ(program.report(), R"({"collectives": []})");
  ASSERT_EQ(program.arguments().size(), 1u);
  const ValueInfo &argument = program.arguments()[0];
  EXPECT_EQ(argument.name, "in");
  EXPECT_EQ(argument.dtype, DType::float32);
  EXPECT_EQ(argument.shape, (Shape{3, 2}));
  EXPECT_EQ(argument.layout, getRowLayout());
  EXPECT_FALSE(argument.donated);
  ASSERT_EQ(program.results().size(), 1u);
  EXPECT_EQ(program.results()[0].name, "out");
}

TEST(ExecutableTest, Runs) {
  auto owner = std::make_shared<int>();
  {
    Executable program = Executable::create(makeInfo(), owner);
    EXPECT_EQ(owner.use_count(), 2);
    DTensor input = distribute_tensor(makeInput(), getRowLayout());
    std::vector<DTensor> results = program.run({input});
    ASSERT_EQ(results.size(), 1u);
    EXPECT_EQ(results[0].layout(), getRowLayout());
    EXPECT_EQ(results[0].full_tensor().str(), "[[1 2]\n [3 4]\n [5 6]]");
    EXPECT_EQ(input.full_tensor().str(), "[[0 1]\n [2 3]\n [4 5]]");
    std::future<std::vector<DTensor>> later = program.run_async({results[0]});
    EXPECT_EQ(later.get()[0].full_tensor().str(), "[[2 3]\n [4 5]\n [6 7]]");
  }
  Context::get().synchronize();
  EXPECT_EQ(owner.use_count(), 1);
}

TEST(ExecutableTest, DonatedArgumentsAreUpdatedInPlace) {
  Executable program =
      Executable::create(makeInfo(addOneInPlace, kDonatedValues), nullptr);
  EXPECT_TRUE(program.arguments()[0].donated);
  Tensor global = makeInput();
  DTensor value = distribute_tensor(global, getRowLayout());
  // The caller's memory is copied, and the caller's tensor as well.
  std::vector<DTensor> results = program.run(std::span(&value, 1));
  EXPECT_EQ(results[0].full_tensor().str(), "[[1 2]\n [3 4]\n [5 6]]");
  EXPECT_EQ(value.full_tensor().str(), "[[0 1]\n [2 3]\n [4 5]]");
  results = program.run({value});
  EXPECT_EQ(value.full_tensor().str(), "[[0 1]\n [2 3]\n [4 5]]");
  // Nobody else has the result.
  const void *data = results[0].to_local(1).data();
  results = program.run(std::move(results));
  EXPECT_EQ(results[0].to_local(1).data(), data);
  EXPECT_EQ(results[0].full_tensor().str(), "[[2 3]\n [4 5]\n [6 7]]");
  // Somebody has one of its components.
  Tensor component = results[0].to_local(1);
  results = program.run(std::move(results));
  EXPECT_NE(results[0].to_local(1).data(), data);
  EXPECT_EQ(component.str(), "[[6 7]]");
  EXPECT_EQ(results[0].full_tensor().str(), "[[3 4]\n [5 6]\n [7 8]]");
  data = results[0].to_local(0).data();
  results = program.run_async(std::move(results)).get();
  EXPECT_EQ(results[0].to_local(0).data(), data);
}

TEST(ExecutableTest, ErrorsOfArguments) {
  Executable program = Executable::create(makeInfo(), nullptr);
  auto run = [&](std::vector<DTensor> arguments) {
    std::string message = messageOf([&] { program.run(arguments); });
    EXPECT_EQ(messageOf([&] { program.run_async(arguments); }), message);
    return message;
  };
  EXPECT_EQ(run({}), "'main': required 1 arguments, found 0");
  Tensor input = makeInput();
  EXPECT_EQ(run({distribute_tensor(Tensor::zeros({3, 3}, DType::float32),
                                   getRowLayout())}),
            "'main': argument 0 ('in'): required 3x2xfloat32, found "
            "3x3xfloat32");
  EXPECT_EQ(run({distribute_tensor(Tensor::zeros({3, 2}, DType::int32),
                                   getRowLayout())}),
            "'main': argument 0 ('in'): required 3x2xfloat32, found 3x2xint32");
  EXPECT_EQ(
      run({distribute_tensor(input, Layout({unsharded, "x"}, {{"x", 2}}))}),
      "'main': argument 0 ('in'): required layout 'x,unsharded', found "
      "'unsharded,x'; relayout() changes it");
  EXPECT_EQ(
      run({distribute_tensor(input, Layout({"x", unsharded}, {{"x", 3}}))}),
      "'main': argument 0 ('in'): required mesh 'x=2', found 'x=3'");
}

/// `argument += 1`, and then an error if an element was -5.
void addOneAndFail(DtDevice *device, void **arguments) {
  addOneInPlace(device, arguments);
  for (float element : getRows(arguments[0]))
    if (element == -4)
      dt_fail(device, "minus five", "test.mlir:4:5");
}

std::vector<DTensor> makeList(const DTensor &tensor) { return {tensor}; }

TEST(ExecutableTest, ARefusedRunTakesNothing) {
  Executable program =
      Executable::create(makeInfo(addOneInPlace, kDonatedValues), nullptr);
  auto expectKept = [&](DTensor value) {
    const void *data = value.to_local(1).data();
    std::string text = value.str();
    std::vector<DTensor> given;
    given.push_back(std::move(value));
    EXPECT_NE(messageOf([&] { program.run(std::move(given)); }), "");
    ASSERT_EQ(given.size(), 1u);
    EXPECT_NE(messageOf([&] { program.run_async(std::move(given)); }), "");
    ASSERT_EQ(given.size(), 1u);
    EXPECT_EQ(given[0].to_local(1).data(), data);
    EXPECT_EQ(given[0].str(), text);
  };
  expectKept(zeros({3, 3}, getRowLayout()));
  expectKept(zeros({3, 2}, getRowLayout(), DType::int32));
  expectKept(zeros({3, 2}, Layout({unsharded, "x"}, {{"x", 2}})));
  expectKept(zeros({3, 2}, Layout({"x", unsharded}, {{"x", 3}})));
  // A good argument beside one too many.
  std::vector<DTensor> given(2, zeros({3, 2}, getRowLayout()));
  EXPECT_EQ(messageOf([&] { program.run(std::move(given)); }),
            "'main': required 1 arguments, found 2");
  EXPECT_EQ(given[0].full_tensor().str(), "[[0 0]\n [0 0]\n [0 0]]");
  // On a device, no program may run.
  given = makeList(zeros({3, 2}, getRowLayout()));
  auto function = local_map(
      [&](std::span<const Tensor> components, int64_t device) {
        if (device == 0)
          program.run(std::move(given));
        return std::vector<Tensor>{components[0]};
      },
      {getRowLayout()});
  EXPECT_NE(messageOf([&] { function({zeros({3, 2}, getRowLayout())}); }), "");
  ASSERT_EQ(given.size(), 1u);
  EXPECT_EQ(program.run(std::move(given))[0].full_tensor().str(),
            "[[1 1]\n [1 1]\n [1 1]]");
  EXPECT_TRUE(given.empty());
}

TEST(ExecutableTest, AFailedRunLosesOnlyWhatItUpdatesInPlace) {
  Executable program =
      Executable::create(makeInfo(addOneAndFail, kDonatedValues), nullptr);
  const char *problem = "'main': device 1: test.mlir:4:5: minus five";
  Tensor input = Tensor::from<float>({0, 1, 2, 3, 4, -5}, {3, 2});
  const char *text = "[[ 0  1]\n [ 2  3]\n [ 4 -5]]";
  // Memory of somebody else, or that somebody else has too, is copied.
  std::vector<DTensor> given;
  given.push_back(distribute_tensor(input, getRowLayout()));
  EXPECT_EQ(messageOf([&] { program.run(std::move(given)); }), problem);
  EXPECT_EQ(given[0].full_tensor().str(), text);
  given.push_back(relayout(given[0], Layout::replicated(given[0].mesh(), 2)));
  given = makeList(relayout(given[1], getRowLayout()));
  DTensor kept = given[0];
  EXPECT_EQ(messageOf([&] { program.run(std::move(given)); }), problem);
  EXPECT_EQ(given[0].full_tensor().str(), text);
  EXPECT_EQ(kept.full_tensor().str(), text);

  // What was updated in place is gone, and says so.
  Tensor component = Tensor::from<float>({0, 1, 2, 3}, {2, 2});
  Tensor last = Tensor::from<float>({4, -5}, {1, 2});
  given.clear();
  given.push_back(pack(std::vector{component, last}, getRowLayout()));
  last = component;
  EXPECT_EQ(messageOf([&] { program.run(std::move(given)); }), problem);
  ASSERT_EQ(given.size(), 1u);
  EXPECT_TRUE(Access::is_lost(given[0]));
  EXPECT_EQ(given[0].shape(), (Shape{3, 2}));
  EXPECT_EQ(component.str(), "[[0 1]\n [2 3]]");
  EXPECT_EQ(messageOf([&] { given[0].to_local(0); }),
            "a tensor 3x2xfloat32 was given to a run that failed while it "
            "updated the tensor, and has lost its elements");
  EXPECT_EQ(messageOf([&] { program.run(std::move(given)); }),
            "a tensor 3x2xfloat32 was given to a run that failed while it "
            "updated the tensor, and has lost its elements");
  EXPECT_EQ(given[0].str(), "DTensor(<lost>, shape=(3, 2), dtype=float32)");
}

TEST(ExecutableTest, ErrorsOfTheProgramLeaveAllUsable) {
  Executable program = Executable::create(makeInfo(failIfNegative), nullptr);
  DTensor good = distribute_tensor(makeInput(), getRowLayout());
  DTensor bad = distribute_tensor(
      Tensor::from<float>({0, 1, 2, 3, 4, -5}, {3, 2}), getRowLayout());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(messageOf([&] { program.run({bad}); }),
              "'main': device 1: test.mlir:3:5: negative");
    EXPECT_EQ(program.run({good})[0].full_tensor().str(),
              "[[1 2]\n [3 4]\n [5 6]]");
    auto later = program.run_async({bad});
    EXPECT_EQ(messageOf([&] { later.get(); }),
              "'main': device 1: test.mlir:3:5: negative");
  }
}

/// Each device copies its rows to their place in a result that all devices
/// have.
static void gatherRows(DtDevice *device, void **arguments) {
  std::span<float> rows = getRows(arguments[0]), result = getRows(arguments[1]);
  size_t begin =
      dt_coordinate(device, 0) == 0 ? 0 : result.size() - rows.size();
  for (size_t i = 0; i < rows.size(); ++i)
    result[begin + i] = rows[i];
}

TEST(ExecutableTest, SharedResultsAreStoredOnce) {
  DtValueInfo values[] = {
      {DT_F32, 2, 0, -1, kShape, "x,unsharded", "in", 0},
      {DT_F32, 2, 0, -1, kShape, "unsharded,unsharded", "out", /*isShared=*/1},
  };
  Executable program =
      Executable::create(makeInfo(gatherRows, values), nullptr);
  DTensor input = distribute_tensor(makeInput(), getRowLayout());
  DTensor result = program.run({input})[0];
  EXPECT_EQ(result.full_tensor().str(), "[[0 1]\n [2 3]\n [4 5]]");
  EXPECT_EQ(result.to_local(0).data(), result.to_local(1).data());
  // Another run has other memory.
  DTensor other = program.run({input})[0];
  EXPECT_NE(result.to_local(0).data(), other.to_local(0).data());
}

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
TEST(ExecutableTest, SecondRunHasNoPageFaults) {
  const int64_t shape[] = {4 << 10, 4 << 10};
  const DtValueInfo values[] = {
      {DT_F32, 2, 0, -1, shape, "x,unsharded", "in", 0},
      {DT_F32, 2, 0, -1, shape, "x,unsharded", "out", 0},
  };
  Executable program = Executable::create(makeInfo(addOne, values), nullptr);
  DTensor input = zeros({4 << 10, 4 << 10}, getRowLayout());
  release_memory();
  auto countPageFaults = [&] {
    rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    program.run({input});
    getrusage(RUSAGE_SELF, &after);
    return after.ru_minflt - before.ru_minflt;
  };
  countPageFaults();
  EXPECT_EQ(kept_memory(), 64 << 20);
  // 32 huge pages, if the system grants them, and otherwise 16384.
  EXPECT_LT(countPageFaults(), 16);
  release_memory();
  EXPECT_EQ(kept_memory(), 0);
}
#endif

TEST(ExecutableTest, WrongProgramsAreRefused) {
  DtProgramInfo info = makeInfo();
  info.version = 2;
  EXPECT_EQ(messageOf([&] { Executable::create(info, nullptr); }),
            "required a program of version 4, found 2");
  info = makeInfo();
  info.mesh = "y=2";
  EXPECT_EQ(messageOf([&] { Executable::create(info, nullptr); }),
            "'main': the mesh has no dimension 'x'; it has 'y'");
  const int64_t shape[] = {INT64_MIN, 2};
  const DtValueInfo values[] = {
      {DT_F32, 2, 0, -1, shape, "x,unsharded", "in", 0},
      {DT_F32, 2, 0, -1, shape, "x,unsharded", "out", 0},
  };
  EXPECT_EQ(
      messageOf([&] { Executable::create(makeInfo(addOne, values), nullptr); }),
      "'main': result 0: required static extents, found ?x2xf32");
}

TEST(ExecutableTest, ArgumentsMayHaveAnyExtent) {
  const int64_t shape[] = {INT64_MIN, 2};
  const DtValueInfo values[] = {
      {DT_F32, 2, 0, -1, shape, "x,unsharded", "in", 0},
      {DT_F32, 2, 0, 0, kShape, "x,unsharded", "out", 0},
  };
  Executable program =
      Executable::create(makeInfo(addOneInPlace, values), nullptr);
  EXPECT_EQ(program.arguments()[0].shape, (Shape{-1, 2}));
  EXPECT_EQ(program.run({distribute_tensor(makeInput(), getRowLayout())})[0]
                .full_tensor()
                .str(),
            "[[1 2]\n [3 4]\n [5 6]]");
}

} // namespace
