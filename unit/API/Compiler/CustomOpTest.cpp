//===- CustomOpTest.cpp - Tests of a user's functions ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/CustomOp.h"
#include "Tensors.h"
#include "dt/Factories.h"
#include "dt/Ops.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <mutex>
#include <set>
#include <stdexcept>

using namespace dt;
using namespace dt::test;

namespace {

const Mesh kMesh = {{"x", 3}, {"y", 2}};

DTensor make(const Shape &shape, const std::vector<std::string> &specs) {
  int64_t size = 1;
  for (int64_t extent : shape)
    size *= extent;
  std::vector<float> elements;
  for (int64_t i = 0; i < size; ++i)
    elements.push_back(static_cast<float>(i % 7) - 2);
  return distribute_tensor(Tensor::from<float>(std::span(elements), shape),
                           Layout(specs, kMesh));
}

/// The shapes of the components that a function was called with.
class Calls {
public:
  void add(std::span<const Tensor> components) {
    std::lock_guard<std::mutex> lock(mutex);
    for (const Tensor &component : components)
      shapes.insert(component.shape());
  }
  std::set<Shape> take() {
    std::lock_guard<std::mutex> lock(mutex);
    return std::exchange(shapes, {});
  }

private:
  std::mutex mutex;
  std::set<Shape> shapes;
} calls;

std::vector<Tensor> multiply(std::span<const Tensor> components, int64_t) {
  calls.add(components);
  const Tensor &a = components[0], &b = components[1];
  int64_t m = a.shape()[0], k = a.shape()[1], n = b.shape()[1];
  Tensor c = Tensor::zeros({m, n}, DType::float32);
  auto *result = static_cast<float *>(c.mutable_data());
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t l = 0; l < k; ++l)
        result[i * n + j] +=
            a.elements<float>()[i * k + l] * b.elements<float>()[l * n + j];
  return {c};
}

const CustomOp &product() {
  static const CustomOp op = register_sharding(
      "test.product", "([i,k],[k,j])->([i,j]) {k reduction(sum)}", multiply);
  return op;
}

/// Differences of neighbours, for which a row must be whole.
const CustomOp &differences() {
  static const CustomOp op =
      register_sharding("test.differences", "([i,j])->([i,j]) {j whole}",
                        [](std::span<const Tensor> components, int64_t) {
                          calls.add(components);
                          const Tensor &x = components[0];
                          Tensor y = Tensor::zeros(x.shape(), x.dtype());
                          auto *result = static_cast<float *>(y.mutable_data());
                          auto from = x.elements<float>();
                          int64_t columns = x.shape()[1];
                          for (int64_t i = 0; i < x.size(); ++i)
                            result[i] =
                                i % columns ? from[i] - from[i - 1] : from[i];
                          return std::vector<Tensor>{y};
                        });
  return op;
}

TEST(CustomOpTest, IsDividedByItsRule) {
  DTensor a = make({6, 6}, {"y", "x"}), b = make({6, 4}, {"x", "unsharded"});
  calls.take();
  DTensor c = product()(a, b);
  EXPECT_EQ(c.layout().str(), "y,unsharded");
  EXPECT_EQ(read(c), read(matmul(a, b)));
  EXPECT_EQ(calls.take(), (std::set<Shape>{{3, 2}, {2, 4}}));
}

/// All layouts of a matrix on the mesh.
std::vector<std::vector<std::string>> listSpecs() {
  std::vector<std::vector<std::string>> all;
  for (const char *rows : {"unsharded", "x", "y", "x+y", "y+x"})
    for (const char *columns : {"unsharded", "x", "y", "x+y"}) {
      std::string both = std::string(rows) + "+" + columns;
      if (std::count(both.begin(), both.end(), 'x') <= 1 &&
          std::count(both.begin(), both.end(), 'y') <= 1)
        all.push_back({rows, columns});
    }
  return all;
}

TEST(CustomOpTest, EveryLayoutGivesTheSame) {
  for (auto [m, k, n] : {std::tuple(5, 4, 3), std::tuple(1, 7, 2)}) {
    const std::vector<std::string> whole = {"unsharded", "unsharded"};
    Floats expected = read(product()(make({m, k}, whole), make({k, n}, whole)));
    for (const auto &first : listSpecs())
      for (const auto &second : listSpecs())
        EXPECT_EQ(read(product()(make({m, k}, first), make({k, n}, second))),
                  expected)
            << first[0] << "," << first[1] << " " << second[0] << ","
            << second[1];
  }
}

TEST(CustomOpTest, UnevenAndEmptyParts) {
  // Along x, 4 rows are 2, 2 and 0.
  DTensor a = make({5, 4}, {"y", "x"}), b = make({4, 3}, {"x", "unsharded"});
  calls.take();
  EXPECT_EQ(read(product()(a, b)), read(matmul(a, b)));
  EXPECT_TRUE(calls.take().contains({2, 0}));
}

