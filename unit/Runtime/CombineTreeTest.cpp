//===- CombineTreeTest.cpp - The order in which a group combines ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plans/CombineTree.h"

#include "gtest/gtest.h"

#include <set>
#include <string>

using namespace dtensor::runtime;

namespace {

/// A tree in parentheses, and the intervals of ranks of its subtrees.
struct Tree {
  std::string text;
  int64_t begin, end;
};

using Intervals = std::set<std::pair<int64_t, int64_t>>;

Tree join(const Tree &a, const Tree &b, Intervals &subtrees) {
  subtrees.insert({a.begin, b.end});
  return {"(" + a.text + " " + b.text + ")", a.begin, b.end};
}

/// The tree that the stack of the runtime builds.
std::string buildByMerges(const Topology &topology, DimMask dims,
                          Intervals &subtrees) {
  CombineTree tree(topology, dims);
  std::vector<Tree> stack;
  int64_t size = topology.getGroupSize(dims);
  for (int64_t rank = 0; rank < size; ++rank) {
    stack.push_back({std::to_string(rank), rank, rank + 1});
    for (int64_t i = tree.getNumMerges(rank); i > 0; --i) {
      if (stack.size() < 2)
        return "too many merges";
      Tree last = stack.back();
      stack.pop_back();
      stack.back() = join(stack.back(), last, subtrees);
    }
  }
  return stack.size() == 1 ? stack.front().text : "too few merges";
}

/// The tree over `leaves` along one dimension, by the documentation.
std::string buildAlong(const std::vector<std::string> &leaves) {
  if (leaves.size() == 1)
    return leaves.front();
  size_t half = 1;
  while (2 * half < leaves.size())
    half *= 2;
  auto middle = leaves.begin() + half;
  return "(" + buildAlong({leaves.begin(), middle}) + " " +
         buildAlong({middle, leaves.end()}) + ")";
}

/// The tree over `sizes`, the dimensions of a group from the outermost on.
std::string buildByDimensions(const std::vector<int64_t> &sizes, size_t first,
                              int64_t rank) {
  if (first == sizes.size())
    return std::to_string(rank);
  std::vector<std::string> leaves;
  for (int64_t i = 0; i < sizes[first]; ++i)
    leaves.push_back(
        buildByDimensions(sizes, first + 1, rank * sizes[first] + i));
  return buildAlong(leaves);
}

TEST(CombineTreeTest, IsThatOfTheDocumentation) {
  EXPECT_EQ(buildByDimensions({5}, 0, 0), "(((0 1) (2 3)) 4)");
  EXPECT_EQ(buildByDimensions({2, 3}, 0, 0), "(((0 1) 2) ((3 4) 5))");
  for (int64_t x = 1; x <= 17; ++x)
    for (int64_t y = 1; y <= 6; ++y)
      for (int64_t z = 1; z <= 3; ++z)
        for (DimMask dims = 1; dims < 8; ++dims) {
          std::vector<int64_t> mesh = {x, y, z}, sizes;
          Topology topology(mesh);
          DimMask proper = dims & topology.getProperDims();
          if (proper == 0)
            continue;
          forEachDim(proper, [&](int64_t dim) { sizes.push_back(mesh[dim]); });
          Intervals subtrees;
          ASSERT_EQ(buildByMerges(topology, proper, subtrees),
                    buildByDimensions(sizes, 0, 0))
              << x << "x" << y << "x" << z << " along " << dims;
        }
}

/// A process has a block of devices, so each can combine its own addends first.
TEST(CombineTreeTest, BlocksAreSubtrees) {
  Topology topology({6, 3});
  Intervals subtrees;
  buildByMerges(topology, 3, subtrees);
  // One row, two rows, and four rows of the mesh.
  for (int64_t row = 0; row < 6; ++row)
    EXPECT_TRUE(subtrees.count({3 * row, 3 * (row + 1)}));
  for (int64_t row = 0; row < 6; row += 2)
    EXPECT_TRUE(subtrees.count({3 * row, 3 * (row + 2)}));
  EXPECT_TRUE(subtrees.count({0, 12}));
  EXPECT_FALSE(subtrees.count({0, 9}));
}

/// Blocks combine their subtrees first, and the rest is combined in the order
/// of the whole tree.
TEST(CombineTreeTest, OperandsMayBeSubtrees) {
  for (int64_t x = 1; x <= 9; ++x)
    for (int64_t y = 2; y <= 5; ++y) {
      Topology topology({x, y});
      DimMask dims = topology.getProperDims();
      CombineTree tree(topology, dims);
      Intervals subtrees;
      std::string whole = buildByMerges(topology, dims, subtrees);
      for (int64_t block = 1; block <= x * y; ++block) {
        std::vector<std::string> stack;
        int64_t next = 0;
        tree.forEachSubtree(
            [&](int64_t rank, int64_t count) {
              EXPECT_TRUE(subtrees.count({rank, rank + count}));
              return rank / block == (rank + count - 1) / block;
            },
            [&](int64_t rank, int64_t count) {
              EXPECT_EQ(rank, next);
              next = rank + count;
              std::vector<std::string> own;
              for (int64_t i = rank; i < next; ++i) {
                own.push_back(std::to_string(i));
                for (int64_t merges = tree.getNumMerges(i);
                     merges > 0 && own.size() > 1; --merges) {
                  std::string last = own.back();
                  own.pop_back();
                  own.back() = "(" + own.back() + " " + last + ")";
                }
              }
              ASSERT_EQ(own.size(), 1u);
              stack.push_back(own.front());
              for (int64_t i = tree.getNumMerges(rank, count); i > 0; --i) {
                ASSERT_GT(stack.size(), 1u);
                std::string last = stack.back();
                stack.pop_back();
                stack.back() = "(" + stack.back() + " " + last + ")";
              }
            });
        ASSERT_EQ(stack, std::vector<std::string>{whole})
            << x << "x" << y << " in blocks of " << block;
      }
    }
}

} // namespace
