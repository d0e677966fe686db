//===- ChloBroadcastOps.td - Operands of several shapes ---*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_CHLOBROADCASTOPS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_CHLOBROADCASTOPS_TD

// Of ChloOps.td, which has the dialect.

class Chlo_BroadcastOp<string mnemonic, string what, dag operands, dag attrs,
                       dag result, list<Trait> traits = []>
    : Chlo_Op<mnemonic, traits> {
  let summary = what # ", of operands that are broadcast";
  let arguments = !con(operands, attrs);
  let results = result;
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}
defvar Chlo_BroadcastAttrs =
    (ins OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);

class Chlo_BroadcastBinary<string mnemonic, Type type, string what>
    : Chlo_BroadcastOp<"broadcast_" # mnemonic, what,
                       (ins type:$lhs, type:$rhs), Chlo_BroadcastAttrs,
                       (outs HLO_Tensor:$result),
                       [AllElementTypesMatch<["lhs", "rhs", "result"]>]>;
def Chlo_BroadcastAddOp : Chlo_BroadcastBinary<"add", HLO_Tensor, "x + y">;
def Chlo_BroadcastAndOp : Chlo_BroadcastBinary<"and", HLO_IntTensor, "and">;
def Chlo_BroadcastAtan2Op
    : Chlo_BroadcastBinary<"atan2", HLO_FloatOrComplexTensor, "atan2">;
def Chlo_BroadcastDivOp : Chlo_BroadcastBinary<"divide", HLO_Tensor, "x / y">;
def Chlo_BroadcastMaxOp
    : Chlo_BroadcastBinary<"maximum", HLO_Tensor, "maximum">;
def Chlo_BroadcastMinOp
    : Chlo_BroadcastBinary<"minimum", HLO_Tensor, "minimum">;
def Chlo_BroadcastMulOp : Chlo_BroadcastBinary<"multiply", HLO_Tensor, "x * y">;
def Chlo_BroadcastNextAfterOp
    : Chlo_BroadcastBinary<"next_after", HLO_FloatTensor, "next_after">;
def Chlo_BroadcastOrOp : Chlo_BroadcastBinary<"or", HLO_IntTensor, "or">;
def Chlo_BroadcastPolygammaOp
    : Chlo_BroadcastBinary<"polygamma", HLO_FloatTensor, "polygamma">;
def Chlo_BroadcastPowOp
    : Chlo_BroadcastBinary<"power", HLO_Tensor, "x to the power of y">;
def Chlo_BroadcastRemOp
    : Chlo_BroadcastBinary<"remainder", HLO_Tensor, "remainder">;
def Chlo_BroadcastShiftLeftOp
    : Chlo_BroadcastBinary<"shift_left", HLO_IntTensor, "shift to the left">;
def Chlo_BroadcastShiftRightArithmeticOp
    : Chlo_BroadcastBinary<"shift_right_arithmetic", HLO_IntTensor,
                           "shift to the right with the sign">;
def Chlo_BroadcastShiftRightLogicalOp
    : Chlo_BroadcastBinary<"shift_right_logical", HLO_IntTensor,
                           "shift to the right with zeros">;
def Chlo_BroadcastSubOp : Chlo_BroadcastBinary<"subtract", HLO_Tensor, "x - y">;
def Chlo_BroadcastXorOp
    : Chlo_BroadcastBinary<"xor", HLO_IntTensor, "exclusive or">;
def Chlo_BroadcastZetaOp
    : Chlo_BroadcastBinary<"zeta", HLO_FloatTensor, "Hurwitz zeta function">;

def Chlo_BroadcastComplexOp
    : Chlo_BroadcastOp<"broadcast_complex", "complex numbers of their parts",
                       (ins HLO_FloatTensor:$lhs, HLO_FloatTensor:$rhs),
                       Chlo_BroadcastAttrs, (outs HLO_ComplexTensor:$result),
                       [AllElementTypesMatch<["lhs", "rhs"]>]>;

class Chlo_Cases<list<string> names> {
  list<I32EnumAttrCase> cases =
      !foreach(i, !range(!size(names)), I32EnumAttrCase<names[i], i>);
}
def Chlo_ComparisonDirection
    : I32EnumAttr<"ComparisonDirection", "how to compare",
                  Chlo_Cases<["EQ", "NE", "GE", "GT", "LE", "LT"]>.cases> {
  let cppNamespace = "::dtensor::chlo";
  let genSpecializedAttr = 0;
}
def Chlo_ComparisonDirectionAttr
    : EnumAttr<Chlo_Dialect, Chlo_ComparisonDirection, "comparison_direction">;
def Chlo_ComparisonType
    : I32EnumAttr<"ComparisonType", "what to compare",
                  Chlo_Cases<["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED",
                             "UNSIGNED"]>.cases> {
  let cppNamespace = "::dtensor::chlo";
  let genSpecializedAttr = 0;
}
def Chlo_ComparisonTypeAttr
    : EnumAttr<Chlo_Dialect, Chlo_ComparisonType, "comparison_type">;

def Chlo_BroadcastCompareOp
    : Chlo_BroadcastOp<
          "broadcast_compare", "comparison",
          (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs),
          !con(Chlo_BroadcastAttrs,
               (ins Chlo_ComparisonDirectionAttr:$comparison_direction,
                    OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type)),
          (outs HLO_PredTensor:$result),
          [AllElementTypesMatch<["lhs", "rhs"]>]>;

def Chlo_BroadcastSelectOp
    : Chlo_BroadcastOp<
          "broadcast_select", "choice",
          (ins HLO_PredTensor:$pred, HLO_Tensor:$on_true,
               HLO_Tensor:$on_false),
          (ins), (outs HLO_Tensor:$result),
          [AllElementTypesMatch<["on_true", "on_false", "result"]>]>;

def Chlo_ConstantLikeOp : Chlo_Op<"constant_like", [
    AllTypesMatch<["operand", "result"]>]> {
  let summary = "one number in the shape of an operand";
  let arguments = (ins TypedAttrInterface:$value, HLO_Tensor:$operand);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_CHLOBROADCASTOPS_TD
