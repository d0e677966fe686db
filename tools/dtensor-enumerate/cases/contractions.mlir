// Contractions: every axis on every mesh dimension, into zero and into values.

//! case matmul M N K
//! alike
//! moves result0*2
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
//! summed arg0.1 arg1.0
//! for T
//! row f32
//! row f64
//! row f16
//! row bf16
//! row i32
//! row i64
//! row i8
//! row i1
func.func @main(%a: tensor<${M}x${K}x${T}>, %b: tensor<${K}x${N}x${T}>, %c: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}x${T}>, tensor<${K}x${N}x${T}>) outs(%c : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case matmul-zero M N K
//! moves result0*2
//! still arg0.0 arg1.1 result0.0 result0.1
//! by arg0.1 all_reduce reduce_scatter
//! by arg1.0 all_reduce reduce_scatter
//! summed arg0.1 arg1.0
//! for T ZERO
//! row f32 | 0.0
//! row i8 | 0
func.func @main(%a: tensor<${M}x${K}x${T}>, %b: tensor<${K}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %zero = arith.constant ${ZERO} : ${T}
  %empty = tensor.empty() : tensor<${M}x${N}x${T}>
  %init = linalg.fill ins(%zero : ${T}) outs(%empty : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}x${T}>, tensor<${K}x${N}x${T}>) outs(%init : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case matmul-maps M N K
//! moves result0*2
//! still arg2.0 arg2.1 result0.0 result0.1
//! by arg0.1 all_reduce reduce_scatter
//! by arg1.0 all_reduce reduce_scatter
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg1.0 arg1.1
//! for A MA B MB
//! row ${K}x${M} | (d2, d0) | ${K}x${N} | (d2, d1)
//! still arg0.1 arg1.1
//! row ${M}x${K} | (d0, d2) | ${N}x${K} | (d1, d2)
//! still arg0.0 arg1.0
//! row ${K}x${M} | (d2, d0) | ${N}x${K} | (d1, d2)
//! still arg0.1 arg1.0
func.func @main(%a: tensor<${A}xf32>, %b: tensor<${B}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ${MA}>, affine_map<(d0, d1, d2) -> ${MB}>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<${A}xf32>, tensor<${B}xf32>) outs(%c : tensor<${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case matmul-transposed-result M N K
//! moves result0*2
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
//! summed arg0.1 arg1.0
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${N}x${M}xf32>) -> tensor<${N}x${M}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%c : tensor<${N}x${M}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<${N}x${M}xf32>
  return %0 : tensor<${N}x${M}xf32>
}

//! case matmul-square M
//! moves result0*2+arg0
//! still arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${M}xf32>, %c: tensor<${M}x${M}xf32>) -> tensor<${M}x${M}xf32> {
  %0 = linalg.matmul ins(%a, %a : tensor<${M}x${M}xf32>, tensor<${M}x${M}xf32>) outs(%c : tensor<${M}x${M}xf32>) -> tensor<${M}x${M}xf32>
  return %0 : tensor<${M}x${M}xf32>
}

//! case matmul-chain M N K
//! moves result0*2+arg0+arg1+arg2+arg2
//! still arg0.0 arg2.1 result0.0 result0.1
//! by arg0.1 all_reduce reduce_scatter
//! by arg1.0 all_reduce reduce_scatter
//! undivided arg0.1 arg1.0 arg1.1 arg2.0 arg2.1 result0.1
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${N}x${K}xf32>) -> tensor<${M}x${K}xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<${M}x${N}xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%i0 : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %e1 = tensor.empty() : tensor<${M}x${K}xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<${M}x${K}xf32>) -> tensor<${M}x${K}xf32>
  %1 = linalg.matmul ins(%0, %c : tensor<${M}x${N}xf32>, tensor<${N}x${K}xf32>) outs(%i1 : tensor<${M}x${K}xf32>) -> tensor<${M}x${K}xf32>
  return %1 : tensor<${M}x${K}xf32>
}

