//===- CustomCalls.cpp - Functions that are not part of StableHLO ---------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

static constexpr StringLiteral kConfig = "mhlo.backend_config";

/// An entry of the call's configuration; null if there is none.
static Attribute getConfig(CustomCallOp op, StringRef name) {
  if (auto config = op->getAttrOfType<DictionaryAttr>(kConfig))
    return config.get(name);
  if (auto config = dyn_cast_or_null<DictionaryAttr>(op.getBackendConfigAttr()))
    return config.get(name);
  return {};
}

/// The same as `getConfig`, for a required entry.
static FailureOr<int64_t> getNumber(CustomCallOp op, StringRef name) {
  Attribute value = getConfig(op, name);
  if (auto flag = dyn_cast_or_null<BoolAttr>(value))
    return flag.getValue();
  if (auto number = dyn_cast_or_null<IntegerAttr>(value))
    return static_cast<int64_t>(number.getValue().getZExtValue());
  return op.emitOpError("of '")
         << op.getCallTargetName() << "' cannot be imported: required '" << name
         << "' in " << kConfig << ", an integer";
}

static SmallVector<Value> createDests(CustomCallOp op, Importer &importer) {
  return llvm::map_to_vector(
      Importer::convert(op->getResultTypes()), [&](Type type) {
        return importer.createEmpty(cast<RankedTensorType>(type), op.getLoc());
      });
}

//===----------------------------------------------------------------------===//
// LAPACK
//===----------------------------------------------------------------------===//

namespace {
/// A routine as jaxlib calls it. It has the names of its real and its complex
/// form, and the options in the call's configuration, in order.
struct LapackCall {
  StringRef name, complexName;
  SmallVector<StringRef, 2> options;
};
} // namespace

static ArrayRef<LapackCall> getLapackCalls() {
  static const LapackCall calls[] = {
      {"potrf", "potrf", {"uplo"}},
      {"getrf", "getrf", {}},
      {"geqrf", "geqrf", {}},
      {"geqp3", "geqp3", {}},
      {"orgqr", "ungqr", {}},
      {"ormqr", "unmqr", {"left", "transpose"}},
      {"syevd", "heevd", {"mode", "uplo"}},
      {"gesdd", "gesdd", {"mode"}},
      {"gesvd", "gesvd", {"mode"}},
      {"geev", "geev", {"compute_left", "compute_right"}},
      {"gees", "gees", {"mode", "sort"}},
      {"sytrd", "hetrd", {"uplo"}},
      {"gehrd", "gehrd", {"low", "high"}},
      {"gtsv", "gtsv", {}}};
  return calls;
}

/// Imports trsm. Its right-hand sides are independent, which LAPACK does not
/// express.
static LogicalResult importTrsm(CustomCallOp op, Importer &importer) {
  FailureOr<int64_t> side = getNumber(op, "side"), uplo = getNumber(op, "uplo"),
                     diag = getNumber(op, "diag"),
                     trans = getNumber(op, "trans_x");
  if (failed(side) || failed(uplo) || failed(diag) || failed(trans))
    return failure();
  SmallVector<Value> sources = importer.get(op.getInputs());
  SmallVector<Value> dests = createDests(op, importer);
  if (sources.size() != 2 || dests.size() != 1)
    return op.emitOpError("cannot be imported: required two matrices for trsm");
  auto solve = linalg_ext::TriangularSolveOp::create(
      importer.getBuilder(), op.getLoc(), dests[0].getType(), sources[0],
      sources[1], dests[0], /*right=*/*side == 'R', /*lower=*/*uplo == 'L',
      /*unitDiagonal=*/*diag == 'U', /*transpose=*/*trans == 'T',
      /*adjoint=*/*trans == 'C');
  importer.bind(op->getResults(), solve->getResults());
  return success();
}

