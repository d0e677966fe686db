//===- ElementwiseOps.td - Ops that act on each element ---*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_ELEMENTWISEOPS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_ELEMENTWISEOPS_TD

include "dtensor/Frontend/StableHLO/IR/StableHLOAttrs.td"

class HLO_Elementwise<string mnemonic, list<Trait> traits = []>
    : StableHLO_Op<mnemonic,
                   !listconcat([Pure, Elementwise, SameOperandsAndResultShape],
                               traits)>;

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

class HLO_UnaryFormat<string mnemonic, list<Trait> traits>
    : HLO_Elementwise<mnemonic, traits> {
  let assemblyFormat = [{
    $operand attr-dict `:` custom<SameTypes>(type($operand), type($result))
  }];
}

class HLO_Unary<string mnemonic, Type type, string what>
    : HLO_UnaryFormat<mnemonic, [SameOperandsAndResultType]> {
  let summary = what;
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
}

// A function whose accuracy can be asked for.
class HLO_Function<string mnemonic, string what>
    : HLO_UnaryFormat<mnemonic, [SameOperandsAndResultType]> {
  let summary = what;
  let arguments = (ins HLO_FloatOrComplexTensor:$operand,
                       OptionalAttr<HLO_ResultAccuracyAttr>:$result_accuracy);
  let results = (outs HLO_FloatOrComplexTensor:$result);
}

def HLO_CbrtOp : HLO_Function<"cbrt", "cube root">;
def HLO_CosineOp : HLO_Function<"cosine", "cosine">;
def HLO_ExpOp : HLO_Function<"exponential", "e to the power of x">;
def HLO_Expm1Op : HLO_Function<"exponential_minus_one", "e^x - 1">;
def HLO_LogOp : HLO_Function<"log", "natural logarithm">;
def HLO_Log1pOp : HLO_Function<"log_plus_one", "logarithm of 1 + x">;
def HLO_LogisticOp : HLO_Function<"logistic", "1 / (1 + e^-x)">;
def HLO_RsqrtOp : HLO_Function<"rsqrt", "reciprocal of the square root">;
def HLO_SineOp : HLO_Function<"sine", "sine">;
def HLO_SqrtOp : HLO_Function<"sqrt", "square root">;
def HLO_TanOp : HLO_Function<"tan", "tangent">;
def HLO_TanhOp : HLO_Function<"tanh", "hyperbolic tangent">;

def HLO_CeilOp : HLO_Unary<"ceil", HLO_FloatTensor, "round up">;
def HLO_FloorOp : HLO_Unary<"floor", HLO_FloatTensor, "round down">;
def HLO_RoundOp : HLO_Unary<"round_nearest_afz", HLO_FloatTensor,
                            "round, ties away from zero">;
def HLO_RoundNearestEvenOp : HLO_Unary<"round_nearest_even", HLO_FloatTensor,
                                       "round, ties to even">;
def HLO_NegOp : HLO_Unary<"negate", HLO_Tensor, "-x">;
def HLO_SignOp : HLO_Unary<"sign", HLO_Tensor,
                           "-1, 0 or 1; a zero and a NaN stay as they are">;
def HLO_NotOp : HLO_Unary<"not", HLO_IntTensor, "bitwise not">;
def HLO_PopulationCountOp : HLO_Unary<"popcnt", HLO_IntTensor, "bits set">;
def HLO_ClzOp : HLO_Unary<"count_leading_zeros", HLO_IntTensor,
                          "zero bits above the highest one">;

def HLO_AbsOp : HLO_UnaryFormat<"abs", []> {
  let summary = "magnitude; a float for a complex number";
  let arguments = (ins HLO_Tensor:$operand);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

class HLO_PartOfComplex<string mnemonic, string what>
    : HLO_UnaryFormat<mnemonic, []> {
  let summary = what;
  let arguments = (ins HLO_FloatOrComplexTensor:$operand);
  let results = (outs HLO_FloatTensor:$result);
  let extraClassDefinition = [{
    ::mlir::LogicalResult $cppClass::verify() { return ::verifyRealOf(*this); }
  }];
  let hasVerifier = 1;
}
def HLO_RealOp : HLO_PartOfComplex<"real", "real part">;
def HLO_ImagOp : HLO_PartOfComplex<"imag", "imaginary part">;

def HLO_IsFiniteOp : HLO_UnaryFormat<"is_finite", []> {
  let summary = "neither infinite nor NaN";
  let arguments = (ins HLO_FloatTensor:$operand);
  let results = (outs HLO_PredTensor:$result);
}

def HLO_ConvertOp : HLO_UnaryFormat<"convert", []> {
  let summary = "the nearest value of another element type";
  let arguments = (ins HLO_Tensor:$operand);
  let results = (outs HLO_Tensor:$result);
}

def HLO_ReducePrecisionOp
    : HLO_Elementwise<"reduce_precision", [SameOperandsAndResultType]> {
  let summary = "rounded to a format of fewer bits and back";
  let arguments = (ins HLO_FloatTensor:$operand, I32Attr:$exponent_bits,
                       I32Attr:$mantissa_bits);
  let results = (outs HLO_FloatTensor:$result);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<FloatFormat>($exponent_bits, $mantissa_bits)
    attr-dict `:` custom<SameTypes>(type($operand), type($result))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

class HLO_Binary<string mnemonic, Type type, string what,
                 list<Trait> traits = []>
    : HLO_Elementwise<mnemonic,
                      !listconcat([SameOperandsAndResultType], traits)> {
  let summary = what;
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    custom<SameTypes>(type($lhs), type($rhs), type($result))
  }];
}

