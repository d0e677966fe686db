// Floats of 8 bits, which are computed in f32: one case of each family of ops
// that takes floats. Each op of the program rounds once, under any layout. Sums
// that devices exchange are of f32, so they have four times the bytes. Where two
// operands disagree, the search of layouts may move operands once more in
// order to divide the conversions, which are work.

//! case unary M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! for OP T
//! row abs | f8E4M3FN
//! row negate | f8E5M2
//! row exponential | f8E4M3FN
//! row tanh | f8E5M2
//! row sqrt | f8E4M3FN
//! row logistic | f8E5M2
//! row floor | f8E4M3FN
//! row sign | f8E5M2
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = stablehlo.${OP} %a : tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case binary M N
//! moves arg0
//! for OP T
//! row add | f8E4M3FN
//! row subtract | f8E5M2
//! row multiply | f8E4M3FN
//! row divide | f8E5M2
//! row maximum | f8E4M3FN
//! row minimum | f8E5M2
//! row power | f8E4M3FN
//! row remainder | f8E5M2
//! row atan2 | f8E4M3FN
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = stablehlo.${OP} %a, %b : tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case rounded-twice M N
//! moves arg0
//! for T
//! row f8E4M3FN
//! row f8E5M2
// Fusion must not remove the rounding of the product.
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = stablehlo.multiply %a, %b : tensor<${M}x${N}x${T}>
  %1 = stablehlo.add %0, %b : tensor<${M}x${N}x${T}>
  return %1 : tensor<${M}x${N}x${T}>
}

//! case choice M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
//! for T
//! row f8E4M3FN
//! row f8E5M2
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<${M}x${N}x${T}>, tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}xi1>
  %1 = stablehlo.select %0, %b, %a : tensor<${M}x${N}xi1>, tensor<${M}x${N}x${T}>
  %2 = stablehlo.clamp %a, %1, %b : tensor<${M}x${N}x${T}>
  return %2 : tensor<${M}x${N}x${T}>
}

//! case convert M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! for FROM TO
//! row f8E4M3FN | f32
//! row f8E5M2 | f64
//! row f32 | f8E4M3FN
//! row bf16 | f8E5M2
//! row i32 | f8E4M3FN
//! row f8E5M2 | i8
//! row f8E4M3FN | f8E5M2
func.func @main(%a: tensor<${M}x${N}x${FROM}>) -> tensor<${M}x${N}x${TO}> {
  %0 = stablehlo.convert %a : (tensor<${M}x${N}x${FROM}>) -> tensor<${M}x${N}x${TO}>
  return %0 : tensor<${M}x${N}x${TO}>
}

//! case product M N K
//! moves result0*8
//! still arg0.0 arg1.1 result0.0 result0.1
//! summed arg0.1 arg1.0
//! for T R
//! row f8E4M3FN | f8E4M3FN
//! row f8E5M2 | f8E5M2
//! row f8E4M3FN | f32
func.func @main(%a: tensor<${M}x${K}x${T}>, %b: tensor<${K}x${N}x${T}>) -> tensor<${M}x${N}x${R}> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<${M}x${K}x${T}>, tensor<${K}x${N}x${T}>) -> tensor<${M}x${N}x${R}>
  return %0 : tensor<${M}x${N}x${R}>
}

//! case reduce M N
//! moves result0*8
//! still arg0.0 result0.0
//! for OP INIT T
//! row add | 0.0 | f8E4M3FN
//! row add | 0.0 | f8E5M2
//! row maximum | -57344.0 | f8E5M2
//! row minimum | 448.0 | f8E4M3FN
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${M}x${T}> {
  %z = stablehlo.constant dense<${INIT}> : tensor<${T}>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.${OP} across dimensions = [1] : (tensor<${M}x${N}x${T}>, tensor<${T}>) -> tensor<${M}x${T}>
  return %0 : tensor<${M}x${T}>
}

//! case window M N>=2
//! moves 0
//! still arg0.0 result0.0
//! along arg0.1 arg0+result0
//! along result0.1 arg0+result0
//! undivided result0.1
//! for OP INIT T
//! row add | 0.0 | f8E4M3FN
//! row maximum | -57344.0 | f8E5M2
func.func @main(%a: tensor<${M}x${N+2}x${T}>) -> tensor<${M}x${N}x${T}> {
  %z = stablehlo.constant dense<${INIT}> : tensor<${T}>
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<${T}>, %y: tensor<${T}>):
    %s = stablehlo.${OP} %x, %y : tensor<${T}>
    stablehlo.return %s : tensor<${T}>
  }) {window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>} : (tensor<${M}x${N+2}x${T}>, tensor<${T}>) -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case convolution N H>=1 C F
