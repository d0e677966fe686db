// Ops that give elements another place, in all ranks and types.

//! case pack-outer-perm M N
//! moves arg0+arg0
//! for PERM INNER TILES R
//! row [1, 0] | [0, 1] | [3, 2] | ${N+1/2}x${M+2/3}x3x2
//! row [1, 0] | [1, 0] | [2, 3] | ${N+1/2}x${M+2/3}x2x3
//! row [0, 1] | [1, 0] | [2, 3] | ${M+2/3}x${N+1/2}x2x3
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${R}xf32> {
  %z = arith.constant 9.0 : f32
  %e = tensor.empty() : tensor<${R}xf32>
  %0 = linalg.pack %a padding_value(%z : f32) outer_dims_perm = ${PERM} inner_dims_pos = ${INNER} inner_tiles = ${TILES} into %e : tensor<${M}x${N}xf32> -> tensor<${R}xf32>
  return %0 : tensor<${R}xf32>
}

//! case pack-one-axis M N
//! moves arg0+arg0
//! still arg0.0 result0.1
//! for T Z
//! row i8 | 3
//! row i64 | 0
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${N+3/4}x${M}x4x${T}> {
  %z = arith.constant ${Z} : ${T}
  %e = tensor.empty() : tensor<${N+3/4}x${M}x4x${T}>
  %0 = linalg.pack %a padding_value(%z : ${T}) outer_dims_perm = [1, 0] inner_dims_pos = [1] inner_tiles = [4] into %e : tensor<${M}x${N}x${T}> -> tensor<${N+3/4}x${M}x4x${T}>
  return %0 : tensor<${N+3/4}x${M}x4x${T}>
}

//! case unpack-outer-perm M N
//! moves arg0+arg0
//! for PERM INNER TILES R
//! row [1, 0] | [0, 1] | [3, 2] | ${N+1/2}x${M+2/3}x3x2
//! row [1, 0] | [1, 0] | [2, 3] | ${N+1/2}x${M+2/3}x2x3
//! row [0, 1] | [1, 0] | [2, 3] | ${M+2/3}x${N+1/2}x2x3
func.func @main(%a: tensor<${R}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.unpack %a outer_dims_perm = ${PERM} inner_dims_pos = ${INNER} inner_tiles = ${TILES} into %e : tensor<${R}xf32> -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case pack-matmul-unpack M N K
//! moves result0*4+arg0+arg1+arg0+arg1
//! still result0.1
//! undivided result0.0 result0.1
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M+1/2}x${K+2/3}x2x3xf32>
  %pa = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 3] into %e : tensor<${M}x${K}xf32> -> tensor<${M+1/2}x${K+2/3}x2x3xf32>
  %f = tensor.empty() : tensor<${N+3/4}x${K+2/3}x4x3xf32>
  %pb = linalg.pack %b padding_value(%z : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 3] into %f : tensor<${K}x${N}xf32> -> tensor<${N+3/4}x${K+2/3}x4x3xf32>
  %g = tensor.empty() : tensor<${M+1/2}x${N+3/4}x2x4xf32>
  %h = linalg.fill ins(%z : f32) outs(%g : tensor<${M+1/2}x${N+3/4}x2x4xf32>) -> tensor<${M+1/2}x${N+3/4}x2x4xf32>
  %p = linalg.mmt4d ins(%pa, %pb : tensor<${M+1/2}x${K+2/3}x2x3xf32>, tensor<${N+3/4}x${K+2/3}x4x3xf32>) outs(%h : tensor<${M+1/2}x${N+3/4}x2x4xf32>) -> tensor<${M+1/2}x${N+3/4}x2x4xf32>
  %i = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %i : tensor<${M+1/2}x${N+3/4}x2x4xf32> -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case generate-argument M N
//! moves arg0+arg0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${N}x${M}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %a[%j, %i] : tensor<${N}x${M}xf32>
    tensor.yield %v : f32
  } : tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case generate-rank-3 M N
//! moves 0
//! still arg0.0 arg0.1 arg0.2 result0.0 result0.1 result0.2
func.func @main(%a: tensor<${M}x2x${N}xi32>) -> tensor<${M}x2x${N}xi32> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index, %k: index):
    %c = arith.constant 7 : index
    %s = arith.muli %i, %c : index
    %t = arith.addi %s, %j : index
    %u = arith.muli %t, %k : index
    %v = arith.index_cast %u : index to i32
    tensor.yield %v : i32
  } : tensor<${M}x2x${N}xi32>
  %1 = arith.addi %0, %a : tensor<${M}x2x${N}xi32>
  return %1 : tensor<${M}x2x${N}xi32>
}

