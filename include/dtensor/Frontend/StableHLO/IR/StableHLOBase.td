//===- StableHLOBase.td - What the ops share --------------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLOBASE_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLOBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StableHLO_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::dtensor::stablehlo";
  let summary = "programs of JAX and others that export StableHLO";
  let description = [{
    The dialect has the ops of the StableHLO specification
    (https://openxla.org/stablehlo/spec), in the generic and the custom form
    that StableHLO 1.x prints. Ops of dynamic shapes and of quantized types are
    known by name, and are errors.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{ void registerAttributes(); }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def StableHLO_TokenType : TypeDef<StableHLO_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "the order of effects";
}

def HLO_Integer : AnyTypeOf<[
    I1, AnyTypeOf<[AnyI<2>, AnyI<4>, AnyI<8>, AnyI<16>, AnyI<32>, AnyI<64>]>
  ], "integer">;
def HLO_Complex : AnyTypeOf<[Complex<F32>, Complex<F64>], "complex number">;
def HLO_Element : AnyTypeOf<[HLO_Integer, AnyFloat, HLO_Complex],
    "integer, float or complex number (quantized types are not supported)">;

// Quantized types are named in the message, since programs have them.
def HLO_Tensor : RankedTensorOf<[HLO_Element]>;
def HLO_IntTensor : RankedTensorOf<[HLO_Integer]>;
def HLO_FloatTensor : RankedTensorOf<[AnyFloat]>;
def HLO_ComplexTensor : RankedTensorOf<[HLO_Complex]>;
def HLO_FloatOrComplexTensor : RankedTensorOf<[AnyFloat, HLO_Complex]>;
def HLO_PredTensor : RankedTensorOf<[I1]>;
def HLO_ScalarInt : 0DTensorOf<[HLO_Integer]>;
def HLO_Token : DialectType<StableHLO_Dialect,
    CPred<"::llvm::isa<::dtensor::stablehlo::TokenType>($_self)">, "token">;
def HLO_Tuple : NestedTupleOf<[HLO_Tensor, HLO_Token]>;
def HLO_TensorOrToken : AnyTypeOf<[HLO_Tensor, HLO_Token]>;
def HLO_Value : AnyTypeOf<[HLO_Tensor, HLO_Token, HLO_Tuple]>;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

class StableHLO_Op<string mnemonic, list<Trait> traits = []>
    : Op<StableHLO_Dialect, mnemonic, traits>;

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLOBASE_TD
