//===- UnsupportedOps.td - Ops that are known and not supported -----*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_UNSUPPORTEDOPS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_UNSUPPORTEDOPS_TD

include "dtensor/Frontend/StableHLO/IR/StableHLOBase.td"

// Known, so that the error says why and what to do.
class HLO_Unsupported<string mnemonic, string reason> : StableHLO_Op<mnemonic> {
  let summary = "not supported: " # reason;
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>);
  let regions = (region VariadicRegion<AnyRegion>:$bodies);
  let hasVerifier = 1;
  let hasCustomAssemblyFormat = 1;
  let extraClassDefinition = [{
    ::mlir::LogicalResult $cppClass::verify() {
      return emitOpError("}] # reason # [{");
    }
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser,
                                         ::mlir::OperationState &) {
      return parser.emitError(parser.getNameLoc(), "'}] # "stablehlo." #
             mnemonic # [{' op }] # reason # [{");
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      printer.printGenericOp(*this, /*printOpName=*/false);
    }
  }];
}

class HLO_Dynamic<string mnemonic>
    : HLO_Unsupported<mnemonic,
                      "is of dynamic shapes, which are not supported; "
                      "export the program with static shapes">;
class HLO_Quantized<string mnemonic>
    : HLO_Unsupported<mnemonic,
                      "is of quantized types, which are not supported; "
                      "export the program with integers and floats">;
class HLO_Deprecated<string mnemonic, string instead>
    : HLO_Unsupported<mnemonic, "is no longer in the specification; export the "
                                "program with " # instead>;

def HLO_DynamicConvOp : HLO_Dynamic<"dynamic_conv">;
def HLO_DynamicGatherOp : HLO_Dynamic<"dynamic_gather">;
def HLO_DynamicPadOp : HLO_Dynamic<"dynamic_pad">;
def HLO_RealDynamicSliceOp : HLO_Dynamic<"real_dynamic_slice">;
def HLO_SetDimensionSizeOp : HLO_Dynamic<"set_dimension_size">;

def HLO_UniformQuantizeOp : HLO_Quantized<"uniform_quantize">;
def HLO_UniformDequantizeOp : HLO_Quantized<"uniform_dequantize">;

def HLO_CrossReplicaSumOp : HLO_Deprecated<"cross-replica-sum", "all_reduce">;
def HLO_EinsumOp : HLO_Deprecated<"einsum", "dot_general">;
def HLO_UnaryEinsumOp : HLO_Deprecated<"unary_einsum", "dot_general">;
def HLO_TorchIndexSelectOp : HLO_Deprecated<"torch_index_select", "gather">;

class HLO_Asynchronous<string mnemonic>
    : HLO_Unsupported<mnemonic, "is asynchronous, which is not supported; "
                                "export the program with plain collectives">;
def HLO_AsyncStartOp : HLO_Asynchronous<"async_start">;
def HLO_AsyncDoneOp : HLO_Asynchronous<"async_done">;

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_UNSUPPORTEDOPS_TD