//! case from-elements-rank-2 M
//! moves 64+arg0
//! still arg2.1 result0.0 result0.1
//! undivided arg0.0 result0.0
func.func @main(%a: tensor<2x3xf32>, %s: tensor<f32>, %b: tensor<${M}x3xf32>) -> tensor<${M}x3xf32> {
  %x = tensor.extract %s[] : tensor<f32>
  %i = arith.constant 0 : index
  %j = arith.constant 1 : index
  %y = tensor.extract %a[%j, %i] : tensor<2x3xf32>
  %0 = tensor.from_elements %x, %y, %x, %y, %y, %x : tensor<2x3xf32>
  %1 = arith.addf %0, %a : tensor<2x3xf32>
  %2 = tensor.concat dim(0) %1, %b : (tensor<2x3xf32>, tensor<${M}x3xf32>) -> tensor<${M+2}x3xf32>
  %3 = tensor.extract_slice %2[1, 0] [${M}, 3] [1, 1] : tensor<${M+2}x3xf32> to tensor<${M}x3xf32>
  return %3 : tensor<${M}x3xf32>
}

//! case splat-rank-5 M N
//! moves arg0
//! still arg1.0 arg1.1 arg1.3 arg1.4 result0.0 result0.1 result0.2 result0.3 result0.4
func.func @main(%s: tensor<i8>, %a: tensor<2x${M}x1x${N}x3xi8>) -> tensor<2x${M}x1x${N}x3xi8> {
  %x = tensor.extract %s[] : tensor<i8>
  %0 = tensor.splat %x : tensor<2x${M}x1x${N}x3xi8>
  %1 = arith.muli %0, %a : tensor<2x${M}x1x${N}x3xi8>
  return %1 : tensor<2x${M}x1x${N}x3xi8>
}

//! case extract-at-data M>=2 N>=2
//! values 1 below 2
//! moves arg0+arg1+arg1+arg1
//! undivided arg1.0 result1.0
func.func @main(%a: tensor<${M}x${N}xf64>, %i: tensor<2xindex>) -> (tensor<f64>, tensor<${M}x${N}xf64>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %p = tensor.extract %i[%0] : tensor<2xindex>
  %q = tensor.extract %i[%1] : tensor<2xindex>
  %v = tensor.extract %a[%p, %q] : tensor<${M}x${N}xf64>
  %r = tensor.insert %v into %a[%q, %p] : tensor<${M}x${N}xf64>
  %s = tensor.from_elements %v : tensor<f64>
  return %s, %r : tensor<f64>, tensor<${M}x${N}xf64>
}

//! case gather-upstream M N>=1 K
//! values 1 below N
//! moves result0*2+arg1
//! still arg0.0 arg0.2 arg1.0 result0.0 result0.1 result0.2 result0.3
func.func @main(%a: tensor<${M}x${N}x3xf32>, %i: tensor<${K}x1xindex>) -> tensor<${K}x${M}x1x3xf32> {
  %0 = tensor.gather %a[%i] gather_dims([1]) : (tensor<${M}x${N}x3xf32>, tensor<${K}x1xindex>) -> tensor<${K}x${M}x1x3xf32>
  return %0 : tensor<${K}x${M}x1x3xf32>
}

//! case gather-upstream-reduced M>=1 N>=1 K
//! values 1 below 1
//! moves result0*2+arg1
//! still arg0.2 arg1.0 result0.0 result0.1
//! gathers coordinates of one position are needed together
//! undivided arg0.0 arg0.1 arg1.0 arg1.1 result0.0
func.func @main(%a: tensor<${M}x${N}x3xi16>, %i: tensor<${K}x2xi32>) -> tensor<${K}x3xi16> {
  %0 = tensor.gather %a[%i] gather_dims([0, 1]) : (tensor<${M}x${N}x3xi16>, tensor<${K}x2xi32>) -> tensor<${K}x3xi16>
  return %0 : tensor<${K}x3xi16>
}

//! case scatter-upstream M N K
//! moves arg0+arg1
//! still arg0.0 arg0.1 arg1.2 result0.0 result0.1
//! undivided arg0.0 arg0.1
func.func @main(%a: tensor<${M}x3xf32>, %u: tensor<${N}x1x3xf32>) -> tensor<${M+13}x3xf32> {
  %z = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<${M+13}x3xf32>
  %d = linalg.fill ins(%z : f32) outs(%e : tensor<${M+13}x3xf32>) -> tensor<${M+13}x3xf32>
  %i = tensor.generate {
  ^bb0(%p: index, %q: index):
    tensor.yield %p : index
  } : tensor<${N}x1xindex>
  %0 = tensor.scatter %u into %d[%i] scatter_dims([0]) unique : (tensor<${N}x1x3xf32>, tensor<${M+13}x3xf32>, tensor<${N}x1xindex>) -> tensor<${M+13}x3xf32>
  return %0 : tensor<${M+13}x3xf32>
}

