//===- CommunicationReport.cpp - A report of communication ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/CommunicationReport.h"
#include "dtensor/Analysis/Frequency.h"
#include "dtensor/Analysis/LoopPositions.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Dialect/DTensor/IR/ValueLayout.h"
#include "dtensor/Layout/FetchVolume.h"

using namespace mlir;

namespace dtensor {

/// The largest product of iterations and devices for which received bytes are
/// counted.
static constexpr size_t kMaxCounted = 1 << 20;

/// The bytes that each device receives in one run of the program; empty on
/// meshes that are too large.
static std::vector<int64_t> getBytesByDevice(comm::FetchOp fetch,
                                             const Mesh &mesh, int64_t count,
                                             bool &isBound) {
  std::vector<int64_t> elements =
      getReceivedByDevice(mesh, fetch.getFetch(mesh));
  isBound = fetch.hasDynamicBytes();
  if (elements.empty())
    return elements;
  // Each iteration of a loop that walks along an axis reads elements of another
  // device.
  if (auto iterations = getNumbersByIteration(fetch.getNumbers());
      iterations && !iterations->empty() && count % iterations->size() == 0 &&
      iterations->size() * elements.size() <= kMaxCounted) {
    isBound = false;
    count /= iterations->size();
    llvm::fill(elements, 0);
    for (const SmallVector<int64_t> &numbers : *iterations)
      for (auto [sum, received] : llvm::zip_equal(
               elements,
               getReceivedByDevice(mesh, fetch.getFetch(mesh, numbers))))
        sum += received;
  }
  int64_t bits =
      getElementBits(getElementTypeOrSelf(fetch.getDest().getType()));
  for (int64_t &received : elements)
    received = count * (received * bits / 8);
  return elements;
}

static void addCollective(comm::TransferOpInterface transfer,
                          Frequency frequency, CommunicationReport &report) {
  MeshOp meshOp = lookupMeshOrNull(transfer, transfer.getMeshName());
  if (!meshOp)
    return;
  Mesh mesh = meshOp.getMesh();
  DimList dims = transfer.getGroup(mesh);
  // Every device has its part of such a fetch already.
  if (dims.empty() && isa<comm::FetchOp>(transfer))
    return;

  CollectiveReport entry;
  entry.kind = transfer->getName().stripDialect().str();
  for (unsigned dim : dims)
    entry.dims.push_back(mesh.getName(dim).str());
  entry.group = mesh.getGroupSize(dims);
  entry.mesh = mesh;
  entry.count = frequency.count;
  entry.inLoop = frequency.hasUnknownLoop;
  entry.bytesReceived = frequency.count * transfer.getBytesReceived(mesh);
  entry.isBound = transfer.hasDynamicBytes();
  if (auto fetch = dyn_cast<comm::FetchOp>(*transfer)) {
    entry.bytesByDevice =
        getBytesByDevice(fetch, mesh, frequency.count, entry.isBound);
    if (!entry.bytesByDevice.empty())
      entry.bytesReceived = *llvm::max_element(entry.bytesByDevice);
  }
  entry.reason = transfer.getReason().value_or("").str();
  entry.location = getSourcePosition(transfer->getLoc());
  entry.isFullReplication = transfer->hasAttr(kUnforcedAttr);
  report.collectives.push_back(std::move(entry));
}

/// Reads the conflicts that dtensor-insert-relayouts has written to the module.
static std::vector<ConflictReport> readConflicts(Operation *module) {
  std::vector<ConflictReport> reports;
  auto conflicts = module->getAttrOfType<ArrayAttr>(kConflictsAttr);
  if (!conflicts)
    return reports;
  auto getText = [](DictionaryAttr from, StringRef name) {
    auto text = from.getAs<StringAttr>(name);
    return text ? text.str() : std::string();
  };
  for (auto conflict : conflicts.getAsRange<DictionaryAttr>()) {
    ConflictReport report{
        getText(conflict, "op"), getText(conflict, "location"), {}};
    if (auto choices = conflict.getAs<ArrayAttr>("choices"))
      for (Attribute attr : choices)
        if (auto choice = dyn_cast<DictionaryAttr>(attr))
          if (auto bytes = choice.getAs<IntegerAttr>("bytes_received"))
            report.choices.push_back(
                {getText(choice, "layouts"), bytes.getInt()});
    if (!report.choices.empty())
      reports.push_back(std::move(report));
  }
  return reports;
}

CommunicationReport analyzeCommunication(func::FuncOp entry) {
  CommunicationReport report;
  report.conflicts = readConflicts(entry->getParentOp());
  visitExecuted(entry.getBody(), [&](Operation *op, Frequency frequency) {
    if (auto transfer = dyn_cast<comm::TransferOpInterface>(op))
      addCollective(transfer, frequency, report);
  });
  return report;
}

int64_t CommunicationReport::getBytesReceived() const {
  // The bytes that all devices receive alike, and those that differ.
  int64_t alike = 0;
  std::vector<int64_t> received;
  for (const CollectiveReport &collective : collectives) {
    if (collective.bytesByDevice.empty()) {
      alike += collective.bytesReceived;
      continue;
    }
    received.resize(collective.bytesByDevice.size());
    for (auto [sum, bytes] :
         llvm::zip_equal(received, collective.bytesByDevice))
      sum += bytes;
  }
  return alike + (received.empty() ? 0 : *llvm::max_element(received));
}

std::vector<const CollectiveReport *>
CommunicationReport::getFullReplications() const {
  std::vector<const CollectiveReport *> replications;
  for (const CollectiveReport &collective : collectives)
    if (collective.isFullReplication)
      replications.push_back(&collective);
  return replications;
}

std::map<std::string, CollectiveTotal> CommunicationReport::getTotals() const {
  std::map<std::string, CollectiveTotal> totals;
  for (const CollectiveReport &collective : collectives) {
    CollectiveTotal &total = totals[collective.kind];
    total.count += collective.count;
    total.bytesReceived += collective.bytesReceived;
  }
  return totals;
}

} // namespace dtensor
