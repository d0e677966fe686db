//===- Expander.h - The local program as it is being made -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PARTITION_EXPANSION_EXPANDER_H
#define DTENSOR_LIB_PARTITION_EXPANSION_EXPANDER_H

#include "ExpansionTable.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Propagation/LayoutGraph.h"
#include "dtensor/ShardingRules/CombinerOf.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace dtensor {

/// Makes the local view beside the global one. Holds what expansions of all
/// ops share: the map from global values to local ones, and the geometry of
/// components as IR values.
class Expander {
public:
  explicit Expander(LayoutGraph &graph);

  /// Replaces a function of the global view by one of the local view.
  mlir::LogicalResult expandFunction(mlir::func::FuncOp function);

  //===--------------------------------------------------------------------===//
  // What is known
  //===--------------------------------------------------------------------===//

  const Mesh &getMesh() const { return graph.getMesh(); }
  const Layout &getLayout(mlir::Value value);
  mlir::FlatSymbolRefAttr getMeshName() const { return graph.getMeshName(); }
  LayoutAttr getAttr(const Layout &layout);
  mlir::Value getLocal(mlir::Value value) { return mapping.lookup(value); }
  mlir::SmallVector<mlir::Value> getLocals(mlir::ValueRange values);
  void setLocal(mlir::Value value, mlir::Value local) {
    mapping.map(value, local);
  }
  mlir::OpBuilder &getBuilder() { return builder; }

  //===--------------------------------------------------------------------===//
  // Geometry of components (Geometry.cpp)
  //===--------------------------------------------------------------------===//

  /// Uneven axes have dynamic local extents.
  mlir::RankedTensorType getLocalType(mlir::RankedTensorType type,
                                      const Layout &layout);
  mlir::Type getLocalType(mlir::Value value);
  mlir::ArrayAttr getDimNames(llvm::ArrayRef<unsigned> dims);
  /// This device's extent and start of an axis of `extent` sharded on `dims`.
  mlir::OpFoldResult getExtent(llvm::ArrayRef<unsigned> dims, int64_t extent,
                               mlir::Location loc);
  mlir::OpFoldResult getOffset(llvm::ArrayRef<unsigned> dims, int64_t extent,
                               mlir::Location loc);
  /// Extents of a component under `layout`; dynamic global extents (which are
  /// never sharded) are those of `like`, another component of the same tensor.
  mlir::SmallVector<mlir::OpFoldResult> getExtents(mlir::RankedTensorType type,
                                                   const Layout &layout,
                                                   mlir::Value like,
                                                   mlir::Location loc);
  mlir::Value createEmpty(mlir::RankedTensorType type, const Layout &layout,
                          mlir::Value like, mlir::Location loc);
  /// Whether this device's coordinates along `dims` are all 0.
  mlir::Value createIsFirst(llvm::ArrayRef<unsigned> dims, mlir::Location loc);
  /// `value` on the devices that are first along `dims`, elsewhere `identity`.
  mlir::Value createKeepOnFirst(mlir::Value value, mlir::Value identity,
                                llvm::ArrayRef<unsigned> dims,
                                mlir::Location loc);
  /// `local`, a destination that `op` combines with what each device along
  /// `dims` has a part of, such that what it holds before counts once: on other
  /// devices than the first it is the identity.
  mlir::FailureOr<mlir::Value>
  createCountedOnce(mlir::Operation *op, mlir::Value global, mlir::Value local,
                    const ReductionBody &body, llvm::ArrayRef<unsigned> dims);
  /// The mesh dimensions along which results are partial.
  static DimList getReducedDims(const ExpansionSite &site);
  /// This device's component under `to`, cut from the one under `from`
  /// (Relayout.cpp).
  mlir::Value createSlice(mlir::Value value, mlir::RankedTensorType type,
                          const Layout &from, const Layout &to,
                          mlir::Location loc);
  /// Says of `local`'s part that it is this device's component of `global`.
  /// Along axes for which `isWhole` the component counts as the whole.
  void setPart(
      linalg_ext::PartOpInterface local, mlir::Value global,
      llvm::function_ref<bool(int64_t)> isWhole = [](int64_t) {
        return false;
      });

  /// Copies the op onto local operands; its results get their local types.
  mlir::Operation *cloneLocally(mlir::Operation &op);
  /// The same, with the regions of `op`, which has none any more: to clone them
  /// and to erase the old ones takes as long as all else.
  mlir::Operation *moveLocally(mlir::Operation &op);

  //===--------------------------------------------------------------------===//
  // What other devices have (Fetches.cpp)
  //===--------------------------------------------------------------------===//

