//===- PlanTest.cpp - Sends of plans are the peers' receives --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Without any transport: each device's sends, by its own coordinates, must be
// what its peers' plans receive.

#include "plans/CollectivePlan.h"
#include "plans/FetchSendWalk.h"
#include "plans/FetchWalk.h"
#include "plans/ReshapePlan.h"
#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace dtensor::runtime;

namespace {
using Numbers = std::vector<int64_t>;
using Axes = std::vector<Numbers>;
/// Sender, receiver, and the elements.
using Transfers = std::multiset<Numbers>;

const std::vector<Numbers> kMeshes = {{2}, {5}, {2, 3}, {1, 4}, {2, 2, 3}};

template <typename Random>
int64_t pick(Random &random, int64_t low, int64_t high) {
  return low + static_cast<int64_t>(random() % (high - low + 1));
}

/// Mesh dimensions in `mask` at random axes, or at none.
template <typename Random>
Axes divide(Random &random, int64_t rank, int64_t numDims, DimMask mask) {
  Axes axes(rank);
  for (int64_t dim = 0; dim < numDims; ++dim) {
    int64_t axis = pick(random, 0, rank);
    if (axis < rank && (mask & maskOf(dim)))
      axes[axis].insert(axes[axis].begin() + pick(random, 0, axes[axis].size()),
                        dim);
  }
  return axes;
}

void append(Numbers &site, const Numbers &dims) {
  site.push_back(dims.size());
  site.insert(site.end(), dims.begin(), dims.end());
}

template <typename Visit>
void forEachPlace(const Topology &topology, Visit visit) {
  int64_t coordinates[Topology::kMaxDims];
  for (int64_t device = 0; device < topology.getNumDevices(); ++device)
    visit(topology.getPlace(device, coordinates));
}

TEST(PlanTest, Collectives) {
  std::mt19937 random(1);
  for (int number = 0; number < 6000; ++number) {
    const Numbers &mesh = kMeshes[number % kMeshes.size()];
    int64_t numDims = mesh.size(), rank = pick(random, 0, 3);
    DimMask all = maskOf(numDims) - 1, partial = random() & all;
    DimMask kept = partial & random();
    Numbers site = {DT_COLLECTIVE_SITE, DT_F32,        DT_ADD,      rank, 0,
                    int64_t(partial),   int64_t(kept), int64_t(all)};
    for (const Axes &axes : {divide(random, rank, numDims, all & ~partial),
                             divide(random, rank, numDims, all & ~kept)})
      for (const Numbers &dims : axes)
        append(site, dims);
    Numbers extents;
    for (int64_t axis = 0; axis < rank; ++axis)
      extents.push_back(pick(random, 0, 7));
    Topology topology(mesh);
    CollectivePlan plan(topology, site.data(), extents.data());
    ASSERT_EQ(plan.decode(), nullptr);
    Transfers sent, received;
    auto add = [&](Transfers &to, int64_t from, int64_t by, const Box &box) {
      Numbers key = {from, by};
      key.insert(key.end(), box.offset, box.offset + rank);
      key.insert(key.end(), box.extent, box.extent + rank);
      to.insert(key);
    };
    forEachPlace(topology, [&](Place place) {
      int64_t numElements = 0;
      plan.forEachReceive(place, [&](const Piece &piece) {
        numElements += piece.box.getNumElements(rank);
        for (int64_t i = 0; i < plan.getNumAddends(); ++i)
          add(received, plan.getAddend(piece.peer, i), place.device, piece.box);
      });
      EXPECT_EQ(numElements,
                plan.getDestinationBox(place).getNumElements(rank));
      plan.forEachSend(place, [&](const Piece &piece) {
        add(sent, place.device, piece.peer, piece.box);
      });
    });
    ASSERT_EQ(sent, received) << testing::PrintToString(site) << " of "
                              << testing::PrintToString(extents);
  }
}

TEST(PlanTest, Reshapes) {
  std::mt19937 random(2);
  const std::vector<std::pair<Numbers, Numbers>> shapes = {
      {{12}, {3, 4}},   {{4, 6}, {6, 4}}, {{2, 3, 5}, {30}},
      {{7, 1}, {1, 7}}, {{0, 3}, {3, 0}}, {{}, {1, 1}}};
  for (int number = 0; number < 4000; ++number) {
    const Numbers &mesh = kMeshes[number % kMeshes.size()];
    int64_t numDims = mesh.size();
    auto [from, to] = shapes[pick(random, 0, shapes.size() - 1)];
    if (random() % 2)
      std::swap(from, to);
    DimMask all = maskOf(numDims) - 1;
    Numbers site = {DT_RESHAPE_SITE, DT_F32, int64_t(from.size()),
                    int64_t(to.size()), int64_t(all)};
    for (size_t rank : {from.size(), to.size()})
      for (const Numbers &dims : divide(random, rank, numDims, all))
        append(site, dims);
    Topology topology(mesh);
    ReshapePlan plan(topology, site.data(), from.data(), to.data());
    ASSERT_EQ(plan.decode(), nullptr);
    Transfers sent, received;
    forEachPlace(topology, [&](Place place) {
      EXPECT_TRUE(plan.forEachReceive(place, [&](const ReshapeRun &run) {
        received.insert({run.peer, place.device, run.position, run.length});
      }));
      plan.forEachSend(place, [&](const ReshapeRun &run) {
        sent.insert({place.device, run.peer, run.position, run.length});
      });
    });
    ASSERT_EQ(sent, received) << testing::PrintToString(site);
  }
}

TEST(PlanTest, Fetches) {
  std::mt19937 random(3);
  for (int number = 0; number < 6000; ++number) {
    const Numbers &mesh = kMeshes[number % kMeshes.size()];
    int64_t numDims = mesh.size();
    DimMask all = maskOf(numDims) - 1;
    int64_t numLoops = pick(random, 2, 4), numSources = pick(random, 1, 2);
    Numbers site = {DT_FETCH_SITE,
                    DT_F32,
                    2,
                    numLoops,
                    numSources,
                    int64_t(all),
                    number % 3 ? 0 : DT_FROM_PEERS_ONLY};
    Numbers numbers;
    for (const Numbers &dims : divide(random, numLoops, numDims, all)) {
      append(site, dims);
      numbers.push_back(pick(random, 0, 7));
    }
    for (int64_t axis = 0; axis < 2; ++axis) {
      // The fourth loop is read by no window.
      bool both = numLoops > 2 && random() % 2;
      site.insert(site.end(), {pick(random, -2, 2), both ? 2 : 1, axis,
                               pick(random, 1, 2)});
      if (both)
        site.insert(site.end(), {2, pick(random, 1, 2)});
    }
    for (int64_t source = 0; source < numSources; ++source)
      for (const Numbers &dims : divide(random, 2, numDims, all)) {
        int64_t stride = pick(random, 1, 2);
        site.insert(site.end(),
                    {random() % 3 ? stride : -stride, pick(random, 1, 2)});
        append(site, dims);
        numbers.insert(numbers.end(),
                       {pick(random, 0, 8), pick(random, -1, 6),
                        pick(random, 0, 6), pick(random, -3, 4)});
      }
    Topology topology(mesh);
    FetchPlan plan(topology, site.data(), numbers.data());
    ASSERT_EQ(plan.decode(), nullptr);
    Transfers sent, received;
    auto add = [](Transfers &to, int64_t from, int64_t by,
                  const FetchPiece &piece) {
      Numbers key = {from, by, piece.source};
      for (int64_t axis = 0; axis < 2; ++axis)
        key.insert(key.end(), {piece.steps[axis].begin, piece.steps[axis].end,
                               piece.from[axis], piece.to[axis]});
      to.insert(key);
    };
    forEachPlace(topology, [&](Place place) {
      EXPECT_TRUE(plan.forEachReceive(place, [&](const FetchPiece &piece) {
        add(received, piece.peer, place.device, piece);
      }));
      plan.forEachSend(place, [&](const FetchPiece &piece) {
        add(sent, place.device, piece.peer, piece);
      });
    });
    ASSERT_EQ(sent, received) << testing::PrintToString(site) << " with "
                              << testing::PrintToString(numbers);
  }
}

} // namespace
