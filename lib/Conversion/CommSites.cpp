//===- CommSites.cpp - Descriptions of collectives ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommSites.h"
#include "dtensor/Conversion/RuntimeCalls.h"
#include "dtensor/Runtime/ABI.h"

using namespace mlir;
using namespace dtensor;

// A site has the compiler's numbers, which the runtime reads as its own.
static_assert(static_cast<int>(Combiner::Add) == DT_ADD);
static_assert(static_cast<int>(Combiner::Mul) == DT_MUL);
static_assert(static_cast<int>(Combiner::And) == DT_AND);
static_assert(static_cast<int>(Combiner::Or) == DT_OR);
static_assert(static_cast<int>(Combiner::Xor) == DT_XOR);
static_assert(static_cast<int>(Combiner::MaxSigned) == DT_MAX_SIGNED);
static_assert(static_cast<int>(Combiner::MinSigned) == DT_MIN_SIGNED);
static_assert(static_cast<int>(Combiner::MaxUnsigned) == DT_MAX_UNSIGNED);
static_assert(static_cast<int>(Combiner::MinUnsigned) == DT_MIN_UNSIGNED);
static_assert(static_cast<int>(Combiner::Maximum) == DT_MAXIMUM);
static_assert(static_cast<int>(Combiner::Minimum) == DT_MINIMUM);
static_assert(static_cast<int>(Combiner::MaxNum) == DT_MAX_NUM);
static_assert(static_cast<int>(Combiner::MinNum) == DT_MIN_NUM);
static_assert(static_cast<int>(Combiner::Avg) == DT_AVG);

int64_t dtensor::getMask(ArrayRef<unsigned> dims) {
  int64_t mask = 0;
  for (unsigned dim : dims)
    mask |= int64_t(1) << dim;
  return mask;
}

static int64_t getPartialMask(ArrayRef<PartialDim> partial) {
  return getMask(
      llvm::map_to_vector(partial, [](PartialDim each) { return each.dim; }));
}

static FailureOr<int64_t> getElementNumber(Operation *op, Value buffer) {
  Type type = getElementTypeOrSelf(buffer.getType());
  if (std::optional<int64_t> number = getRuntimeElementType(type))
    return *number;
  return op->emitOpError("the runtime has no buffers of element type ") << type;
}

static void append(SmallVector<int64_t> &site, ArrayRef<unsigned> dims) {
  site.push_back(dims.size());
  llvm::append_range(site, dims);
}

static void appendAxes(SmallVector<int64_t> &site, ArrayRef<Layout> layouts) {
  for (const Layout &layout : layouts)
    for (const DimList &axis : layout.getAxes())
      append(site, axis);
}

static LogicalResult resolve(Operation *op, const Mesh &mesh,
                             ArrayRef<LayoutAttr> attrs,
                             SmallVector<Layout, 2> &layouts) {
  for (LayoutAttr attr : attrs) {
    llvm::Expected<Layout> layout = attr.resolve(mesh);
    if (!layout)
      return op->emitOpError(llvm::toString(layout.takeError()));
    layouts.push_back(std::move(*layout));
  }
  return success();
}

CommSite dtensor::getSite(comm::CollectiveOpInterface op, const Mesh &mesh) {
  FailureOr<int64_t> elementType = getElementNumber(op, op.getSource());
  SmallVector<Layout, 2> layouts;
  if (failed(elementType) ||
      failed(resolve(op, mesh, {op.getFrom(), op.getTo()}, layouts)))
    return failure();
  // Only sums and averages can be mixed. The combination is then the sum of
  // values that were divided before.
  Combiner combiner = Combiner::Add;
  for (const Layout &layout : llvm::reverse(layouts))
    for (PartialDim partial : layout.getPartial())
      combiner = partial.combiner;

  int64_t combinerNumber = op.getFromZero() && combiner == Combiner::Add
                               ? DT_ADD_FROM_ZERO
                               : static_cast<int64_t>(combiner);

  SmallVector<int64_t> site = {DT_COLLECTIVE_SITE,
                               *elementType,
                               combinerNumber,
                               static_cast<int64_t>(op.getGlobalShape().size()),
                               op.getShared() ? DT_SHARED_DESTINATION : 0,
                               getPartialMask(layouts[0].getPartial()),
                               getPartialMask(layouts[1].getPartial()),
                               getMask(op.getGroup(mesh))};
  appendAxes(site, layouts);
  return site;
}

CommSite dtensor::getSite(comm::ReshapeOp op, const Mesh &mesh) {
  FailureOr<int64_t> elementType = getElementNumber(op, op.getSource());
  SmallVector<Layout, 2> layouts;
  if (failed(elementType) ||
      failed(resolve(op, mesh, {op.getFrom(), op.getTo()}, layouts)))
    return failure();
  SmallVector<int64_t> site = {DT_RESHAPE_SITE, *elementType,
                               static_cast<int64_t>(op.getGlobalShape().size()),
                               static_cast<int64_t>(op.getResultShape().size()),
                               getMask(op.getGroup(mesh))};
  appendAxes(site, layouts);
  return site;
}

CommSite dtensor::getSite(comm::TakeOp op, const Mesh &mesh) {
  FailureOr<int64_t> elementType = getElementNumber(op, op.getSource());
  SmallVector<Layout, 2> layouts;
  if (failed(elementType) || failed(resolve(op, mesh, {op.getFrom()}, layouts)))
    return failure();
  SmallVector<int64_t> site = {DT_TAKE_SITE, *elementType,
                               static_cast<int64_t>(op.getGlobalShape().size()),
                               getMask(op.getGroup(mesh)),
                               static_cast<int64_t>(op.getAxis())};
  appendAxes(site, layouts);
  return site;
}

CommSite dtensor::getSite(comm::FetchOp op, const Mesh &mesh) {
  FailureOr<int64_t> elementType = getElementNumber(op, op.getDest());
  if (failed(elementType))
    return failure();
  Fetch fetch = op.getFetch(mesh);
  SmallVector<int64_t> site = {DT_FETCH_SITE,
                               *elementType,
                               op.getRank(),
                               op.getNumLoops(),
                               static_cast<int64_t>(fetch.sources.size()),
                               getMask(op.getGroup(mesh)),
                               op.getFromPeersOnly() ? DT_FROM_PEERS_ONLY : 0};
  for (const DimList &dims : fetch.to.getAxes())
    append(site, dims);
  for (const AxisWindow &window : fetch.windows) {
    site.append({window.offset, static_cast<int64_t>(window.terms.size())});
    for (const WindowTerm &term : window.terms)
      site.append({term.loop, term.stride});
  }
  for (const FetchSource &source : fetch.sources)
    for (auto [move, dims] :
         llvm::zip_equal(source.moves, source.layout.getAxes())) {
      site.append({move.stride, move.destStride});
      append(site, dims);
    }
  return site;
}
