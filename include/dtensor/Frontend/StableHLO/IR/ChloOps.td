//===- ChloOps.td - Functions that JAX leaves whole -------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_CHLOOPS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_CHLOOPS_TD

include "dtensor/Frontend/StableHLO/IR/StableHLOBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::dtensor::chlo";
  let summary = "functions above StableHLO, as far as JAX exports them";
  let dependentDialects = ["::dtensor::stablehlo::StableHLODialect"];
  let useDefaultAttributePrinterParser = 1;
}

class Chlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<Chlo_Dialect, mnemonic, !listconcat([Pure], traits)>;

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

class Chlo_Unary<string mnemonic, Type type, string what>
    : Chlo_Op<mnemonic, [Elementwise, SameOperandsAndResultType]> {
  let summary = what;
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}
class Chlo_Function<string mnemonic, string what>
    : Chlo_Unary<mnemonic, HLO_FloatOrComplexTensor, what>;
class Chlo_Special<string mnemonic, string what>
    : Chlo_Unary<mnemonic, HLO_FloatTensor, what>;

def Chlo_AcosOp : Chlo_Function<"acos", "arc cosine">;
def Chlo_AcoshOp : Chlo_Function<"acosh", "inverse hyperbolic cosine">;
def Chlo_AsinOp : Chlo_Function<"asin", "arc sine">;
def Chlo_AsinhOp : Chlo_Function<"asinh", "inverse hyperbolic sine">;
def Chlo_AtanOp : Chlo_Function<"atan", "arc tangent">;
def Chlo_AtanhOp : Chlo_Function<"atanh", "inverse hyperbolic tangent">;
def Chlo_CoshOp : Chlo_Function<"cosh", "hyperbolic cosine">;
def Chlo_SinhOp : Chlo_Function<"sinh", "hyperbolic sine">;
def Chlo_TanOp : Chlo_Function<"tan", "tangent">;
def Chlo_BesselI1eOp : Chlo_Special<"bessel_i1e", "e^-|x| I_1(x)">;
def Chlo_DigammaOp : Chlo_Special<"digamma", "derivative of lgamma">;
def Chlo_ErfOp : Chlo_Special<"erf", "error function">;
def Chlo_ErfInvOp : Chlo_Special<"erf_inv", "inverse of the error function">;
def Chlo_ErfcOp : Chlo_Special<"erfc", "1 - erf">;
def Chlo_LgammaOp : Chlo_Special<"lgamma", "logarithm of |gamma|">;
def Chlo_ConjOp : Chlo_Unary<"conj", HLO_Tensor, "complex conjugate">;
def Chlo_SquareOp : Chlo_Unary<"square", HLO_Tensor, "x * x">;

class Chlo_Predicate<string mnemonic, string what>
    : Chlo_Op<mnemonic, [Elementwise, SameOperandsAndResultShape]> {
  let summary = what;
  let arguments = (ins HLO_FloatTensor:$operand);
  let results = (outs HLO_PredTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}
def Chlo_IsInfOp : Chlo_Predicate<"is_inf", "infinite">;
def Chlo_IsNegInfOp : Chlo_Predicate<"is_neg_inf", "negative infinity">;
def Chlo_IsPosInfOp : Chlo_Predicate<"is_pos_inf", "positive infinity">;

class Chlo_Binary<string mnemonic, Type type, string what,
                  list<Trait> traits = []>
    : Chlo_Op<mnemonic, !listconcat([Elementwise, SameOperandsAndResultType],
                                    traits)> {
  let summary = what;
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}
def Chlo_NextAfterOp : Chlo_Binary<"next_after", HLO_FloatTensor,
                                   "the next float after x towards y">;
def Chlo_PolygammaOp : Chlo_Binary<"polygamma", HLO_FloatTensor,
                                   "derivative of order n of digamma">;
def Chlo_ZetaOp : Chlo_Binary<"zeta", HLO_FloatTensor, "Hurwitz zeta function">;
def Chlo_MulhiOp : Chlo_Binary<"mulhi", HLO_IntTensor,
                               "upper half of the product", [Commutative]>;

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

def Chlo_ConstantOp : Chlo_Op<"constant", [ConstantLike,
    AllTypesMatch<["value", "output"]>]> {
  let summary = "a constant";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs HLO_Tensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Chlo_TopKOp : Chlo_Op<"top_k"> {
  let summary = "the k largest along the last axis, with their positions";
  let arguments = (ins HLO_Tensor:$operand, I64Attr:$k,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_stable);
  let results = (outs HLO_Tensor:$values, HLO_IntTensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)`
    attr-dict `:` type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
  let hasVerifier = 1;
}

def Chlo_Precision : I32EnumAttr<"Precision", "accuracy of an operand",
    [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
     I32EnumAttrCase<"HIGHEST", 2>]> {
  let cppNamespace = "::dtensor::chlo";
  let genSpecializedAttr = 0;
}
def Chlo_PrecisionAttr : EnumAttr<Chlo_Dialect, Chlo_Precision, "precision">;

def Chlo_RaggedDotDimensionNumbersAttr
    : AttrDef<Chlo_Dialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let summary = "axes of a contraction of groups";
  let hasCustomAssemblyFormat = 1;
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$lhsBatchingDimensions,
    ArrayRefParameter<"int64_t">:$rhsBatchingDimensions,
    ArrayRefParameter<"int64_t">:$lhsContractingDimensions,
    ArrayRefParameter<"int64_t">:$rhsContractingDimensions,
    ArrayRefParameter<"int64_t">:$lhsRaggedDimensions,
    ArrayRefParameter<"int64_t">:$rhsGroupDimensions
  );
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot"> {
  let summary = "a contraction whose rows belong to several groups";
  let arguments = (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs,
                       HLO_IntTensor:$group_sizes,
                       Chlo_RaggedDotDimensionNumbersAttr:$ragged_dot_dimension_numbers,
                       OptionalAttr<TypedArrayAttrBase<Chlo_PrecisionAttr,
                           "precisions">>:$precision_config);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

def Chlo_ScanOp : Op<Chlo_Dialect, "scan", [
    AttrSizedOperandSegments, AttrSizedResultSegments, IsolatedFromAbove,
    RecursiveMemoryEffects]> {
  let summary = "a function of each slice and of the values that the "
                "previous one carried";
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       Variadic<HLO_Tensor>:$inits, I64Attr:$dimension,
                       OptionalAttr<I64Attr>:$scan_dim_size,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_reverse,
                       OptionalAttr<BoolAttr>:$is_associative);
  let results = (outs Variadic<HLO_Tensor>:$outputs,
                      Variadic<HLO_Tensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

include "dtensor/Frontend/StableHLO/IR/ChloBroadcastOps.td"

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_CHLOOPS_TD
