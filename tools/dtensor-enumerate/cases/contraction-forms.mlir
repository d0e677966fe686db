// Contractions of other maps, ranks and types.

//! case contract-batch-last B M N K
//! moves result0*2
//! still arg0.1 arg0.2 arg1.0 arg1.1 arg2.0 arg2.1 arg2.2 result0.0 result0.1 result0.2
//! summed arg0.0 arg1.2
func.func @main(%a: tensor<${K}x${M}x${B}xf32>, %b: tensor<${N}x${B}x${K}xf32>, %c: tensor<${N}x${M}x${B}xf32>) -> tensor<${N}x${M}x${B}xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (k, m, b)>, affine_map<(b, m, n, k) -> (n, b, k)>, affine_map<(b, m, n, k) -> (n, m, b)>]
      ins(%a, %b : tensor<${K}x${M}x${B}xf32>, tensor<${N}x${B}x${K}xf32>) outs(%c : tensor<${N}x${M}x${B}xf32>) -> tensor<${N}x${M}x${B}xf32>
  return %0 : tensor<${N}x${M}x${B}xf32>
}

//! case outer M N K
//! moves 0
//! still arg0.0 arg1.0 arg1.1 arg2.0 arg2.1 arg2.2 result0.0 result0.1 result0.2
func.func @main(%a: tensor<${M}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${N}x${M}x${K}xf32>) -> tensor<${N}x${M}x${K}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<${M}xf32>, tensor<${K}x${N}xf32>) outs(%c : tensor<${N}x${M}x${K}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.subf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<${N}x${M}x${K}xf32>
  return %0 : tensor<${N}x${M}x${K}xf32>
}

//! case contract-all M K
//! moves result0*2
//! by arg0.0 all_reduce reduce_scatter
//! by arg0.1 all_reduce reduce_scatter
//! by arg1.0 all_reduce reduce_scatter
//! by arg1.1 all_reduce reduce_scatter
//! summed arg0.0 arg0.1 arg1.0 arg1.1
//! for F T CAST
//! row f64 | f64 |
//! row bf16 | f32 |
//! row i8 | i32 | {cast = #linalg.type_fn<cast_unsigned>}
//! row i16 | i64 |
func.func @main(%a: tensor<${M}x${K}x${F}>, %b: tensor<${K}x${M}x${F}>, %c: tensor<${T}>) -> tensor<${T}> {
  %0 = linalg.contract indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k, m)>, affine_map<(m, k) -> ()>] ${CAST}
      ins(%a, %b : tensor<${M}x${K}x${F}>, tensor<${K}x${M}x${F}>) outs(%c : tensor<${T}>) -> tensor<${T}>
  return %0 : tensor<${T}>
}

//! case contract-reduces-one-side M N K
//! moves result0*2
//! still arg0.0 arg1.0 arg2.0 arg2.1 result0.0 result0.1
//! summed arg0.1
// A contracted axis that only one side has.
func.func @main(%a: tensor<${M}x${K}xi32>, %b: tensor<${N}xi32>, %c: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<${M}x${K}xi32>, tensor<${N}xi32>) outs(%c : tensor<${M}x${N}xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %p, %z : i32
    linalg.yield %s : i32
  } -> tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case contract-rank-5 A B M K
//! moves result0*2
//! still arg0.0 arg0.2 arg1.3 arg2.0 arg2.1 arg2.2 result0.0 result0.1 result0.2
//! summed arg0.1 arg0.3 arg0.4 arg1.0 arg1.1 arg1.2
func.func @main(%a: tensor<${A}x2x${M}x3x${K}xf32>, %b: tensor<2x${K}x3x${B}xf32>, %c: tensor<${M}x${A}x${B}xf32>) -> tensor<${M}x${A}x${B}xf32> {
  %0 = linalg.contract indexing_maps = [affine_map<(a, b, m, i, j, k) -> (a, i, m, j, k)>, affine_map<(a, b, m, i, j, k) -> (i, k, j, b)>, affine_map<(a, b, m, i, j, k) -> (m, a, b)>]
      ins(%a, %b : tensor<${A}x2x${M}x3x${K}xf32>, tensor<2x${K}x3x${B}xf32>) outs(%c : tensor<${M}x${A}x${B}xf32>) -> tensor<${M}x${A}x${B}xf32>
  return %0 : tensor<${M}x${A}x${B}xf32>
}

