//===- ProgramGraph.h - The layout graph of a text --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_AUTOLAYOUT_PROGRAMGRAPH_H
#define DTENSOR_UNIT_AUTOLAYOUT_PROGRAMGRAPH_H

#include "dtensor/Pipelines/InitAll.h"
#include "dtensor/Propagation/LayoutGraph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"

namespace dtensor {

/// A program as it is parsed, with its function `@main`.
struct Program {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp main;

  explicit Program(llvm::StringRef text) {
    mlir::DialectRegistry registry;
    registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                    mlir::linalg::LinalgDialect, mlir::math::MathDialect,
                    mlir::scf::SCFDialect, mlir::tensor::TensorDialect>();
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    assert(module && "required a program that can be parsed");
    main = module->lookupSymbol<mlir::func::FuncOp>("main");
  }

  /// The program must have a mesh.
  LayoutGraph buildGraph() {
    mlir::FailureOr<LayoutGraph> graph =
        LayoutGraph::build(*module, *module->getOps<MeshOp>().begin(),
                           /*replicateUnknown=*/false);
    assert(mlir::succeeded(graph) && "required ops with rules");
    return std::move(*graph);
  }

  /// The result of the op with this number in the function.
  mlir::Value getResult(unsigned number) {
    auto op = std::next(main.getBody().front().begin(), number);
    return op->getResult(0);
  }
};

} // namespace dtensor

#endif // DTENSOR_UNIT_AUTOLAYOUT_PROGRAMGRAPH_H
