//===- AutoLayoutRequest.h - Layouts to be chosen ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_AUTOLAYOUTREQUEST_H
#define DTENSOR_DRIVER_AUTOLAYOUTREQUEST_H

#include "dtensor/AutoLayout/AutoLayout.h"
#include "dtensor/Driver/LayoutRequest.h"

namespace dtensor {

/// A wish to have layouts chosen for a program.
struct AutoLayoutRequest {
  /// The machine is below; its pointer here is not used.
  LayoutChoiceOptions choice;
  std::optional<Machine> machine;
  /// The number of devices, if the mesh is to be chosen as well.
  std::optional<int64_t> numDevices;
  /// Files for the layouts and for the problem that was solved; empty for none.
  std::string layoutsFile, problemFile;
};

/// Chooses layouts for `entry`, and a mesh if that is asked for. Errors are
/// reported.
mlir::FailureOr<AutoLayout> chooseLayouts(const AutoLayoutRequest &request,
                                          mlir::func::FuncOp entry);

/// The layouts as a request, which can be applied to the program.
LayoutRequest makeLayoutRequest(const AutoLayout &layouts);

/// Writes a file for `--layouts`, with the explanation as its note.
void printLayoutsFile(const AutoLayout &layouts, mlir::func::FuncOp entry,
                      llvm::raw_ostream &os);

/// Explains the choice: the predicted time, and what each layout saves against
/// the second best one.
void explainLayouts(const AutoLayout &layouts, mlir::func::FuncOp entry,
                    llvm::raw_ostream &os);

/// Does all of this: chooses, writes the files, explains the choice on `os`,
/// and gives the layouts to `entry`. Errors are reported.
mlir::LogicalResult applyChosenLayouts(const AutoLayoutRequest &request,
                                       mlir::func::FuncOp entry,
                                       llvm::raw_ostream &os);

} // namespace dtensor

#endif // DTENSOR_DRIVER_AUTOLAYOUTREQUEST_H
