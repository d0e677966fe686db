// Elementwise ops in all types, with bodies and maps of their own.

//! case map-custom M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf16>, %b: tensor<${M}x${N}xi8>, %o: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.map ins(%a, %b : tensor<${M}x${N}xf16>, tensor<${M}x${N}xi8>) outs(%o : tensor<${M}x${N}xf32>)
    (%x: f16, %y: i8, %w: f32) {
      %i = linalg.index 1 : index
      %j = arith.index_cast %i : index to i32
      %k = arith.sitofp %j : i32 to f32
      %p = arith.extf %x : f16 to f32
      %q = arith.sitofp %y : i8 to f32
      %r = arith.mulf %p, %k : f32
      %s = arith.addf %r, %q : f32
      linalg.yield %s : f32
    }
  return %0 : tensor<${M}x${N}xf32>
}

//! case map-of-nothing M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%o: tensor<${M}x${N}xi64>) -> tensor<${M}x${N}xi64> {
  %0 = linalg.map outs(%o : tensor<${M}x${N}xi64>) (%w: i64) {
      %i = linalg.index 0 : index
      %j = arith.index_cast %i : index to i64
      %k = arith.shli %j, %j : i64
      linalg.yield %k : i64
    }
  return %0 : tensor<${M}x${N}xi64>
}

//! case broadcast-any M N K
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 arg1.2 arg1.3 result0.0 result0.1 result0.2 result0.3
//! for A R DIMS T
//! row ${N} | ${M}x${N}x${K} | [0, 2] | i8
//! row ${M}x${K} | ${M}x${N}x${K} | [1] | f64
//! row ${M}x${N} | ${M}x2x${N}x3 | [1, 3] | i1
func.func @main(%a: tensor<${A}x${T}>, %o: tensor<${R}x${T}>) -> tensor<${R}x${T}> {
  %0 = linalg.broadcast ins(%a : tensor<${A}x${T}>) outs(%o : tensor<${R}x${T}>) dimensions = ${DIMS}
  return %0 : tensor<${R}x${T}>
}

//! case broadcast-scalar M N
//! moves arg0
//! still arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<complex<f64>>, %o: tensor<${M}x${N}xcomplex<f64>>) -> tensor<${M}x${N}xcomplex<f64>> {
  %0 = linalg.broadcast ins(%a : tensor<complex<f64>>) outs(%o : tensor<${M}x${N}xcomplex<f64>>) dimensions = [0, 1]
  return %0 : tensor<${M}x${N}xcomplex<f64>>
}

//! case generic-index-all M N
//! moves 0
//! still arg0.0 arg0.1 arg0.2 result0.0 result0.1 result0.2 result1.0 result1.1
//! undivided result1.0 result1.1
func.func @main(%a: tensor<${M}x2x${N}xindex>) -> (tensor<${N}x${M}x2xindex>, tensor<2x${M}xi1>) {
  %e = tensor.empty() : tensor<${N}x${M}x2xindex>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<${M}x2x${N}xindex>) outs(%e : tensor<${N}x${M}x2xindex>) {
  ^bb0(%x: index, %y: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %c = arith.constant 100 : index
    %s = arith.muli %i, %c : index
    %t = arith.addi %s, %j : index
    %u = arith.muli %t, %c : index
    %v = arith.addi %u, %k : index
    %w = arith.addi %v, %x : index
    linalg.yield %w : index
  } -> tensor<${N}x${M}x2xindex>
  %f = tensor.empty() : tensor<2x${M}xi1>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%f : tensor<2x${M}xi1>) {
  ^bb0(%y: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi ugt, %j, %i : index
    linalg.yield %c : i1
  } -> tensor<2x${M}xi1>
  return %0, %1 : tensor<${N}x${M}x2xindex>, tensor<2x${M}xi1>
}

//! case generic-shifted M>=3 N
//! moves arg0*2
//! still arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M-2}x${N}xf32> {
  %e = tensor.empty() : tensor<${M-2}x${N}xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + 2, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%e : tensor<${M-2}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32):
    %w = arith.addf %x, %x : f32
    linalg.yield %w : f32
  } -> tensor<${M-2}x${N}xf32>
  return %0 : tensor<${M-2}x${N}xf32>
}