TEST(CustomOpTest, EachDeviceHasAllOfAWholeAxis) {
  DTensor a = make({6, 6}, {"y", "x"});
  calls.take();
  DTensor b = differences()(a);
  EXPECT_EQ(b.layout().str(), "y+x,unsharded");
  EXPECT_EQ(read(b),
            read(differences()(make({6, 6}, {"unsharded", "unsharded"}))));
  EXPECT_EQ(calls.take(), (std::set<Shape>{{1, 6}, {6, 6}}));
}

TEST(CustomOpTest, IsPartOfARecordedFunction) {
  DTensor a = make({6, 6}, {"y", "x"}), b = make({6, 4}, {"x", "unsharded"});
  auto f = jit([](const DTensor &x, const DTensor &w) {
    return tanh(differences()(product()(x * 2, w)));
  });
  EXPECT_EQ(read(f(a, b)), read(tanh(differences()(matmul(a * 2, b)))));
  // It is one program, which calls both functions.
  std::string text = f.untyped().text({a, b});
  EXPECT_NE(text.find("test.product"), std::string::npos);
  EXPECT_NE(text.find("test.differences"), std::string::npos);
}

TEST(CustomOpTest, IsCalledInLoops) {
  DTensor a = make({6, 6}, {"y", "unsharded"});
  auto f = jit([](const DTensor &x) {
    return fori_loop(
        0, 3,
        [](const Tensors &values) { return Tensors{differences()(values[1])}; },
        {x})[0];
  });
  EXPECT_EQ(read(f(a)), read(differences()(differences()(differences()(a)))));
}

TEST(CustomOpTest, SeveralResultsOfOtherTypes) {
  static const CustomOp op = register_sharding(
      "test.extremes", "([i,j])->([i],[i]) {j reduction(max)}",
      [](std::span<const Tensor> components, int64_t) {
        const Tensor &x = components[0];
        int64_t rows = x.shape()[0], columns = x.shape()[1];
        std::vector<float> most(rows, -INFINITY);
        for (int64_t i = 0; i < x.size(); ++i)
          most[i / columns] =
              std::max(most[i / columns], x.elements<float>()[i]);
        std::vector<double> wide(most.begin(), most.end());
        return std::vector<Tensor>{
            Tensor::from<float>(std::span<const float>(most), {rows}),
            Tensor::from<double>(std::span<const double>(wide), {rows})};
      },
      {.result_dtypes = {DType::float32, DType::float64}});
  DTensor a = make({4, 6}, {"y", "x"});
  Tensors results = op({a});
  EXPECT_EQ(read(results[0]), read(max(a, {1})));
  EXPECT_EQ(results[1].dtype(), DType::float64);
  EXPECT_EQ(read(astype(results[1], DType::float32)), read(results[0]));
  EXPECT_EQ(getError([&] { op(a); }),
            "required an op with one result, found 2; call it with a vector of "
            "operands");
}

TEST(CustomOpTest, UnsignedIntegersStayUnsigned) {
  static const CustomOp op =
      register_sharding("test.unsigned", "([i])->(*) {i reduction(max)}",
                        [](std::span<const Tensor> components, int64_t) {
                          uint8_t most = 0;
                          for (uint8_t each : components[0].elements<uint8_t>())
                            most = std::max(most, each);
                          return std::vector<Tensor>{Tensor::scalar(most)};
                        });
  DTensor a = distribute_tensor(
      Tensor::from<uint8_t>({1, 200, 3, 4, 100, 6}, {6}), Layout({"x"}, kMesh));
  EXPECT_EQ(op(a).full_tensor().elements<uint8_t>()[0], 200);
}

TEST(CustomOpTest, ShapesOfTheUser) {
  static const CustomOp op = register_sharding(
      "test.positions", "([i])->([i,k]) {k whole}",
      [](std::span<const Tensor> components, int64_t) {
        int64_t rows = components[0].shape()[0];
        return std::vector<Tensor>{Tensor::zeros({rows, 2}, DType::int32)};
      },
      {.result_types = [](std::span<const TensorType> types) {
        return std::vector<TensorType>{{DType::int32, {types[0].shape[0], 2}}};
      }});
  DTensor result = op(make({5}, {"x"}));
  EXPECT_EQ(result.shape(), (Shape{5, 2}));
  EXPECT_EQ(result.dtype(), DType::int32);
}

