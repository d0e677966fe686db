//===- HloShardings.h - Shardings of XLA in a program -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_HLOSHARDINGS_H
#define DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_HLOSHARDINGS_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "dtensor/Layout/CommonMesh.h"
#include "dtensor/Layout/HloSharding.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor::sdy {

/// The name of the attribute on arguments, results and ops.
inline constexpr llvm::StringLiteral kHloShardingName("mhlo.sharding");

/// The axes in `unspecified_dims=[0,1]` of an annotation, which may be sharded
/// further. Emits an error for any other text.
mlir::FailureOr<llvm::SmallVector<int64_t>>
readUnspecifiedDims(stablehlo::CustomCallOp op);

/// The attributes of `op` that may contain shardings. On StableHLO's ops these
/// are discardable. Listing an op's own attributes, which are properties, takes
/// time.
mlir::DictionaryAttr getAnnotations(mlir::Operation *op);

/// The layout of a value of `type` that the program puts on `device` alone. No
/// layout can express that, so all devices of `common` have the value, and
/// there is a warning at `op`. Null if the program has no mesh. Emits an error
/// if the device does not exist.
mlir::FailureOr<mlir::Attribute>
convertSingleDevice(mlir::Operation *op, int64_t device,
                    mlir::RankedTensorType type, const CommonMesh &common,
                    mlir::FlatSymbolRefAttr meshName);

/// The `mhlo.sharding` texts of a module. The tiles of each are a grid of
/// devices, whose axes are those of the tensor, followed by the subgroups.
class HloShardings {
public:
  /// Parses all texts and adds their grids. Emits errors.
  mlir::LogicalResult read(mlir::ModuleOp module,
                           llvm::SmallVectorImpl<DeviceGrid> &grids);

  /// The `#dtensor.layout` or `#dtensor.constraint` of a value of `type`, which
  /// is number `index` of the `count` values of `text`. The axes `open` may be
  /// sharded further. Null if the text determines nothing. `isInside` says that
  /// the value is in a manual computation, and is a component along its
  /// dimensions. Emits errors at `op`.
  mlir::FailureOr<mlir::Attribute>
  convert(mlir::Operation *op, mlir::StringAttr text, unsigned index,
          unsigned count, mlir::Type type, llvm::ArrayRef<int64_t> open,
          bool isInside, const CommonMesh &common,
          mlir::FlatSymbolRefAttr meshName) const;

  /// The dimensions of `common` that are manual in `text`, which is for one
  /// value.
  DimList getManualDims(mlir::StringAttr text, const CommonMesh &common) const;

  /// The number of the group of values with equal shardings, from `text` for
  /// one value.
  std::optional<int64_t> getGroup(mlir::StringAttr text) const;

private:
  void addGrids(HloSharding sharding, mlir::StringAttr text,
                llvm::SmallVectorImpl<DeviceGrid> &grids);

  /// A sharding, or an element of a tuple, and its grid if it has tiles.
  struct Leaf {
    HloSharding sharding;
    unsigned grid;
  };
  struct Text {
    bool isTuple = false;
    llvm::SmallVector<Leaf, 1> leaves;
  };
  llvm::DenseMap<mlir::StringAttr, Text> texts;
};

} // namespace dtensor::sdy

#endif // DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_HLOSHARDINGS_H
