//===- ReportPrinter.cpp - The report as text and JSON --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/ReportPrinter.h"

#include "dtensor/Host/Components.h"
#include "dtensor/Host/TextTable.h"
#include "dtensor/Layout/LocalShapes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace dtensor {

using llvm::json::OStream;

/// Prints short arrays on one line.
static void printOnOneLine(OStream &json, llvm::StringRef key,
                           llvm::function_ref<void(OStream &)> print) {
  std::string text;
  llvm::raw_string_ostream os(text);
  {
    OStream inner(os);
    inner.array([&] { print(inner); });
  }
  json.attributeBegin(key);
  json.rawValue(text);
  json.attributeEnd();
}

static void printCollective(const CollectiveReport &collective, OStream &json) {
  json.object([&] {
    json.attribute("kind", collective.kind);
    printOnOneLine(json, "dims", [&](OStream &json) {
      for (const std::string &dim : collective.dims)
        json.value(dim);
    });
    json.attribute("group", collective.group);
    json.attribute("count", collective.count);
    json.attribute("in_loop", collective.inLoop);
    json.attribute("bytes_received", collective.bytesReceived);
    if (collective.isBound)
      json.attribute("bound", true);
    json.attribute("reason", collective.reason);
    json.attribute("location", collective.location);
  });
}

/// Prints the choice at an op whose layouts conflict, and the alternatives.
static void printConflict(const ConflictReport &conflict, OStream &json) {
  auto printChoice = [&](const LayoutChoice &choice) {
    json.object([&] {
      json.attribute("layouts", choice.layouts);
      json.attribute("bytes_received", choice.bytesReceived);
    });
  };
  json.object([&] {
    json.attribute("op", conflict.op);
    json.attribute("location", conflict.location);
    json.attributeBegin("chosen");
    printChoice(conflict.choices.front());
    json.attributeEnd();
    json.attributeArray("instead_of", [&] {
      llvm::for_each(llvm::drop_begin(conflict.choices), printChoice);
    });
  });
}

/// Prints the local shape on each device. Where there are more devices than a
/// process may have, the list would outgrow the program. Then the different
/// shapes are printed, each with the number of its devices.
static void printLocalShapes(const Mesh &mesh, const ValueSignature &value,
                             OStream &json) {
  constexpr int64_t kMaxListed = 4096;
  bool isStatic = !llvm::is_contained(value.shape, INT64_MIN);
  auto printShape = [](llvm::ArrayRef<int64_t> shape, OStream &json) {
    json.array(
        [&] { llvm::for_each(shape, [&](int64_t n) { json.value(n); }); });
  };
  if (mesh.getNumDevices() <= kMaxListed)
    return printOnOneLine(json, "local_shapes", [&](OStream &json) {
      for (int64_t device = 0; isStatic && device < mesh.getNumDevices();
           ++device)
        printShape(
            getBoxShape(value.layout.getOwnedBox(mesh, value.shape, device)),
            json);
    });
  printOnOneLine(json, "local_shape_counts", [&](OStream &json) {
    if (!isStatic)
      return;
    for (const LocalShape &local :
         getLocalShapes(mesh, value.layout, value.shape))
      json.object([&] {
        json.attributeBegin("shape");
        printShape(local.shape, json);
        json.attributeEnd();
        json.attribute("devices", local.numDevices);
      });
  });
}

/// Prints the layout of an argument or a result, and its local shapes.
static void printValue(const Mesh &mesh, const ValueSignature &value,
                       OStream &json) {
  json.object([&] {
    printOnOneLine(json, "layout", [&](OStream &json) {
      for (const DimList &axis : value.layout.getAxes())
        json.array([&] {
          for (unsigned dim : axis)
            json.value(mesh.getName(dim));
        });
    });
    json.attributeObject("partial", [&] {
      for (PartialDim partial : value.layout.getPartial())
        json.attribute(mesh.getName(partial.dim), stringify(partial.combiner));
    });
    printLocalShapes(mesh, value, json);
  });
}

void printReportAsJSON(const CompiledProgram &program, llvm::raw_ostream &os,
                       std::optional<int64_t> uncombinedBytes) {
  const Mesh &mesh = program.getSignature().mesh;
  const CommunicationReport &report = program.getCommunication();
  OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("devices", mesh.getNumDevices());
    json.attributeObject("mesh", [&] {
      for (const MeshDimension &dimension : mesh.getDimensions())
        json.attribute(dimension.name, dimension.size);
    });
    json.attributeArray("collectives", [&] {
      for (const CollectiveReport &collective : report.collectives)
        printCollective(collective, json);
    });
    json.attributeObject("totals", [&] {
      for (const auto &[kind, total] : report.getTotals())
        json.attributeObject(kind, [&, total = total] {
          json.attribute("count", total.count);
          json.attribute("bytes_received", total.bytesReceived);
        });
    });
    json.attribute("bytes_received", report.getBytesReceived());
    json.attribute("peak_bytes", program.getPeakBytes());
    if (uncombinedBytes)
      json.attribute("uncombined_bytes", *uncombinedBytes);
    json.attributeArray("full_replications", [&] {
      for (const CollectiveReport *replication : report.getFullReplications())
        json.object([&] {
          json.attribute("bytes_received", replication->bytesReceived);
          json.attribute("reason", replication->reason);
          json.attribute("location", replication->location);
        });
    });
    json.attributeArray("conflicts", [&] {
      for (const ConflictReport &conflict : report.conflicts)
        printConflict(conflict, json);
    });
    json.attributeArray("arguments", [&] {
      for (const ValueSignature &value : program.getSignature().arguments)
        printValue(mesh, value, json);
    });
    json.attributeArray("results", [&] {
      for (const ValueSignature &value : program.getSignature().results)
        printValue(mesh, value, json);
    });
  });
  os << "\n";
}

void printReportAsTable(const CompiledProgram &program, llvm::raw_ostream &os) {
  const Mesh &mesh = program.getSignature().mesh;
  const CommunicationReport &report = program.getCommunication();
  if (report.collectives.empty()) {
    os << "no communication\n";
  } else {
    TextTable table({"collective", "dims", "group", "count", "bytes",
                     "location", "reason"});
    for (const CollectiveReport &collective : report.collectives)
      table.add({collective.kind, llvm::join(collective.dims, ","),
                 std::to_string(collective.group),
                 std::to_string(collective.count) +
                     (collective.inLoop ? " an iteration" : ""),
                 std::to_string(collective.bytesReceived) +
                     (collective.isBound ? " at most" : ""),
                 collective.location, collective.reason});
    table.print(os);
  }
  for (const ConflictReport &conflict : report.conflicts) {
    os << "conflict at " << conflict.location << ", " << conflict.op << ":\n";
    for (auto [index, choice] : llvm::enumerate(conflict.choices))
      os << (index == 0 ? "  chosen:  " : "  instead: ") << choice.layouts
         << ", " << choice.bytesReceived << " bytes received\n";
  }
  for (const CollectiveReport *replication : report.getFullReplications())
    os << "full replication without an annotation: " << replication->location
       << ", " << replication->bytesReceived << " bytes\n";
  os << "devices: " << mesh.getNumDevices()
     << ", bytes received by the most loaded: " << report.getBytesReceived()
     << ", peak bytes: " << program.getPeakBytes() << "\n";
}

} // namespace dtensor
