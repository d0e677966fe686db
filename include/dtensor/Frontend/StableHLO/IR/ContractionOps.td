//===- ContractionOps.td - Ops of linear algebra ----------*- tablegen -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_FRONTEND_STABLEHLO_IR_CONTRACTIONOPS_TD
#define DTENSOR_FRONTEND_STABLEHLO_IR_CONTRACTIONOPS_TD

include "dtensor/Frontend/StableHLO/IR/StableHLOAttrs.td"

class HLO_LinearOp<string mnemonic, string what, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, !listconcat([Pure], traits)> {
  let summary = what;
  let hasVerifier = 1;
}

def HLO_DotGeneralOp
    : HLO_LinearOp<"dot_general",
                   "contracts axes; the result has batch, lhs and rhs axes"> {
  let arguments = (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs,
                       HLO_DotDimensionNumbersAttr:$dot_dimension_numbers,
                       OptionalAttr<HLO_PrecisionConfigAttr>:$precision_config,
                       OptionalAttr<HLO_DotAlgorithmAttr>:$algorithm);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers)
    `` custom<PrecisionAndAlgorithm>($precision_config, $algorithm)
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_DotOp : HLO_LinearOp<"dot", "product of matrices and vectors"> {
  let arguments = (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs,
                       OptionalAttr<HLO_PrecisionConfigAttr>:$precision_config);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<PrecisionConfig>($precision_config)
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_ConvolutionOp : HLO_LinearOp<"convolution", "contracts windows"> {
  let arguments = (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       HLO_ConvDimensionNumbersAttr:$dimension_numbers,
                       I64Attr:$feature_group_count,
                       I64Attr:$batch_group_count,
                       OptionalAttr<HLO_PrecisionConfigAttr>:$precision_config);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    `(` operands `)`
    `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,`
    `window` `=` `{` custom<Window>($window_strides, $padding, $lhs_dilation,
                                    $rhs_dilation, $window_reversal) `}`
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_FftOp : HLO_LinearOp<"fft", "Fourier transform of the last axes"> {
  let arguments = (ins HLO_FloatOrComplexTensor:$operand,
                       HLO_FftTypeAttr:$fft_type,
                       DenseI64ArrayAttr:$fft_length);
  let results = (outs HLO_FloatOrComplexTensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` `` $fft_type `,` `length` `=` $fft_length
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_CholeskyOp : HLO_LinearOp<"cholesky", "triangular factor of matrices",
                                  [SameOperandsAndResultType]> {
  let arguments = (ins HLO_FloatOrComplexTensor:$a,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs HLO_FloatOrComplexTensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict `:`
    custom<SameTypes>(type($a), type($result))
  }];
}

def HLO_TriangularSolveOp
    : HLO_LinearOp<"triangular_solve", "solves systems of a triangular matrix",
                   [AllTypesMatch<["b", "result"]>]> {
  let arguments = (ins HLO_FloatOrComplexTensor:$a, HLO_FloatOrComplexTensor:$b,
                       BoolAttr:$left_side, BoolAttr:$lower,
                       BoolAttr:$unit_diagonal, HLO_TransposeAttr:$transpose_a);
  let results = (outs HLO_FloatOrComplexTensor:$result);
}

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

def HLO_BatchNormTrainingOp
    : HLO_LinearOp<"batch_norm_training", "normalizes by its own moments",
                   [AllTypesMatch<["operand", "output"]>,
                    AllTypesMatch<["scale", "offset", "batch_mean", "batch_var"]>]> {
  let arguments = (ins HLO_FloatTensor:$operand, 1DTensorOf<[AnyFloat]>:$scale,
                       1DTensorOf<[AnyFloat]>:$offset, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs HLO_FloatTensor:$output, HLO_FloatTensor:$batch_mean,
                      HLO_FloatTensor:$batch_var);
}

def HLO_BatchNormInferenceOp
    : HLO_LinearOp<"batch_norm_inference", "normalizes by given moments",
                   [AllTypesMatch<["operand", "result"]>,
                    AllTypesMatch<["scale", "offset", "mean", "variance"]>]> {
  let arguments = (ins HLO_FloatTensor:$operand, 1DTensorOf<[AnyFloat]>:$scale,
                       1DTensorOf<[AnyFloat]>:$offset,
                       1DTensorOf<[AnyFloat]>:$mean,
                       1DTensorOf<[AnyFloat]>:$variance, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs HLO_FloatTensor:$result);
}

def HLO_BatchNormGradOp
    : HLO_LinearOp<"batch_norm_grad", "derivative of batch_norm_training",
                   [AllTypesMatch<["operand", "grad_output", "grad_operand"]>,
                    AllTypesMatch<["scale", "mean", "variance", "grad_scale",
                                   "grad_offset"]>]> {
  let arguments = (ins HLO_FloatTensor:$operand, 1DTensorOf<[AnyFloat]>:$scale,
                       1DTensorOf<[AnyFloat]>:$mean,
                       1DTensorOf<[AnyFloat]>:$variance,
                       HLO_FloatTensor:$grad_output, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs HLO_FloatTensor:$grad_operand,
                      HLO_FloatTensor:$grad_scale,
                      HLO_FloatTensor:$grad_offset);
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

def HLO_RngOp : HLO_LinearOp<"rng", "random numbers of the machine's choice"> {
  let arguments = (ins HLO_Tensor:$a, HLO_Tensor:$b, HLO_IntTensor:$shape,
                       HLO_RngDistributionAttr:$rng_distribution);
  let results = (outs HLO_Tensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` `` $rng_distribution
    attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_RngBitGeneratorOp
    : HLO_LinearOp<"rng_bit_generator", "random bits of a given state",
                   [AllTypesMatch<["initial_state", "output_state"]>]> {
  let arguments = (ins HLO_IntTensor:$initial_state,
                       HLO_RngAlgorithmAttr:$rng_algorithm);
  let results = (outs HLO_IntTensor:$output_state, HLO_Tensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` `` $rng_algorithm
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif // DTENSOR_FRONTEND_STABLEHLO_IR_CONTRACTIONOPS_TD
