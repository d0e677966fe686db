// Ops as JAX writes them, through the importer.

//! case convolution-input-gradient N H>=2 C F
//! moves 0
//! still arg0.0 arg1.2 result0.0 result0.3
//! along arg0.1 arg0
//! along arg0.2 arg0
//! along arg0.3 result0*2
//! along arg1.0 result0*2+arg1
//! along arg1.1 result0*2+arg1
//! along arg1.3 result0*2
//! along result0.1 arg0
//! along result0.2 arg0
//! summed arg0.3 arg1.3
//! undivided arg1.1
// Of a convolution of stride 2: the input is spread, the kernel reversed.
func.func @main(%a: tensor<${N}x${H}x3x${F}xf32>, %k: tensor<3x3x${C}x${F}xf32>) -> tensor<${N}x${H*2}x6x${C}xf32> {
  %0 = "stablehlo.convolution"(%a, %k) {window_strides = array<i64: 1, 1>, padding = dense<[[1, 2], [1, 2]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 2, 2>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: true, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<${N}x${H}x3x${F}xf32>, tensor<3x3x${C}x${F}xf32>) -> tensor<${N}x${H*2}x6x${C}xf32>
  return %0 : tensor<${N}x${H*2}x6x${C}xf32>
}

//! case convolution-kernel-gradient N H>=1 C F
//! moves 0
//! still arg0.3 arg1.3 result0.2 result0.3
//! along arg0.0 result0*2
//! along arg0.1 result0*2+arg0
//! along arg0.2 result0*2+arg0
//! along arg1.0 result0*2
//! along arg1.1 result0*2+arg0
//! along arg1.2 result0*2+arg0
//! along result0.0 arg0
//! along result0.1 arg0
//! summed arg0.0 arg1.0
// Batch and channels change their places.
func.func @main(%a: tensor<${N}x${H}x5x${C}xf32>, %g: tensor<${N}x${H}x5x${F}xf32>) -> tensor<3x3x${C}x${F}xf32> {
  %0 = "stablehlo.convolution"(%a, %g) {window_strides = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>,
    dimension_numbers = #stablehlo.conv<[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<${N}x${H}x5x${C}xf32>, tensor<${N}x${H}x5x${F}xf32>) -> tensor<3x3x${C}x${F}xf32>
  return %0 : tensor<3x3x${C}x${F}xf32>
}

//! case convolution-grouped N H>=1 G>=1 F>=1
//! moves 0
//! still arg0.0 result0.0
//! along arg0.1 arg0
//! along arg0.2 arg0+arg1+result0
//! along arg1.1 result0*2
//! along arg1.0 result0*2
//! along arg1.2 arg0+arg1+result0
//! along result0.1 arg0
//! along result0.2 arg0+arg1+result0
func.func @main(%a: tensor<${N}x${H+2}x${G*2}xf32>, %k: tensor<3x2x${G*F}xf32>) -> tensor<${N}x${H}x${G*F}xf32> {
  %0 = "stablehlo.convolution"(%a, %k) {window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = ${G} : i64, batch_group_count = 1 : i64} : (tensor<${N}x${H+2}x${G*2}xf32>, tensor<3x2x${G*F}xf32>) -> tensor<${N}x${H}x${G*F}xf32>
  return %0 : tensor<${N}x${H}x${G*F}xf32>
}

//! case convolution-depthwise-strided N H>=1 C>=1
//! moves 0
//! still arg0.0 arg0.2 arg1.2 result0.0 result0.2
//! along arg0.1 arg0
//! along arg1.0 result0*2
//! along result0.1 arg0
//! undivided result0.1
func.func @main(%a: tensor<${N}x${H*2}x${C}xbf16>, %k: tensor<3x1x${C}xbf16>) -> tensor<${N}x${H}x${C}xbf16> {
  %0 = "stablehlo.convolution"(%a, %k) {window_strides = array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = ${C} : i64, batch_group_count = 1 : i64} : (tensor<${N}x${H*2}x${C}xbf16>, tensor<3x1x${C}xbf16>) -> tensor<${N}x${H}x${C}xbf16>
  return %0 : tensor<${N}x${H}x${C}xbf16>
}

//! case convolution-batch-groups H>=1 C>=1
//! moves 0
//! along arg0.1 arg0
//! along arg0.0 arg0+arg1+result0
//! along arg0.2 result0*2
//! along result0.0 arg0
//! along arg1.0 result0*2
//! along arg1.1 result0*2
//! along result0.1 arg0
//! along arg1.2 arg0+arg1+result0
//! along result0.2 arg0+arg1+result0
//! summed arg0.2 arg1.1
//! undivided arg1.2 result0.1
func.func @main(%a: tensor<6x${H+1}x${C}xf32>, %k: tensor<2x${C}x6xf32>) -> tensor<2x${H}x6xf32> {
  %0 = "stablehlo.convolution"(%a, %k) {window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 3 : i64} : (tensor<6x${H+1}x${C}xf32>, tensor<2x${C}x6xf32>) -> tensor<2x${H}x6xf32>
  return %0 : tensor<2x${H}x6xf32>
}

//! case pad-all-ways M N
//! moves 0
//! along arg0.0 arg0
//! along arg0.1 arg0
//! along result0.0 arg0
//! along result0.1 arg0
//! undivided result0.0
// Spread, cut in front, and longer behind.
func.func @main(%a: tensor<${M}x${N+1}xf32>) -> tensor<${M}x${N*2+2}xf32> {
  %z = stablehlo.constant dense<7.0> : tensor<f32>
  %0 = stablehlo.pad %a, %z, low = [1, -1], high = [-1, 2], interior = [0, 1] : (tensor<${M}x${N+1}xf32>, tensor<f32>) -> tensor<${M}x${N*2+2}xf32>
  return %0 : tensor<${M}x${N*2+2}xf32>
}

//! case dot-general-two-axes B M N K
//! moves 0
//! still arg0.0 arg0.3 arg1.0 arg1.3 result0.0 result0.1 result0.2
//! along arg0.2 result0*2
//! along arg0.1 result0*2
//! along arg1.1 result0*2
//! along arg1.2 result0*2
//! summed arg0.2 arg0.1 arg1.1 arg1.2
func.func @main(%a: tensor<${B}x3x${K}x${M}xf32>, %b: tensor<${B}x${K}x3x${N}xf32>) -> tensor<${B}x${M}x${N}xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1, 2] x [2, 1] : (tensor<${B}x3x${K}x${M}xf32>, tensor<${B}x${K}x3x${N}xf32>) -> tensor<${B}x${M}x${N}xf32>
  return %0 : tensor<${B}x${M}x${N}xf32>
}

