//===- RedistributionPropertyTest.cpp - Plans between all layouts of small
// meshes ===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutEnumeration.h"
#include "Parsing.h"
#include "dtensor/Layout/RedistributionVerifier.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstdlib>

using namespace dtensor;

namespace {

constexpr int64_t kBits = 32;

/// The number of pairs per mesh and shape that are tried, unless
/// DTENSOR_EXHAUSTIVE is set.
constexpr size_t kSamples = 500;

struct Case {
  const char *mesh;
  std::vector<std::vector<int64_t>> shapes;
};

/// Even, uneven, short and empty axes.
const std::vector<Case> kCases = {
    {"x=2", {{}, {0}, {1}, {5}, {4, 3}, {2, 1, 3}}},
    {"x=3", {{}, {1}, {2}, {7}, {6, 4}, {3, 0, 2}, {1, 5, 3}}},
    {"x=2,y=2",
     {{}, {0}, {1}, {5}, {8}, {4, 8}, {5, 3}, {1, 6}, {2, 3, 5}, {4, 4, 4}}},
    {"x=2,y=3",
     {{}, {1}, {7}, {12}, {6, 12}, {5, 4}, {0, 6}, {3, 2, 5}, {6, 6, 6}}},
    {"x=2,y=2,z=2",
     {{}, {5}, {8}, {8, 8}, {5, 6}, {3, 1}, {2, 3, 5}, {4, 4, 4}}},
    {"x=4,y=2", {{}, {7}, {16}, {8, 8}, {5, 6}, {3, 2, 5}, {4, 2, 8}}},
    {"x=2,y=1,z=3", {{6}, {7, 4}}},
};

int64_t getBruteForceBytes(const Mesh &mesh, const Layout &from,
                           const Layout &to, llvm::ArrayRef<int64_t> shape) {
  int64_t most = 0;
  for (int64_t device = 0; device < mesh.getNumDevices(); ++device) {
    Box owned = from.getOwnedBox(mesh, shape, device);
    Box wanted = to.getOwnedBox(mesh, shape, device);
    int64_t common = 1;
    for (auto [a, b] : llvm::zip_equal(owned, wanted))
      common *= std::max<int64_t>(
          0, std::min(a.offset + a.extent, b.offset + b.extent) -
                 std::max(a.offset, b.offset));
    most = std::max(most, getNumElements(wanted) - common);
  }
  return most * kBits / 8;
}

bool isEven(const Mesh &mesh, llvm::ArrayRef<int64_t> shape) {
  return llvm::all_of(shape, [&](int64_t extent) {
    return extent > 0 && extent % mesh.getNumDevices() == 0;
  });
}

std::string str(const Mesh &mesh, const RedistributionPlan &plan) {
  std::string text;
  for (const RedistributionStep &step : plan.steps)
    text += ("\n  " + stringify(step.kind) + ": " + step.from.str(mesh) +
             " -> " + step.to.str(mesh) + ", " +
             std::to_string(step.bytesReceived) + " bytes")
                .str();
  return text;
}

/// Calls `check(mesh, from, to, shape)` for all or many pairs of layouts.
template <typename Check>
void forAllPairs(llvm::ArrayRef<Combiner> kinds, Check check) {
  bool exhaustive = std::getenv("DTENSOR_EXHAUSTIVE") != nullptr;
  for (const Case &testCase : kCases) {
    Mesh mesh = parseMesh(testCase.mesh);
    for (const std::vector<int64_t> &shape : testCase.shapes) {
      std::vector<Layout> layouts = getAllLayouts(mesh, shape.size(), kinds);
      size_t pairs = layouts.size() * layouts.size();
      // The stride has no factor in common with the number of layouts.
      size_t stride = exhaustive ? 1 : pairs / kSamples + 1;
      for (size_t pair = 0; pair < pairs; pair += stride) {
        const Layout &from = layouts[pair / layouts.size()];
        const Layout &to =
            layouts[(pair + pair / layouts.size()) % layouts.size()];
        check(mesh, from, to, shape);
        if (testing::Test::HasFailure())
          return;
      }
    }
  }
}

TEST(RedistributionProperty, EveryPlanIsRight) {
  forAllPairs(
      {Combiner::Add, Combiner::Avg, Combiner::Maximum},
      [](const Mesh &mesh, const Layout &from, const Layout &to,
         llvm::ArrayRef<int64_t> shape) {
        for (bool allowExchange : {true, false}) {
          RedistributionPlan plan =
              planRedistribution(mesh, from, to, shape, kBits, {allowExchange});
          EXPECT_EQ(getMessage(verifyRedistribution(mesh, from, to, shape,
                                                    kBits, plan)),
                    "")
              << mesh.str() << ", shape " << testing::PrintToString(shape.vec())
              << ": " << from.str(mesh) << " -> " << to.str(mesh)
              << str(mesh, plan);
        }
      });
}

TEST(RedistributionProperty, MovementIsAtTheLowerBound) {
  forAllPairs({}, [](const Mesh &mesh, const Layout &from, const Layout &to,
                     llvm::ArrayRef<int64_t> shape) {
    RedistributionPlan plan = planRedistribution(mesh, from, to, shape, kBits);
    int64_t bytes = getBruteForceBytes(mesh, from, to, shape);
    EXPECT_EQ(plan.bytesReceived, bytes)
        << mesh.str() << ": " << from.str(mesh) << " -> " << to.str(mesh)
        << str(mesh, plan);
    EXPECT_EQ(getLowerBound(mesh, from, to, shape, kBits), bytes);
    // There is a slice, then one step in which each device gets its missing
    // elements.
    EXPECT_LE(plan.steps.size(), 2u);
    if (plan.steps.size() == 2)
      EXPECT_EQ(plan.steps[0].kind, StepKind::Slice);
  });
}

/// If nothing else has to move, a combination costs its lower bound: over g
/// devices that hold n bytes each, 2n(g-1)/g for the whole result and n(g-1)/g
/// for a share.
TEST(RedistributionProperty, CombinationsAreAtTheirBound) {
  for (const Case &testCase : kCases) {
    Mesh mesh = parseMesh(testCase.mesh);
    for (const std::vector<int64_t> &shape : testCase.shapes)
      for (const Layout &from :
           getAllLayouts(mesh, shape.size(), Combiner::Add)) {
        int64_t group = 1;
        DimList dims;
        for (const PartialDim &pending : from.getPartial()) {
          group *= mesh.getSize(pending.dim);
          dims.push_back(pending.dim);
        }
        if (!from.isPartial())
          continue;
        int64_t bytes = getMaxLocalElements(mesh, from, shape) * kBits / 8;
        Layout whole = from.withoutPartial();
        RedistributionPlan plan =
            planRedistribution(mesh, from, whole, shape, kBits);
        EXPECT_EQ(plan.bytesReceived,
                  llvm::divideCeil(2 * bytes * (group - 1), group))
            << from.str(mesh) << str(mesh, plan);
        for (size_t axis = 0; axis < shape.size(); ++axis) {
          Layout share = whole;
          DimList longer(whole.getAxis(axis));
          llvm::append_range(longer, dims);
          share.setAxis(axis, longer);
          plan = planRedistribution(mesh, from, share, shape, kBits);
          // The first share of an uneven axis is the largest one. If it is most
          // of the axis, reducing everything costs less than its addends.
          EXPECT_EQ(plan.bytesReceived,
                    std::min<int64_t>(
                        getMaxLocalElements(mesh, share, shape) * (group - 1) *
                            kBits / 8,
                        llvm::divideCeil(2 * bytes * (group - 1), group)))
              << from.str(mesh) << " -> " << share.str(mesh) << str(mesh, plan);
        }
        if (testing::Test::HasFailure())
          return;
      }
  }
}

/// On three mesh dimensions and two axes, nearly every relayout is a sequence
/// of collectives that moves little more than it must, and never holds more
/// than twice its larger end.
TEST(RedistributionProperty, CollectivesAreNearTheLowerBound) {
  Mesh mesh = parseMesh("x=2,y=2,z=2");
  std::vector<int64_t> shape = {16, 16};
  std::vector<Layout> layouts = getAllLayouts(mesh, shape.size());
  double sum = 0;
  int64_t count = 0;
  for (const Layout &from : layouts)
    for (const Layout &to : layouts) {
      RedistributionPlan plan =
          planRedistribution(mesh, from, to, shape, kBits, {false});
      int64_t bound = getLowerBound(mesh, from, to, shape, kBits);
      int64_t larger = std::max(getMaxLocalElements(mesh, from, shape),
                                getMaxLocalElements(mesh, to, shape)) *
                       kBits / 8;
      EXPECT_LE(plan.peakBytes, 2 * larger)
          << from.str(mesh) << " -> " << to.str(mesh) << str(mesh, plan);
      if (bound == 0) {
        EXPECT_EQ(plan.bytesReceived, 0);
        continue;
      }
      sum += std::log(double(plan.bytesReceived) / bound);
      ++count;
    }
  EXPECT_LE(std::exp(sum / count), 1.15);
}

TEST(RedistributionProperty, CollectivesStayWithinMemory) {
  forAllPairs({}, [](const Mesh &mesh, const Layout &from, const Layout &to,
                     llvm::ArrayRef<int64_t> shape) {
    RedistributionPlan plan =
        planRedistribution(mesh, from, to, shape, kBits, {false});
    EXPECT_GE(plan.bytesReceived, getBruteForceBytes(mesh, from, to, shape));
    // With one axis, or chunks of chunks, everything may have to be gathered.
    bool canAvoidGathers = isEven(mesh, shape) && shape.size() > 1;
    int64_t larger = std::max(getMaxLocalElements(mesh, from, shape),
                              getMaxLocalElements(mesh, to, shape));
    for (const RedistributionStep &step : plan.steps) {
      EXPECT_NE(step.kind, StepKind::Exchange);
      if (canAvoidGathers)
        EXPECT_LE(getMaxLocalElements(mesh, step.to, shape), 2 * larger)
            << mesh.str() << ": " << from.str(mesh) << " -> " << to.str(mesh)
            << str(mesh, plan);
    }
  });
}

TEST(RedistributionProperty, GroupsAreSmallest) {
  forAllPairs({Combiner::Add}, [](const Mesh &mesh, const Layout &from,
                                  const Layout &to,
                                  llvm::ArrayRef<int64_t> shape) {
    if (!isEven(mesh, shape))
      return;
    RedistributionPlan plan = planRedistribution(mesh, from, to, shape, kBits);
    for (RedistributionStep &step : plan.steps) {
      EXPECT_EQ(step.dims, getGroup(mesh, step.from, step.to));
      DimList dims = step.dims;
      for (unsigned dim : dims) {
        llvm::erase(step.dims, dim);
        EXPECT_NE(getMessage(
                      verifyRedistribution(mesh, from, to, shape, kBits, plan)),
                  "")
            << mesh.str() << ", without " << mesh.getName(dim).str() << ": "
            << from.str(mesh) << " -> " << to.str(mesh) << str(mesh, plan);
        step.dims = dims;
      }
    }
  });
}

/// Reducing everything first and then moving the result is always possible.
TEST(RedistributionProperty, ReductionsAreNoDearerThanTheObvious) {
  forAllPairs({Combiner::Add}, [](const Mesh &mesh, const Layout &from,
                                  const Layout &to,
                                  llvm::ArrayRef<int64_t> shape) {
    if (!isEven(mesh, shape) || !from.isPartial() || to.isPartial())
      return;
    Layout whole = from.withoutPartial();
    int64_t obvious = getLowerBound(mesh, from, whole, shape, kBits) +
                      getLowerBound(mesh, whole, to, shape, kBits);
    EXPECT_LE(getLowerBound(mesh, from, to, shape, kBits), obvious)
        << mesh.str() << ": " << from.str(mesh) << " -> " << to.str(mesh);
  });
}

} // namespace
