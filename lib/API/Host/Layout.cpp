//===- Layout.cpp - How a tensor lies on a mesh ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Layout.h"

#include "Errors.h"
#include "Implementation.h"
#include "dtensor/Host/Combine.h"
#include "llvm/ADT/StringExtras.h"

namespace dt {

const dtensor::Layout &unwrap(const Layout &layout) {
  return Access::impl(layout)->layout;
}

Layout wrap(const Mesh &mesh, dtensor::Layout layout) {
  auto impl = std::make_shared<Layout::Impl>();
  impl->mesh = mesh;
  impl->text = layout.str(unwrap(mesh));
  impl->layout = std::move(layout);
  return Access::make<Layout, const Layout::Impl>(std::move(impl));
}

/// The dimensions that one spec names: a mesh dimension, several with `+`
/// between them, or `unsharded`.
static Layout create(const std::vector<std::string> &specs, const Mesh &mesh) {
  for (auto [axis, spec] : llvm::enumerate(specs))
    if (llvm::StringRef(spec).trim().empty() ||
        spec.find_first_of(",;") != std::string::npos)
      raise(
          "the spec of axis " + llvm::Twine(axis) +
          " must be mesh dimensions, as 'x' or 'x+y', or 'unsharded'; found '" +
          spec + "'");
  return wrap(mesh, check(dtensor::Layout::parse(unwrap(mesh),
                                                 llvm::join(specs, ","))));
}

std::string to_string(const Placement &placement) {
  switch (placement.kind) {
  case Placement::Kind::replicate:
    return "Replicate";
  case Placement::Kind::shard:
    return "Shard(" + std::to_string(placement.axis) + ")";
  case Placement::Kind::partial:
    return "Partial(" + placement.reduce_op + ")";
  }
  raise("there is no kind of placement " +
        llvm::Twine(static_cast<int>(placement.kind)));
}

static void checkRank(int64_t rank) {
  if (rank < 0)
    raise("required a rank of at least 0, found " + llvm::Twine(rank));
}

Layout::Layout(std::shared_ptr<const Impl> impl) : impl(std::move(impl)) {}

Layout::Layout(const std::vector<std::string> &sharding_specs, const Mesh &mesh)
    : Layout(create(sharding_specs, mesh).impl) {}

Layout::Layout(const std::vector<Placement> &placements, const Mesh &mesh,
               int64_t rank)
    : Layout(
          from_placements(llvm::join(llvm::map_range(placements,
                                                     [](const Placement &it) {
                                                       return dt::to_string(it);
                                                     }),
                                     ","),
                          mesh, rank)
              .impl) {}

Layout Layout::replicated(const Mesh &mesh, int64_t rank) {
  checkRank(rank);
  return wrap(mesh, dtensor::Layout(rank));
}

Layout Layout::batch_sharded(const Mesh &mesh, std::string_view batch_dim,
                             int64_t rank, int64_t axis) {
  checkRank(rank);
  if (axis < -rank || axis >= rank)
    raise("required an axis of a tensor of rank " + llvm::Twine(rank) +
          ", found " + llvm::Twine(axis));
  dtensor::Layout layout(rank);
  layout.setAxis(axis < 0 ? axis + rank : axis,
                 {check(unwrap(mesh).find(batch_dim))});
  return wrap(mesh, std::move(layout));
}

Layout Layout::from_string(std::string_view text, const Mesh &mesh) {
  return wrap(mesh, check(dtensor::Layout::parse(unwrap(mesh), text)));
}

Layout Layout::from_placements(std::string_view text, const Mesh &mesh,
                               int64_t rank) {
  checkRank(rank);
  return wrap(
      mesh, check(dtensor::Layout::parsePlacements(unwrap(mesh), rank, text)));
}

Layout Layout::from_string(std::string_view text) {
  dtensor::DeviceLayout parsed = check(dtensor::DeviceLayout::parse(text));
  return wrap(wrap(std::move(parsed.mesh)), std::move(parsed.layout));
}

const std::string &Layout::str() const { return impl->text; }

std::string Layout::to_string() const {
  return dtensor::DeviceLayout{describeDevices(impl->mesh), impl->layout}.str();
}

const Mesh &Layout::mesh() const { return impl->mesh; }

int64_t Layout::rank() const { return impl->layout.getRank(); }

std::vector<std::string> Layout::sharding_specs() const {
  std::vector<std::string> specs;
  for (const dtensor::DimList &dims : impl->layout.getAxes()) {
    std::string spec;
    for (unsigned dim : dims)
      spec.append(spec.empty() ? "" : "+").append(unwrap(mesh()).getName(dim));
    specs.push_back(dims.empty() ? unsharded : spec);
  }
  return specs;
}

std::vector<Placement> Layout::placements() const {
  for (auto [axis, dims] : llvm::enumerate(impl->layout.getAxes()))
    if (!llvm::is_sorted(dims))
      raise("layout " + str() + " of mesh " + mesh().str() +
            " has no placements: they need the order of the mesh for the "
            "dimensions that shard axis " +
            llvm::Twine(axis));
  std::vector<Placement> placements;
  for (size_t dim = 0; dim < mesh().dimensions().size(); ++dim) {
    if (std::optional<unsigned> axis = impl->layout.getShardedAxis(dim))
      placements.push_back(Shard(*axis));
    else if (auto combiner = impl->layout.getPartial(dim))
      placements.push_back(Partial(stringify(*combiner).str()));
    else
      placements.push_back(Replicate());
  }
  return placements;
}

bool Layout::is_fully_replicated() const {
  return impl->layout.isReplicated(unwrap(mesh()));
}

bool Layout::is_partial() const {
  return impl->layout.withoutTrivialDims(unwrap(mesh())).isPartial();
}

static dtensor::Box getBox(const Layout &layout, const Shape &shape,
                           int64_t device) {
  if (static_cast<int64_t>(shape.size()) != layout.rank())
    raise("layout " + layout.str() + " is for tensors of rank " +
          llvm::Twine(layout.rank()) + ", found one of rank " +
          llvm::Twine(shape.size()));
  checkDevice(layout.mesh(), device);
  return unwrap(layout).getOwnedBox(unwrap(layout.mesh()), shape, device);
}

Shape Layout::local_shape(const Shape &shape, int64_t device) const {
  Shape result;
  for (dtensor::Slice slice : getBox(*this, shape, device))
    result.push_back(slice.extent);
  return result;
}

Shape Layout::local_offset(const Shape &shape, int64_t device) const {
  Shape result;
  for (dtensor::Slice slice : getBox(*this, shape, device))
    result.push_back(slice.offset);
  return result;
}

bool Layout::operator==(const Layout &other) const {
  return impl == other.impl ||
         (impl->layout == other.impl->layout && impl->mesh == other.impl->mesh);
}

dtensor::Layout resolveCombiners(const Layout &layout, DType dtype) {
  using dtensor::Combiner;
  dtensor::ElementType type = getElementType(dtype);
  llvm::SmallVector<dtensor::PartialDim> partial(unwrap(layout).getPartial());
  for (dtensor::PartialDim &each : partial) {
    bool isInteger = dtensor::isInteger(type);
    bool hasNoSign = isUnsigned(dtype) || dtype == DType::boolean;
    if (isInteger && each.combiner == Combiner::Maximum)
      each.combiner = hasNoSign ? Combiner::MaxUnsigned : Combiner::MaxSigned;
    if (isInteger && each.combiner == Combiner::Minimum)
      each.combiner = hasNoSign ? Combiner::MinUnsigned : Combiner::MinSigned;
    if (!isDefinedFor(each.combiner, type))
      raise("layout " + layout.str() + ": '" + stringify(each.combiner) +
            "' is not defined for " + nameOf(dtype));
  }
  dtensor::Layout resolved = unwrap(layout);
  resolved.setPartial(partial);
  return resolved;
}

} // namespace dt