//! case gather-batched N>=1 K M>=1
//! moves 0
//! still arg0.0 arg0.2 arg1.0 arg1.1 result0.0 result0.1 result0.2
//! along arg0.1 result0*2
//! undivided arg1.1 result0.1
//! values 1 below M
func.func @main(%a: tensor<${N}x${M}x${K}xf32>, %at: tensor<${N}x4xi32>) -> tensor<${N}x4x${K}xf32> {
  %0 = "stablehlo.gather"(%a, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, ${K}>, indices_are_sorted = false} : (tensor<${N}x${M}x${K}xf32>, tensor<${N}x4xi32>) -> tensor<${N}x4x${K}xf32>
  return %0 : tensor<${N}x4x${K}xf32>
}

//! case scatter-add-rows M N K
//! moves 0
//! still arg0.0 arg0.1 arg2.1 result0.0 result0.1
//! along arg1.0 result0*2
//! along arg2.0 result0*2
//! undivided arg0.0 result0.0
//! values 1 below N
func.func @main(%a: tensor<${N}x${K}xf32>, %at: tensor<${M}x1xi32>, %u: tensor<${M}x${K}xf32>) -> tensor<${N}x${K}xf32> {
  %0 = "stablehlo.scatter"(%a, %at, %u) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}
    : (tensor<${N}x${K}xf32>, tensor<${M}x1xi32>, tensor<${M}x${K}xf32>) -> tensor<${N}x${K}xf32>
  return %0 : tensor<${N}x${K}xf32>
}

//! case cumulative-sum M N>=1
//! moves 0
//! still arg0.0 result0.0
//! along arg0.1 arg0
//! along result0.1 arg0
//! undivided result0.1
// As a window over all positions before.
func.func @main(%a: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, ${N}>, window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [${N-1}, 0]]> : tensor<2x2xi64>} : (tensor<${M}x${N}xi32>, tensor<i32>) -> tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case sort-three M N
//! moves 0
//! still arg0.1 arg1.1 arg2.1 result0.1 result1.1 result2.1
//! along arg0.0 arg0+arg1+arg2*2
//! along arg1.0 arg0+arg1+arg2*2
//! along arg2.0 arg0+arg1+arg2*2
//! along result0.0 arg0+arg1+arg2*2
//! along result1.0 arg0+arg1+arg2*2
//! along result2.0 arg0+arg1+arg2*2
//! undivided result0.0 result1.0 result2.0
// By the first, then by the second.
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xi32>, %c: tensor<${M}x${N}xi8>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xi32>, tensor<${M}x${N}xi8>) {
  %0:3 = "stablehlo.sort"(%a, %b, %c) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>, %p: tensor<i8>, %q: tensor<i8>):
    %l = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %e = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %g = stablehlo.compare GT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %t = stablehlo.and %e, %g : tensor<i1>
    %r = stablehlo.or %l, %t : tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<${M}x${N}xf32>, tensor<${M}x${N}xi32>, tensor<${M}x${N}xi8>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xi32>, tensor<${M}x${N}xi8>)
  return %0#0, %0#1, %0#2 : tensor<${M}x${N}xf32>, tensor<${M}x${N}xi32>, tensor<${M}x${N}xi8>
}

//! case reverse-and-join M>=2 N
//! moves 0
//! still arg0.1 result0.1
//! along arg0.0 arg0*2
//! along result0.0 arg0*2
//! undivided result0.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M+M}x${N}xf32> {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<${M}x${N}xf32>
  %1 = stablehlo.concatenate %0, %a, dim = 0 : (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) -> tensor<${M+M}x${N}xf32>
  return %1 : tensor<${M+M}x${N}xf32>
}

//! case dynamic-update-rows M>=2 N
//! gathers an update goes to every device that may write a part of it
//! moves 0
//! still arg0.1 result0.1
//! along arg1.0 arg1
//! along arg1.1 arg1
//! along result0.0 arg1
//! along arg0.0 arg1
func.func @main(%a: tensor<${M}x${N}xf32>, %u: tensor<2x${N}xf32>, %at: tensor<i32>) -> tensor<${M}x${N}xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %a, %u, %at, %z : (tensor<${M}x${N}xf32>, tensor<2x${N}xf32>, tensor<i32>, tensor<i32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}