//! case batch-matmul-maps B M N K
//! moves result0*2
//! still arg1.0 arg2.0 arg2.1 arg2.2 result0.0 result0.1 result0.2
//! for A MA B2 MB
//! row ${B}x${K}x${M} | (b, k, m) | ${B}x${K}x${N} | (b, k, n)
//! still arg0.0 arg0.2 arg1.2
//! row ${B}x${M}x${K} | (b, m, k) | ${B}x${N}x${K} | (b, n, k)
//! still arg0.0 arg0.1 arg1.1
//! row ${M}x${K} | (m, k) | ${B}x${K}x${N} | (b, k, n)
//! still arg0.0 arg1.2
//! row ${K} | (k) | ${B}x${K}x${N} | (b, k, n)
//! still arg1.2
func.func @main(%a: tensor<${A}xf32>, %b: tensor<${B2}xf32>, %c: tensor<${B}x${M}x${N}xf32>) -> tensor<${B}x${M}x${N}xf32> {
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> ${MA}>, affine_map<(b, m, n, k) -> ${MB}>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a, %b : tensor<${A}xf32>, tensor<${B2}xf32>) outs(%c : tensor<${B}x${M}x${N}xf32>) -> tensor<${B}x${M}x${N}xf32>
  return %0 : tensor<${B}x${M}x${N}xf32>
}

//! case batch-reduce-types B M N K
//! alike
//! moves result0*2
//! still arg0.1 arg1.2 arg2.0 arg2.1 result0.0 result0.1
//! summed arg0.0 arg0.2 arg1.0 arg1.1
//! for F T
//! row bf16 | f32
//! row i8 | i32
//! row f64 | f64
//! row f16 | f16
func.func @main(%a: tensor<${B}x${M}x${K}x${F}>, %b: tensor<${B}x${K}x${N}x${F}>, %c: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<${B}x${M}x${K}x${F}>, tensor<${B}x${K}x${N}x${F}>) outs(%c : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case mmt4d-types M N K
//! alike
//! moves result0*2
//! still arg0.0 arg0.2 arg1.0 arg1.2 arg2.0 arg2.1 arg2.2 arg2.3 result0.0 result0.1 result0.2 result0.3
//! summed arg0.1 arg1.1
//! for F T
//! row i8 | i32
//! row f16 | f32
//! row bf16 | bf16
func.func @main(%a: tensor<${M}x${K}x3x2x${F}>, %b: tensor<${N}x${K}x5x2x${F}>, %c: tensor<${M}x${N}x3x5x${T}>) -> tensor<${M}x${N}x3x5x${T}> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<${M}x${K}x3x2x${F}>, tensor<${N}x${K}x5x2x${F}>) outs(%c : tensor<${M}x${N}x3x5x${T}>) -> tensor<${M}x${N}x3x5x${T}>
  return %0 : tensor<${M}x${N}x3x5x${T}>
}

//! case batch-mmt4d-integers B M N K
//! moves result0*2
//! still arg0.0 arg0.1 arg1.0 arg1.1 arg1.3 arg2.0 arg2.1 arg2.2 arg2.4 result0.0 result0.1 result0.2 result0.3 result0.4
//! summed arg1.2 arg1.4
func.func @main(%a: tensor<${B}x${M}x${K}x1x2xi8>, %b: tensor<${B}x${N}x${K}x4x2xi8>, %c: tensor<${B}x${M}x${N}x1x4xi32>) -> tensor<${B}x${M}x${N}x1x4xi32> {
  %0 = linalg.batch_mmt4d ins(%a, %b : tensor<${B}x${M}x${K}x1x2xi8>, tensor<${B}x${N}x${K}x4x2xi8>) outs(%c : tensor<${B}x${M}x${N}x1x4xi32>) -> tensor<${B}x${M}x${N}x1x4xi32>
  return %0 : tensor<${B}x${M}x${N}x1x4xi32>
}

