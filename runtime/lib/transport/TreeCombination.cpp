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

TreeCombination::TreeCombination(MessageTransport &transport, DtDevice &device,
                                 const CollectivePlan &plan,
                                 CombineKernel kernel, const DtMemRef &source,
                                 const DtMemRef &destination, const char *where)
    : transport(transport), device(device), context(*device.context),
      plan(plan), site(plan.site), kernel(kernel), source(source),
      destination(destination), where(where),
      round(transport, device, plan, where), tree(plan.getTree()),
      row(plan.topology, context.deal, site.combined, device.index),
      teams(row, tree), elementSize(plan.elementSize),
      unit(getIntermediateSize(site.type, site.combiner)),
      box(plan.getSourceBox(device.getPlace())),
      numElements(box.getNumElements(site.rank)), way(choose()),
      shares(plan, row, device.getPlace()), sums(tree, kernel) {}

TreeCombination::Way TreeCombination::choose() const {
  // What else the layouts do has no tree.
  if (site.combined != plan.group || site.sharded != 0 || !row.isRow())
    return Way::None;
  // A step takes about as long as two of many messages at a time.
  int64_t numProcesses = row.getNumProcesses();
  int64_t numSteps = teams.getNumSteps();
  if (2 * numSteps >= numProcesses)
    return Way::None;
  DimMask scattered = site.toSharded & site.combined;
  int64_t bytes = numElements * unit;
  if (scattered == 0)
    return bytes <= kWholeBytes ? Way::Doubling : Way::HalvingAndDoubling;
  bool haveOwn = row.hasBoxes() && !teams.hasPairs();
  forEachDim(site.combined & ~scattered,
             [&](int64_t dim) { haveOwn = haveOwn && row.getCount(dim) == 1; });
  if (haveOwn)
    return Way::Halving;
  // Each step has all bytes, where shares would have few.
  if (bytes * numSteps <= kBytesOfMessage * numProcesses)
    return Way::Doubling;
  // Each process gets all shares, as many bytes as it needs not.
  if (bytes <= 2 * kBytesOfMessage * (numProcesses - 2 * numSteps))
    return Way::HalvingAndDoubling;
  return Way::None;
}

void TreeCombination::run() {
  if (round.enter({plan.data, &source, &destination}))
    lead();
  // The sum is there.
  transport.exit(device, plan.group, where);
  finish();
  round.exit();
}

int64_t TreeCombination::getValueBytes() const {
  int64_t bytes =
      way == Way::HalvingAndDoubling ? numElements * elementSize : 0;
  // Intermediate results behind them are aligned.
  return (bytes + 63) / 64 * 64;
}

/// The most sums that this process has at a time.
int64_t TreeCombination::countSlots() const {
  int64_t own = row.getOwnPlace();
  int64_t most = SubtreeSums::count(tree, row.getRanks({own, own + 1}));
  for (int64_t level = 0; level <= teams.getNumLevels(); ++level)
    most = std::max(
        most, SubtreeSums::count(tree, row.getRanks(teams.getOwn(level))));
  return most;
}

void TreeCombination::lead() {
  int64_t numMembers = round.getNumMembers();
  values =
      round.reserve(getValueBytes() +
                    std::max<int64_t>(countSlots() * numElements * unit, 1));
  bool hasMemory = values != nullptr;
  try {
    device.operands.resize(
        std::max<size_t>(device.operands.size(), numMembers));
    device.runOperands.resize(
        std::max<size_t>({device.runOperands.size(), size_t(numMembers),
                          2 * SubtreeSums::kMax}));
  } catch (const std::bad_alloc &) {
    hasMemory = false;
  }
  if (!hasMemory)
    round.fail("out of memory");
  int64_t own = row.getOwnPlace();
  sums.start(row.getRanks({own, own + 1}), values + getValueBytes(),
             numElements, unit);
  if (way == Way::Halving)
    combineOwn(shares.getWhole());
  else
    combineOwn(box, /*element=*/0);
  if (way == Way::Doubling)
    return doubleWhole();
  halve();
  if (way == Way::HalvingAndDoubling)
    gather();
}

