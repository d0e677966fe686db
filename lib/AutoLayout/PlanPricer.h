//===- PlanPricer.h - The true price of layouts -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_AUTOLAYOUT_PLANPRICER_H
#define DTENSOR_LIB_AUTOLAYOUT_PLANPRICER_H

#include "dtensor/AutoLayout/AutoLayout.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"

namespace dtensor {
class SharedChoices;

/// The layouts of a signature; nothing where propagation decides.
struct SignatureLayouts {
  std::vector<std::optional<Layout>> arguments, results;
};

/// Prices layouts as the compiler would use them: layouts propagate, the search
/// for less communication goes on from them, and the local view is predicted.
class PlanPricer {
public:
  struct Price {
    double seconds = 0;
    int64_t peakBytes = 0;
    /// Those that propagation found. Nothing where they are on another mesh,
    /// because dimensions were split.
    SignatureLayouts layouts;
  };

  /// `imported` is a module after its import, with a mesh. It must outlive the
  /// object, and is not changed. All plans share `choices`, which must outlive
  /// the object as well. Without `searches`, the search for less communication
  /// is left out.
  PlanPricer(mlir::ModuleOp imported, llvm::StringRef entry,
             const Machine &machine, const LayoutChoiceOptions &options,
             SharedChoices &choices, bool searches = true);

  /// Null if the program cannot be partitioned like that.
  const Price *get(const SignatureLayouts &layouts);

  /// The number of plans that were priced.
  unsigned getNumPriced() const { return prices.size(); }

private:
  std::optional<Price> compute(const SignatureLayouts &layouts);

  mlir::ModuleOp imported;
  std::string entry;
  const Machine &machine;
  Mesh mesh;
  mlir::FlatSymbolRefAttr meshName;
  mlir::PassManager passes;
  llvm::StringMap<std::optional<Price>> prices;
};

} // namespace dtensor

#endif // DTENSOR_LIB_AUTOLAYOUT_PLANPRICER_H