/// Imports `lapack_<type><routine>_ffi` of jaxlib. The compiler chooses the
/// order of a batch's matrices in memory, so the layouts of operands and
/// results have no effect.
static LogicalResult importLapack(CustomCallOp op, Importer &importer) {
  StringRef name = op.getCallTargetName();
  name.consume_front("lapack_");
  bool isOfInterface = name.consume_back("_ffi");
  bool isComplex = name.starts_with("c") || name.starts_with("z");
  name = name.drop_front(name.empty() ? 0 : 1);
  if (isOfInterface && name == "trsm")
    return importTrsm(op, importer);
  const auto *call = llvm::find_if(getLapackCalls(), [&](const LapackCall &it) {
    return (isComplex ? it.complexName : it.name) == name;
  });
  if (!isOfInterface || call == getLapackCalls().end() ||
      op.getInputs().empty())
    return op.emitOpError("of '")
           << op.getCallTargetName()
           << "' cannot be imported: no such routine of LAPACK is known";
  SmallVector<int64_t> options;
  for (StringRef option : call->options) {
    FailureOr<int64_t> number = getNumber(op, option);
    if (failed(number))
      return failure();
    // LAPACK uses a character for each of these.
    if (option == "left")
      number = *number ? 'L' : 'R';
    else if (option == "transpose")
      number = !*number ? 'N' : isComplex ? 'C' : 'T';
    options.push_back(*number);
  }
  SmallVector<Value> sources = importer.get(op.getInputs());
  int64_t batch = cast<RankedTensorType>(sources[0].getType()).getRank() -
                  (call->name == "gtsv" ? 1 : 2);
  SmallVector<Value> dests = createDests(op, importer);
  auto routine = linalg_ext::LapackOp::create(
      importer.getBuilder(), op.getLoc(), TypeRange(ValueRange(dests)),
      call->name, sources, dests, batch, options);
  // The operands are the user's, so they are verified here, where the call can
  // be named.
  if (failed(routine.verify()))
    return failure();
  importer.bind(op->getResults(), routine->getResults());
  return success();
}

//===----------------------------------------------------------------------===//
// The largest elements
//===----------------------------------------------------------------------===//

static LogicalResult createTopK(CustomCallOp op, Importer &importer,
                                int64_t axis, bool smallest) {
  Value source = importer.get(op.getInputs()[0]);
  Type element = getElementTypeOrSelf(op.getInputs()[0].getType());
  auto topK = linalg_ext::TopKOp::create(
      importer.getBuilder(), op.getLoc(),
      Importer::convert(op->getResultTypes()), source,
      createDests(op, importer), axis, smallest,
      /*isUnsigned=*/element.isUnsignedInteger());
  importer.bind(op->getResults(), topK->getResults());
  return success();
}

/// Imports jax.lax.approx_max_k and approx_min_k, whose result is exact here.
/// The other operands are positions in the form that JAX makes.
static LogicalResult importApproxTopK(CustomCallOp op, Importer &importer) {
  FailureOr<int64_t> axis = getNumber(op, "reduction_dim"),
                     k = getNumber(op, "top_k");
  if (failed(axis) || failed(k))
    return failure();
  auto comparators = op.getCalledComputationsAttr();
  StringRef comparator =
      comparators && comparators.size() == 1
          ? cast<FlatSymbolRefAttr>(comparators[0]).getValue()
          : "";
  bool isGreatest = comparator.contains("_gt_");
  auto iota = op.getInputs().size() == 4
                  ? op.getInputs()[1].getDefiningOp<IotaOp>()
                  : IotaOp();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (!iota || static_cast<int64_t>(iota.getIotaDimension()) != *axis ||
      op->getNumResults() != 2 || *axis < 0 || *axis >= type.getRank() ||
      type.getDimSize(*axis) != *k ||
      (!isGreatest && !comparator.contains("_lt_")))
    return op.emitOpError("of 'ApproxTopK' cannot be imported: required "
                          "positions by 'iota' along the axis, 'top_k' results "
                          "and a comparator top_k_gt or top_k_lt, found '")
           << comparator << "'";
  return createTopK(op, importer, *axis, /*smallest=*/!isGreatest);
}