//! case quantized-zero-points-computed M N K
//! moves result0*2+arg3+arg3
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
//! summed arg0.1 arg1.0
//! by arg3.0 fetch
//! undivided arg3.0
func.func @main(%a: tensor<${M}x${K}xi8>, %b: tensor<${K}x${N}xi8>, %c: tensor<${M}x${N}xi32>, %z: tensor<2xi32>) -> tensor<${M}x${N}xi32> {
  %i = arith.constant 0 : index
  %j = arith.constant 1 : index
  %za = tensor.extract %z[%i] : tensor<2xi32>
  %zb = tensor.extract %z[%j] : tensor<2xi32>
  %0 = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<${M}x${K}xi8>, tensor<${K}x${N}xi8>, i32, i32) outs(%c : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case vectors-types M K
//! alike
//! moves result0*2
//! still arg1.1 arg2.0 result0.0
//! for OP A B R F T
//! row matvec | ${M}x${K} | ${K} | ${M} | i8 | i32
//! still arg0.0
//! row vecmat | ${K} | ${K}x${M} | ${M} | f16 | f32
//! row matvec | ${M}x${K} | ${K} | ${M} | complex<f32> | complex<f32>
//! still arg0.0
//! row vecmat | ${K} | ${K}x${M} | ${M} | i64 | i64
func.func @main(%a: tensor<${A}x${F}>, %b: tensor<${B}x${F}>, %c: tensor<${R}x${T}>) -> tensor<${R}x${T}> {
  %0 = linalg.${OP} ins(%a, %b : tensor<${A}x${F}>, tensor<${B}x${F}>) outs(%c : tensor<${R}x${T}>) -> tensor<${R}x${T}>
  return %0 : tensor<${R}x${T}>
}

//! case dot-types K
//! moves result0*2
//! by arg0.0 all_reduce reduce_scatter
//! by arg1.0 all_reduce reduce_scatter
//! summed arg0.0 arg1.0
//! for F T
//! row i8 | i32
//! row bf16 | f32
//! row complex<f64> | complex<f64>
func.func @main(%a: tensor<${K}x${F}>, %b: tensor<${K}x${F}>, %c: tensor<${T}>) -> tensor<${T}> {
  %0 = linalg.dot ins(%a, %b : tensor<${K}x${F}>, tensor<${K}x${F}>) outs(%c : tensor<${T}>) -> tensor<${T}>
  return %0 : tensor<${T}>
}

//! case batch-vectors-types B M K
//! moves result0*2
//! still arg0.0 arg1.0 arg1.2 arg2.0 arg2.1 result0.0 result0.1
//! for OP A B2 F T
//! row batch_matvec | ${B}x${M}x${K} | ${B}x${K} | i8 | i64
//! still arg0.1
//! row batch_vecmat | ${B}x${K} | ${B}x${K}x${M} | bf16 | f32
func.func @main(%a: tensor<${A}x${F}>, %b: tensor<${B2}x${F}>, %c: tensor<${B}x${M}x${T}>) -> tensor<${B}x${M}x${T}> {
  %0 = linalg.${OP} ins(%a, %b : tensor<${A}x${F}>, tensor<${B2}x${F}>) outs(%c : tensor<${B}x${M}x${T}>) -> tensor<${B}x${M}x${T}>
  return %0 : tensor<${B}x${M}x${T}>
}

//! case matmul-masked M N K
//! moves result0*2
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
//! by arg0.1 all_reduce reduce_scatter
//! by arg1.0 all_reduce reduce_scatter
//! summed arg0.1 arg1.0
// A body that knows where it is.
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%c : tensor<${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = linalg.index 0 : index
    %k = linalg.index 2 : index
    %zero = arith.constant 0.0 : f32
    %below = arith.cmpi ule, %k, %m : index
    %p = arith.mulf %x, %y : f32
    %q = arith.select %below, %p, %zero : f32
    %s = arith.addf %z, %q : f32
    linalg.yield %s : f32
  } -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case min-plus M N K
//! moves result0*2
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
//! for T MIN PLUS
//! row f64 | minimumf | addf
//! row i16 | minsi | addi
//! row f16 | minnumf | addf
//! row i1 | ori | andi
func.func @main(%a: tensor<${M}x${K}x${T}>, %b: tensor<${K}x${N}x${T}>, %c: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<${M}x${K}x${T}>, tensor<${K}x${N}x${T}>) outs(%c : tensor<${M}x${N}x${T}>) {
  ^bb0(%x: ${T}, %y: ${T}, %z: ${T}):
    %p = arith.${PLUS} %x, %y : ${T}
    %s = arith.${MIN} %z, %p : ${T}
    linalg.yield %s : ${T}
  } -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case two-products-at-once M N K
//! moves result0*2+result1+result1
//! still arg0.0 arg1.1 arg2.0 arg2.1 arg3.0 arg3.1 result0.0 result0.1 result1.0 result1.1
//! summed arg0.1 arg1.0
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${M}x${N}xf32>, %d: tensor<${N}x${M}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${N}x${M}xf32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%c, %d : tensor<${M}x${N}xf32>, tensor<${N}x${M}xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    %q = arith.addf %x, %y : f32
    %t = arith.addf %w, %q : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<${M}x${N}xf32>, tensor<${N}x${M}xf32>)
  return %0#0, %0#1 : tensor<${M}x${N}xf32>, tensor<${N}x${M}xf32>
}