//! case batch-matmul B M N K
//! moves result0*2
//! still arg0.0 arg0.1 arg1.0 arg1.2 arg2.0 arg2.1 arg2.2 result0.0 result0.1 result0.2
//! summed arg0.2 arg1.1
func.func @main(%a: tensor<${B}x${M}x${K}xf32>, %b: tensor<${B}x${K}x${N}xf32>, %c: tensor<${B}x${M}x${N}xf32>) -> tensor<${B}x${M}x${N}xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<${B}x${M}x${K}xf32>, tensor<${B}x${K}x${N}xf32>) outs(%c : tensor<${B}x${M}x${N}xf32>) -> tensor<${B}x${M}x${N}xf32>
  return %0 : tensor<${B}x${M}x${N}xf32>
}

//! case batch-reduce-matmul B M N K
//! moves result0*2
//! still arg0.1 arg1.2 arg2.0 arg2.1 result0.0 result0.1
//! by arg0.0 all_reduce reduce_scatter
//! by arg0.2 all_reduce reduce_scatter
//! summed arg0.0 arg0.2
func.func @main(%a: tensor<${B}x${M}x${K}xf32>, %b: tensor<${B}x${K}x${N}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<${B}x${M}x${K}xf32>, tensor<${B}x${K}x${N}xf32>) outs(%c : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case matvec M K
//! moves result0*2
//! still arg0.0 arg2.0 result0.0
//! summed arg0.1 arg1.0
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}xf32>, %c: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = linalg.matvec ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}xf32>) outs(%c : tensor<${M}xf32>) -> tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case vecmat M K
//! moves result0*2
//! still arg1.1 arg2.0 result0.0
//! by arg1.0 all_reduce reduce_scatter
//! summed arg1.0
func.func @main(%a: tensor<${K}xf32>, %b: tensor<${K}x${M}xf32>, %c: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = linalg.vecmat ins(%a, %b : tensor<${K}xf32>, tensor<${K}x${M}xf32>) outs(%c : tensor<${M}xf32>) -> tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case batch-matvec B M K
//! moves result0*2
//! still arg0.0 arg0.1 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! by arg0.2 all_reduce reduce_scatter
//! summed arg0.2
func.func @main(%a: tensor<${B}x${M}x${K}xf32>, %b: tensor<${B}x${K}xf32>, %c: tensor<${B}x${M}xf32>) -> tensor<${B}x${M}xf32> {
  %0 = linalg.batch_matvec ins(%a, %b : tensor<${B}x${M}x${K}xf32>, tensor<${B}x${K}xf32>) outs(%c : tensor<${B}x${M}xf32>) -> tensor<${B}x${M}xf32>
  return %0 : tensor<${B}x${M}xf32>
}

//! case batch-vecmat B M K
//! moves result0*2
//! still arg0.0 arg1.0 arg1.2 arg2.0 arg2.1 result0.0 result0.1
//! by arg1.1 all_reduce reduce_scatter
//! summed arg1.1
func.func @main(%a: tensor<${B}x${K}xf32>, %b: tensor<${B}x${K}x${M}xf32>, %c: tensor<${B}x${M}xf32>) -> tensor<${B}x${M}xf32> {
  %0 = linalg.batch_vecmat ins(%a, %b : tensor<${B}x${K}xf32>, tensor<${B}x${K}x${M}xf32>) outs(%c : tensor<${B}x${M}xf32>) -> tensor<${B}x${M}xf32>
  return %0 : tensor<${B}x${M}xf32>
}

//! case dot K
//! moves result0*2
//! by arg0.0 all_reduce reduce_scatter
//! by arg1.0 all_reduce reduce_scatter
//! summed arg0.0 arg1.0
//! for T
//! row f32
//! row i64
func.func @main(%a: tensor<${K}x${T}>, %b: tensor<${K}x${T}>, %c: tensor<${T}>) -> tensor<${T}> {
  %0 = linalg.dot ins(%a, %b : tensor<${K}x${T}>, tensor<${K}x${T}>) outs(%c : tensor<${T}>) -> tensor<${T}>
  return %0 : tensor<${T}>
}

//! case mmt4d M N K
//! moves result0*2
//! still arg0.0 arg0.2 arg1.0 arg1.2 arg2.0 arg2.1 arg2.2 arg2.3 result0.0 result0.1 result0.2 result0.3
//! by arg0.3 all_reduce reduce_scatter
//! by arg1.3 all_reduce reduce_scatter
//! summed arg0.3 arg1.3
func.func @main(%a: tensor<${M}x${K}x2x3xf32>, %b: tensor<${N}x${K}x4x3xf32>, %c: tensor<${M}x${N}x2x4xf32>) -> tensor<${M}x${N}x2x4xf32> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<${M}x${K}x2x3xf32>, tensor<${N}x${K}x4x3xf32>) outs(%c : tensor<${M}x${N}x2x4xf32>) -> tensor<${M}x${N}x2x4xf32>
  return %0 : tensor<${M}x${N}x2x4xf32>
}

