//===- RunCollective.cpp - A step of a relayout on all devices ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Launch/RunCollective.h"

#include "dtensor/Host/Descriptors.h"
#include "dtensor/Runtime/Profile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <map>
#include <mutex>

using llvm::Expected;

namespace dtensor {

static int64_t getMask(llvm::ArrayRef<unsigned> dims) {
  int64_t mask = 0;
  for (unsigned dim : dims)
    mask |= int64_t(1) << dim;
  return mask;
}

/// The dimensions of the step's groups along which all members get the same
/// component. The runtime has them share a destination.
static DimList getReplicaDims(const RedistributionStep &step) {
  DimList dims;
  for (unsigned dim : step.dims)
    if (!step.to.getShardedAxis(dim) && !step.to.getPartial(dim))
      dims.push_back(dim);
  return dims;
}

/// The description of the collective for dt_collective.
static std::vector<int64_t> makeSite(const RedistributionStep &step,
                                     ElementType type, bool isShared) {
  Combiner combiner = Combiner::Add;
  DimList partialFrom, partialTo;
  for (PartialDim partial : step.to.getPartial())
    partialTo.push_back(partial.dim);
  for (PartialDim partial : step.from.getPartial()) {
    partialFrom.push_back(partial.dim);
    // A step combines along dimensions of one combiner.
    if (!step.to.getPartial(partial.dim))
      combiner = partial.combiner;
  }
  std::vector<int64_t> site = {DT_COLLECTIVE_SITE,
                               static_cast<int64_t>(type),
                               static_cast<int64_t>(combiner),
                               step.from.getRank(),
                               isShared ? DT_SHARED_DESTINATION : 0,
                               getMask(partialFrom),
                               getMask(partialTo),
                               getMask(step.dims)};
  for (const Layout &layout : {step.from, step.to})
    for (const DimList &dims : layout.getAxes()) {
      site.push_back(dims.size());
      llvm::append_range(site, dims);
    }
  return site;
}

/// A component for each device; one for all members of a group that get the
/// same.
static Expected<Components> allocateResults(const Mesh &mesh,
                                            const RedistributionStep &step,
                                            ElementType type,
                                            llvm::ArrayRef<int64_t> shape,
                                            llvm::ArrayRef<int64_t> local) {
  DimList replicas = getReplicaDims(step);
  Components results(mesh.getNumDevices());
  // The component of the first member of each group, in this process.
  std::map<int64_t, std::shared_ptr<HostTensor>> made;
  for (int64_t device : local) {
    auto coordinates = mesh.getCoordinates(device);
    for (unsigned dim : replicas)
      coordinates[dim] = 0;
    std::shared_ptr<HostTensor> &shared = made[mesh.getDevice(coordinates)];
    if (shared) {
      results[device] = shared;
      continue;
    }
    Expected<HostTensor> result = HostTensor::createUninitialized(
        type, getBoxShape(step.to.getOwnedBox(mesh, shape, device)));
    if (!result)
      return result.takeError();
    shared = std::make_shared<HostTensor>(std::move(*result));
    results[device] = shared;
  }
  return results;
}

namespace {

struct Event {
  int64_t constants[DT_EVENT_SIZE];
  std::string text;
};

/// The arguments of the program below, besides its two tensors.
struct Move {
  std::vector<int64_t> site;
  llvm::ArrayRef<int64_t> shape;
  const Event *event;
};

} // namespace

/// The event of such a step in a profile. Relayouts are one program, so events
/// are numbered among those of all steps.
static const Event *getEvent(const RedistributionStep &step) {
  static std::mutex mutex;
  // They must be there when a profile is read, and are few.
  static auto *events = new std::map<std::pair<StepKind, int64_t>, Event>;
  std::lock_guard<std::mutex> lock(mutex);
  auto [found, isNew] = events->try_emplace({step.kind, step.bytesReceived});
  Event &event = found->second;
  if (isNew) {
    event.constants[DT_EVENT_NUMBER] = events->size() - 1;
    event.constants[DT_EVENT_KIND] = DT_COLLECTIVE_EVENT;
    event.constants[DT_EVENT_BYTES] = step.bytesReceived;
    event.text = (stringify(step.kind) + "\t\n").str();
  }
  return &event;
}

static void moveComponents(DtDevice *device, void **arguments) {
  auto *source = static_cast<const DtMemRef *>(arguments[0]);
  auto *destination = static_cast<const DtMemRef *>(arguments[1]);
  auto *move = static_cast<const Move *>(arguments[2]);
  dt_begin_event(device, move->event->constants, move->event->text.c_str());
  dt_collective(device, move->site.data(), "relayout", source, destination,
                move->shape.data());
  dt_end_event(device);
}

Expected<Components> runCollective(DeviceContext &devices, const Mesh &mesh,
                                   const RedistributionStep &step,
                                   llvm::ArrayRef<int64_t> shape,
                                   const Components &components) {
  llvm::SmallVector<int64_t> local(devices.getDevices());
  bool isAlone = local.empty();
  if (isAlone)
    local = llvm::to_vector(llvm::seq(mesh.getNumDevices()));
  ElementType type = components[local.front()]->getElementType();
  Expected<Components> results =
      allocateResults(mesh, step, type, shape, local);
  if (!results)
    return results.takeError();
  ValueSignature value{type, /*isTensor=*/true,
                       llvm::SmallVector<int64_t>(shape), step.from};
  Signature signature{mesh, {value}, {value}};
  if (!isAlone)
    signature.devices = local;
  Descriptors descriptors(signature, {&components, &*results});
  bool isShared = mesh.getGroupSize(getReplicaDims(step)) > 1;
  Move move{makeSite(step, type, isShared), shape, getEvent(step)};
  std::vector<void *> slots;
  std::vector<void **> arguments;
  slots.reserve(3 * local.size());
  for (size_t i = 0; i < local.size(); ++i) {
    void **tensors = descriptors.getArguments()[i];
    arguments.push_back(slots.data() + slots.size());
    slots.insert(slots.end(), {tensors[0], tensors[1], &move});
  }
  if (llvm::Error error = devices.run(moveComponents, arguments.data()))
    return std::move(error);
  return results;
}

} // namespace dtensor
