//===- ReshapeTest.cpp - Moves between tensors of two shapes --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/Reshape.h"
#include "LayoutEnumeration.h"
#include "Parsing.h"
#include <set>

using namespace dtensor;

namespace {

using Shape = std::vector<int64_t>;

std::string getGroups(const Shape &from, const Shape &to) {
  std::string text;
  auto print = [&](const Shape &shape, unsigned begin, unsigned end) {
    text += "[";
    for (unsigned axis = begin; axis < end; ++axis)
      text += (axis == begin ? "" : ",") + std::to_string(shape[axis]);
    text += "]";
  };
  for (const ReshapeGroup &group : getReshapeGroups(from, to)) {
    text += text.empty() ? "" : " ";
    print(from, group.fromBegin, group.fromEnd);
    print(to, group.toBegin, group.toEnd);
  }
  return text;
}

TEST(Reshape, GroupsAreSmallest) {
  EXPECT_EQ(getGroups({12, 5}, {3, 4, 5}), "[12][3,4] [5][5]");
  EXPECT_EQ(getGroups({3, 4, 5}, {12, 5}), "[3,4][12] [5][5]");
  EXPECT_EQ(getGroups({4, 6}, {6, 4}), "[4,6][6,4]");
  EXPECT_EQ(getGroups({1, 7, 1}, {7}), "[1,7,1][7]");
  EXPECT_EQ(getGroups({}, {1, 1}), "[][1,1]");
  EXPECT_EQ(getGroups({0, 3}, {3, 5, 0}), "[0,3][3,5,0]");
  EXPECT_EQ(getGroups({-1, 8}, {-1, 2, 4}), "[-1][-1] [8][2,4]");
  EXPECT_EQ(getGroups({6, -1, 8}, {2, 3, -1, 4, 2}),
            "[6][2,3] [-1][-1] [8][4,2]");
  EXPECT_EQ(getGroups({-1, 3}, {-1}), "[-1,3][-1]");
}

/// The positions that a device owns, in row-major numbers.
std::set<int64_t> getPositions(const Mesh &mesh, const LaidShape &laid,
                               int64_t device) {
  Box box = laid.layout.getOwnedBox(mesh, laid.shape, device);
  std::set<int64_t> positions;
  for (int64_t number = 0; number < getNumElements(box); ++number) {
    int64_t rest = number, position = 0, size = 1;
    for (size_t axis = box.size(); axis-- > 0;) {
      position += (box[axis].offset + rest % box[axis].extent) * size;
      rest /= box[axis].extent;
      size *= laid.shape[axis];
    }
    positions.insert(position);
  }
  return positions;
}

struct Owners {
  std::vector<std::set<int64_t>> positions;

  Owners(const Mesh &mesh, const LaidShape &laid) {
    for (int64_t device = 0; device < mesh.getNumDevices(); ++device)
      positions.push_back(getPositions(mesh, laid, device));
  }
};

/// Whether each device finds the positions that it needs among the peers along
/// `dims`.
bool isReachable(const Mesh &mesh, const Owners &from, const Owners &to,
                 const DimList &dims) {
  for (int64_t device = 0; device < mesh.getNumDevices(); ++device) {
    std::set<int64_t> reached;
    for (int64_t peer = 0; peer < mesh.getNumDevices(); ++peer) {
      bool isMember = true;
      for (unsigned dim = 0; dim < mesh.getNumDimensions(); ++dim)
        isMember &=
            llvm::is_contained(dims, dim) ||
            mesh.getCoordinate(device, dim) == mesh.getCoordinate(peer, dim);
      if (isMember)
        reached.insert(from.positions[peer].begin(),
                       from.positions[peer].end());
    }
    for (int64_t wanted : to.positions[device])
      if (!reached.count(wanted))
        return false;
  }
  return true;
}

/// Compares all pairs of layouts of the two shapes with lists of positions.
void checkAllPairs(llvm::StringRef meshText, const Shape &from,
                   const Shape &to) {
  Mesh mesh = parseMesh(meshText);
  std::vector<Layout> sources = getAllLayouts(mesh, from.size());
  std::vector<Layout> targets = getAllLayouts(mesh, to.size());
  std::vector<Owners> before, after;
  for (const Layout &layout : sources)
    before.emplace_back(mesh, LaidShape{from, layout});
  for (const Layout &layout : targets)
    after.emplace_back(mesh, LaidShape{to, layout});
  for (auto [source, owned] : llvm::zip_equal(sources, before))
    for (auto [target, wanted] : llvm::zip_equal(targets, after)) {
      size_t most = 0;
      for (auto [has, wants] :
           llvm::zip_equal(owned.positions, wanted.positions))
        most = std::max<size_t>(
            most, llvm::count_if(wants, [&, &has = has](int64_t position) {
              return !has.count(position);
            }));
      LaidShape before{from, source}, after{to, target};
      EXPECT_EQ(getReshapedElements(mesh, before, after), int64_t(most))
          << mesh.str() << ": " << source.str(mesh) << " -> "
          << target.str(mesh) << " " << getGroups(from, to);
      EXPECT_TRUE(
          isReachable(mesh, owned, wanted, getReshapeDims(mesh, before, after)))
          << mesh.str() << ": " << source.str(mesh) << " -> "
          << target.str(mesh) << " " << getGroups(from, to);
      if (testing::Test::HasFailure())
        return;
    }
}

TEST(Reshape, CountsWhatChangesOwner) {
  for (auto [from, to] :
       std::vector<std::pair<Shape, Shape>>{{{12}, {3, 4}},
                                            {{12, 2}, {3, 4, 2}},
                                            {{3, 5}, {15}},
                                            {{4, 6}, {6, 4}},
                                            {{2, 3, 4}, {24}},
                                            {{1, 7}, {7}},
                                            {{0, 3}, {3, 0}},
                                            {{}, {1, 1}},
                                            {{4, 3, 2}, {12, 1, 2}}}) {
    for (llvm::StringRef mesh : {"x=2", "x=3", "x=5", "x=2,y=2", "x=2,y=3"}) {
      checkAllPairs(mesh, from, to);
      checkAllPairs(mesh, to, from);
    }
  }
}

TEST(Reshape, NamesWhatMoves) {
  Mesh mesh = parseMesh("x=4,y=2");
  auto count = [&](const Shape &from, llvm::StringRef source, const Shape &to,
                   llvm::StringRef target) {
    Layout a = parseLayout(mesh, source), b = parseLayout(mesh, target);
    return getReshapedElements(mesh, {from, a}, {to, b});
  };
  // Whole rows stay in place.
  EXPECT_EQ(count({12}, "x", {4, 3}, "x,unsharded"), 0);
  // 3 rows of 4 on two devices: the second half row changes owner.
  EXPECT_EQ(count({12}, "y", {3, 4}, "y,unsharded"), 2);
  // From columns to rows an eighth is already in place.
  EXPECT_EQ(count({8, 8}, "unsharded,y", {64}, "y"), 16);
  EXPECT_EQ(count({-1, 8}, "unsharded,x", {-1, 2, 4}, "unsharded,y,unsharded"),
            4096);
  // The work does not depend on the size of the mesh.
  Mesh large = parseMesh("x=65536,y=65536");
  Layout a = parseLayout(large, "x,y"), b = parseLayout(large, "x,unsharded,y");
  EXPECT_GT(getReshapedElements(large,
                                {{int64_t(1) << 20, int64_t(1) << 20}, a},
                                {{int64_t(1) << 20, 16, int64_t(1) << 16}, b}),
            0);
}

} // namespace
