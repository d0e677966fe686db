//===- FetchOp.cpp - comm.fetch -------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/AffineWindow.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Dialect/DTensor/IR/VerifyLayout.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace dtensor;
using namespace dtensor::comm;

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> FetchOp::getMixedNumbers() {
  Builder builder(getContext());
  return getMixedValues(getStaticNumbers(), getNumbers(), builder);
}

Fetch FetchOp::getFetch(const Mesh &mesh, ArrayRef<int64_t> values) {
  Fetch fetch;
  fetch.to = llvm::cantFail(getTo().resolve(mesh));
  SmallVector<int64_t> known(getStaticNumbers());
  if (!values.empty())
    for (int64_t &number : known)
      if (ShapedType::isDynamic(number)) {
        number = values.front();
        values = values.drop_front();
      }
  ArrayRef<int64_t> numbers = known, strides = getStrides();
  size_t numLoops = getNumLoops(), rank = getRank();
  fetch.loops.assign(numbers.begin(), numbers.begin() + numLoops);
  for (AffineExpr expr : getWindow().getResults())
    fetch.windows.push_back(*getAxisWindow(expr));
  numbers = numbers.drop_front(numLoops);
  for (auto layout : getFrom().getAsRange<LayoutAttr>()) {
    FetchSource source;
    source.layout = llvm::cantFail(layout.resolve(mesh));
    for (size_t axis = 0; axis < rank; ++axis) {
      source.shape.push_back(numbers[0]);
      source.moves.push_back(
          {numbers[1], strides[0], numbers[2], numbers[3], strides[1]});
      numbers = numbers.drop_front(kNumbersPerAxis);
      strides = strides.drop_front(2);
    }
    fetch.sources.push_back(std::move(source));
  }
  return fetch;
}

DimList FetchOp::getGroup(const Mesh &mesh) {
  return dtensor::getGroup(mesh, getFetch(mesh));
}

int64_t FetchOp::getBytesReceived(const Mesh &mesh) {
  Type element = getElementTypeOrSelf(getDest().getType());
  return getReceivedElements(mesh, getFetch(mesh)) * getElementBits(element) /
         8;
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult FetchOp::verify() {
  auto dest = cast<ShapedType>(getDest().getType());
  if (getSources().empty())
    return emitOpError("requires a source");
  if (getFromPeersOnly() && isa<TensorType>(dest))
    return emitOpError("from_peers_only requires buffers, found ") << dest;
  for (Type type : getSources().getTypes()) {
    auto source = cast<ShapedType>(type);
    if (!source.hasRank() || !dest.hasRank() ||
        isa<TensorType>(source) != isa<TensorType>(dest) ||
        source.getElementType() != dest.getElementType())
      return emitOpError("requires ranked tensors, or ranked buffers, of one "
                         "element type, found ")
             << source << " and " << dest;
    if (source.getRank() != getRank() || dest.getRank() != getRank())
      return emitOpError("sources and destination must have the ")
             << getRank() << " axes of the window, found " << source << " and "
             << dest;
  }
  for (AffineExpr expr : getWindow().getResults())
    if (!getAxisWindow(expr))
      return emitOpError("the window must be sums of loops with positive "
                         "coefficients, found ")
             << getWindowAttr();
  size_t numSources = getSources().size();
  size_t numNumbers = getNumLoops() + numSources * getRank() * kNumbersPerAxis;
  if (getFrom().size() != numSources ||
      getStaticNumbers().size() != numNumbers ||
      static_cast<int64_t>(getStrides().size()) !=
          2 * int64_t(numSources) * getRank())
    return emitOpError("requires a layout and ")
           << getRank() << " moves for each of " << numSources << " sources";
  if (static_cast<size_t>(llvm::count_if(
          getStaticNumbers(), ShapedType::isDynamic)) != getNumbers().size())
    return emitOpError("requires one operand per dynamic number, found ")
           << getNumbers().size();
  for (size_t i = 0; i < getStrides().size(); i += 2)
    if (getStrides()[i] == 0 || getStrides()[i + 1] < 1)
      return emitOpError("steps must not be 0, and positive in the "
                         "destination, found ")
             << getStrides()[i] << " and " << getStrides()[i + 1];
  for (auto layout : getFrom().getAsRange<LayoutAttr>())
    if (layout.getMesh() != getTo().getMesh())
      return emitOpError("all layouts must be on one mesh, found ")
             << layout.getMesh() << " and " << getTo().getMesh();
  return success();
}

LogicalResult FetchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<Mesh> mesh = verifyMesh(*this, getMeshName(), &symbols);
  if (failed(mesh))
    return failure();
  llvm::Expected<Layout> to = getTo().resolve(*mesh);
  if (!to)
    return emitOpError(llvm::toString(to.takeError()));
  if (to->getRank() != getNumLoops())
    return emitOpError("requires a layout of ")
           << getNumLoops() << " loops, found " << getTo();
  for (auto [layout, source] :
       llvm::zip_equal(getFrom().getAsRange<LayoutAttr>(), getSources())) {
    if (failed(verifyLayout(*this, "a source", layout, source.getType(),
                            &symbols)))
      return failure();
    if (llvm::cantFail(layout.resolve(*mesh)).getPartial() != to->getPartial())
      return emitOpError("must keep what is partial; found ")
             << layout << " and " << getTo();
  }
  Fetch fetch = getFetch(*mesh);
  for (auto [source, value] : llvm::zip_equal(fetch.sources, getSources()))
    if (failed(verifyComponent(*this, "a source",
                               cast<ShapedType>(value.getType()), source.shape,
                               *mesh, source.layout)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void FetchOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!isa<BaseMemRefType>(getDest().getType()))
    return;
  for (OpOperand &source : getSourcesMutable())
    effects.emplace_back(MemoryEffects::Read::get(), &source);
  effects.emplace_back(MemoryEffects::Read::get(), &getDestMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getDestMutable());
}

Speculation::Speculatability FetchOp::getSpeculatability() {
  return Speculation::NotSpeculatable;
}

/// Elements that no source covers keep their value, so the destination is read
/// as well.
bool FetchOp::bufferizesToMemoryRead(OpOperand &, const AnalysisState &) {
  return true;
}

bool FetchOp::bufferizesToMemoryWrite(OpOperand &operand,
                                      const AnalysisState &) {
  return &operand == &getDestMutable();
}

AliasingValueList FetchOp::getAliasingValues(OpOperand &operand,
                                             const AnalysisState &) {
  if (&operand != &getDestMutable())
    return {};
  return {{getOperation()->getResult(0), BufferRelation::Equivalent}};
}

LogicalResult FetchOp::bufferize(RewriterBase &rewriter,
                                 const BufferizationOptions &options,
                                 BufferizationState &state) {
  FailureOr<Value> dest = getBuffer(rewriter, getDest(), options, state);
  if (failed(dest))
    return failure();
  SmallVector<Value> sources;
  for (Value source : getSources()) {
    FailureOr<Value> buffer = getBuffer(rewriter, source, options, state);
    if (failed(buffer))
      return failure();
    sources.push_back(*buffer);
  }
  auto onBuffers = FetchOp::create(
      rewriter, getLoc(), /*result=*/Type(), sources, *dest, getNumbers(),
      getFromAttr(), getToAttr(), getWindowAttr(), getStaticNumbersAttr(),
      getStridesAttr(), getReasonAttr(), getFromPeersOnlyAttr());
  onBuffers->setDiscardableAttrs(
      getOperation()->getDiscardableAttrDictionary());
  replaceOpWithBufferizedValues(rewriter, getOperation(), *dest);
  return success();
}
