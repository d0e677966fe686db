//===- CollectiveImporter.h - One collective --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_COLLECTIVEIMPORTER_H
#define DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_COLLECTIVEIMPORTER_H

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "dtensor/Layout/DeviceGroups.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include <compare>

namespace dtensor {

/// Turns collectives of StableHLO into those of `comm`. If their groups lie
/// along dimensions of the mesh, they become moves between layouts. Others
/// fetch the needed elements from each member.
class CollectiveImporter {
public:
  CollectiveImporter(LocalMapOp map, mlir::FlatSymbolRefAttr meshName,
                     const Mesh &mesh)
      : meshName(meshName), mesh(mesh), manual(map.getManualDims(mesh)),
        free(map.getFreeDims(mesh)), rewriter(map.getContext()) {}

  /// Replaces `op` if it is a collective. Emits errors.
  mlir::LogicalResult importOp(mlir::Operation *op);

private:
  using Value = mlir::Value;
  using Operation = mlir::Operation;
  using LogicalResult = mlir::LogicalResult;
  using Channel = std::optional<stablehlo::ChannelHandleAttr>;

  //===--------------------------------------------------------------------===//
  // Groups (ImportCollectives.cpp)
  //===--------------------------------------------------------------------===//

  /// The groups of an op, and the mesh dimensions, major first, along which
  /// they lie, if there are such dimensions.
  struct Groups {
    DeviceGroups devices;
    std::optional<DimList> dims;

    /// The number of members of a group, or that of the largest group.
    int64_t getSize() const;
    bool areEqual() const;
  };
  llvm::FailureOr<Groups> findGroups(Operation *op, mlir::ElementsAttr groups,
                                     Channel channel);
  /// The same for an op whose groups must all have one size.
  llvm::FailureOr<Groups>
  findEqualGroups(Operation *op, mlir::ElementsAttr groups, Channel channel);
  /// Emits an error if the groups have different sizes.
  static LogicalResult requireEqual(Operation *op, const Groups &groups);
  LogicalResult importPartitionId(stablehlo::PartitionIdOp op);
  /// Replaces digits of `number`, which is the device's number divided by
  /// `divisor`, by coordinates: `partition_id / 4 % 2`.
  void importCoordinates(Value number, int64_t divisor);
  /// The number of the device along `dims` as a scalar of `type`.
  Value createNumber(mlir::Location loc, llvm::ArrayRef<unsigned> dims,
                     mlir::Type type);
  mlir::StringAttr getReason(Operation *op) {
    return rewriter.getStringAttr(op->getName().getStringRef() +
                                  llvm::Twine(" of a manual computation"));
  }

  //===--------------------------------------------------------------------===//
  // Reductions (ImportReductions.cpp)
  //===--------------------------------------------------------------------===//

  LogicalResult importReduction(Operation *op, mlir::Region &body,
                                mlir::ElementsAttr groups, Channel channel,
                                std::optional<int64_t> scatterAxis);
  Value reduceAlong(Operation *op, Value source, mlir::Type result,
                    const DimList &dims, Combiner combiner,
                    std::optional<int64_t> scatterAxis);
  llvm::FailureOr<Value> reduceMembers(Operation *op, Value source,
                                       mlir::Region &body, const Groups &groups,
                                       std::optional<Combiner> combiner,
                                       std::optional<int64_t> scatterAxis);
  /// The same for values on whole devices, by two exchanges. In the first each
  /// member receives what all members have of the piece that it reduces; in the
  /// second the pieces are gathered.
  llvm::FailureOr<Value> reduceByPieces(Operation *op, Value source,
                                        mlir::Region &body,
                                        const Groups &groups,
                                        std::optional<Combiner> combiner);

  //===--------------------------------------------------------------------===//
  // Gathers and exchanges (ImportExchanges.cpp)
  //===--------------------------------------------------------------------===//

