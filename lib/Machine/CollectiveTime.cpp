//===- CollectiveTime.cpp - The time of a collective ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Machine/CollectiveTime.h"
#include "llvm/ADT/StringSwitch.h"

using namespace dtensor;

GroupPlacement::GroupPlacement(const Machine &machine, const Mesh &mesh,
                               llvm::ArrayRef<unsigned> dims) {
  for (unsigned level = 0; level < machine.getLevels().size(); ++level) {
    int64_t unit = machine.getUnitDevices(level), members = 1;
    for (unsigned dim : dims) {
      int64_t stride = 1;
      for (unsigned minor = dim + 1; minor < mesh.getNumDimensions(); ++minor)
        stride *= mesh.getSize(minor);
      members *= std::clamp<int64_t>(unit / stride, 1, mesh.getSize(dim));
    }
    within.push_back(members);
  }
  within.push_back(mesh.getGroupSize(dims));
}

namespace {

/// Adds up the steps of one algorithm.
class Steps {
public:
  Steps(const Machine &machine, const Mesh &mesh)
      : machine(machine), mesh(mesh) {
    cost.bytes.resize(machine.getLevels().size());
  }

  /// One device sends `messages` messages of `bytes` in all, one after the
  /// other without waiting for answers, and receives as many.
  void send(unsigned level, double messages, double bytes) {
    const MessageParameters &each = getParameters(level, messages, bytes);
    cost.seconds += each.latency + (messages - 1) * each.gap;
    transfer(level, each, bytes);
  }

  /// `rounds` rounds, in each of which a device sends one message and waits for
  /// one. `bytes` is the sum over the rounds, and `combined` of those bytes are
  /// combined with the device's own.
  void exchange(unsigned level, double rounds, double bytes,
                double combined = 0) {
    const MessageParameters &each = getParameters(level, rounds, bytes);
    cost.seconds += rounds * each.latency;
    if (combined > 0)
      cost.seconds += combined / each.combining;
    transfer(level, each, bytes);
  }

  /// A device copies so many bytes of its own, beside messages of this level.
  void copy(unsigned level, double bytes) {
    cost.seconds += bytes / getParameters(level, 1, bytes).copying;
  }

  CollectiveCost cost;

private:
  const MessageParameters &getParameters(unsigned level, double messages,
                                         double bytes) const {
    return machine.getLevels()[level].getParameters(bytes /
                                                    std::max(messages, 1.0));
  }

  void transfer(unsigned level, const MessageParameters &each, double bytes) {
    cost.seconds +=
        bytes / (each.bandwidth * machine.getLinkShare(level, mesh));
    cost.bytes[level] += bytes;
  }

  const Machine &machine;
  const Mesh &mesh;
};

/// The algorithms for one group. Each returns its cost.
class Algorithms {
public:
  Algorithms(const Machine &machine, const Mesh &mesh,
             llvm::ArrayRef<unsigned> dims)
      : machine(machine), mesh(mesh), group(machine, mesh, dims),
        numLevels(machine.getLevels().size()) {}

  int64_t getSize() const { return group.within.back(); }

  /// The levels below `split` scatter the sum and gather it in the end
  /// (Rabenseifner), so that a device sends only its share above. The others
  /// exchange whole vectors by recursive doubling.
  CollectiveCost reduceAll(double bytes, unsigned split) const {
    Steps steps(machine, mesh);
    for (unsigned level = 0; level < numLevels; ++level) {
      double rounds = getRounds(level);
      if (level < split) {
        double share = getShare(level, bytes);
        steps.exchange(level, 2 * rounds, 2 * share, share);
      } else {
        double vector = rounds * bytes / group.within[split];
        steps.exchange(level, rounds, vector, vector);
      }
    }
    return steps.cost;
  }

  /// Level by level, recursive doubling with growing parts, or halving with
  /// sums.
  CollectiveCost gather(double bytes, bool combines) const {
    Steps steps(machine, mesh);
    for (unsigned level = 0; level < numLevels; ++level) {
      double share = getShare(level, bytes);
      steps.exchange(level, getRounds(level), share, combines ? share : 0);
    }
    if (!combines)
      copyOwn(steps, bytes);
    return steps.cost;
  }

