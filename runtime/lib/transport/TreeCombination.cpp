//===- TreeCombination.cpp - Combinations among many processes ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TreeCombination.h"
#include "../collectives/Strided.h"

using namespace dtensor::runtime;

/// The number of bytes up to which whole values are exchanged.
static constexpr int64_t kWholeBytes = 16 << 10;
/// About as many bytes take as long as a message of few bytes.
static constexpr int64_t kBytesOfMessage = 4 << 10;
/// Steps backwards have other numbers than those before them.
static constexpr int64_t kBackwards =
    ProcessTree::kMaxLevels * ProcessTree::kMaxLevels;

TreeCombination::TreeCombination(MessageTransport &transport, DtDevice &device,
                                 const CollectivePlan &plan,
                                 CombineKernel kernel, const DtMemRef &source,
                                 const DtMemRef &destination, const char *where)
    : transport(transport), device(device), context(*device.context),
      plan(plan), site(plan.site), kernel(kernel), source(source),
      destination(destination), where(where),
      round(transport, device, plan, where),
      tree(plan.topology, context.deal, site.combined, device.index),
      elementSize(plan.elementSize),
      unit(getIntermediateSize(site.type, site.combiner)),
      box(plan.getSourceBox(device.getPlace())),
      numElements(box.getNumElements(site.rank)), way(choose()),
      shares(plan, tree, device.getPlace(), way == Way::Halving) {}

TreeCombination::Way TreeCombination::choose() const {
  // What else the layouts do has no tree.
  if (site.combined != plan.group || site.sharded != 0 || !tree.hasSubtrees())
    return Way::None;
  // A step takes about as long as two of many messages at a time.
  int64_t numProcesses = tree.getNumProcesses();
  int64_t numSteps = tree.getNumSteps();
  if (2 * numSteps >= numProcesses)
    return Way::None;
  DimMask scattered = site.toSharded & site.combined;
  int64_t bytes = numElements * unit;
  if (scattered == 0 && bytes <= kWholeBytes)
    return Way::Doubling;
  // Processes need either different parts, or the same.
  bool haveOwn = true;
  forEachDim(site.combined & ~scattered, [&](int64_t dim) {
    haveOwn &= tree.getBlockSize(dim) == plan.topology.getSize(dim);
  });
  if (tree.isBalanced() && (scattered == 0 || haveOwn))
    return scattered == 0 ? Way::HalvingAndDoubling : Way::Halving;
  // Each step has all bytes, where shares would have few.
  return bytes * numSteps <= kBytesOfMessage * numProcesses ? Way::Doubling
                                                            : Way::None;
}

void TreeCombination::run() {
  if (round.enter({plan.data, &source, &destination}))
    lead();
  // The sum is there.
  transport.exit(device, plan.group, where);
  finish();
  round.exit();
}

void TreeCombination::lead() {
  int64_t numMembers = round.getNumMembers();
  int64_t numValues = way == Way::HalvingAndDoubling ? numElements : 0;
  sums = round.reserve(
      std::max<int64_t>(numElements * unit + numValues * elementSize, 1));
  values = sums + numElements * unit;
  bool hasMemory = sums != nullptr;
  try {
    device.operands.resize(
        std::max<size_t>(device.operands.size(), numMembers));
    device.runOperands.resize(
        std::max<size_t>(device.runOperands.size(), numMembers));
  } catch (const std::bad_alloc &) {
    hasMemory = false;
  }
  if (!hasMemory)
    round.fail("out of memory");
  combineOwn();
  if (way == Way::Doubling)
    return doubleWhole();
  Range share = halve();
  if (way == Way::HalvingAndDoubling)
    gather(share);
}

void TreeCombination::combineOwn() {
  if (way != Way::Halving)
    return combineOwn(box, sums);
  combineOwn(shares.getWhole());
}

/// In the order in which halves of it are sent.
void TreeCombination::combineOwn(const TreeShares::Share &share) {
  // There may be more processes than elements.
  if (share.elements.size() == 0)
    return;
  if (share.places.size() > 1) {
    TreeShares::Halves halves = shares.divide(share);
    combineOwn(halves.first);
    return combineOwn(halves.second);
  }
  char *target = sums + share.elements.begin * unit;
  shares.forEachBox(share.places.begin, [&](const Box &part) {
    combineOwn(part, target);
    target += part.getNumElements(site.rank) * unit;
  });
}

/// Combines a part of the members' addends to an intermediate result.
void TreeCombination::combineOwn(const Box &part, char *target) {
  if (part.getNumElements(site.rank) == 0)
    return;
  CombineTree order = plan.getTree();
  int64_t count = 0, depth = 0;
  round.forEachMember([&](const DtDevice &member) {
    const DtMemRef &memref = *round.reach(member.index)->source;
    device.operands[count] = {
        round.getPlace(part, box, memref, site.rank, elementSize),
        memref.sizesAndStrides + site.rank, elementSize};
    // The last addend also ends subtrees that begin before this process.
    int64_t numMerges =
        std::min(order.getNumMerges(plan.getAddendRank(member.index)), depth);
    depth += 1 - numMerges;
    device.runOperands[count].numMerges = numMerges;
    device.runOperands[count].isIntermediate = false;
    ++count;
  });
  CombineRun run;
  run.numOperands = count;
  run.numAddends = count;
  run.isIntermediate = true;
  int64_t strides[kMaxRank];
  getPackedStrides(site.rank, part.extent, strides);
  combineBoxes(kernel, site.rank, part.extent, device.operands.data(),
               device.runOperands.data(), run, target, strides, unit);
}