  LogicalResult importGather(stablehlo::AllGatherOp op);
  LogicalResult importAllToAll(stablehlo::AllToAllOp op);
  /// Moves `source` from one layout to the other.
  template <typename OpTy>
  Value move(Operation *op, Value source, mlir::Type result, const Layout &from,
             const Layout &to, llvm::ArrayRef<int64_t> globalShape);
  /// Splits the axis in two, the first of which has `major` positions; with
  /// `isJoined` joins these two. Along free dimensions only the second can be
  /// sharded.
  Value splitAxis(Operation *op, Value value, unsigned axis, int64_t major,
                  bool isJoined = false);
  Value exchangePieces(Operation *op, Value source, unsigned axis,
                       const DimList &dims);
  Value exchangeAxes(Operation *op, Value source, unsigned split,
                     unsigned concat, const DimList &dims);
  /// Zeros of any element type.
  static mlir::DenseElementsAttr getZeros(mlir::RankedTensorType type);
  Value joinMembers(Operation *op, llvm::ArrayRef<Value> members,
                    mlir::Type result, int64_t axis);

  //===--------------------------------------------------------------------===//
  // Exchanges whose sizes are data (ImportRagged.cpp)
  //===--------------------------------------------------------------------===//

  static bool isRagged(stablehlo::CustomCallOp op);
  LogicalResult importRagged(stablehlo::CustomCallOp op);
  /// The groups of an op that has all required attributes. Emits errors.
  llvm::FailureOr<Groups> findRaggedGroups(stablehlo::CustomCallOp op);

  //===--------------------------------------------------------------------===//
  // From one device to another (ImportSends.cpp)
  //===--------------------------------------------------------------------===//

  /// A value that device `to` receives from device `from`. It begins at
  /// position `start` of the axis that is divided, and is written to place
  /// `slot`.
  struct Send {
    int64_t slot, start, from, to;

    auto operator<=>(const Send &other) const = default;
  };
  using Sends = llvm::SmallVector<Send>;

  LogicalResult importPermute(stablehlo::CollectivePermuteOp op);
  LogicalResult importBroadcast(stablehlo::CollectiveBroadcastOp op);
  /// Gives each receiver the value of its sender for each operand of `op`.
  /// Other devices get zeros.
  LogicalResult sendBetween(Operation *op, const Sends &sends);
  /// `sends` as transfers between places along manual dimensions, for any
  /// places along free ones; sorted.
  llvm::FailureOr<Sends> toPlaces(Operation *op, const Sends &sends);
  /// The values that this device receives, as `1 x piece`, or `1 x slots x
  /// piece`.
  Value fetchRows(Operation *op, Value source, const Sends &sends,
                  std::optional<int64_t> numSlots,
                  mlir::RankedTensorType piece);
  /// The value of each member of this device's group, in order. With
  /// `pieceAxis`, only one piece of each: the axis has as many pieces as there
  /// are members, and the piece has the number of this device in the group. If
  /// a group has fewer members, the rest are zeros, or the value of its first
  /// member if `first` is set.
  llvm::FailureOr<llvm::SmallVector<Value>>
  fetchMembers(Operation *op, Value source, const Groups &groups,
               std::optional<int64_t> pieceAxis = std::nullopt,
               bool first = false);

  mlir::FlatSymbolRefAttr meshName;
  const Mesh &mesh;
  /// Along `manual` dimensions values are components; along `free` ones they
  /// are whole values.
  DimList manual, free;
  mlir::IRRewriter rewriter;
};

template <typename OpTy>
mlir::Value CollectiveImporter::move(Operation *op, Value source,
                                     mlir::Type result, const Layout &from,
                                     const Layout &to,
                                     llvm::ArrayRef<int64_t> globalShape) {
  if (from == to)
    return source;
  auto type = mlir::cast<mlir::RankedTensorType>(result);
  Value dest = mlir::tensor::EmptyOp::create(
      rewriter, op->getLoc(), type.getShape(), type.getElementType());
  auto moved = OpTy::create(rewriter, op->getLoc(), source, dest,
                            LayoutAttr::get(meshName, mesh, from),
                            LayoutAttr::get(meshName, mesh, to), globalShape,
                            mlir::ValueRange(), getReason(op));
  return moved->getResult(0);
}

} // namespace dtensor

#endif // DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_COLLECTIVEIMPORTER_H