/// In the order in which halves of it are sent.
void TreeCombination::combineOwn(const TreeShares::Share &share) {
  // There may be more processes than elements.
  if (share.elements.size() == 0)
    return;
  if (share.numbers.size() > 1) {
    TreeShares::Halves halves = shares.divide(share);
    combineOwn(halves.first);
    return combineOwn(halves.second);
  }
  int64_t element = share.elements.begin;
  shares.forEachBox(share.numbers.begin, [&](const Box &part) {
    combineOwn(part, element);
    element += part.getNumElements(site.rank);
  });
}

/// Combines a part of the members' addends to intermediate results, one for
/// each subtree. Its elements begin with `element` there.
void TreeCombination::combineOwn(const Box &part, int64_t element) {
  if (part.getNumElements(site.rank) == 0)
    return;
  int64_t strides[kMaxRank];
  getPackedStrides(site.rank, part.extent, strides);
  for (int64_t i = 0; i < sums.getCount(); ++i) {
    const SubtreeSums::Subtree &subtree = sums.get(i);
    int64_t depth = 0;
    for (int64_t j = 0; j < subtree.count; ++j) {
      int64_t rank = subtree.rank + j;
      const DtMemRef &memref = *round.reach(row.getDevice(rank))->source;
      device.operands[j] = {
          round.getPlace(part, box, memref, site.rank, elementSize),
          memref.sizesAndStrides + site.rank, elementSize};
      // The last addend also ends subtrees that begin before this one.
      int64_t numMerges = std::min(tree.getNumMerges(rank), depth);
      depth += 1 - numMerges;
      device.runOperands[j].numMerges = numMerges;
      device.runOperands[j].isIntermediate = false;
    }
    CombineRun run;
    run.numOperands = subtree.count;
    run.numAddends = subtree.count;
    run.isIntermediate = true;
    combineBoxes(kernel, site.rank, part.extent, device.operands.data(),
                 device.runOperands.data(), run, sums.getSum(i, element),
                 strides, unit);
  }
}

void TreeCombination::Letters::add(Letter letter) {
  letters[count++] = letter;
  if (count == 2 && letters[0].process > letters[1].process)
    std::swap(letters[0], letters[1]);
}

/// The place of the other process of a pair.
int64_t TreeCombination::getMate() const {
  Range own = teams.getOwn(0);
  return own.begin + own.end - 1 - row.getOwnPlace();
}

template <typename Sent, typename Received>
void TreeCombination::exchange(const Letters &letters, int64_t number,
                               Sent &&forEachSent, Received &&forEachReceived) {
  auto forEach = [&](bool receives, auto &&function) {
    int64_t message = 0;
    for (int64_t i = 0; i < letters.count; ++i)
      if (receives ? letters.letters[i].receives : letters.letters[i].sends)
        function(letters.letters[i], message++);
  };
  round.postMessages(
      plan.extents, site.rank, number, /*keySize=*/1,
      [&](Exchange &exchange, Schedule &) {
        bool hasMemory = true;
        forEach(/*receives=*/false, [&](const Letter &letter, int64_t message) {
          PartTable::Message whole{letter.process}, parts{letter.process};
          forEachSent(letter, [&](const char *, int64_t bytes) {
            whole.add(message, bytes);
          });
          hasMemory = hasMemory && exchange.addSend(whole);
          if (!hasMemory)
            return;
          forEachSent(letter, [&](const char *data, int64_t bytes) {
            PartTable::Place place = parts.add(message, bytes);
            if (place.isLarge)
              exchange.sendFrom(place, data);
            else if (bytes > 0)
              std::memcpy(exchange.getSent(place), data, bytes);
          });
        });
        forEach(/*receives=*/true, [&](const Letter &letter, int64_t message) {
          PartTable::Message whole{letter.process}, parts{letter.process};
          forEachReceived(letter, [&](const char *&, int64_t bytes) {
            whole.add(message, bytes);
          });
          exchange.addReceive(whole);
          forEachReceived(letter, [&](const char *&into, int64_t bytes) {
            PartTable::Place place = parts.add(message, bytes);
            if (place.isLarge && into)
              exchange.receiveInto(place, const_cast<char *>(into));
          });
        });
        return hasMemory;
      });
  round.wait();
  forEach(/*receives=*/true, [&](const Letter &letter, int64_t message) {
    PartTable::Message parts{letter.process};
    forEachReceived(letter, [&](const char *&into, int64_t bytes) {
      const char *found =
          round.getExchange().getReceived(parts.add(message, bytes));
      if (!into)
        into = found;
      else if (into != found && bytes > 0)
        std::memcpy(const_cast<char *>(into), found, bytes);
    });
  });
}

