//===- StableHLOAttrs.td - Attributes of StableHLO --------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLOATTRS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLOATTRS_TD

include "dtensor/Frontend/StableHLO/IR/StableHLOBase.td"

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

class HLO_Enum<string name, string what, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, what, cases> {
  let cppNamespace = "::dtensor::stablehlo";
  let genSpecializedAttr = 0;
}
class HLO_EnumAttr<EnumAttrInfo info, string mnemonic>
    : EnumAttr<StableHLO_Dialect, info, mnemonic>;

class HLO_Cases<list<string> names> {
  list<I32EnumAttrCase> cases =
      !foreach(i, !range(!size(names)), I32EnumAttrCase<names[i], i>);
}

def HLO_ComparisonDirection
    : HLO_Enum<"ComparisonDirection", "how to compare",
               HLO_Cases<["EQ", "NE", "GE", "GT", "LE", "LT"]>.cases>;
def HLO_ComparisonDirectionAttr
    : HLO_EnumAttr<HLO_ComparisonDirection, "comparison_direction">;

def HLO_ComparisonType
    : HLO_Enum<"ComparisonType", "what to compare",
               HLO_Cases<["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED",
                          "UNSIGNED"]>.cases>;
def HLO_ComparisonTypeAttr
    : HLO_EnumAttr<HLO_ComparisonType, "comparison_type">;

def HLO_Precision
    : HLO_Enum<"Precision", "accuracy of a contraction's operand",
               HLO_Cases<["DEFAULT", "HIGH", "HIGHEST"]>.cases>;
def HLO_PrecisionAttr : HLO_EnumAttr<HLO_Precision, "precision">;
def HLO_PrecisionConfigAttr
    : TypedArrayAttrBase<HLO_PrecisionAttr, "precision of each operand">;

def HLO_FftType : HLO_Enum<"FftType", "kind of a Fourier transform",
                           HLO_Cases<["FFT", "IFFT", "RFFT", "IRFFT"]>.cases>;
def HLO_FftTypeAttr : HLO_EnumAttr<HLO_FftType, "fft_type">;

def HLO_Transpose
    : HLO_Enum<"Transpose", "how to read a triangular matrix",
               HLO_Cases<["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE",
                          "ADJOINT"]>.cases>;
def HLO_TransposeAttr : HLO_EnumAttr<HLO_Transpose, "transpose">;

def HLO_RngDistribution
    : HLO_Enum<"RngDistribution", "distribution of random numbers",
               [I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;
def HLO_RngDistributionAttr
    : HLO_EnumAttr<HLO_RngDistribution, "rng_distribution">;

def HLO_RngAlgorithm
    : HLO_Enum<"RngAlgorithm", "generator of random bits",
               HLO_Cases<["DEFAULT", "THREE_FRY", "PHILOX"]>.cases>;
def HLO_RngAlgorithmAttr : HLO_EnumAttr<HLO_RngAlgorithm, "rng_algorithm">;

def HLO_ResultAccuracyMode
    : HLO_Enum<"ResultAccuracyMode", "how exact a function has to be",
               HLO_Cases<["DEFAULT", "HIGHEST", "TOLERANCE"]>.cases>;
def HLO_ResultAccuracyModeAttr
    : HLO_EnumAttr<HLO_ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

//===----------------------------------------------------------------------===//
// Structures
//===----------------------------------------------------------------------===//

class HLO_Attr<string name, string attrMnemonic>
    : AttrDef<StableHLO_Dialect, name> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}
def HLO_Axes : ArrayRefParameter<"int64_t">;

def HLO_DotDimensionNumbersAttr : HLO_Attr<"DotDimensionNumbers", "dot"> {
  let summary = "axes of a contraction";
  let parameters = (ins HLO_Axes:$lhsBatchingDimensions,
                        HLO_Axes:$rhsBatchingDimensions,
                        HLO_Axes:$lhsContractingDimensions,
                        HLO_Axes:$rhsContractingDimensions);
}

def HLO_DotAlgorithmAttr : HLO_Attr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "arithmetic of a contraction";
  let parameters = (ins "::mlir::Type":$lhsPrecisionType,
                        "::mlir::Type":$rhsPrecisionType,
                        "::mlir::Type":$accumulationType,
                        "int64_t":$lhsComponentCount,
                        "int64_t":$rhsComponentCount,
                        "int64_t":$numPrimitiveOperations,
                        "bool":$allowImpreciseAccumulation);
}

def HLO_ConvDimensionNumbersAttr : HLO_Attr<"ConvDimensionNumbers", "conv"> {
  let summary = "axes of a convolution";
  let description = [{
    `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`
  }];
  let parameters = (ins "int64_t":$inputBatchDimension,
                        "int64_t":$inputFeatureDimension,
                        HLO_Axes:$inputSpatialDimensions,
                        "int64_t":$kernelInputFeatureDimension,
                        "int64_t":$kernelOutputFeatureDimension,
                        HLO_Axes:$kernelSpatialDimensions,
                        "int64_t":$outputBatchDimension,
                        "int64_t":$outputFeatureDimension,
                        HLO_Axes:$outputSpatialDimensions);
}

def HLO_GatherDimensionNumbersAttr
    : HLO_Attr<"GatherDimensionNumbers", "gather"> {
  let summary = "axes of a gather";
  let parameters = (ins HLO_Axes:$offsetDims, HLO_Axes:$collapsedSliceDims,
                        HLO_Axes:$operandBatchingDims,
                        HLO_Axes:$startIndicesBatchingDims, HLO_Axes:$startIndexMap,
                        "int64_t":$indexVectorDim);
}

def HLO_ScatterDimensionNumbersAttr
    : HLO_Attr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "axes of a scatter";
  let parameters = (ins HLO_Axes:$updateWindowDims, HLO_Axes:$insertedWindowDims,
                        HLO_Axes:$inputBatchingDims,
                        HLO_Axes:$scatterIndicesBatchingDims,
                        HLO_Axes:$scatterDimsToOperandDims,
                        "int64_t":$indexVectorDim);
}

def HLO_ChannelHandleAttr : HLO_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "a number that tells the transfers of one program apart";
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
}

def HLO_OutputOperandAliasAttr
    : HLO_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "a result that takes the memory of an operand";
  let parameters = (ins HLO_Axes:$outputTupleIndices, "int64_t":$operandIndex,
                        HLO_Axes:$operandTupleIndices);
}

def HLO_ResultAccuracyAttr : HLO_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "how exact a function has to be";
  let parameters = (ins "::mlir::FloatAttr":$atol, "::mlir::FloatAttr":$rtol,
                        "int64_t":$ulps,
                        "::dtensor::stablehlo::ResultAccuracyModeAttr":$mode);
}

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_STABLEHLOATTRS_TD