//! case contract B M N K
//! moves result0*2
//! still arg0.0 arg0.1 arg1.1 arg2.0 arg2.1 arg2.2 result0.0 result0.1 result0.2
//! summed arg0.2 arg1.0
func.func @main(%a: tensor<${B}x${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${M}x${B}x${N}xf32>) -> tensor<${M}x${B}x${N}xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (m, b, n)>]
      ins(%a, %b : tensor<${B}x${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%c : tensor<${M}x${B}x${N}xf32>) -> tensor<${M}x${B}x${N}xf32>
  return %0 : tensor<${M}x${B}x${N}xf32>
}

//! case matmul-mixed-types M N K
//! moves result0*2
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
//! summed arg0.1 arg1.0
func.func @main(%a: tensor<${M}x${K}xi8>, %b: tensor<${K}x${N}xi8>, %c: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xi8>, tensor<${K}x${N}xi8>) outs(%c : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case quantized-matmul M N K
//! moves result0*2
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
//! summed arg0.1 arg1.0
func.func @main(%a: tensor<${M}x${K}xi8>, %b: tensor<${K}x${N}xi8>, %c: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %za = arith.constant 3 : i32
  %zb = arith.constant -2 : i32
  %0 = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<${M}x${K}xi8>, tensor<${K}x${N}xi8>, i32, i32) outs(%c : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case quantized-batch-matmul B M N K
//! moves result0*2
//! still arg0.0 arg0.1 arg1.0 arg1.2 arg2.0 arg2.1 arg2.2 result0.0 result0.1 result0.2
//! summed arg1.1
func.func @main(%a: tensor<${B}x${M}x${K}xi8>, %b: tensor<${B}x${K}x${N}xi8>, %c: tensor<${B}x${M}x${N}xi32>) -> tensor<${B}x${M}x${N}xi32> {
  %za = arith.constant 3 : i32
  %zb = arith.constant -2 : i32
  %0 = linalg.quantized_batch_matmul ins(%a, %b, %za, %zb : tensor<${B}x${M}x${K}xi8>, tensor<${B}x${K}x${N}xi8>, i32, i32) outs(%c : tensor<${B}x${M}x${N}xi32>) -> tensor<${B}x${M}x${N}xi32>
  return %0 : tensor<${B}x${M}x${N}xi32>
}

//! case batch-mmt4d B M N K
//! moves result0*2
//! still arg0.0 arg0.1 arg0.3 arg1.0 arg1.1 arg1.3 arg2.0 arg2.1 arg2.2 arg2.3 arg2.4 result0.0 result0.1 result0.2 result0.3 result0.4
//! summed arg0.2 arg1.2 arg0.4 arg1.4
func.func @main(%a: tensor<${B}x${M}x${K}x2x3xf32>, %b: tensor<${B}x${N}x${K}x4x3xf32>, %c: tensor<${B}x${M}x${N}x2x4xf32>) -> tensor<${B}x${M}x${N}x2x4xf32> {
  %0 = linalg.batch_mmt4d ins(%a, %b : tensor<${B}x${M}x${K}x2x3xf32>, tensor<${B}x${N}x${K}x4x3xf32>) outs(%c : tensor<${B}x${M}x${N}x2x4xf32>) -> tensor<${B}x${M}x${N}x2x4xf32>
  return %0 : tensor<${B}x${M}x${N}x2x4xf32>
}

//! case matmul-casts M N K
//! alike
//! moves result0*2
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
//! summed arg0.1 arg1.0
// Operands are widened within: sums of the wide type.
//! for F T CAST
//! row f16 | f32 |
//! row bf16 | f32 |
//! row i8 | i32 | {cast = #linalg.type_fn<cast_unsigned>}
//! row i1 | i32 | {cast = #linalg.type_fn<cast_unsigned>}
//! row f32 | f64 |
func.func @main(%a: tensor<${M}x${K}x${F}>, %b: tensor<${K}x${N}x${F}>, %c: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = linalg.matmul ${CAST} ins(%a, %b : tensor<${M}x${K}x${F}>, tensor<${K}x${N}x${F}>) outs(%c : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case matmul-named-maps M N K
//! moves result0*2
//! still arg2.0 arg2.1 result0.0 result0.1
//! by arg0.1 all_reduce reduce_scatter
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg1.1
//! for A MA B MB
//! row ${K}x${M} | (d2, d0) | ${K}x${N} | (d2, d1)
//! still arg0.1 arg1.1
//! row ${M}x${K} | (d0, d2) | ${N}x${K} | (d1, d2)
//! still arg0.0 arg1.0
//! row ${K} | (d2) | ${K}x${N} | (d2, d1)
//! still arg1.1
func.func @main(%a: tensor<${A}xf32>, %b: tensor<${B}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> ${MA}>, affine_map<(d0, d1, d2) -> ${MB}>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%a, %b : tensor<${A}xf32>, tensor<${B}xf32>) outs(%c : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case contract-two-axes M K J
//! moves result0*2
//! still arg0.0 arg2.0 result0.0
//! by arg0.1 all_reduce reduce_scatter
//! by arg0.2 all_reduce reduce_scatter
//! by arg1.0 all_reduce reduce_scatter
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.1 arg0.2 arg1.0 arg1.1
// Two axes are contracted, in another order on each side.
func.func @main(%a: tensor<${M}x${K}x${J}xi32>, %b: tensor<${J}x${K}xi32>, %c: tensor<${M}xi32>) -> tensor<${M}xi32> {
  %0 = linalg.contract indexing_maps = [affine_map<(m, k, j) -> (m, k, j)>, affine_map<(m, k, j) -> (j, k)>, affine_map<(m, k, j) -> (m)>]
      ins(%a, %b : tensor<${M}x${K}x${J}xi32>, tensor<${J}x${K}xi32>) outs(%c : tensor<${M}xi32>) -> tensor<${M}xi32>
  return %0 : tensor<${M}xi32>
}

//! case matmul-diagonal M N
//! moves arg0
//! still arg1.1 arg2.1 result0.0 result0.1
//! gathers a diagonal is no box
//! undivided arg0.0 arg0.1 result0.0
// A body that reads a diagonal: the axes go together.
//! whole result0.0
func.func @main(%a: tensor<${M}x${M}xf32>, %b: tensor<${M}x${N}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<${M}x${M}xf32>, tensor<${M}x${N}xf32>) outs(%c : tensor<${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case three-factors M N K
//! moves result0*2
//! still arg0.0 arg1.1 arg3.0 arg3.1 result0.0 result0.1
//! by arg0.1 all_reduce reduce_scatter
//! by arg2.0 all_reduce reduce_scatter all_gather
//! summed arg0.1 arg2.0
// Three operands under one sum.
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %w: tensor<${K}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %w : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>, tensor<${K}xf32>) outs(%c : tensor<${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32, %v: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.mulf %p, %v : f32
    %s = arith.addf %z, %q : f32
    linalg.yield %s : f32
  } -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case max-plus M N K
//! moves result0*2
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
//! by arg0.1 all_reduce reduce_scatter
//! by arg1.0 all_reduce reduce_scatter
// A product over the semiring of maximum and sum.
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%c : tensor<${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.addf %x, %y : f32
    %s = arith.maximumf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case bias-and-gelu M N K
//! moves result0*2
//! still arg0.0 arg1.1 arg2.0 result0.0 result0.1
//! by arg0.1 all_reduce reduce_scatter
//! by arg1.0 all_reduce reduce_scatter
// A replicated bias counts once though the product is partial.
//! tolerance 1e-5
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %bias: tensor<${N}xf32>) -> tensor<${M}x${N}xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%f : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<${M}x${N}xf32>, tensor<${N}xf32>) outs(%e : tensor<${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.addf %x, %y : f32
    %t = math.tanh %p : f32
    %q = arith.mulf %p, %t : f32
    linalg.yield %q : f32
  } -> tensor<${M}x${N}xf32>
  return %1 : tensor<${M}x${N}xf32>
}