void TreeCombination::join(const Letters &letters, int64_t number, Range others,
                           const Range *sent, const Range *kept,
                           int64_t numKept) {
  int64_t numOthers = SubtreeSums::count(tree, row.getRanks(others));
  const char *arrived[2][SubtreeSums::kMax] = {};
  exchange(
      letters, number,
      [&](const Letter &letter, auto &&function) {
        for (int64_t p = 0; p < letter.numParts; ++p)
          for (int64_t i = 0; i < sums.getCount(); ++i) {
            const Range &elements = sent[letter.firstPart + p];
            function(sums.getSum(i, elements.begin), elements.size() * unit);
          }
      },
      [&](const Letter &letter, auto &&function) {
        for (int64_t p = letter.firstPart;
             p < letter.firstPart + letter.numParts; ++p)
          for (int64_t i = 0; i < numOthers; ++i)
            function(arrived[p][i], kept[p].size() * unit);
      });
  for (int64_t i = 0; i < letters.count; ++i)
    for (int64_t p = 0; p < letters.letters[i].numParts; ++p)
      if (letters.letters[i].sends)
        countUncombined(sent[letters.letters[i].firstPart + p]);
  sums.join(row.getRanks(others), numKept, kept, arrived,
            device.runOperands.data());
}

void TreeCombination::countUncombined(Range sent) {
  for (int64_t i = 0; i < sums.getCount(); ++i)
    if (sums.get(i).count == 1)
      transport.countUncombined(sent.size() * elementSize);
}

void TreeCombination::doubleWhole() {
  Range own = teams.getOwn(0), whole{0, numElements};
  int64_t seat = row.getOwnPlace() - own.begin;
  if (isOfPair()) {
    Letters letters;
    letters.add({row.getProcess(getMate()), 0, 1, true, true});
    join(letters, 0, {getMate(), getMate() + 1}, &whole, &whole, 1);
  }
  for (int64_t level = 0; level < teams.getNumLevels(); ++level) {
    Range partner = teams.getPartner(level);
    Letters letters;
    // A single process serves both of a pair, whose first one serves it.
    for (int64_t i = 0; i < partner.size(); ++i) {
      Letter letter{row.getProcess(partner.begin + i), 0, 1,
                    std::min(i, own.size() - 1) == seat,
                    std::min(seat, partner.size() - 1) == i};
      if (letter.sends || letter.receives)
        letters.add(letter);
    }
    join(letters, 1 + level, teams.getOther(level), &whole, &whole, 1);
  }
}

/// Each part goes to the process of the other team that has this part too.
TreeCombination::Letters TreeCombination::addressTeam(int64_t level) const {
  Range partner = teams.getPartner(level);
  Letters letters;
  if (partner.size() == 1) {
    letters.add({row.getProcess(partner.begin), 0, numParts, true, true});
    return letters;
  }
  int64_t seat = row.getOwnPlace() - teams.getOwn(0).begin;
  for (int64_t p = 0; p < numParts; ++p)
    letters.add({row.getProcess(partner.begin + (numParts == 1 ? seat : p)), p,
                 1, true, true});
  return letters;
}

void TreeCombination::halve() {
  Range whole{0, numElements};
  int64_t middle = numElements / 2;
  Range both[2] = {{0, middle}, {middle, numElements}};
  if (!teams.hasPairs()) {
    parts[0] = whole;
  } else if (!isOfPair()) {
    numParts = 2;
    std::copy_n(both, 2, parts);
  } else {
    int64_t seat = row.getOwnPlace() - teams.getOwn(0).begin;
    parts[0] = both[seat];
    Letters letters;
    letters.add({row.getProcess(getMate()), 0, 1, true, true});
    join(letters, 0, {getMate(), getMate() + 1}, &both[1 - seat], parts, 1);
  }
  TreeShares::Share share = shares.getWhole();
  for (int64_t level = 0; level < teams.getNumLevels(); ++level) {
    bool isFirst = teams.isFirst(level);
    Halves &step = steps[level];
    for (int64_t p = 0; p < numParts; ++p) {
      Range first{parts[p].begin, (parts[p].begin + parts[p].end) / 2};
      if (way == Way::Halving) {
        TreeShares::Halves halves = shares.divide(share);
        share = isFirst ? halves.first : halves.second;
        first = halves.first.elements;
      }
      Range second{first.end, parts[p].end};
      step.kept[p] = isFirst ? first : second;
      step.sent[p] = isFirst ? second : first;
    }
    join(addressTeam(level), 1 + level, teams.getOther(level), step.sent,
         step.kept, numParts);
    std::copy_n(step.kept, numParts, parts);
  }
}