/// Imports the form in which chlo.top_k is exported.
static LogicalResult importMhloTopK(CustomCallOp op, Importer &importer) {
  auto attributes = op->getAttrOfType<DictionaryAttr>("mhlo.attributes");
  auto largest =
      attributes ? attributes.getAs<BoolAttr>("largest") : BoolAttr();
  if (op.getInputs().size() != 1 || op->getNumResults() != 2)
    return op.emitOpError("of 'mhlo.topk' cannot be imported: required one "
                          "operand and two results");
  auto type = cast<RankedTensorType>(op.getInputs()[0].getType());
  return createTopK(op, importer, type.getRank() - 1,
                    /*smallest=*/largest && !largest.getValue());
}

//===----------------------------------------------------------------------===//
// Functions of Python
//===----------------------------------------------------------------------===//

/// Whether the call enters the Python process that exported the program.
static bool isPythonCallback(StringRef target) {
  return target.contains("python_cpu_callback") ||
         target.contains("python_gpu_callback");
}

/// Drops a callback that only looks at values, as jax.debug.print does. The
/// values of any other one are not known.
static LogicalResult importPythonCallback(CustomCallOp op) {
  if (!llvm::all_of(op->getResultTypes(), llvm::IsaPred<TokenType>))
    return op.emitOpError("of '")
           << op.getCallTargetName()
           << "' cannot be imported: it asks Python for values, and Python "
              "does not run with the program; export without "
              "jax.pure_callback and io_callback (checks of equinox: with "
              "EQX_ON_ERROR=nan)";
  op.emitWarning("a call of Python is left out (jax.debug.print or the like)");
  return success();
}

//===----------------------------------------------------------------------===//
// The table of targets
//===----------------------------------------------------------------------===//

/// Imports a call of a function that the user has defined. Its sharding rule is
/// an attribute of the call.
static LogicalResult importWithRule(CustomCallOp op, StringAttr rule,
                                    Importer &importer) {
  SmallVector<Value> sources = importer.get(op.getInputs());
  for (Type type : op->getResultTypes())
    if (!cast<RankedTensorType>(type).hasStaticShape())
      return op.emitOpError("of '") << op.getCallTargetName()
                                    << "' cannot be imported: required results "
                                       "of static extents, found "
                                    << type;
  SmallVector<int64_t> unsignedOperands;
  for (auto [index, value] : llvm::enumerate(
           llvm::concat<const Value>(op->getOperands(), op->getResults())))
    if (getElementTypeOrSelf(value.getType()).isUnsignedInteger())
      unsignedOperands.push_back(index);
  SmallVector<Value> dests = createDests(op, importer);
  auto call = linalg_ext::CustomCallOp::create(
      importer.getBuilder(), op.getLoc(), TypeRange(ValueRange(dests)),
      op.getCallTargetName(), rule, sources, dests, unsignedOperands);
  // The rule is the user's, so it is verified here, where the call can be
  // named.
  if (failed(call.verify()))
    return failure();
  importer.bind(op->getResults(), call->getResults());
  return success();
}

static LogicalResult importCustomCall(CustomCallOp op, Importer &importer) {
  StringRef target = op.getCallTargetName();
  if (auto rule = op->getAttrOfType<StringAttr>(kShardingRuleAttr))
    return importWithRule(op, rule, importer);
  if (target.starts_with("lapack_"))
    return importLapack(op, importer);
  if (target == "ApproxTopK" || target == "PartialReduce")
    return importApproxTopK(op, importer);
  if (isPythonCallback(target))
    return importPythonCallback(op);
  if (target == "mhlo.topk")
    return importMhloTopK(op, importer);
  // Placement in memory has no effect here.
  if (target == "annotate_device_placement" &&
      op->getOperandTypes() == op->getResultTypes()) {
    importer.bind(op->getResults(), importer.get(op->getOperands()));
    return success();
  }
  return op.emitOpError("cannot be imported: the function '")
         << target
         << "' is not known here; write it in ops of StableHLO, compute it "
            "outside of the program, or define it in the process that runs the "
            "program and give the call its "
         << kShardingRuleAttr;
}

void dtensor::stablehlo::addCustomCalls(ImportTable &table) {
  table.add<CustomCallOp, importCustomCall>();
}
