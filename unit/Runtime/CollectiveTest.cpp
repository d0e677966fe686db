//===- CollectiveTest.cpp - Moves between layouts -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

using namespace dtensor::runtime::test;

TEST(CollectiveTest, AllReduceOfAFewElements) {
  Mesh mesh({2});
  checkCollective(mesh, {{5}, {{{}}, {0}}, {{{}}, {}}});
}

TEST(CollectiveTest, AllReduceOfManyElements) {
  Mesh mesh({2, 3});
  for (bool shared : {false, true}) {
    CollectiveCase test{{70, 1000}, {{{}, {}}, {0, 1}}, {{{}, {}}, {}}};
    test.shared = shared;
    checkCollective(mesh, test);
    test.from.partial = {1};
    checkCollective(mesh, test);
    test.strided = true;
    checkCollective(mesh, test);
  }
}

/// All layouts of a tensor of `rank` axes on a mesh of `numDims` dimensions,
/// with any of the dimensions partial.
static std::vector<TestLayout> enumerateLayouts(int64_t rank, int64_t numDims) {
  std::vector<TestLayout> layouts = {
      {std::vector<std::vector<int64_t>>(rank), {}}};
  for (int64_t dim = 0; dim < numDims; ++dim) {
    std::vector<TestLayout> longer;
    for (const TestLayout &layout : layouts) {
      longer.push_back(layout);
      longer.push_back(layout);
      longer.back().partial.push_back(dim);
      for (int64_t axis = 0; axis < rank; ++axis) {
        for (size_t level = 0; level <= layout.axes[axis].size(); ++level) {
          longer.push_back(layout);
          std::vector<int64_t> &dims = longer.back().axes[axis];
          dims.insert(dims.begin() + level, dim);
        }
      }
    }
    layouts = std::move(longer);
  }
  return layouts;
}

static bool isSubset(const std::vector<int64_t> &a,
                     const std::vector<int64_t> &b) {
  for (int64_t value : a)
    if (std::find(b.begin(), b.end(), value) == b.end())
      return false;
  return true;
}

/// Checks every pair of layouts on a mesh for which a collective is defined.
static void checkAllPairs(const std::vector<int64_t> &meshSizes,
                          const std::vector<int64_t> &extents) {
  Mesh mesh(meshSizes);
  std::vector<TestLayout> layouts =
      enumerateLayouts(extents.size(), meshSizes.size());
  for (const TestLayout &from : layouts) {
    for (const TestLayout &to : layouts) {
      if (!isSubset(to.partial, from.partial))
        continue;
      for (bool shared : {false, true}) {
        for (bool strided : {false, true}) {
          CollectiveCase test{extents, from, to};
          test.shared = shared;
          test.strided = strided;
          checkCollective(mesh, test);
          if (testing::Test::HasFailure())
            return;
        }
      }
    }
  }
}

TEST(CollectiveTest, AllPairsOn2) {
  for (const std::vector<int64_t> &extents :
       std::vector<std::vector<int64_t>>{{4, 6}, {5, 1}, {0, 3}, {7}})
    checkAllPairs({2}, extents);
}

TEST(CollectiveTest, AllPairsOn3) {
  for (const std::vector<int64_t> &extents :
       std::vector<std::vector<int64_t>>{{3, 6}, {4, 2}, {1, 5}})
    checkAllPairs({3}, extents);
}

TEST(CollectiveTest, AllPairsOn2x2) {
  for (const std::vector<int64_t> &extents :
       std::vector<std::vector<int64_t>>{{4, 4}, {5, 3}})
    checkAllPairs({2, 2}, extents);
}

TEST(CollectiveTest, AllPairsOn2x3) {
  for (const std::vector<int64_t> &extents :
       std::vector<std::vector<int64_t>>{{6, 12}, {13, 2}})
    checkAllPairs({2, 3}, extents);
}

TEST(CollectiveTest, Scalars) { checkAllPairs({2, 2}, {}); }

TEST(CollectiveTest, AllTypesAndCombiners) {
  Mesh mesh({2, 3});
  for (int type = DT_I1; type <= DT_C128; ++type) {
    for (int combiner = DT_ADD; combiner <= DT_AVG; ++combiner) {
      bool onIntegers =
          combiner >= DT_MAX_SIGNED && combiner <= DT_MIN_UNSIGNED;
      bool onReals = combiner >= DT_MAXIMUM && combiner <= DT_MIN_NUM;
      if ((onIntegers && type > DT_I64) ||
          (onReals && (type < DT_F16 || type > DT_F64)) ||
          (combiner == DT_AVG && type == DT_I1))
        continue;
      for (int64_t numPartial : {1, 2}) {
        CollectiveCase test{{3, 700}, {{{}, {}}, {0}}, {{{}, {}}, {}}};
        test.type = static_cast<DtElementType>(type);
        test.combiner = static_cast<DtCombiner>(combiner);
        if (numPartial == 2)
          test.from.partial = {0, 1};
        checkCollective(mesh, test);
        test.strided = true;
        test.to.axes[1] = {0};
        checkCollective(mesh, test);
      }
    }
  }
}
