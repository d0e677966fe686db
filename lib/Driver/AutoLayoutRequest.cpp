//===- AutoLayoutRequest.cpp - Layouts to be chosen -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/AutoLayoutRequest.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Driver/Signature.h"
#include "dtensor/Host/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
namespace json = llvm::json;

namespace dtensor {

/// The meshes of so many devices that are tried. If all devices are alike far
/// from each other, the order of dimensions does not matter.
static std::vector<Mesh> listMeshes(int64_t numDevices, bool isFlat) {
  std::vector<Mesh> meshes;
  auto add = [&](llvm::ArrayRef<MeshDimension> dimensions) {
    meshes.push_back(llvm::cantFail(Mesh::create(dimensions)));
  };
  add({{"x", numDevices}});
  for (int64_t first = 2; first <= numDevices / 2; ++first)
    if (numDevices % first == 0 && (!isFlat || first * first <= numDevices))
      add({{"x", first}, {"y", numDevices / first}});
  return meshes;
}

static LogicalResult report(MLIRContext *context, llvm::Error error) {
  return emitError(UnknownLoc::get(context))
         << llvm::toString(std::move(error));
}

FailureOr<AutoLayout> chooseLayouts(const AutoLayoutRequest &request,
                                    func::FuncOp entry) {
  LayoutChoiceOptions options = request.choice;
  if (request.machine)
    options.machine = &*request.machine;
  if (!request.numDevices)
    return chooseLayouts(entry, options);

  ModuleOp module = entry->getParentOfType<ModuleOp>();
  if (!module.getOps<MeshOp>().empty())
    return emitError(UnknownLoc::get(module.getContext()),
                     "--auto-mesh chooses a mesh, but the program has one");
  bool isFlat = !request.machine || request.machine->getLevels().size() == 1;
  std::optional<AutoLayout> best;
  std::string reason;
  for (const Mesh &mesh : listMeshes(*request.numDevices, isFlat)) {
    OwningOpRef<ModuleOp> copy = module.clone();
    auto function = copy->lookupSymbol<func::FuncOp>(entry.getName());
    LayoutRequest withMesh;
    withMesh.mesh = mesh;
    if (llvm::Error error = applyLayoutRequest(withMesh, function))
      return report(module.getContext(), std::move(error));
    // The program may fit on another mesh.
    ScopedDiagnosticHandler collect(module.getContext(),
                                    [&](Diagnostic &diagnostic) {
                                      if (reason.empty())
                                        reason = diagnostic.str();
                                    });
    FailureOr<AutoLayout> found = chooseLayouts(function, options);
    if (succeeded(found) && (!best || found->seconds < best->seconds))
      best = std::move(*found);
  }
  if (!best)
    return emitError(UnknownLoc::get(module.getContext()))
           << "no mesh of " << *request.numDevices << " devices: " << reason;
  return std::move(*best);
}

LayoutRequest makeLayoutRequest(const AutoLayout &layouts) {
  LayoutRequest request;
  request.mesh = layouts.mesh;
  request.memoryPerDevice = layouts.memoryPerDevice;
  for (auto [index, layout] : llvm::enumerate(layouts.arguments))
    if (layout)
      request.arguments[index] = layout->str(layouts.mesh);
  for (auto [index, layout] : llvm::enumerate(layouts.results))
    if (layout)
      request.results[index] = layout->str(layouts.mesh);
  return request;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

static std::string formatSeconds(double seconds) {
  if (seconds >= 1)
    return llvm::formatv("{0:f3} s", seconds).str();
  if (seconds >= 1e-3)
    return llvm::formatv("{0:f3} ms", seconds * 1e3).str();
  return llvm::formatv("{0:f3} us", seconds * 1e6).str();
}

/// `arg0 %x, arg1 %y`, or `result0`.
static std::string formatValues(llvm::StringRef prefix,
                                llvm::ArrayRef<unsigned> positions,
                                llvm::ArrayRef<SourceSignature::Value> source) {
  auto format = [&](unsigned position) {
    std::string text = (prefix + llvm::Twine(position)).str();
    llvm::StringRef name = source[position].name;
    return name.empty() || name == text ? text : text + " %" + name.str();
  };
  constexpr size_t kMost = 4;
  std::string text =
      llvm::join(llvm::map_range(positions.take_front(kMost), format), ", ");
  if (positions.size() > kMost)
    text += llvm::formatv(" and {0} more", positions.size() - kMost).str();
  return text;
}

static std::string formatDecision(const LayoutDecision &decision,
                                  const AutoLayout &layouts,
                                  const SourceSignature &source) {
  std::string text =
      decision.arguments.empty()
          ? formatValues("result", decision.results, source.results)
          : formatValues("arg", decision.arguments, source.arguments);
  text += ": " + decision.chosen.str(layouts.mesh);
  if (!decision.second)
    return text;
  double saved = decision.savedSeconds;
  text += "; second best " + decision.second->str(layouts.mesh) + ", ";
  text += formatSeconds(std::abs(saved)) + (saved < 0 ? " less" : " more") +
          llvm::formatv(", peak {0} bytes", decision.secondPeakBytes).str();
  return text;
}

static std::string formatSummary(const AutoLayout &layouts) {
  std::string text =
      llvm::formatv("mesh {0}: predicted {1}, peak {2} bytes per device; "
                    "{3} plans priced",
                    layouts.mesh.str(), formatSeconds(layouts.seconds),
                    layouts.peakBytes, layouts.numPriced)
          .str();
  if (const std::optional<ProblemSolution> &solution = layouts.solution)
    text += llvm::formatv("; problem of {0} nodes, by {1}: gap {2:f2} %",
                          layouts.problem.nodes.size(),
                          solution->isExact ? "branch and bound" : "search",
                          100 * solution->getGap())
                .str();
  return text;
}

void explainLayouts(const AutoLayout &layouts, func::FuncOp entry,
                    llvm::raw_ostream &os) {
  SourceSignature source = readSourceSignature(entry);
  os << "auto-layout: " << formatSummary(layouts) << "\n";
  for (const LayoutDecision &decision : layouts.decisions)
    os << "  " << formatDecision(decision, layouts, source) << "\n";
}

static json::Value toJSON(const Mesh &mesh,
                          const std::optional<Layout> &layout) {
  if (!layout)
    return nullptr;
  json::Array axes;
  for (const DimList &dims : layout->getAxes()) {
    json::Array names;
    for (unsigned dim : dims)
      names.push_back(mesh.getName(dim));
    axes.push_back(std::move(names));
  }
  return axes;
}

void printLayoutsFile(const AutoLayout &layouts, func::FuncOp entry,
                      llvm::raw_ostream &os) {
  SourceSignature source = readSourceSignature(entry);
  json::Array mesh, note;
  for (const MeshDimension &dimension : layouts.mesh.getDimensions())
    mesh.push_back(json::Array{dimension.name, dimension.size});
  note.push_back(formatSummary(layouts));
  for (const LayoutDecision &decision : layouts.decisions)
    note.push_back(formatDecision(decision, layouts, source));
  // One line for each value, which a user may edit.
  auto printList = [&](llvm::StringRef key,
                       llvm::ArrayRef<std::optional<Layout>> list) {
    os << " \"" << key << "\": [";
    llvm::interleave(
        list, os,
        [&](const std::optional<Layout> &layout) {
          os << "\n  " << toJSON(layouts.mesh, layout);
        },
        ",");
    os << "\n ],\n";
  };
  os << "{\n \"mesh\": " << json::Value(std::move(mesh)) << ",\n";
  printList("args", layouts.arguments);
  printList("results", layouts.results);
  if (layouts.memoryPerDevice)
    os << " \"memory_per_device\": " << *layouts.memoryPerDevice << ",\n";
  os << " \"note\": [";
  llvm::interleave(
      note, os, [&](const json::Value &line) { os << "\n  " << line; }, ",");
  os << "\n ]\n}\n";
}

LogicalResult applyChosenLayouts(const AutoLayoutRequest &request,
                                 func::FuncOp entry, llvm::raw_ostream &os) {
  MLIRContext *context = entry.getContext();
  FailureOr<AutoLayout> layouts = chooseLayouts(request, entry);
  if (failed(layouts))
    return failure();
  explainLayouts(*layouts, entry, os);
  if (!request.layoutsFile.empty())
    if (llvm::Error error =
            writeFile(request.layoutsFile, [&](llvm::raw_ostream &file) {
              printLayoutsFile(*layouts, entry, file);
            }))
      return report(context, std::move(error));
  if (!request.problemFile.empty())
    if (llvm::Error error =
            writeFile(request.problemFile, [&](llvm::raw_ostream &file) {
              writeSelectionProblem(layouts->problem, file);
            }))
      return report(context, std::move(error));
  if (llvm::Error error =
          applyLayoutRequest(makeLayoutRequest(*layouts), entry))
    return report(context, std::move(error));
  return success();
}

} // namespace dtensor