//! case generic-constant-row M>=2 N
//! moves arg0*2
//! still arg0.1 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${N}x3xf32>) -> tensor<${N}x3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (1, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%b : tensor<${N}x3xf32>) {
  ^bb0(%x: f32, %y: f32):
    %w = arith.addf %x, %y : f32
    linalg.yield %w : f32
  } -> tensor<${N}x3xf32>
  return %0 : tensor<${N}x3xf32>
}

//! case generic-strided M>=1 N
//! moves arg0*2
//! still arg0.1 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M*3+1}x${N}xi16>, %o: tensor<${N}x${M}xi16>) -> tensor<${N}x${M}xi16> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i * 3 + 1, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<${M*3+1}x${N}xi16>) outs(%o : tensor<${N}x${M}xi16>) {
  ^bb0(%x: i16, %y: i16):
    %w = arith.muli %x, %y : i16
    linalg.yield %w : i16
  } -> tensor<${N}x${M}xi16>
  return %0 : tensor<${N}x${M}xi16>
}

//! case elementwise-op M N
//! moves 0
//! still arg0.0 arg1.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
func.func @main(%a: tensor<${N}xf32>, %b: tensor<${N}x${M}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<sub> indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>]
      ins(%a, %b : tensor<${N}xf32>, tensor<${N}x${M}xf32>) outs(%c : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case casts M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! alike
//! for OP A B
//! row arith.sitofp | i64 | f16
//! row arith.sitofp | i1 | f32
//! row arith.uitofp | i16 | bf16
//! row arith.fptosi | f16 | i8
//! row arith.fptosi | bf16 | i16
//! row arith.extf | bf16 | f64
//! row arith.extf | f16 | f64
//! row arith.truncf | f64 | bf16
//! row arith.truncf | f32 | f16
//! row arith.extui | i8 | i16
//! row arith.extsi | i16 | i64
//! row arith.trunci | i16 | i8
//! row arith.trunci | i64 | i1
//! row arith.bitcast | i64 | f64
//! row arith.bitcast | bf16 | i16
//! row arith.index_cast | i1 | index
//! row arith.index_cast | index | i8
func.func @main(%a: tensor<${M}x${N}x${A}>) -> tensor<${M}x${N}x${B}> {
  %0 = ${OP} %a : tensor<${M}x${N}x${A}> to tensor<${M}x${N}x${B}>
  return %0 : tensor<${M}x${N}x${B}>
}

//! case select-types M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
//! alike
//! for T
//! row complex<f32>
//! row i1
//! row i16
//! row index
//! row bf16
func.func @main(%p: tensor<${M}x${N}xi1>, %a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = arith.select %p, %a, %b : tensor<${M}x${N}xi1>, tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case maths M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! tolerance 1e-2
//! alike
//! for OP T
//! row math.sin | f16
//! row math.log | bf16
//! row math.rsqrt | f16
//! row math.erf | bf16
//! row math.floor | f16
//! row math.round | bf16
//! row math.cos | f64
//! row math.exp2 | f64
//! row math.atan | f64
//! row math.log1p | f64
//! row math.cbrt | f64
//! row math.sinh | f16
//! row math.trunc | f64
//! row math.roundeven | f16
//! row math.expm1 | bf16
//! row math.log2 | f64
//! row math.tan | f64
//! row math.acosh | f64
//! values 0 unit
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = ${OP} %a fastmath<nnan> : tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case binary-more M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
//! alike
//! for OP T VALUES
//! row arith.maximumf | bf16 | special
//! row arith.minnumf | f64 | special
//! row arith.remf | f16 | positive
//! row arith.divf | bf16 | positive
//! row arith.divsi | i8 | positive
//! row arith.divsi | i64 | positive
//! row arith.remsi | i16 | positive
//! row arith.shrsi | i8 | positive
//! row arith.shli | i64 | positive
//! row arith.minui | i16 | small
//! row arith.maxsi | i1 | small
//! row arith.ori | i1 | small
//! row arith.subi | index | small
//! row arith.muli | index | small
//! row arith.ceildivsi | i16 | positive
//! row arith.floordivsi | i64 | positive
//! row math.atan2 | f64 | small
//! row math.powf | bf16 | positive
//! row math.copysign | f16 | small
//! values 0 ${VALUES}
//! values 1 ${VALUES}
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = ${OP} %a, %b : tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case scalars-computed M N
//! moves arg0+arg0
//! still arg1.0 arg1.1 result0.0 result0.1
// Numbers beside tensors, from tensors, back into tensors.
func.func @main(%s: tensor<f32>, %a: tensor<${M}x${N}xf32>, %x: f32, %n: index) -> (tensor<${M}x${N}xf32>, f32) {
  %v = tensor.extract %s[] : tensor<f32>
  %w = arith.mulf %v, %x : f32
  %i = arith.index_cast %n : index to i32
  %j = arith.sitofp %i : i32 to f32
  %y = arith.addf %w, %j : f32
  %t = tensor.splat %y : tensor<${M}x${N}xf32>
  %0 = arith.subf %a, %t : tensor<${M}x${N}xf32>
  return %0, %y : tensor<${M}x${N}xf32>, f32
}

//! case dense-constants M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 arg1.2 result0.0 result0.1 result0.2
// Constants of many values beside what is sharded.
//! for T VALUES OP
//! row f64 | [[1.0, 2.0, -3.0], [0.5, 8.0, 9.0]] | arith.mulf
//! row i8 | [[1, -2, 3], [127, -128, 0]] | arith.xori
//! row complex<f32> | [[(1.0,2.0), (0.0,1.0), (3.0,-1.0)], [(2.0,2.0), (4.0,0.0), (1.0,1.0)]] | complex.mul
func.func @main(%a: tensor<2x3x${T}>, %b: tensor<${M}x2x3x${T}>) -> tensor<${M}x2x3x${T}> {
  %c = arith.constant dense<${VALUES}> : tensor<2x3x${T}>
  %e = tensor.empty() : tensor<${M}x2x3x${T}>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%b, %c, %a : tensor<${M}x2x3x${T}>, tensor<2x3x${T}>, tensor<2x3x${T}>) outs(%e : tensor<${M}x2x3x${T}>) {
  ^bb0(%x: ${T}, %y: ${T}, %w: ${T}, %o: ${T}):
    %s = ${OP} %x, %y : ${T}
    %t = ${OP} %s, %w : ${T}
    linalg.yield %t : ${T}
  } -> tensor<${M}x2x3x${T}>
  return %0 : tensor<${M}x2x3x${T}>
}

//! case unused-and-returned M N
//! moves arg0+arg0+arg0+arg0
//! still arg0.0 arg0.1 arg1.0 arg2.0 arg2.1 result0.0 result0.1 result1.0 result1.1 result2.0 result2.1
//! undivided arg1.0 arg2.0 arg2.1
// One argument twice among results, one not at all.
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}xf32>, %c: tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) {
  %0 = arith.negf %a : tensor<${M}x${N}xf32>
  return %a, %a, %0 : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>
}

//! case rank-six M N
//! moves arg0+arg1
//! still arg0.0 arg0.2 arg0.3 arg0.5 arg1.1 arg1.2 result0.0 result0.1 result0.2 result0.3 result0.4
func.func @main(%a: tensor<${M}x1x2x${N}x1x2xf32>, %b: tensor<1x2x2x1x1x1xf32>) -> tensor<2x${M}x2x2x${N}xf32> {
  %e = tensor.empty() : tensor<2x${M}x2x2x${N}xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k, l, m) -> (i, 0, k, m, 0, l)>, affine_map<(i, j, k, l, m) -> (0, j, k, 0, 0, 0)>, affine_map<(i, j, k, l, m) -> (j, i, k, l, m)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<${M}x1x2x${N}x1x2xf32>, tensor<1x2x2x1x1x1xf32>) outs(%e : tensor<2x${M}x2x2x${N}xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<2x${M}x2x2x${N}xf32>
  return %0 : tensor<2x${M}x2x2x${N}xf32>
}
