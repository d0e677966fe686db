//===- Components.cpp - Splits and joins global tensors -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Components.h"

#include "dtensor/Host/Combine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <cstring>
#include <map>
#include <vector>

namespace dtensor {

llvm::SmallVector<int64_t> getBoxShape(const Box &box) {
  return llvm::map_to_vector(box, [](Slice slice) { return slice.extent; });
}

void forEachRun(llvm::ArrayRef<int64_t> shape, const Box &box,
                unsigned elementSize,
                llvm::function_ref<void(int64_t, int64_t, int64_t)> run) {
  if (getNumElements(box) == 0)
    return;
  // The inner axes that the box covers completely, and the next one outside,
  // are contiguous.
  size_t outer = shape.size();
  int64_t runBytes = elementSize;
  while (outer > 0) {
    --outer;
    runBytes *= box[outer].extent;
    if (box[outer].extent != shape[outer])
      break;
  }
  llvm::SmallVector<int64_t> strides(shape.size());
  int64_t stride = elementSize;
  for (size_t axis = shape.size(); axis-- > 0; stride *= shape[axis])
    strides[axis] = stride;
  int64_t position = 0;
  for (auto [slice, stride] : llvm::zip(box, strides))
    position += slice.offset * stride;

  llvm::SmallVector<int64_t> index(outer, 0);
  int64_t boxBytes = getNumElements(box) * elementSize;
  for (int64_t done = 0; done < boxBytes; done += runBytes) {
    run(position, done, runBytes);
    for (size_t axis = outer; axis-- > 0;) {
      position += strides[axis];
      if (++index[axis] < box[axis].extent)
        break;
      position -= strides[axis] * box[axis].extent;
      index[axis] = 0;
    }
  }
}

static llvm::Error checkCombiners(const Layout &layout, ElementType type) {
  for (PartialDim partial : layout.getPartial())
    if (!isDefinedFor(partial.combiner, type))
      return llvm::createStringError("'" + stringify(partial.combiner) +
                                     "' is not defined for " + stringify(type));
  return llvm::Error::success();
}

/// The dimension because of which a device with these coordinates holds an
/// identity rather than the value. Under idempotent combiners and averages
/// every device holds the value.
static std::optional<PartialDim>
getIdentityDim(const Layout &layout, llvm::ArrayRef<int64_t> coordinates) {
  for (PartialDim partial : layout.getPartial())
    if (coordinates[partial.dim] != 0 && !isIdempotent(partial.combiner) &&
        partial.combiner != Combiner::Avg)
      return partial;
  return std::nullopt;
}

/// `devices`, or all if it is empty.
static llvm::SmallVector<int64_t> getDevices(int64_t numDevices,
                                             llvm::ArrayRef<int64_t> devices) {
  if (!devices.empty())
    return llvm::SmallVector<int64_t>(devices);
  return llvm::to_vector(llvm::seq<int64_t>(numDevices));
}

/// The offsets and extents of a box, which can be a key.
static std::vector<int64_t> getKey(const Box &box) {
  std::vector<int64_t> key;
  for (Slice slice : box)
    key.insert(key.end(), {slice.offset, slice.extent});
  return key;
}

llvm::Expected<Components> makeComponents(
    const Mesh &mesh, const Layout &layout, ElementType type,
    llvm::ArrayRef<int64_t> shape,
    llvm::function_ref<llvm::Expected<std::shared_ptr<HostTensor>>(const Box &)>
        makePart,
    llvm::ArrayRef<int64_t> devices) {
  if (llvm::Error error = checkCombiners(layout, type))
    return std::move(error);

  // Components by offsets and extents of the box, and whether it is an
  // identity.
  std::map<std::vector<int64_t>, std::shared_ptr<HostTensor>> made;
  Components components(mesh.getNumDevices());
  for (int64_t device : getDevices(mesh.getNumDevices(), devices)) {
    Box box = layout.getOwnedBox(mesh, shape, device);
    std::optional<PartialDim> identity =
        getIdentityDim(layout, mesh.getCoordinates(device));
    std::vector<int64_t> key = getKey(box);
    key.push_back(identity ? 1 : 0);
    std::shared_ptr<HostTensor> &component = made[key];
    if (!component && identity) {
      llvm::Expected<HostTensor> part =
          HostTensor::createUninitialized(type, getBoxShape(box));
      if (!part)
        return part.takeError();
      fillWithIdentity(identity->combiner, *part);
      component = std::make_shared<HostTensor>(std::move(*part));
    } else if (!component) {
      llvm::Expected<std::shared_ptr<HostTensor>> part = makePart(box);
      if (!part)
        return part.takeError();
      component = std::move(*part);
    }
    components[device] = component;
  }
  return components;
}

std::vector<llvm::SmallVector<int64_t>>
getComponentShapes(const Mesh &mesh, const Layout &layout,
                   llvm::ArrayRef<int64_t> shape) {
  std::vector<llvm::SmallVector<int64_t>> shapes;
  for (int64_t device = 0, e = mesh.getNumDevices(); device < e; ++device)
    shapes.push_back(getBoxShape(layout.getOwnedBox(mesh, shape, device)));
  return shapes;
}

std::vector<int64_t> getOwners(const Mesh &mesh, const Layout &layout,
                               llvm::ArrayRef<int64_t> shape, bool isShared,
                               llvm::ArrayRef<int64_t> devices) {
  std::vector<int64_t> owners(mesh.getNumDevices(), -1);
  std::map<std::vector<int64_t>, int64_t> first;
  auto sorted = getDevices(mesh.getNumDevices(), devices);
  llvm::sort(sorted);
  for (int64_t device : sorted) {
    owners[device] = device;
    if (isShared)
      owners[device] =
          first
              .try_emplace(getKey(layout.getOwnedBox(mesh, shape, device)),
                           device)
              .first->second;
  }
  return owners;
}

llvm::Expected<Components>
allocateComponents(ElementType type,
                   llvm::ArrayRef<llvm::SmallVector<int64_t>> shapes,
                   llvm::ArrayRef<int64_t> owners) {
  Components components(shapes.size());
  for (auto [device, owner] : llvm::enumerate(owners)) {
    if (owner < 0)
      continue;
    // The owner comes first.
    if (owner != static_cast<int64_t>(device)) {
      components[device] = components[owner];
      continue;
    }
    llvm::Expected<HostTensor> component =
        HostTensor::createUninitialized(type, shapes[device]);
    if (!component)
      return component.takeError();
    components[device] = std::make_shared<HostTensor>(std::move(*component));
  }
  return components;
}

/// The first element of a box of a row-major tensor if the box is contiguous
/// there. It is if all axes behind the first one of several positions are
/// whole.
static std::optional<int64_t> findContiguous(llvm::ArrayRef<int64_t> shape,
                                             const Box &box) {
  int64_t start = 0;
  bool isWithinRun = false;
  for (auto [extent, slice] : llvm::zip_equal(shape, box)) {
    if (isWithinRun && slice.extent != extent)
      return std::nullopt;
    isWithinRun |= slice.extent > 1;
    start = start * extent + slice.offset;
  }
  return start;
}

llvm::Expected<std::shared_ptr<HostTensor>>
takePart(const std::shared_ptr<HostTensor> &tensor, const Box &box) {
  llvm::ArrayRef<int64_t> shape = tensor->getShape();
  llvm::SmallVector<int64_t> extents = getBoxShape(box);
  if (llvm::ArrayRef(extents) == shape)
    return tensor;
  ElementType type = tensor->getElementType();
  if (getNumElements(box) != 0)
    if (std::optional<int64_t> start = findContiguous(shape, box))
      return std::make_shared<HostTensor>(HostTensor::borrow(
          type, extents, tensor->getData() + *start * getByteSize(type),
          tensor));
  llvm::Expected<HostTensor> part =
      HostTensor::createUninitialized(type, extents);
  if (!part)
    return part.takeError();
  forEachRun(shape, box, getByteSize(type),
             [&](int64_t from, int64_t to, int64_t bytes) {
               std::memcpy(part->getData() + to, tensor->getData() + from,
                           bytes);
             });
  return std::make_shared<HostTensor>(std::move(*part));
}

void place(const HostTensor &part, const Box &box, HostTensor &tensor) {
  forEachRun(tensor.getShape(), box, getByteSize(tensor.getElementType()),
             [&](int64_t to, int64_t from, int64_t bytes) {
               std::memcpy(tensor.getData() + to, part.getData() + from, bytes);
             });
}

llvm::Expected<std::shared_ptr<HostTensor>> copyOf(const HostTensor &tensor) {
  llvm::Expected<HostTensor> copy = HostTensor::createUninitialized(
      tensor.getElementType(), tensor.getShape());
  if (!copy)
    return copy.takeError();
  std::memcpy(copy->getData(), tensor.getData(), tensor.getNumBytes());
  return std::make_shared<HostTensor>(std::move(*copy));
}

llvm::Error makeExclusive(Components &components) {
  for (std::shared_ptr<HostTensor> &component : components) {
    if (!component)
      continue;
    // The end of this reference orders what others did with the component
    // before they gave theirs up.
    std::shared_ptr<HostTensor>(component).reset();
    if (component.use_count() == 1 && component->ownsMemory())
      continue;
    llvm::Expected<std::shared_ptr<HostTensor>> copy = copyOf(*component);
    if (!copy)
      return copy.takeError();
    component = std::move(*copy);
  }
  return llvm::Error::success();
}

llvm::Expected<Components>
splitIntoComponents(const Mesh &mesh, const Layout &layout,
                    std::shared_ptr<HostTensor> global,
                    llvm::ArrayRef<int64_t> devices) {
  return makeComponents(
      mesh, layout, global->getElementType(), global->getShape(),
      [&](const Box &box) { return takePart(global, box); }, devices);
}

/// The devices that hold the addends of the box of `device` (which has
/// coordinate 0 along all partial dimensions), itself first, in the order of
/// coordinates.
static llvm::SmallVector<int64_t>
getAddends(const Mesh &mesh, const Layout &layout, int64_t device) {
  llvm::SmallVector<llvm::SmallVector<int64_t>> all = {
      mesh.getCoordinates(device)};
  for (PartialDim partial : layout.getPartial()) {
    llvm::SmallVector<llvm::SmallVector<int64_t>> next;
    for (const llvm::SmallVector<int64_t> &coordinates : all)
      for (int64_t i = 0, e = mesh.getSize(partial.dim); i < e; ++i)
        next.emplace_back(coordinates)[partial.dim] = i;
    all = std::move(next);
  }
  return llvm::map_to_vector(all, [&](const auto &coordinates) {
    return mesh.getDevice(coordinates);
  });
}

/// Errors: the wrong number of components, a component whose type or shape is
/// not that of its device.
static llvm::Error checkComponents(const Mesh &mesh, const Layout &layout,
                                   ElementType type,
                                   llvm::ArrayRef<int64_t> shape,
                                   const Components &components) {
  int64_t numDevices = mesh.getNumDevices();
  if (static_cast<int64_t>(components.size()) != numDevices)
    return llvm::createStringError("required " + llvm::Twine(numDevices) +
                                   " components, found " +
                                   llvm::Twine(components.size()));
  for (int64_t device = 0; device < numDevices; ++device) {
    const HostTensor &component = *components[device];
    llvm::SmallVector<int64_t> required =
        getBoxShape(layout.getOwnedBox(mesh, shape, device));
    if (component.getElementType() != type ||
        component.getShape() != llvm::ArrayRef(required))
      return llvm::createStringError(
          "component of device " + llvm::Twine(device) + ": required " +
          formatTensorType(required, type) + ", found " +
          formatTensorType(component.getShape(), component.getElementType()));
  }
  return llvm::Error::success();
}

/// The combination of the addends of the box of `device`.
static llvm::Expected<HostTensor> combineAddends(const Mesh &mesh,
                                                 const Layout &layout,
                                                 int64_t device,
                                                 const Components &components) {
  const HostTensor &first = *components[device];
  llvm::Expected<HostTensor> sum =
      HostTensor::create(first.getElementType(), first.getShape());
  if (!sum)
    return sum.takeError();
  std::memcpy(sum->getData(), first.getData(), first.getNumBytes());

  // Only sums and averages can be mixed, and both add here.
  Combiner combiner = layout.getPartial().front().combiner;
  auto members = getAddends(mesh, layout, device);
  for (int64_t member : llvm::drop_begin(members))
    combine(combiner, *sum, *components[member]);
  int64_t divisor = 1;
  for (PartialDim partial : layout.getPartial())
    if (partial.combiner == Combiner::Avg)
      divisor *= mesh.getSize(partial.dim);
  if (divisor != 1)
    divideBy(*sum, divisor);
  return sum;
}

llvm::Expected<HostTensor>
joinComponents(const Mesh &mesh, const Layout &layout, ElementType type,
               llvm::ArrayRef<int64_t> shape, const Components &components) {
  if (llvm::Error error = checkCombiners(layout, type))
    return std::move(error);
  if (llvm::Error error =
          checkComponents(mesh, layout, type, shape, components))
    return std::move(error);
  llvm::Expected<HostTensor> global = HostTensor::create(type, shape);
  if (!global)
    return global.takeError();

  // For each box by its offsets, the first device that holds it. That device
  // writes the box, and replicas are compared with it.
  std::map<std::vector<int64_t>, int64_t> writers;
  for (int64_t device = 0, e = mesh.getNumDevices(); device < e; ++device) {
    llvm::SmallVector<int64_t> coordinates = mesh.getCoordinates(device);
    if (llvm::any_of(layout.getPartial(), [&](PartialDim partial) {
          return coordinates[partial.dim] != 0;
        }))
      continue;
    Box box = layout.getOwnedBox(mesh, shape, device);
    auto [writer, isFirst] = writers.try_emplace(getKey(box), device);

    const HostTensor *component = components[device].get();
    std::optional<HostTensor> combined;
    if (layout.isPartial()) {
      llvm::Expected<HostTensor> sum =
          combineAddends(mesh, layout, device, components);
      if (!sum)
        return sum.takeError();
      combined = std::move(*sum);
      component = &*combined;
    }
    bool differs = false;
    forEachRun(shape, box, getByteSize(type),
               [&](int64_t to, int64_t from, int64_t bytes) {
                 char *place = global->getData() + to;
                 const char *part = component->getData() + from;
                 if (isFirst)
                   std::memcpy(place, part, bytes);
                 else
                   differs |= std::memcmp(place, part, bytes) != 0;
               });
    if (differs)
      return llvm::createStringError(
          "replicas differ: devices " + llvm::Twine(writer->second) + " and " +
          llvm::Twine(device) + " hold other bits of the same part");
  }
  return global;
}

} // namespace dtensor
