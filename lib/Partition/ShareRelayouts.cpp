//===- ShareRelayouts.cpp - Relayouts that start from each other ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecomputeRelayouts.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Layout/RedistributionPlanner.h"
#include "dtensor/Partition/Passes.h"

namespace dtensor {
#define GEN_PASS_DEF_SHARERELAYOUTS
#include "dtensor/Partition/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {
/// A value in one of its layouts.
struct Place {
  Value value;
  Layout layout;
};
} // namespace

/// The relayouts of `value` in its own block, where they can follow each other.
static SmallVector<RelayoutOp> getRelayouts(Value value) {
  SmallVector<RelayoutOp> relayouts;
  for (Operation *user : value.getUsers())
    if (auto relayout = dyn_cast<RelayoutOp>(user);
        relayout && relayout->getBlock() == value.getParentBlock())
      relayouts.push_back(relayout);
  llvm::sort(relayouts,
             [](RelayoutOp a, RelayoutOp b) { return a->isBeforeInBlock(b); });
  return relayouts;
}

/// Makes all layouts of `value` one after the other. Each is made from the
/// nearest layout that is available, and the nearest one comes first. This is
/// Prim's algorithm: no other tree over these layouts moves less.
static void share(Value value, MutableArrayRef<RelayoutOp> left) {
  LayoutAttr own = getLayout(value);
  MeshOp meshOp =
      own ? lookupMeshOrNull(left.front(), own.getMesh()) : MeshOp();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!meshOp || !type)
    return;
  Mesh mesh = meshOp.getMesh();
  // The verifier has checked that the layouts can be resolved.
  auto resolve = [&](LayoutAttr layout) {
    return llvm::cantFail(layout.resolve(mesh));
  };
  SmallVector<Place> places = {{value, resolve(own)}};
  Operation *last = left.front()->getPrevNode();
  Block *block = value.getParentBlock();
  int64_t elementBits = getElementBits(type.getElementType());
  while (!left.empty()) {
    size_t nearest = 0;
    Value source;
    int64_t leastBytes = INT64_MAX;
    for (auto [index, relayout] : llvm::enumerate(left))
      for (const Place &place : places) {
        int64_t bytes =
            getLowerBound(mesh, place.layout, resolve(relayout.getLayout()),
                          type.getShape(), elementBits);
        if (bytes >= leastBytes)
          continue;
        nearest = index;
        source = place.value;
        leastBytes = bytes;
      }
    RelayoutOp relayout = left[nearest];
    std::rotate(left.begin(), left.begin() + nearest,
                left.begin() + nearest + 1);
    left = left.drop_front();
    relayout.getSourceMutable().assign(source);
    if (last)
      relayout->moveAfter(last);
    else
      relayout->moveBefore(block, block->begin());
    last = relayout;
    places.push_back({relayout.getResult(), resolve(relayout.getLayout())});
  }
}

namespace {

struct ShareRelayouts : dtensor::impl::ShareRelayoutsBase<ShareRelayouts> {
  using ShareRelayoutsBase::ShareRelayoutsBase;

  void runOnOperation() override {
    llvm::SetVector<Value> values;
    getOperation()->walk(
        [&](RelayoutOp relayout) { values.insert(relayout.getSource()); });
    for (Value value : values)
      if (SmallVector<RelayoutOp> relayouts = getRelayouts(value);
          relayouts.size() > 1)
        share(value, relayouts);
    SmallVector<RelayoutOp> relayouts;
    getOperation()->walk(
        [&](RelayoutOp relayout) { relayouts.push_back(relayout); });
    for (RelayoutOp relayout : relayouts)
      recompute(relayout);
  }
};

} // namespace