const char *TreeCombination::exchange(const ProcessTree::Step &step,
                                      int64_t number, const char *data,
                                      int64_t sent, int64_t received,
                                      char *into) {
  return round.exchange(plan.extents, site.rank, number,
                        {step.sends ? step.process : -1,
                         step.receives ? step.process : -1, data, sent,
                         received, into});
}

void TreeCombination::merge(const ProcessTree::Step &step, char *own,
                            const char *other, int64_t size) {
  if (size == 0)
    return;
  const char *first = step.isFirst ? own : other;
  const char *second = step.isFirst ? other : own;
  RunOperand operands[] = {{first, 1, 0, /*isIntermediate=*/true},
                           {second, 1, 1, /*isIntermediate=*/true}};
  CombineRun run{own, 1, size, operands, 2, 2, true, /*isIntermediate=*/true};
  kernel(run);
}

void TreeCombination::doubleWhole() {
  int64_t bytes = numElements * unit;
  tree.forEachStep([&](const ProcessTree::Step &step) {
    if (step.sends && step.receives)
      merge(step, sums, exchange(step, step.number, sums, bytes, bytes),
            numElements);
    else
      exchange(step, step.number, sums, bytes, bytes, sums);
  });
}

TreeCombination::Range TreeCombination::halve() {
  TreeShares::Share share = shares.getWhole();
  tree.forEachStep([&](const ProcessTree::Step &step) {
    auto [first, second] = shares.divide(share);
    share = step.isFirst ? first : second;
    Range kept = share.elements;
    Range sent = step.isFirst ? second.elements : first.elements;
    const char *other = exchange(step, step.number, sums + sent.begin * unit,
                                 sent.size() * unit, kept.size() * unit);
    merge(step, sums + kept.begin * unit, other, kept.size());
  });
  return share.elements;
}

void TreeCombination::gather(Range share) {
  if (share.size() > 0) {
    RunOperand operand{sums + share.begin * unit, 1, 0,
                       /*isIntermediate=*/true};
    CombineRun run{values + share.begin * elementSize,
                   1,
                   share.size(),
                   &operand,
                   1,
                   plan.getNumAddends(),
                   true};
    kernel(run);
  }
  ProcessTree::Step steps[ProcessTree::kMaxLevels];
  int64_t numSteps = 0;
  tree.forEachStep(
      [&](const ProcessTree::Step &step) { steps[numSteps++] = step; });
  // The places of the processes whose shares are here.
  int64_t begin = tree.getOwnPlace(), count = 1;
  while (numSteps-- > 0) {
    const ProcessTree::Step &step = steps[numSteps];
    int64_t other = step.isFirst ? begin + count : begin - count;
    Range sent = shares.getEqual({begin, begin + count});
    Range received = shares.getEqual({other, other + count});
    exchange(step, kBackwards + step.number, values + sent.begin * elementSize,
             sent.size() * elementSize, received.size() * elementSize,
             values + received.begin * elementSize);
    begin = std::min(begin, other);
    count *= 2;
  }
}

/// Makes the destination of this device from what the leader has.
void TreeCombination::finish() {
  Box wanted = plan.getDestinationBox(device.getPlace());
  if (!round.isFirstSharer(site) || wanted.getNumElements(site.rank) == 0)
    return;
  sums = round.reserve(0);
  int64_t packed[kMaxRank];
  getPackedStrides(site.rank, wanted.extent, packed);
  char *target =
      round.getPlace(wanted, wanted, destination, site.rank, elementSize);
  const int64_t *strides = destination.sizesAndStrides + site.rank;
  if (way == Way::HalvingAndDoubling)
    return copyBox(elementSize, site.rank, wanted.extent,
                   sums + numElements * unit, packed, target, strides);
  int64_t offset = 0;
  if (way == Way::Doubling) {
    // The sum of all elements is here.
    getPackedStrides(site.rank, box.extent, packed);
    for (int64_t axis = 0; axis < site.rank; ++axis)
      offset += (wanted.offset[axis] - box.offset[axis]) * packed[axis];
  } else {
    int64_t place = tree.getOwnPlace();
    offset = shares.getShare(place).elements.begin;
    bool isBefore = true;
    shares.forEachBox(place, [&](const Box &part) {
      isBefore &=
          !std::equal(part.offset, part.offset + site.rank, wanted.offset);
      if (isBefore)
        offset += part.getNumElements(site.rank);
    });
  }
  Operand operand{sums + offset * unit, packed, unit};
  RunOperand runOperand;
  runOperand.numMerges = 0;
  runOperand.isIntermediate = true;
  CombineRun run;
  run.numOperands = 1;
  run.numAddends = plan.getNumAddends();
  combineBoxes(kernel, site.rank, wanted.extent, &operand, &runOperand, run,
               target, strides, elementSize);
}
