//===- SplitMesh.cpp - Mesh dimensions that reshapes split ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Propagation/SplitMesh.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Layout/MeshSplit.h"
#include "dtensor/Propagation/Passes.h"
#include "dtensor/Propagation/PropagatedLayouts.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace dtensor {
#define GEN_PASS_DEF_SPLITMESH
#include "dtensor/Propagation/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {
struct Split {
  unsigned dim;
  int64_t major;
};
} // namespace

/// The mesh dimension of `layout` that shards all of a factor and part of the
/// next one, if there is one.
static std::optional<Split> findSplit(const Mesh &mesh,
                                      const ShardingRule &rule,
                                      const TensorFactors &tensor,
                                      const Layout &layout) {
  for (auto [factors, dims] : llvm::zip_equal(tensor, layout.getAxes())) {
    size_t position = 0;
    int64_t left = factors.empty() ? 1 : rule.factors[factors[0]].extent;
    for (unsigned dim : dims) {
      while (left == 1 && position + 1 < factors.size())
        left = rule.factors[factors[++position]].extent;
      // The innermost factor takes any dimension.
      if (left <= 0 || position + 1 >= factors.size())
        break;
      int64_t size = mesh.getSize(dim);
      if (left % size == 0) {
        left /= size;
        continue;
      }
      // The part that the next factor cannot take is split in turn.
      int64_t next = rule.factors[factors[position + 1]].extent;
      int64_t rest = size / left;
      if (left > 1 && size % left == 0 && next > 0 &&
          (next % rest == 0 || rest % next == 0))
        return Split{dim, left};
      break;
    }
  }
  return std::nullopt;
}

/// The split that makes a reshape local.
static std::optional<Split> findSplit(LayoutGraph &graph, const Site &site) {
  if (!site.rule->isReshape || !site.operands[0] || !site.results[0] ||
      deriveFactorSharding(graph.getProblem(site)))
    return std::nullopt;
  const Mesh &mesh = graph.getMesh();
  const Layout &before = graph[*site.operands[0]].state.layout;
  const Layout &after = graph[*site.results[0]].state.layout;
  std::optional<Split> split =
      findSplit(mesh, *site.rule, site.rule->operands[0], before);
  if (!split)
    split = findSplit(mesh, *site.rule, site.rule->results[0], after);
  // A side that must not have the dimension gathers it in any case.
  if (!split || !before.getShardedAxis(split->dim) ||
      !after.getShardedAxis(split->dim))
    return std::nullopt;
  return split;
}

/// Whether code for components may name the dimension.
static bool isInLocalCode(LayoutGraph &graph, ModuleOp module, unsigned dim) {
  return module
      ->walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (auto map = dyn_cast<LocalMapOp>(op))
          return llvm::is_contained(map.getManualDims(graph.getMesh()), dim)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        // The code of a map uses the dimension together with the manual
        // dimensions.
        return isa<comm::CommDialect>(op->getDialect()) &&
                       !op->getParentOfType<LocalMapOp>()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the dimension can be split in the whole module.
static bool isPossible(LayoutGraph &graph, ModuleOp module, unsigned dim) {
  for (const Slot &slot : graph.getSlots()) {
    if (slot.priority == Slot::kNoPriority)
      continue;
    llvm::Expected<Layout> layout =
        splitLayout(graph.getMesh(), slot.state.layout, slot.state.shape, dim,
                    /*numParts=*/2);
    if (!layout) {
      llvm::consumeError(layout.takeError());
      return false;
    }
  }
  return !isInLocalCode(graph, module, dim);
}

/// Replaces every use of the dimension's name by the names of its parts.
static void replaceName(ModuleOp module, StringRef name,
                        ArrayRef<StringRef> parts) {
  MLIRContext *context = module.getContext();
  auto renameAll = [&](ArrayRef<StringAttr> names) {
    SmallVector<StringAttr> renamed;
    for (StringAttr each : names)
      if (each.getValue() != name)
        renamed.push_back(each);
      else
        for (StringRef part : parts)
          renamed.push_back(StringAttr::get(context, part));
    return renamed;
  };
  auto renameAxes = [&](ArrayRef<ArrayAttr> axes) {
    return llvm::map_to_vector(axes, [&](ArrayAttr axis) {
      SmallVector<StringAttr> names =
          renameAll(llvm::to_vector(axis.getAsRange<StringAttr>()));
      return ArrayAttr::get(context,
                            SmallVector<Attribute>(names.begin(), names.end()));
    });
  };
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](LayoutAttr layout) -> Attribute {
    SmallVector<int32_t> combiners;
    for (auto [dim, combiner] :
         llvm::zip_equal(layout.getPartialDims(), layout.getPartialCombiners()))
      combiners.append(dim.getValue() == name ? parts.size() : 1, combiner);
    return LayoutAttr::get(context, layout.getMesh(),
                           renameAxes(layout.getAxes()),
                           renameAll(layout.getPartialDims()), combiners);
  });
  replacer.addReplacement([&](ConstraintAttr constraint) -> Attribute {
    return ConstraintAttr::get(
        context, constraint.getMesh(), renameAxes(constraint.getAxes()),
        constraint.getOpen(), renameAll(constraint.getReplicated()),
        constraint.getPriorities());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true);
}

