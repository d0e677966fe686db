//===- LocalStep.cpp - Changes of layout without communication ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/LocalStep.h"

#include "dtensor/Host/Combine.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace dtensor {

bool isLocal(StepKind kind) {
  return kind == StepKind::Slice || kind == StepKind::MakePartial;
}

/// The place of `inner` within `outer`.
static Box getRelative(const Box &outer, const Box &inner) {
  Box box;
  for (auto [outside, inside] : llvm::zip_equal(outer, inner))
    box.push_back({inside.offset - outside.offset, inside.extent});
  return box;
}

static llvm::Expected<Components> slice(const Mesh &mesh,
                                        const RedistributionStep &step,
                                        llvm::ArrayRef<int64_t> shape,
                                        const Components &components) {
  using Part = std::pair<const HostTensor *, std::vector<int64_t>>;
  std::map<Part, std::shared_ptr<HostTensor>> made;
  Components result;
  for (auto [device, component] : llvm::enumerate(components)) {
    if (!component) {
      result.push_back(nullptr);
      continue;
    }
    Box box = getRelative(step.from.getOwnedBox(mesh, shape, device),
                          step.to.getOwnedBox(mesh, shape, device));
    Part key = {component.get(), {}};
    for (Slice slice : box)
      key.second.insert(key.second.end(), {slice.offset, slice.extent});
    std::shared_ptr<HostTensor> &part = made[key];
    if (!part) {
      llvm::Expected<std::shared_ptr<HostTensor>> taken =
          takePart(component, box);
      if (!taken)
        return taken.takeError();
      part = std::move(*taken);
    }
    result.push_back(part);
  }
  return result;
}

namespace {

/// How the component of one device becomes a partial one.
struct NewPartial {
  Combiner combiner = Combiner::Add;
  /// Whether the device holds an identity only.
  bool isIdentity = false;
  /// What a shard is multiplied by, since an average divides it.
  int64_t factor = 1;
};

} // namespace

static NewPartial getNewPartial(const Mesh &mesh,
                                const RedistributionStep &step,
                                int64_t device) {
  NewPartial result;
  for (PartialDim partial : step.to.getPartial()) {
    if (step.from.getPartial(partial.dim))
      continue;
    result.combiner = partial.combiner;
    bool isAverage = partial.combiner == Combiner::Avg;
    if (step.from.getShardedAxis(partial.dim))
      result.factor *= isAverage ? mesh.getSize(partial.dim) : 1;
    else if (!isAverage && !isIdempotent(partial.combiner))
      result.isIdentity |= mesh.getCoordinate(device, partial.dim) != 0;
  }
  return result;
}

static llvm::Expected<Components> makePartial(const Mesh &mesh,
                                              const RedistributionStep &step,
                                              llvm::ArrayRef<int64_t> shape,
                                              const Components &components) {
  Components result;
  for (auto [device, component] : llvm::enumerate(components)) {
    if (!component) {
      result.push_back(nullptr);
      continue;
    }
    Box from = step.from.getOwnedBox(mesh, shape, device);
    Box to = step.to.getOwnedBox(mesh, shape, device);
    NewPartial partial = getNewPartial(mesh, step, device);
    if (!partial.isIdentity && partial.factor == 1 && from == to) {
      result.push_back(component);
      continue;
    }
    llvm::Expected<HostTensor> made = HostTensor::createUninitialized(
        component->getElementType(), getBoxShape(to));
    if (!made)
      return made.takeError();
    fillWithIdentity(partial.combiner, *made);
    if (!partial.isIdentity) {
      place(*component, getRelative(to, from), *made);
      if (partial.factor != 1)
        multiplyBy(*made, partial.factor);
    }
    result.push_back(std::make_shared<HostTensor>(std::move(*made)));
  }
  return result;
}

llvm::Expected<Components> runLocalStep(const Mesh &mesh,
                                        const RedistributionStep &step,
                                        llvm::ArrayRef<int64_t> shape,
                                        const Components &components) {
  return step.kind == StepKind::Slice
             ? slice(mesh, step, shape, components)
             : makePartial(mesh, step, shape, components);
}

} // namespace dtensor
