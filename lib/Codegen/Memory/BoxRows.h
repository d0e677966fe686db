//===- BoxRows.h - Boxes that are read row by row ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_MEMORY_BOXROWS_H
#define DTENSOR_LIB_CODEGEN_MEMORY_BOXROWS_H

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dtensor {

/// A fetched box, most of which is the device's component, and the only
/// operation that reads it. The operation reads the box in the order of the
/// rows along one axis, and needs few rows at a time.
struct BoxRows {
  /// An operand of the reader: the box from `offsets` on.
  struct Use {
    unsigned operand;
    llvm::SmallVector<int64_t> offsets;
    llvm::SmallVector<mlir::OpFoldResult> sizes;
    /// Whether each iteration reads a row where it lies, in the component or in
    /// the box, since the component has all columns of it.
    bool isDirect = false;
  };

  mlir::Value getBox() { return fetch.getDest(); }
  mlir::Value getComponent() { return *fetch.getSources().begin(); }
  mlir::MemRefType getBoxType() {
    return llvm::cast<mlir::MemRefType>(getBox().getType());
  }
  mlir::MemRefType getComponentType() {
    return llvm::cast<mlir::MemRefType>(getComponent().getType());
  }
  const Use *getUse(unsigned operand) const {
    const Use *use = llvm::find_if(
        uses, [&](const Use &use) { return use.operand == operand; });
    return use == uses.end() ? nullptr : use;
  }
  /// The columns along an axis that the component has, as positions in the box.
  std::pair<int64_t, int64_t> getOwnColumns(unsigned axis);
  int64_t getNumKeptRows() const { return keptEnd - keptBegin; }

  comm::FetchOp fetch;
  mlir::linalg::LinalgOp reader;
  llvm::SmallVector<Use> uses;
  /// The axis of the rows. Axes in front of it are the same in the component
  /// and in the box. Those behind it are the columns.
  unsigned axis;
  /// The loops of the reader for the axes in front of the rows, and for the
  /// rows.
  llvm::SmallVector<unsigned> loops;
  /// Where the component begins in the box. Negative for an axis of which the
  /// box has only later positions.
  llvm::SmallVector<int64_t> own;
  /// Iteration i needs rows i + `keptBegin` to i + `keptEnd` - 1 of the box,
  /// some of which it has overwritten in the component.
  int64_t keptBegin = 0, keptEnd = 0;
  /// Iteration i reads row i + `directRow` where it lies, if there are direct
  /// uses.
  std::optional<int64_t> directRow;
  /// For each axis, the value on both sides of the component, if it is the same
  /// in all rows. Null if the box has other values there.
  llvm::SmallVector<mlir::Value> margins;
  /// The ops that write these values to the box.
  llvm::SmallVector<mlir::linalg::FillOp> marginFills;
  /// The ops that write one value to the whole box, where only rows of which
  /// the component has none are read from the box.
  llvm::SmallVector<mlir::linalg::FillOp> wholeFills;
};

/// The rows of the box that `fetch` makes, if it is worth while to read them
/// one by one from where they are. Nothing otherwise.
std::optional<BoxRows> findBoxRows(comm::FetchOp fetch);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_MEMORY_BOXROWS_H