  /// Whether the operand is read through windows and some device needs another
  /// box of it than its component.
  bool needsFetch(mlir::Operation *op, unsigned operand,
                  const ExpansionSite &site);
  /// What each device needs of an operand.
  Fetch getFetch(mlir::Operation *op, unsigned operand,
                 const ExpansionSite &site);
  /// What this device needs of an operand, brought into a new tensor that holds
  /// `fill` elsewhere. `getStart` gives the starts that are data.
  mlir::Value fetchOperand(mlir::Operation *op, unsigned operand,
                           const ExpansionSite &site,
                           llvm::function_ref<mlir::Value(unsigned)> getStart,
                           mlir::Value fill = nullptr);
  /// `sources` are components, `dynamicNumbers` are in the order of comm.fetch;
  /// `operand` is what the fetch is for.
  mlir::Value createFetch(mlir::Operation *op, unsigned operand,
                          const Fetch &fetch,
                          llvm::ArrayRef<mlir::Value> sources, mlir::Value dest,
                          llvm::ArrayRef<mlir::Value> dynamicNumbers);

private:
  /// What `op` became, with the attributes and types of the local view.
  mlir::Operation *makeLocal(mlir::Operation *local, mlir::Operation &op);

  /// What stays of an op's attributes on components: its layouts do not.
  mlir::DictionaryAttr getLocalAttributes(mlir::DictionaryAttr attributes);

  /// This device's extent of an axis of a fetch's destination.
  mlir::OpFoldResult getHullExtent(const Fetch &fetch, unsigned axis,
                                   mlir::Location loc);

  //===--------------------------------------------------------------------===//
  // Ops
  //===--------------------------------------------------------------------===//

  mlir::LogicalResult expandRegion(mlir::Region &from, mlir::Region &to);
  mlir::LogicalResult expandOp(mlir::Operation &op);

  // ControlFlow.cpp
  mlir::LogicalResult expand(mlir::scf::ForOp loop);
  mlir::LogicalResult expand(mlir::scf::WhileOp loop);
  mlir::LogicalResult expand(mlir::scf::IfOp branch);
  mlir::LogicalResult expand(mlir::scf::IndexSwitchOp branch);
  mlir::LogicalResult expand(mlir::func::CallOp call);
  mlir::LogicalResult expand(LocalMapOp map);

  // Relayout.cpp
  mlir::LogicalResult expand(RelayoutOp relayout);
  mlir::Value createMultiple(mlir::Value value, int64_t factor,
                             mlir::Location loc);
  mlir::FailureOr<mlir::Value> createPartial(RelayoutOp relayout,
                                             mlir::Value value,
                                             const Layout &from,
                                             const Layout &to);

  // Reshape.cpp
  mlir::LogicalResult expand(mlir::tensor::ExpandShapeOp op);
  mlir::LogicalResult expand(mlir::tensor::ReshapeOp op);
  /// The global extents of a reshape's result.
  mlir::SmallVector<mlir::OpFoldResult> getResultExtents(mlir::Operation *op);
  /// This device's extents of a reshape's result.
  mlir::SmallVector<mlir::OpFoldResult> getLocalExtents(mlir::Operation *op);
  /// Any layout to any other, by one exchange.
  mlir::LogicalResult expandReshape(mlir::Operation &op);

  // Structured.cpp
  mlir::LogicalResult expandStructured(mlir::linalg::LinalgOp op,
                                       const ExpansionSite &site);
  /// Gives a structured op on components what it reads of its inputs.
  void fetchOperands(mlir::linalg::LinalgOp op, mlir::Operation *local,
                     const ExpansionSite &site);

  // Slices.cpp
  friend void addSliceExpansions(ExpansionTable &table);
  bool isCutSharded(mlir::tensor::InsertSliceOp slice);
  mlir::LogicalResult expandFetched(mlir::tensor::ExtractSliceOp op,
                                    const ExpansionSite &site);
  mlir::LogicalResult expandFetched(mlir::tensor::InsertSliceOp op);
  mlir::LogicalResult expandFetched(mlir::tensor::ConcatOp op,
                                    const ExpansionSite &site);
  mlir::LogicalResult expandFetched(mlir::tensor::PadOp op,
                                    const ExpansionSite &site);

  // TensorOps.cpp
  friend void addTensorExpansions(ExpansionTable &table);
  mlir::LogicalResult expand(mlir::arith::CmpIOp op);
  mlir::LogicalResult expand(mlir::arith::ConstantOp op);
  mlir::LogicalResult expand(mlir::tensor::EmptyOp op);
  mlir::LogicalResult expand(mlir::tensor::SplatOp op);
  mlir::LogicalResult expand(mlir::tensor::ExtractSliceOp op);
  mlir::LogicalResult expand(mlir::tensor::InsertSliceOp op);
  mlir::SmallVector<mlir::OpFoldResult>
  getLocals(mlir::ArrayRef<mlir::OpFoldResult> values);
  /// Sizes of a slice of `whole`; a sharded axis is never cut, so the device
  /// takes all it has of it.
  mlir::SmallVector<mlir::OpFoldResult>
  getLocalSizes(mlir::OffsetSizeAndStrideOpInterface slice, mlir::Value whole);
  mlir::LogicalResult expand(mlir::tensor::DimOp op);
  mlir::LogicalResult expand(mlir::tensor::GenerateOp op);

  LayoutGraph &graph;
  ExpansionTable expansions;
  mlir::OpBuilder builder;
  mlir::IRMapping mapping;
  /// Most ops have the attributes of others.
  llvm::DenseMap<mlir::Attribute, mlir::DictionaryAttr> localAttributes;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_EXPANSION_EXPANDER_H
