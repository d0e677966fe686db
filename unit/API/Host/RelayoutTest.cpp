//===- RelayoutTest.cpp - All pairs of layouts against an oracle ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/DTensor.h"

#include "dt/Factories.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <thread>

using namespace dt;

namespace {

/// A partial kind and its identity, in plain C++.
struct Kind {
  std::string name;
  double identity;
  double (*combine)(double, double);
};

const Kind kSum = {"sum", 0, [](double a, double b) { return a + b; }};
const Kind kMax = {"max", -INFINITY,
                   [](double a, double b) { return std::max(a, b); }};

/// Every layout of this rank: each dimension shards an axis, in any order of
/// dimensions, or is replicated or partial.
std::vector<Layout> getLayouts(const Mesh &mesh, int64_t rank,
                               const Kind &kind) {
  std::vector<std::string> texts;
  std::vector<std::string> specs(rank);
  std::string partial;
  std::function<void(size_t)> use = [&](size_t dim) {
    if (dim == mesh.dimensions().size()) {
      std::string text;
      for (int64_t axis = 0; axis < rank; ++axis)
        text += (axis == 0 ? "" : ",") +
                (specs[axis].empty() ? "unsharded" : specs[axis]);
      texts.push_back(text + (partial.empty()
                                  ? ""
                                  : ";partial(" + kind.name + "):" + partial));
      return;
    }
    const std::string &name = mesh.dimensions()[dim].name;
    use(dim + 1);
    auto tryWith = [&](std::string &text, std::string value) {
      std::swap(text, value);
      use(dim + 1);
      std::swap(text, value);
    };
    for (std::string &spec : specs) {
      tryWith(spec, spec.empty() ? name : spec + "+" + name);
      if (!spec.empty())
        tryWith(spec, name + "+" + spec);
    }
    tryWith(partial, partial.empty() ? name : partial + "+" + name);
  };
  use(0);
  std::vector<Layout> layouts;
  for (const std::string &text : texts)
    layouts.push_back(Layout::from_string(text, mesh));
  return layouts;
}

/// Calls `visit(element of the component, element of the whole tensor)`.
template <typename Visit>
void forEachElement(const Shape &shape, const Layout &layout, int64_t device,
                    Visit visit) {
  Shape extents = layout.local_shape(shape, device);
  Shape offsets = layout.local_offset(shape, device);
  int64_t count = 1;
  for (int64_t extent : extents)
    count *= extent;
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, global = 0, stride = 1;
    for (size_t axis = shape.size(); axis-- > 0;) {
      global += (offsets[axis] + rest % extents[axis]) * stride;
      rest /= extents[axis];
      stride *= shape[axis];
    }
    visit(i, global);
  }
}

/// The coordinates of a device along the partial dimensions: which addend it
/// has. Empty if the layout is not partial.
std::vector<int64_t> getAddend(const Layout &layout, int64_t device) {
  std::vector<int64_t> addend;
  size_t partial = layout.str().find("):");
  if (partial == std::string::npos)
    return addend;
  std::vector<int64_t> coordinates = layout.mesh().coordinates(device);
  for (size_t dim = 0; dim < coordinates.size(); ++dim)
    if (layout.str().find(layout.mesh().dimensions()[dim].name, partial + 2) !=
        std::string::npos)
      addend.push_back(coordinates[dim]);
  return addend;
}

/// Components of a tensor, with random addends where it is partial.
DTensor makeTensor(const std::vector<double> &values, const Shape &shape,
                   const Layout &layout, const Kind &kind,
                   std::mt19937 &random) {
  int64_t numDevices = layout.mesh().size();
  // The first addend is the rest that the others leave.
  std::vector<int64_t> first = getAddend(layout, 0);
  std::map<std::vector<int64_t>, std::vector<double>> addends;
  std::vector<double> others(values.size(), kind.identity);
  for (int64_t device = 0; device < numDevices; ++device) {
    std::vector<int64_t> key = getAddend(layout, device);
    if (key == first || addends.count(key))
      continue;
    for (size_t i = 0; i < values.size(); ++i) {
      // Integers, so that sums are exact, and below the maximum.
      double value = static_cast<int>(random() % 50);
      addends[key].push_back(kind.name == "max" ? values[i] - value : value);
      others[i] = kind.combine(others[i], addends[key].back());
    }
  }
  for (size_t i = 0; i < values.size(); ++i)
    addends[first].push_back(kind.name == "max" ? values[i]
                                                : values[i] - others[i]);
  std::vector<Tensor> components;
  for (int64_t device = 0; device < numDevices; ++device) {
    Tensor component =
        Tensor::empty(layout.local_shape(shape, device), DType::float64);
    auto *data = static_cast<double *>(component.mutable_data());
    const std::vector<double> &addend = addends[getAddend(layout, device)];
    forEachElement(shape, layout, device, [&](int64_t local, int64_t global) {
      data[local] = addend[global];
    });
    components.push_back(component);
  }
  return pack(components, layout);
}