//! moves 0
//! still arg0.0 arg1.2 result0.0 result0.2
//! along arg0.1 arg0
//! along arg0.2 result0*8
//! along arg1.0 result0*8
//! along arg1.1 result0*8
//! along result0.1 arg0
//! summed arg0.2 arg1.1
//! undivided arg1.1
//! for T
//! row f8E4M3FN
//! row f8E5M2
func.func @main(%a: tensor<${N}x${H+2}x${C}x${T}>, %k: tensor<3x${C}x${F}x${T}>) -> tensor<${N}x${H}x${F}x${T}> {
  %0 = "stablehlo.convolution"(%a, %k) {window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<${N}x${H+2}x${C}x${T}>, tensor<3x${C}x${F}x${T}>) -> tensor<${N}x${H}x${F}x${T}>
  return %0 : tensor<${N}x${H}x${F}x${T}>
}

//! case movements M N>=1
//! moves 0
//! still arg0.0 result0.1
//! along arg0.1 arg0
//! along result0.0 arg0
//! undivided result0.0
//! for T
//! row f8E4M3FN
//! row f8E5M2
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${N+3}x${M}x${T}> {
  %z = stablehlo.constant dense<-1.5> : tensor<${T}>
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<${M}x${N}x${T}>) -> tensor<${N}x${M}x${T}>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<${N}x${M}x${T}>
  %2 = stablehlo.pad %1, %z, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<${N}x${M}x${T}>, tensor<${T}>) -> tensor<${N+3}x${M}x${T}>
  return %2 : tensor<${N+3}x${M}x${T}>
}

//! case join M N K
//! moves 0
//! still arg0.0 arg1.0 result0.0
//! along arg0.1 arg0
//! along arg1.1 arg1
//! along result0.1 arg0+arg1
//! undivided arg0.1 arg1.1 result0.1
//! for T
//! row f8E4M3FN
//! row f8E5M2
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${K}x${T}>) -> tensor<${M}x${N+K}x${T}> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<${M}x${N}x${T}>, tensor<${M}x${K}x${T}>) -> tensor<${M}x${N+K}x${T}>
  return %0 : tensor<${M}x${N+K}x${T}>
}

//! case take N>=1 K
//! moves 0
//! still arg0.1 arg1.0 result0.0 result0.1
//! along arg0.0 result0*2
//! undivided arg0.0 arg1.0 result0.0
//! values 1 below N
//! for T
//! row f8E4M3FN
//! row f8E5M2
func.func @main(%a: tensor<${N}x${K}x${T}>, %at: tensor<5xi32>) -> tensor<5x${K}x${T}> {
  %0 = "stablehlo.gather"(%a, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, ${K}>, indices_are_sorted = false} : (tensor<${N}x${K}x${T}>, tensor<5xi32>) -> tensor<5x${K}x${T}>
  return %0 : tensor<5x${K}x${T}>
}

//! case put M N>=1 K
//! moves arg0
//! along arg1.0 result0*8
//! along arg2.0 result0*8
//! undivided arg0.0 arg1.0 arg2.0 result0.0
//! values 1 below N
//! for T
//! row f8E4M3FN
//! row f8E5M2
// The sum is one of f32, which is rounded once.
func.func @main(%a: tensor<${N}x${K}x${T}>, %at: tensor<${M}x1xi32>, %u: tensor<${M}x${K}x${T}>) -> tensor<${N}x${K}x${T}> {
  %0 = "stablehlo.scatter"(%a, %at, %u) ({
  ^bb0(%x: tensor<${T}>, %y: tensor<${T}>):
    %s = stablehlo.add %x, %y : tensor<${T}>
    stablehlo.return %s : tensor<${T}>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<${N}x${K}x${T}>, tensor<${M}x1xi32>, tensor<${M}x${K}x${T}>) -> tensor<${N}x${K}x${T}>
  return %0 : tensor<${N}x${K}x${T}>
}

//! case sort M N
//! moves 0
//! still arg0.0 result0.0
//! along arg0.1 arg0*2
//! along result0.1 arg0*2
//! undivided arg0.1 result0.1
//! for T
//! row f8E4M3FN
//! row f8E5M2
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<${T}>, %y: tensor<${T}>):
    %s = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<${T}>, tensor<${T}>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case loop M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
//! for T
//! row f8E4M3FN
//! row f8E5M2
// What a loop carries is rounded in each iteration.
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %h = %a) : tensor<i32>, tensor<${M}x${N}x${T}>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %more = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %sum = stablehlo.add %h, %b : tensor<${M}x${N}x${T}>
      stablehlo.return %next, %sum : tensor<i32>, tensor<${M}x${N}x${T}>
    }
  return %0#1 : tensor<${M}x${N}x${T}>
}
