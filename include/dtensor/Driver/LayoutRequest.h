//===- LayoutRequest.h - Layouts given beside a program ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_LAYOUTREQUEST_H
#define DTENSOR_DRIVER_LAYOUTREQUEST_H

#include "dtensor/Layout/Mesh.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <map>

namespace dtensor {

/// The mesh and layouts that a user gives outside of the program's text.
struct LayoutRequest {
  std::optional<Mesh> mesh;
  /// The layouts by position, in the notation of `Layout::parse`.
  std::map<unsigned, std::string> arguments, results;
  /// The bytes that a device may hold. Values are gathered again rather than
  /// kept beyond it.
  std::optional<int64_t> memoryPerDevice;

  /// Whether nothing is requested.
  bool isEmpty() const { return !mesh && arguments.empty() && results.empty(); }

  /// Adds `arg0=x,unsharded` or `result1=y`. It replaces an earlier one.
  llvm::Error add(llvm::StringRef text);

  /// Adds the contents of a JSON text: `{"mesh": {"x": 2}, "args": [[["x"],
  /// []], null], "results": null, "memory_per_device": 1000}`. The mesh can
  /// also be `[["x", 2]]`. The keys `what`, `note` and `constraints` are
  /// skipped.
  llvm::Error addJSON(llvm::StringRef text);
};

/// Writes the request into the IR: the module's mesh, and `dtensor.layout` on
/// arguments and results of `entry`. Errors: layouts without a mesh, a layout
/// for an argument that does not exist or is no tensor, a layout of another
/// rank, a mesh dimension that does not exist, a mesh for a module with
/// several.
llvm::Error applyLayoutRequest(const LayoutRequest &request,
                               mlir::func::FuncOp entry);

} // namespace dtensor

#endif // DTENSOR_DRIVER_LAYOUTREQUEST_H