//! case slice-rank-5 M>=2 N>=3
//! moves arg0+arg0
//! still arg0.1 result0.1 result0.2 result0.3 result0.4
//! undivided result0.3
func.func @main(%a: tensor<${M}x2x${N}x3x4xf32>) -> tensor<${M-1}x2x${N-2}x2x2xf32> {
  %0 = tensor.extract_slice %a[1, 0, 1, 1, 0] [${M-1}, 2, ${N-2}, 2, 2] [1, 1, 1, 1, 3] : tensor<${M}x2x${N}x3x4xf32> to tensor<${M-1}x2x${N-2}x2x2xf32>
  return %0 : tensor<${M-1}x2x${N-2}x2x2xf32>
}

//! case slice-drops-axes M>=2 N>=3
//! moves arg0+arg0
//! undivided result0.0
func.func @main(%a: tensor<${M}x2x${N}xi1>) -> (tensor<${N}xi1>, tensor<${M}xi1>, tensor<i1>) {
  %0 = tensor.extract_slice %a[1, 0, 0] [1, 1, ${N}] [1, 1, 1] : tensor<${M}x2x${N}xi1> to tensor<${N}xi1>
  %1 = tensor.extract_slice %a[0, 1, 2] [${M}, 1, 1] [1, 1, 1] : tensor<${M}x2x${N}xi1> to tensor<${M}xi1>
  %2 = tensor.extract_slice %a[1, 1, 2] [1, 1, 1] [1, 1, 1] : tensor<${M}x2x${N}xi1> to tensor<i1>
  return %0, %1, %2 : tensor<${N}xi1>, tensor<${M}xi1>, tensor<i1>
}

//! case insert-slice-rank-reduced M>=2 N>=2
//! moves arg0+arg1+arg2
//! still arg0.0 arg0.1 arg0.2 arg1.0 result0.0 result0.1 result0.2
func.func @main(%a: tensor<${M}x2x${N}xbf16>, %b: tensor<${N}xbf16>, %c: tensor<${M-1}x${N-1}xbf16>) -> tensor<${M}x2x${N}xbf16> {
  %0 = tensor.insert_slice %b into %a[1, 1, 0] [1, 1, ${N}] [1, 1, 1] : tensor<${N}xbf16> into tensor<${M}x2x${N}xbf16>
  %1 = tensor.insert_slice %c into %0[0, 0, 1] [${M-1}, 1, ${N-1}] [1, 1, 1] : tensor<${M-1}x${N-1}xbf16> into tensor<${M}x2x${N}xbf16>
  return %1 : tensor<${M}x2x${N}xbf16>
}

//! case slice-dynamic-sizes M>=3 N>=1
//! still arg0.1 result0.0
//! values 1 below 3
//! gathers sizes that are data make the source whole
//! undivided arg0.0
func.func @main(%a: tensor<${M}x${N}xf32>, %i: tensor<index>) -> tensor<${N}xf32> {
  %s = tensor.extract %i[] : tensor<index>
  %one = arith.constant 1 : index
  %n = arith.addi %s, %one : index
  %0 = tensor.extract_slice %a[0, 0] [%n, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<?x${N}xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${N}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<${N}xf32>) -> tensor<${N}xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<?x${N}xf32>) outs(%f : tensor<${N}xf32>) dimensions = [0]
  return %1 : tensor<${N}xf32>
}

//! case pad-rank-4 M N
//! moves arg0+arg0
//! still arg0.0 arg0.3 result0.0 result0.1 result0.2 result0.3
func.func @main(%a: tensor<2x${M}x1x${N}xi16>) -> tensor<2x${M+3}x4x${N+1}xi16> {
  %0 = tensor.pad %a low[0, 1, 3, 0] high[0, 2, 0, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %z = arith.constant -4 : i16
    tensor.yield %z : i16
  } : tensor<2x${M}x1x${N}xi16> to tensor<2x${M+3}x4x${N+1}xi16>
  return %0 : tensor<2x${M+3}x4x${N+1}xi16>
}

//! case pad-by-position M N
//! still result0.0 result0.1
//! gathers a pad value that depends on a position makes that axis whole
//! undivided arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M+3}x${N+2}xf32> {
  %0 = tensor.pad %a low[1, 0] high[2, 2] {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    %t = arith.index_cast %s : index to i32
    %z = arith.sitofp %t : i32 to f32
    tensor.yield %z : f32
  } : tensor<${M}x${N}xf32> to tensor<${M+3}x${N+2}xf32>
  return %0 : tensor<${M+3}x${N+2}xf32>
}