bool dtensor::splitMeshDimension(LayoutGraph &graph, ModuleOp module,
                                 MeshOp meshOp, unsigned dim, int64_t major) {
  const Mesh &mesh = graph.getMesh();
  if (!isPossible(graph, module, dim))
    return false;
  llvm::Expected<Mesh> parts =
      splitMesh(mesh, dim, {major, mesh.getSize(dim) / major});
  if (!parts) {
    // The program has another dimension of that name.
    llvm::consumeError(parts.takeError());
    return false;
  }
  SmallVector<StringRef> names;
  SmallVector<int64_t> sizes;
  for (const MeshDimension &dimension : parts->getDimensions()) {
    names.push_back(dimension.name);
    sizes.push_back(dimension.size);
  }
  replaceName(module, mesh.getName(dim), ArrayRef(names).slice(dim, 2));
  meshOp.setNamesAttr(Builder(module.getContext()).getStrArrayAttr(names));
  meshOp.setSizes(sizes);
  return true;
}

bool dtensor::splitMeshForReshapes(LayoutGraph &graph, ModuleOp module,
                                   MeshOp meshOp) {
  return llvm::any_of(graph.getSites(), [&](const Site &site) {
    std::optional<Split> split = findSplit(graph, site);
    return split &&
           splitMeshDimension(graph, module, meshOp, split->dim, split->major);
  });
}

namespace {
struct SplitMesh : dtensor::impl::SplitMeshBase<SplitMesh> {
  using SplitMeshBase::SplitMeshBase;
  SplitMesh(const dtensor::SplitMeshOptions &options, SharedChoices *choices)
      : SplitMeshBase(options), choices(choices) {}

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<MeshOp> mesh = getModuleMesh(module);
    if (failed(mesh))
      return signalPassFailure();
    if (!*mesh)
      return markAllAnalysesPreserved();
    LayoutGraph *graph =
        getAnalysis<PropagatedLayouts>().get(replicateUnknown, choices);
    if (!graph)
      return signalPassFailure();
    if (!splitMeshForReshapes(*graph, module, *mesh))
      return markAllAnalysesPreserved();
    // The parts may be taken apart in turn.
    std::optional<PropagatedLayouts> layouts;
    LayoutGraph *split;
    do {
      split = layouts.emplace(module).get(replicateUnknown, choices);
      if (!split)
        return signalPassFailure();
    } while (splitMeshForReshapes(*split, module, *mesh));
  }

private:
  SharedChoices *choices = nullptr;
};
} // namespace

std::unique_ptr<Pass> dtensor::createSplitMesh(const SplitMeshOptions &options,
                                               SharedChoices *choices) {
  return std::make_unique<SplitMesh>(options, choices);
}