void TreeCombination::gather() {
  for (int64_t p = 0; p < numParts; ++p) {
    if (parts[p].size() == 0)
      continue;
    RunOperand operand{sums.getSum(0, parts[p].begin), 1, 0,
                       /*isIntermediate=*/true};
    CombineRun run{values + parts[p].begin * elementSize,
                   1,
                   parts[p].size(),
                   &operand,
                   1,
                   plan.getNumAddends(),
                   true};
    kernel(run);
  }
  auto gatherStep = [&](const Letters &letters, int64_t number,
                        const Range *sent, const Range *received) {
    exchange(
        letters, number,
        [&](const Letter &letter, auto &&function) {
          for (int64_t i = 0; i < letter.numParts; ++i) {
            const Range &elements = sent[letter.firstPart + i];
            function(values + elements.begin * elementSize,
                     elements.size() * elementSize);
          }
        },
        [&](const Letter &letter, auto &&function) {
          for (int64_t i = 0; i < letter.numParts; ++i) {
            const Range &elements = received[letter.firstPart + i];
            const char *place = values + elements.begin * elementSize;
            function(place, elements.size() * elementSize);
          }
        });
  };
  // The numbers of steps grow.
  int64_t numLevels = teams.getNumLevels();
  for (int64_t level = numLevels; level-- > 0;) {
    const Halves &step = steps[level];
    gatherStep(addressTeam(level), 2 * numLevels - level, step.kept, step.sent);
    for (int64_t p = 0; p < numParts; ++p)
      parts[p] = {std::min(step.kept[p].begin, step.sent[p].begin),
                  std::max(step.kept[p].end, step.sent[p].end)};
  }
  if (!isOfPair())
    return;
  Range rest = parts[0].begin == 0 ? Range{parts[0].end, numElements}
                                   : Range{0, parts[0].begin};
  Letters letters;
  letters.add({row.getProcess(getMate()), 0, 1, true, true});
  gatherStep(letters, 2 * numLevels + 1, parts, &rest);
}

/// Makes the destination of this device from what the leader has.
void TreeCombination::finish() {
  Box wanted = plan.getDestinationBox(device.getPlace());
  if (!round.isFirstSharer(site) || wanted.getNumElements(site.rank) == 0)
    return;
  values = round.reserve(0);
  const char *sum = values + getValueBytes();
  char *target =
      round.getPlace(wanted, wanted, destination, site.rank, elementSize);
  const int64_t *strides = destination.sizesAndStrides + site.rank;
  int64_t packed[kMaxRank], offset = 0;
  if (way == Way::Halving) {
    getPackedStrides(site.rank, wanted.extent, packed);
    int64_t number = shares.getOwnNumber();
    offset = shares.getShare(number).elements.begin;
    bool isBefore = true;
    shares.forEachBox(number, [&](const Box &part) {
      isBefore &=
          !std::equal(part.offset, part.offset + site.rank, wanted.offset);
      if (isBefore)
        offset += part.getNumElements(site.rank);
    });
  } else {
    // All elements are here.
    getPackedStrides(site.rank, box.extent, packed);
    for (int64_t axis = 0; axis < site.rank; ++axis)
      offset += (wanted.offset[axis] - box.offset[axis]) * packed[axis];
  }
  if (way == Way::HalvingAndDoubling)
    return copyBox(elementSize, site.rank, wanted.extent,
                   values + offset * elementSize, packed, target, strides);
  Operand operand{sum + offset * unit, packed, unit};
  RunOperand runOperand;
  runOperand.numMerges = 0;
  runOperand.isIntermediate = true;
  CombineRun run;
  run.numOperands = 1;
  run.numAddends = plan.getNumAddends();
  combineBoxes(kernel, site.rank, wanted.extent, &operand, &runOperand, run,
               target, strides, elementSize);
}