def HLO_AddOp : HLO_Binary<"add", HLO_Tensor, "x + y; or of booleans",
                           [Commutative]>;
def HLO_MulOp : HLO_Binary<"multiply", HLO_Tensor, "x * y; and of booleans",
                           [Commutative]>;
def HLO_SubtractOp : HLO_Binary<"subtract", HLO_Tensor, "x - y">;
def HLO_DivOp : HLO_Binary<"divide", HLO_Tensor, "x / y, rounded towards zero">;
def HLO_RemOp : HLO_Binary<"remainder", HLO_Tensor, "with the dividend's sign">;
def HLO_PowOp : HLO_Binary<"power", HLO_Tensor, "x to the power of y">;
def HLO_Atan2Op : HLO_Binary<"atan2", HLO_FloatOrComplexTensor,
                             "angle of the point (y, x)">;
def HLO_MaxOp : HLO_Binary<"maximum", HLO_Tensor, "NaN if one is; or of booleans",
                           [Commutative]>;
def HLO_MinOp : HLO_Binary<"minimum", HLO_Tensor,
                           "NaN if one is; and of booleans", [Commutative]>;
def HLO_AndOp : HLO_Binary<"and", HLO_IntTensor, "bitwise and", [Commutative]>;
def HLO_OrOp : HLO_Binary<"or", HLO_IntTensor, "bitwise or", [Commutative]>;
def HLO_XorOp : HLO_Binary<"xor", HLO_IntTensor, "bitwise exclusive or",
                           [Commutative]>;
def HLO_ShiftLeftOp : HLO_Binary<"shift_left", HLO_IntTensor,
                                 "x << y; 0 past the width">;
def HLO_ShiftRightArithmeticOp
    : HLO_Binary<"shift_right_arithmetic", HLO_IntTensor,
                 "x >> y, filled with the sign">;
def HLO_ShiftRightLogicalOp : HLO_Binary<"shift_right_logical", HLO_IntTensor,
                                         "x >> y; 0 past the width">;

def HLO_ComplexOp : HLO_Elementwise<"complex", [AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "complex numbers from real and imaginary parts";
  let arguments = (ins HLO_FloatTensor:$lhs, HLO_FloatTensor:$rhs);
  let results = (outs HLO_ComplexTensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:`
    custom<ComplexTypes>(type($lhs), type($rhs), type($result))
  }];
  let hasVerifier = 1;
}

def HLO_CompareOp : HLO_Elementwise<"compare"> {
  let summary = "a comparison; TOTALORDER tells -0 from 0 and orders NaNs";
  let arguments = (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs,
                       HLO_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<HLO_ComparisonTypeAttr>:$compare_type);
  let results = (outs HLO_PredTensor:$result);
  let assemblyFormat = [{
    `` $comparison_direction `,` $lhs `,` $rhs (`,` `` $compare_type^)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Three operands
//===----------------------------------------------------------------------===//

def HLO_ClampOp : StableHLO_Op<"clamp", [Pure,
    AllTypesMatch<["operand", "result"]>]> {
  let summary = "the operand within [min, max]; scalars bound all elements";
  let arguments = (ins HLO_Tensor:$min, HLO_Tensor:$operand, HLO_Tensor:$max);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
    custom<SameTypes>(type($min), type($operand), type($max), type($result))
  }];
  let hasVerifier = 1;
}

def HLO_SelectOp : StableHLO_Op<"select", [Pure,
    AllTypesMatch<["on_true", "on_false", "result"]>]> {
  let summary = "on_true where pred is true, else on_false; a scalar pred "
                "decides for all";
  let arguments = (ins HLO_PredTensor:$pred, HLO_Tensor:$on_true,
                       HLO_Tensor:$on_false);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:`
    custom<SelectTypes>(type($pred), type($on_true), type($on_false),
                        type($result))
  }];
  let hasVerifier = 1;
}

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_ELEMENTWISEOPS_TD
