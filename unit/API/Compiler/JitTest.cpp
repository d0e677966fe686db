//===- JitTest.cpp - Tests of recorded functions --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Jit.h"
#include "Tensors.h"
#include "dt/Factories.h"
#include "dt/LocalMap.h"
#include "dt/Ops.h"
#include "dt/Profile.h"

#include <gtest/gtest.h>

using namespace dt;
using namespace dt::test;

namespace {

const Mesh kMesh = {{"x", 2}};
const Layout kRows({"x", "unsharded"}, kMesh);
const Layout kVector({"x"}, kMesh);

DTensor make(std::initializer_list<float> elements,
             const Layout &layout = kVector) {
  return distribute_tensor(
      Tensor::from<float>(elements, {static_cast<int64_t>(elements.size())}),
      layout);
}

TEST(JitTest, CompilesOncePerTypesAndLayouts) {
  int recordings = 0;
  auto f = jit([&](DTensor a, DTensor b) {
    ++recordings;
    return a * b + 1;
  });
  DTensor a = make({1, 2, 3, 4});
  EXPECT_EQ(read(f(a, a)), (Floats{2, 5, 10, 17}));
  EXPECT_EQ(read(f(a + 1, a)), (Floats{3, 7, 13, 21}));
  EXPECT_EQ(recordings, 1);
  DTensor whole = relayout(a, Layout::replicated(kMesh, 1));
  EXPECT_EQ(read(f(whole, whole)), (Floats{2, 5, 10, 17}));
  EXPECT_EQ(recordings, 2);
}

TEST(JitTest, TuplesAndVectors) {
  auto f = jit([](DTensor a) { return std::tuple(a + 1, a * 2); });
  auto [sum, product] = f(make({1, 2}));
  EXPECT_EQ(read(sum), (Floats{2, 3}));
  EXPECT_EQ(read(product), (Floats{2, 4}));
  auto g = jit([](const Tensors &values) {
    Tensors results;
    for (const DTensor &value : values)
      results.push_back(-value);
    return results;
  });
  EXPECT_EQ(g(Tensors{make({1}), make({2}), make({3})}).size(), 3u);
}

TEST(JitTest, OtherTensorsBecomeArguments) {
  DTensor weights = make({1, 2, 3, 4});
  auto f = jit([&](DTensor a) { return a * weights; });
  EXPECT_EQ(read(f(make({1, 1, 1, 2}))), (Floats{1, 2, 3, 8}));
  EXPECT_EQ(f.compile(weights).arguments().size(), 2u);
}

TEST(JitTest, VariablesAreReadAndUpdated) {
  Variable weights(make({1, 2, 3, 4}), "weights");
  auto step = jit([&](DTensor gradient, DTensor rate) {
    weights.assign(weights - rate * gradient);
  });
  DTensor rate =
      copy_to_mesh(Tensor::scalar(0.5f), Layout::replicated(kMesh, 0));
  step(make({1, 1, 1, 1}), rate);
  EXPECT_EQ(read(weights), (Floats{.5, 1.5, 2.5, 3.5}));
  step(make({1, 1, 1, 1}), rate);
  EXPECT_EQ(read(weights), (Floats{0, 1, 2, 3}));
  Executable program = step.compile(make({1, 1, 1, 1}), rate);
  EXPECT_TRUE(program.arguments()[2].donated);
}

TEST(JitTest, AVariableKeepsItsShapeAndLayout) {
  Variable weights(make({1, 2}), "weights");
  auto wrong = jit([&](DTensor a) { weights.assign(a); });
  EXPECT_EQ(getError([&] { wrong(make({1, 2, 3})); }),
            "'weights': required a value float32[2], found float32[3]");
  wrong(make({5, 6}, Layout::replicated(kMesh, 1)));
  EXPECT_EQ(weights.value().layout(), kVector);
  EXPECT_EQ(read(weights), (Floats{5, 6}));
}

TEST(JitTest, RecordedTensorsHaveNoElements) {
  auto f = jit([](DTensor a) {
    a.full_tensor();
    return a;
  });
  EXPECT_NE(getError([&] { f(make({1})); }).find("recorded"),
            std::string::npos);
  std::optional<DTensor> leaked;
  auto g = jit([&](DTensor a) {
    leaked = a;
    return a;
  });
  g(make({1}));
  auto h = jit([&](DTensor a) { return a + *leaked; });
  EXPECT_NE(getError([&] { h(make({1})); }).find("another function"),
            std::string::npos);
  EXPECT_EQ(read(make({1}) + 1), (Floats{2}));
}

TEST(JitTest, LayoutsInside) {
  auto f = jit(
      [](DTensor a) { return relayout(a * 2, Layout::replicated(kMesh, 1)); });
  DTensor result = f(make({1, 2}));
  EXPECT_TRUE(result.layout().is_fully_replicated());
  EXPECT_EQ(read(result), (Floats{2, 4}));
  EXPECT_NE(f.compile(make({1, 2})).report().find("all_gather"),
            std::string::npos);
}

TEST(JitTest, BranchesAndLoops) {
  DTensor ones = make({1, 1, 1});
  auto branch = jit([&](DTensor a) {
    return cond(
        sum(a) > 0, [](const Tensors &v) { return Tensors{v[0] * 2}; },
        [&](const Tensors &v) { return Tensors{v[0] - ones}; }, {a});
  });
  EXPECT_EQ(read(branch(make({1, 2, 3}))[0]), (Floats{2, 4, 6}));
  EXPECT_EQ(read(branch(make({-1, -2, -3}))[0]), (Floats{-2, -3, -4}));

  Function goesOn = [](const Tensors &v) { return Tensors{max(v[0]) < 100}; };
  Function twice = [](const Tensors &v) { return Tensors{v[0] * 2}; };
  auto loop = jit([&](DTensor a) { return while_loop(goesOn, twice, {a}); });
  EXPECT_EQ(read(loop(make({1, 2}))[0]), (Floats{64, 128}));
  EXPECT_EQ(read(while_loop(goesOn, twice, {make({1, 2})})[0]),
            (Floats{64, 128}));

  Function addNumber = [](const Tensors &v) {
    return Tensors{v[1] + astype(v[0], DType::float32)};
  };
  auto count = jit([&](DTensor a) { return fori_loop(0, 5, addNumber, {a}); });
  EXPECT_EQ(read(count(make({0, 1}))[0]), (Floats{10, 11}));
  EXPECT_EQ(read(fori_loop(0, 5, addNumber, {make({0, 1})})[0]),
            (Floats{10, 11}));
}

TEST(JitTest, ScansRecordedAndAtOnce) {
  DTensor zero = zeros({}, Layout::replicated(kMesh, 0));
  auto addUp = [&](DTensor a) {
    return scan(
        [](const Tensors &v) {
          DTensor sum = v[0] + v[1];
          return Tensors{sum, sum};
        },
        {zero}, {a});
  };
  for (const Tensors &results :
       {jit(addUp)(make({1, 2, 3})), addUp(make({1, 2, 3}))}) {
    EXPECT_EQ(read(results[0]), (Floats{6}));
    EXPECT_EQ(read(results[1]), (Floats{1, 3, 6}));
  }
  for (const Tensors &results : {jit(addUp)(make({})), addUp(make({}))}) {
    EXPECT_EQ(read(results[0]), (Floats{0}));
    EXPECT_EQ(results[1].shape(), Shape{0});
  }
}

TEST(JitTest, AScanAtOnceHasOneProgramForAllRows) {
  DTensor xs = reshape(make({1, 2, 3, 4, 5, 6, 7, 8}), {4, 2});
  Function body = [](const Tensors &v) {
    return Tensors{v[0] + v[1], v[0] * 2};
  };
  DTensor zero = zeros({2}, kVector);
  Tensors results = scan(body, {zero}, {xs});
  EXPECT_EQ(read(results[0]), (Floats{16, 20}));
  EXPECT_EQ(read(results[1]), (Floats{0, 0, 2, 4, 8, 12, 18, 24}));
  int64_t compiled = compile_counts().compiled;
  scan(body, {zero}, {xs});
  EXPECT_EQ(compile_counts().compiled, compiled);

  EXPECT_EQ(getError([&] { scan(body, {zero}, {xs, zero}); }),
            "scan: required 4 rows, found float32[2]");
  EXPECT_EQ(getError([&] { scan(body, {zero}, {}); }),
            "scan: required a tensor with rows, found none");
  EXPECT_EQ(getError([&] {
              scan([](const Tensors &) { return Tensors(); }, {zero}, {xs});
            }),
            "scan: required a body with at least 1 results, found 0");
}

TEST(JitTest, ErrorsInBodiesAreThrown) {
  auto loop = jit([&](DTensor a) {
    return fori_loop(
        0, 5, [](const Tensors &) -> Tensors { throw Error("in the body"); },
        {a});
  });
  EXPECT_EQ(getError([&] { loop(make({1})); }), "in the body");
  EXPECT_EQ(read(make({1}) + 1), (Floats{2}));
}

TEST(JitTest, Gradients) {
  auto loss = [](DTensor w, DTensor x) {
    DTensor y = matmul(x, w) - 1;
    return sum(y * y);
  };
  DTensor w = make({1, -1}, Layout::replicated(kMesh, 1));
  DTensor x =
      distribute_tensor(Tensor::from<float>({1, 2, 3, 4}, {2, 2}), kRows);
  // x w - 1 = [-2, -2]; the derivative is 2 x^T (x w - 1).
  EXPECT_EQ(read(grad(loss)(w, x)[0]), (Floats{-16, -24}));
  Tensors both = value_and_grad(loss, {0, 1})(w, x);
  ASSERT_EQ(both.size(), 3u);
  EXPECT_EQ(read(both[0]), (Floats{8}));
  EXPECT_EQ(read(both[2]), (Floats{-4, 4, -4, 4}));
}

TEST(JitTest, ConvolutionsOfDividedImages) {
  Layout images({"unsharded", "unsharded", "x"}, kMesh);
  auto loss = [](const DTensor &x, const DTensor &w) {
    DTensor y = conv(x, w, {.strides = {2}, .padding = {1}});
    return sum(y * y);
  };
  auto derive = value_and_grad(loss, {0, 1});
  DTensor x = reshape(make({1, 2, 3, 4, 5, 6, 7}), {1, 1, 7});
  DTensor w = reshape(make({1, -1, 2}), {1, 1, 3});
  Layout whole = Layout::replicated(kMesh, 3);
  Tensors expected = derive(relayout(x, whole), relayout(w, whole));
  Tensors divided = derive(relayout(x, images), relayout(w, whole));
  // Windows from -1, 1, 3 and 5.
  EXPECT_EQ(read(expected[0]), (Floats{3 * 3 + 7 * 7 + 11 * 11 + 1}));
  for (size_t i = 0; i < 3; ++i)
    EXPECT_EQ(read(divided[i]), read(expected[i]));
}

TEST(JitTest, ATrainingStepIsOneProgram) {
  Variable w(make({0, 0}, Layout::replicated(kMesh, 1)), "w");
  DTensor x = distribute_tensor(
      Tensor::from<float>({1, 0, 0, 1, 1, 1, 2, 1}, {4, 2}), kRows);
  DTensor y = make({1, 2, 3, 4});
  auto step = jit([&](DTensor x, DTensor y) {
    auto loss = [&](DTensor w) {
      DTensor error = matmul(x, w) - y;
      return mean(error * error);
    };
    Tensors both = value_and_grad(loss)(w);
    w.assign(w - 0.2 * both[1]);
    return both[0];
  });
  float first = read(step(x, y))[0], last = 0;
  for (int i = 0; i < 100; ++i)
    last = read(step(x, y))[0];
  EXPECT_GT(first, 1);
  EXPECT_LT(last, 1e-3);
  EXPECT_NEAR(read(w)[0], 1, 0.05);
  EXPECT_NEAR(read(w)[1], 2, 0.05);
}

TEST(JitTest, ARefusedRunLeavesVariables) {
  Variable w(make({1, 2}), "w");
  auto step = jit([&](DTensor x) {
    w.assign(w + x);
    return w * 2;
  });
  DTensor one = make({1, 1});
  EXPECT_EQ(read(step(one)), (Floats{4, 6}));
  const void *data = w.value().to_local(0).data();
  // Where it is called on a device, the run is refused.
  auto onDevices = local_map(
      [&](std::span<const Tensor> components, int64_t device) {
        if (device == 0)
          step(one);
        return std::vector<Tensor>{components[0]};
      },
      {kVector});
  EXPECT_NE(getError([&] {
              onDevices({one});
            }).find("cannot run programs or relayouts"),
            std::string::npos);
  EXPECT_EQ(read(w), (Floats{2, 3}));
  EXPECT_EQ(w.value().to_local(0).data(), data);
  // A mesh that does not fit is refused before.
  EXPECT_NE(getError([&] {
              step(make({1, 1}, Layout({"x"}, Mesh{{"x", 1}})));
            }).find("required tensors on mesh"),
            std::string::npos);
  EXPECT_EQ(read(step(one)), (Floats{6, 8}));
}

TEST(JitTest, ProfilesNameOps) {
  auto f = jit([](DTensor a) { return sum(exp(a)); }, {}, "step");
  DTensor a = make({1, 2, 3, 4});
  Floats expected = read(f(a));
  Profile profile;
  EXPECT_EQ(read(f(a)), expected);
  EXPECT_EQ(read(f(a)), expected);
  profile.end();
  std::string table = profile.table();
  EXPECT_EQ(table.find("profile of 2 runs on 2 devices: "), 0u) << table;
  EXPECT_NE(table.find("all_reduce"), std::string::npos) << table;
  EXPECT_NE(profile.json().find("\"reason\":"), std::string::npos);
}

} // namespace