//! case pad-computed-value M N
//! moves arg0+arg0+arg1
//! still arg0.0 result0.0 result0.1
//! undivided result0.1
func.func @main(%a: tensor<${M}x${N}xcomplex<f32>>, %v: tensor<complex<f32>>) -> tensor<${M}x${N+5}xcomplex<f32>> {
  %z = tensor.extract %v[] : tensor<complex<f32>>
  %0 = tensor.pad %a low[0, 4] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : complex<f32>
  } : tensor<${M}x${N}xcomplex<f32>> to tensor<${M}x${N+5}xcomplex<f32>>
  return %0 : tensor<${M}x${N+5}xcomplex<f32>>
}

//! case concat-many M N K
//! moves result0+result0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x2x${N}xi8>, %b: tensor<${M}x2x${K}xi8>) -> tensor<${M}x2x${N+N+K+K}xi8> {
  %0 = tensor.concat dim(2) %a, %b, %a, %b : (tensor<${M}x2x${N}xi8>, tensor<${M}x2x${K}xi8>, tensor<${M}x2x${N}xi8>, tensor<${M}x2x${K}xi8>) -> tensor<${M}x2x${N+N+K+K}xi8>
  return %0 : tensor<${M}x2x${N+N+K+K}xi8>
}

//! case collapse-rank-5 M N K
//! moves arg0+arg0
//! still result0.2
//! for G R
//! row [[0, 1, 2], [3, 4]] | ${M*2*N}x${K*3}
//! row [[0], [1, 2, 3], [4]] | ${M}x${2*N*K}x3
//! still arg0.0 arg0.4 result0.0
//! row [[0, 1, 2, 3, 4]] | ${M*2*N*K*3}
func.func @main(%a: tensor<${M}x2x${N}x${K}x3xf32>) -> tensor<${R}xf32> {
  %0 = tensor.collapse_shape %a ${G} : tensor<${M}x2x${N}x${K}x3xf32> into tensor<${R}xf32>
  return %0 : tensor<${R}xf32>
}

//! case expand-rank-5 M N
//! moves arg0+arg0
//! for T
//! row i1
//! row f64
//! row complex<f32>
func.func @main(%a: tensor<${M*6}x${N*2}x${T}>) -> tensor<2x${M}x3x${N}x2x${T}> {
  %0 = tensor.expand_shape %a [[0, 1, 2], [3, 4]] output_shape [2, ${M}, 3, ${N}, 2] : tensor<${M*6}x${N*2}x${T}> into tensor<2x${M}x3x${N}x2x${T}>
  return %0 : tensor<2x${M}x3x${N}x2x${T}>
}

//! case rank-0 M
//! moves arg0+arg1+arg0
//! still result1.0 result1.1
//! undivided arg1.0
func.func @main(%a: tensor<f32>, %b: tensor<${M}xf32>) -> (tensor<f32>, tensor<1x1xf32>) {
  %0 = math.exp2 %a : tensor<f32>
  %1 = arith.mulf %0, %a : tensor<f32>
  %2 = linalg.reduce { arith.addf } ins(%b : tensor<${M}xf32>) outs(%1 : tensor<f32>) dimensions = [0]
  %3 = tensor.expand_shape %2 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %e = tensor.empty() : tensor<f32>
  %4 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%2 : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %4, %3 : tensor<f32>, tensor<1x1xf32>
}

//! case reshape-swaps M N
//! moves arg0+arg0
//! for T
//! row i8
//! row complex<f64>
func.func @main(%a: tensor<${M}x${N}x2x${T}>) -> tensor<2x${N}x${M}x${T}> {
  %s = arith.constant dense<[2, ${N}, ${M}]> : tensor<3xi64>
  %0 = tensor.reshape %a(%s) : (tensor<${M}x${N}x2x${T}>, tensor<3xi64>) -> tensor<2x${N}x${M}x${T}>
  return %0 : tensor<2x${N}x${M}x${T}>
}

//! case transposes M N K
//! moves 0
//! still arg0.0 arg0.1 arg0.2 arg0.3 arg1.0 arg1.1 arg1.2 arg1.3 result0.0 result0.1 result0.2 result0.3
//! for PERM R T
//! row [3, 1, 0, 2] | ${K}x${N}x${M}x2 | i8
//! row [1, 0, 2, 3] | ${N}x${M}x2x${K} | f64
//! row [2, 3, 1, 0] | 2x${K}x${N}x${M} | i1
func.func @main(%a: tensor<${M}x${N}x2x${K}x${T}>, %o: tensor<${R}x${T}>) -> tensor<${R}x${T}> {
  %0 = linalg.transpose ins(%a : tensor<${M}x${N}x2x${K}x${T}>) outs(%o : tensor<${R}x${T}>) permutation = ${PERM}
  return %0 : tensor<${R}x${T}>
}