/// Whether the components add up to the values, and replicas are equal.
void expectTensor(const DTensor &tensor, const std::vector<double> &values,
                  const Kind &kind) {
  const Layout &layout = tensor.layout();
  // Packing checks shapes and replicas.
  pack(unpack(tensor), layout, /*check=*/true);
  std::vector<double> sum(values.size(), kind.identity);
  // Each addend of an element counts once, whoever has it.
  std::set<std::pair<int64_t, std::vector<int64_t>>> counted;
  for (int64_t device = 0; device < layout.mesh().size(); ++device) {
    std::vector<int64_t> addend = getAddend(layout, device);
    Tensor component = tensor.to_local(device);
    forEachElement(
        tensor.shape(), layout, device, [&](int64_t local, int64_t global) {
          if (counted.insert({global, addend}).second)
            sum[global] =
                kind.combine(sum[global], component.elements<double>()[local]);
        });
  }
  EXPECT_EQ(sum, values);
}

void expectAllPairs(const Mesh &mesh, const Shape &shape, const Kind &kind) {
  std::mt19937 random(shape.size() + mesh.size());
  std::vector<double> values;
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(static_cast<int>(random() % 1000));
  std::vector<Layout> layouts = getLayouts(mesh, shape.size(), kind);
  for (const Layout &from : layouts) {
    DTensor tensor = makeTensor(values, shape, from, kind, random);
    for (const Layout &to : layouts) {
      SCOPED_TRACE(mesh.str() + ": " + from.str() + " -> " + to.str());
      DTensor moved = tensor.redistribute(to);
      ASSERT_EQ(moved.layout(), to);
      expectTensor(moved, values, kind);
      if (testing::Test::HasFailure())
        return;
    }
    expectTensor(tensor, values, kind);
  }
}

TEST(RelayoutTest, OneDimension) {
  for (int64_t extent : {0, 1, 5, 6})
    expectAllPairs({{"x", 4}}, {extent, 3}, kSum);
  expectAllPairs({{"x", 3}}, {2, 7}, kMax);
}

TEST(RelayoutTest, TwoDimensions) {
  expectAllPairs({{"x", 2}, {"y", 3}}, {5, 7}, kSum);
  expectAllPairs({{"x", 3}, {"y", 2}}, {13}, kSum);
  expectAllPairs({{"x", 2}, {"y", 2}}, {4, 6}, kMax);
  expectAllPairs({{"x", 2}, {"y", 1}}, {3, 2}, kSum);
}

TEST(RelayoutTest, ThreeDimensions) {
  expectAllPairs({{"x", 2}, {"y", 2}, {"z", 2}}, {9}, kSum);
}

// Plans are kept: for the next relayout of this type, shape and mesh only.
TEST(RelayoutTest, PlansFitTypesShapesAndMeshes) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([] {
      // More of them than are kept.
      for (int i = 0; i < 400; ++i)
        for (int64_t devices : {2, 3})
          for (DType dtype : {DType::float32, DType::int8, DType::uint8}) {
            Mesh mesh = {{"x", devices}};
            Layout partial =
                Layout::from_string("unsharded;partial(max):x", mesh);
            int64_t extent = 1 + i % 200;
            std::vector<Tensor> parts;
            for (int64_t device = 0; device < devices; ++device)
              parts.push_back(full({extent}, 1 + device,
                                   Layout::replicated(Mesh(), 1), dtype)
                                  .numpy());
            // With a sign, this is less than the others.
            if (dtype != DType::float32) {
              parts[0] = Tensor::empty({extent}, dtype);
              std::memset(parts[0].mutable_data(), 0x80, extent);
            }
            DTensor moved =
                pack(parts, partial).redistribute(Layout({"x"}, mesh));
            int64_t greatest = dtype == DType::uint8 ? 128 : devices;
            ASSERT_EQ(moved.to_local(0).str(),
                      full({(extent + devices - 1) / devices}, greatest,
                           Layout::replicated(Mesh(), 1), dtype)
                          .numpy()
                          .str());
          }
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