TEST(CustomOpTest, NamesWhatIsWrong) {
  auto nothing = [](std::span<const Tensor> components, int64_t) {
    return std::vector<Tensor>(components.begin(), components.end());
  };
  EXPECT_EQ(getError([&] { register_sharding("a", "([i]->([i])", nothing); }),
            "the rule '([i]->([i])': required ')', found '->([i])'");
  EXPECT_EQ(
      getError([&] { register_sharding("a", "([i,j])->([i])", nothing); }),
      "the rule '([i,j])->([i])': factor 'j' must be an axis of an "
      "operand and of every result, or be 'whole' or 'reduction(...)'");
  (void)product();
  EXPECT_EQ(getError([&] {
              register_sharding("test.product", "([i])->([i])", nothing);
            }),
            "define_function: there is a function 'test.product' already");
  EXPECT_EQ(getError([&] { product()(make({4, 3}, {"x", "y"})); }),
            "'test.product': required 2 operands by its rule, found 1");
  DTensor a = make({4, 3}, {"x", "y"});
  EXPECT_EQ(getError([&] { product()(a, a); }),
            "'test.product' with the rule '([i,k],[k,j])->([i,j]) {k "
            "reduction(sum)}': axis 0 of operand 1 must have the extent 3 by "
            "the rule, found 4");
  static const CustomOp wrong = register_sharding(
      "test.wrong", "([i])->([i])", [](std::span<const Tensor>, int64_t) {
        return std::vector<Tensor>{Tensor::scalar(1.f)};
      });
  EXPECT_NE(getError([&] { wrong(make({6}, {"x"})); })
                .find("'test.wrong': result 0: required 2xfloat32, found "
                      "float32"),
            std::string::npos);
  static const CustomOp thrower = register_sharding(
      "test.thrower", "([i])->([i])",
      [](std::span<const Tensor>, int64_t) -> std::vector<Tensor> {
        throw std::runtime_error("no data");
      });
  EXPECT_NE(getError([&] {
              thrower(make({6}, {"x"}));
            }).find("'test.thrower': no data"),
            std::string::npos);
  // The next call works.
  DTensor b = make({6, 6}, {"y", "x"});
  EXPECT_EQ(read(product()(b, b)), read(matmul(b, b)));
  EXPECT_EQ(getError([&] {
              grad([](const DTensor &x) { return sum(differences()(x)); })(b);
            }),
            "'test.differences' has no derivative, since it is a function of "
            "the user; where none is wanted, give its results to "
            "stop_gradient");
  auto stopped = grad([](const DTensor &x) {
    return sum(stop_gradient(differences()(x)) * x);
  });
  EXPECT_EQ(read(stopped(b)[0]), read(differences()(b)));
}

//===----------------------------------------------------------------------===//
// Functions on components
//===----------------------------------------------------------------------===//

TEST(RecordedLocalMapTest, IsPartOfTheProgram) {
  Layout rows({"y", "unsharded"}, kMesh);
  Layout partial = Layout::from_string("y,unsharded;partial(sum):x", kMesh);
  Layout a_layout({"y", "x"}, kMesh), b_layout({"x", "unsharded"}, kMesh);
  auto map = local_map(multiply, {partial},
                       {.in_layouts = {a_layout, b_layout},
                        .out_types = {{DType::float32, {5, 3}}}});
  auto f = jit([&](const DTensor &x, const DTensor &w) {
    return tanh(map({x + 1, w})[0]);
  });
  DTensor a = make({5, 4}, {"unsharded", "unsharded"});
  DTensor b = make({4, 3}, {"unsharded", "unsharded"});
  calls.take();
  EXPECT_EQ(read(f(a, b)), read(tanh(matmul(a + 1, b))));
  EXPECT_TRUE(calls.take().contains({3, 2}));
}

TEST(RecordedLocalMapTest, ScalarsAndUnsignedComponents) {
  Layout rows({"x"}, kMesh), none = Layout::replicated(kMesh, 0);
  auto map = local_map(
      [](std::span<const Tensor> components, int64_t) {
        Tensor y = Tensor::empty(components[0].shape(), DType::uint8);
        auto *result = static_cast<uint8_t *>(y.mutable_data());
        for (uint8_t each : components[0].elements<uint8_t>())
          *result++ = each / components[1].elements<uint8_t>()[0];
        return std::vector<Tensor>{y};
      },
      {rows}, {.in_layouts = {rows, none}, .out_types = {{DType::uint8, {6}}}});
  auto f =
      jit([&](const DTensor &x, const DTensor &y) { return map({x, y})[0]; });
  DTensor a = distribute_tensor(
      Tensor::from<uint8_t>({2, 200, 3, 4, 100, 6}, {6}), Layout({"y"}, kMesh));
  DTensor two = copy_to_mesh(Tensor::scalar<uint8_t>(2), none);
  EXPECT_EQ(f(a, two).full_tensor().str(), "[  1 100   1   2  50   3]");
}

TEST(RecordedLocalMapTest, NamesWhatIsWrong) {
  Layout rows({"x"}, kMesh);
  auto same = [](std::span<const Tensor> components, int64_t) {
    return std::vector<Tensor>(components.begin(), components.end());
  };
  auto call = [&](const LocalMapOptions &options) {
    auto map = local_map(same, {rows}, options);
    jit([&](const DTensor &x) { return map({x})[0]; })(make({6}, {"x"}));
  };
  EXPECT_EQ(getError([&] { call({}); }),
            "local_map in a function that is recorded: required a layout in "
            "in_layouts for each of 1 arguments, found 0");
  EXPECT_EQ(getError([&] { call({.in_layouts = {rows}}); }),
            "local_map in a function that is recorded: required a type in "
            "out_types for each of 1 results, and at least one; found 0");
}

} // namespace