  /// Each device sends one message to each other device.
  CollectiveCost sendPairwise(double bytes) const {
    Steps steps(machine, mesh);
    for (unsigned level = 0; level < numLevels; ++level)
      if (int64_t peers = group.within[level + 1] - group.within[level])
        steps.send(level, peers, bytes * peers / getSize());
    copyOwn(steps, bytes);
    return steps.cost;
  }

  /// Level by level, all that goes to a part of the group in one message:
  /// directly, or with `isLogarithmic` by the rounds of Bruck's algorithm.
  CollectiveCost sendByLevels(double bytes, bool isLogarithmic) const {
    Steps steps(machine, mesh);
    for (unsigned level = 0; level < numLevels; ++level) {
      double parts = group.getParts(level), rounds = getRounds(level);
      if (parts == 1)
        continue;
      if (isLogarithmic)
        steps.exchange(level, rounds, rounds * bytes / 2);
      else
        steps.send(level, parts - 1, bytes * (parts - 1) / parts);
    }
    copyOwn(steps, bytes);
    return steps.cost;
  }

  /// All bytes over the highest level that the group spans, as two messages.
  CollectiveCost move(double bytes, double messages) const {
    Steps steps(machine, mesh);
    for (unsigned level = numLevels; level-- > 0;)
      if (group.getParts(level) > 1) {
        steps.send(level, messages, bytes);
        break;
      }
    return steps.cost;
  }

private:
  /// The part of `bytes` that stays on a device. It is copied once, at the rate
  /// of the lowest level that the group spans.
  void copyOwn(Steps &steps, double bytes) const {
    for (unsigned level = 0; level < numLevels; ++level)
      if (group.getParts(level) > 1)
        return steps.copy(level, bytes / getSize());
  }

  double getRounds(unsigned level) const {
    return llvm::Log2_64_Ceil(group.getParts(level));
  }

  /// The bytes that a device sends over a level if a vector is scattered level
  /// by level, so that each of them divides what the one below has left.
  double getShare(unsigned level, double bytes) const {
    return bytes * (1.0 / group.within[level] - 1.0 / group.within[level + 1]);
  }

  const Machine &machine;
  const Mesh &mesh;
  GroupPlacement group;
  unsigned numLevels;
};

enum class Kind {
  AllReduce,
  ReduceScatter,
  AllGather,
  AllToAll,
  Permute,
  Other
};

} // namespace

static Kind parseKind(llvm::StringRef kind) {
  return llvm::StringSwitch<Kind>(kind)
      .Case("all_reduce", Kind::AllReduce)
      .Case("reduce_scatter", Kind::ReduceScatter)
      .Case("all_gather", Kind::AllGather)
      .Case("all_to_all", Kind::AllToAll)
      .Case("permute", Kind::Permute)
      .Default(Kind::Other);
}

CollectiveCost dtensor::predictCollective(const Machine &machine,
                                          const Mesh &mesh,
                                          llvm::StringRef kind,
                                          llvm::ArrayRef<unsigned> dims,
                                          double received) {
  Algorithms group(machine, mesh, dims);
  double size = group.getSize();
  llvm::SmallVector<CollectiveCost> costs;
  // All but one part of `whole` are received.
  double whole = received * size / std::max(size - 1, 1.0);
  if (size == 1)
    costs.push_back(group.move(0, 0));
  else
    switch (parseKind(kind)) {
    case Kind::AllReduce:
      for (unsigned split = 0; split <= machine.getLevels().size(); ++split)
        costs.push_back(group.reduceAll(whole / 2, split));
      break;
    case Kind::ReduceScatter:
      costs.push_back(group.gather(whole, /*combines=*/true));
      break;
    case Kind::AllGather:
      costs.push_back(group.gather(whole, /*combines=*/false));
      break;
    case Kind::AllToAll:
      costs.push_back(group.sendPairwise(whole));
      costs.push_back(group.sendByLevels(whole, /*isLogarithmic=*/false));
      costs.push_back(group.sendByLevels(whole, /*isLogarithmic=*/true));
      break;
    case Kind::Permute:
      costs.push_back(group.move(received, /*messages=*/1));
      break;
    case Kind::Other:
      // Neighbors on both sides, as in a halo exchange.
      costs.push_back(group.move(received, std::min(size - 1, 2.0)));
      break;
    }
  return *llvm::min_element(costs, [](const auto &a, const auto &b) {
    return a.seconds < b.seconds;
  });
}
