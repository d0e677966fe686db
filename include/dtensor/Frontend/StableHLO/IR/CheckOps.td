//===- CheckOps.td - What conformance files expect --------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_CHECKOPS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_CHECKOPS_TD

include "dtensor/Frontend/StableHLO/IR/StableHLOBase.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::dtensor::check";
  let summary = "expectations of StableHLO's conformance files";
  let dependentDialects = ["::dtensor::stablehlo::StableHLODialect"];
}

class Check_Op<string mnemonic, string what, list<Trait> traits = []>
    : Op<Check_Dialect, mnemonic, traits> {
  let summary = what;
}

def Check_ExpectEqOp : Check_Op<"expect_eq", "equal values",
                                [SameTypeOperands]> {
  let arguments = (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Check_ExpectEqConstOp : Check_Op<"expect_eq_const", "equal to a constant",
                                     [AllTypesMatch<["lhs", "value"]>]> {
  let arguments = (ins HLO_Tensor:$lhs, ElementsAttr:$value);
  let assemblyFormat = "$lhs `,` $value attr-dict";
}

def Check_ExpectAlmostEqOp
    : Check_Op<"expect_almost_eq", "equal but for `tolerance`",
               [SameTypeOperands]> {
  let arguments = (ins HLO_FloatOrComplexTensor:$lhs,
                       HLO_FloatOrComplexTensor:$rhs,
                       DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` type($lhs)
  }];
}

def Check_ExpectAlmostEqConstOp
    : Check_Op<"expect_almost_eq_const", "equal to a constant but for `tolerance`",
               [AllTypesMatch<["lhs", "value"]>]> {
  let arguments = (ins HLO_FloatOrComplexTensor:$lhs, ElementsAttr:$value,
                       DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
  let assemblyFormat = [{
    $lhs `,` $value (`,` `tolerance` `=` $tolerance^)? attr-dict
  }];
}

def Check_ExpectCloseOp
    : Check_Op<"expect_close", "equal but for some units in the last place",
               [SameTypeOperands]> {
  let arguments = (ins HLO_FloatOrComplexTensor:$actual,
                       HLO_FloatOrComplexTensor:$expected,
                       DefaultValuedAttr<UI64Attr, "1">:$max_ulp_difference,
                       DefaultValuedOptionalAttr<UI64Attr, "0">:$min_ulp_difference);
  let assemblyFormat = [{
    $actual `,` $expected `,` `max_ulp_difference` `=` $max_ulp_difference
    (`,` `min_ulp_difference` `=` $min_ulp_difference^)?
    `:` attr-dict type($actual) `,` type($expected)
  }];
}

//===----------------------------------------------------------------------===//
// Several processes
//===----------------------------------------------------------------------===//

def Interpreter_Dialect : Dialect {
  let name = "interpreter";
  let cppNamespace = "::dtensor::interpreter";
  let summary = "programs of several processes in StableHLO's conformance files";
  let dependentDialects = ["::dtensor::stablehlo::StableHLODialect"];
}

def Interpreter_RunParallelOp : Op<Interpreter_Dialect, "run_parallel", []> {
  let summary = "runs a function on each process of a grid";
  let description = [{
    `programs` is a grid of functions, with a row for each replica and a column
    for each partition. The processes take the operands one after the other, as
    many as their functions have arguments. They give their results in the same
    way.
  }];
  let arguments = (ins Variadic<HLO_Value>:$inputs,
                       OptionalAttr<TypedArrayAttrBase<FlatSymbolRefAttr,
                           "functions">>:$infeed,
                       ArrayAttr:$programs);
  let results = (outs Variadic<HLO_Value>);
  let hasVerifier = 1;
}

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_CHECKOPS_TD
