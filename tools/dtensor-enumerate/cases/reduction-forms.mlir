// Reductions of any axes, in all types, of several results.

//! case reduce-axes M N K
//! moves result0*2
//! still result0.0 result0.1
//! by arg0.0 all_reduce reduce_scatter
//! by arg0.2 all_reduce reduce_scatter
//! for DIMS R T OP Z VALUES
//! row [0, 2] | ${N} | f64 | arith.addf | 2.0 | small
//! still arg0.1
//! row [1] | ${M}x${K} | i16 | arith.addi | 2 | small
//! still arg0.0 arg0.2
//! row [0, 1] | ${K} | i1 | arith.ori | 0 | small
//! still arg0.2
//! row [1, 2] | ${M} | f16 | arith.maximumf | -9.0 | special
//! still arg0.0
//! row [0] | ${N}x${K} | i8 | arith.minui | 9 | small
//! still arg0.1 arg0.2
//! row [2] | ${M}x${N} | bf16 | arith.minnumf | 9.0 | special
//! still arg0.0 arg0.1
//! row [0, 2] | ${N} | i64 | arith.andi | -1 | small
//! still arg0.1
//! row [1, 2] | ${M} | index | arith.addi | 1 | small
//! still arg0.0
//! row [0, 1] | ${K} | i32 | arith.maxui | 0 | small
//! still arg0.2
//! values 0 ${VALUES}
func.func @main(%a: tensor<${M}x${N}x${K}x${T}>) -> tensor<${R}x${T}> {
  %z = arith.constant ${Z} : ${T}
  %e = tensor.empty() : tensor<${R}x${T}>
  %f = linalg.fill ins(%z : ${T}) outs(%e : tensor<${R}x${T}>) -> tensor<${R}x${T}>
  %0 = linalg.reduce { ${OP} } ins(%a : tensor<${M}x${N}x${K}x${T}>) outs(%f : tensor<${R}x${T}>) dimensions = ${DIMS}
  return %0 : tensor<${R}x${T}>
}

//! case reduce-to-scalar M N
//! moves result0*2
//! still arg1.0
//! by arg0.0 all_reduce reduce_scatter
//! by arg0.1 all_reduce reduce_scatter
//! for OP T VALUES
//! row arith.addf | f32 | small
//! row arith.mulf | f64 | powers
//! row arith.andi | i1 | small
//! row arith.maxsi | i8 | small
//! row arith.xori | i64 | small
//! values 0 ${VALUES}
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${T}>) -> tensor<${T}> {
  %0 = linalg.reduce { ${OP} } ins(%a : tensor<${M}x${N}x${T}>) outs(%b : tensor<${T}>) dimensions = [0, 1]
  return %0 : tensor<${T}>
}

//! case reduce-three-results M N
//! moves result0*2+result1+result1+result2+result2
//! still arg0.1 arg1.1 arg2.1 result0.0 result1.0 result2.0
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xi32>, %c: tensor<${M}x${N}xi8>) -> (tensor<${N}xf32>, tensor<${N}xi32>, tensor<${N}xi8>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${N}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<${N}xf32>) -> tensor<${N}xf32>
  %zi = arith.constant 1 : i32
  %g = tensor.empty() : tensor<${N}xi32>
  %h = linalg.fill ins(%zi : i32) outs(%g : tensor<${N}xi32>) -> tensor<${N}xi32>
  %zb = arith.constant -100 : i8
  %k = tensor.empty() : tensor<${N}xi8>
  %l = linalg.fill ins(%zb : i8) outs(%k : tensor<${N}xi8>) -> tensor<${N}xi8>
  %0:3 = linalg.reduce ins(%a, %b, %c : tensor<${M}x${N}xf32>, tensor<${M}x${N}xi32>, tensor<${M}x${N}xi8>) outs(%f, %h, %l : tensor<${N}xf32>, tensor<${N}xi32>, tensor<${N}xi8>) dimensions = [0]
    (%x: f32, %y: i32, %w: i8, %p: f32, %q: i32, %r: i8) {
      %s = arith.addf %x, %p : f32
      %t = arith.addi %y, %q : i32
      %u = arith.addi %w, %r : i8
      linalg.yield %s, %t, %u : f32, i32, i8
    }
  return %0#0, %0#1, %0#2 : tensor<${N}xf32>, tensor<${N}xi32>, tensor<${N}xi8>
}

//! case reduce-unlike-results M N
//! still arg0.1 arg1.1 arg2.0 arg3.0 result0.0 result1.0
//! gathers the combiners of one body are several
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xi32>, %f: tensor<${N}xf32>, %h: tensor<${N}xi32>) -> (tensor<${N}xf32>, tensor<${N}xi32>) {
  %0:2 = linalg.reduce ins(%a, %b : tensor<${M}x${N}xf32>, tensor<${M}x${N}xi32>) outs(%f, %h : tensor<${N}xf32>, tensor<${N}xi32>) dimensions = [0]
    (%x: f32, %y: i32, %p: f32, %q: i32) {
      %s = arith.minimumf %x, %p : f32
      %t = arith.muli %y, %q : i32
      linalg.yield %s, %t : f32, i32
    }
  return %0#0, %0#1 : tensor<${N}xf32>, tensor<${N}xi32>
}

//! case reduce-custom M N
//! moves result0*2
//! still arg0.0 arg1.0 result0.0
// What is added is computed within.
//! for T BODY
//! row f64 | %s = arith.mulf %x, %x : f64 %t = arith.addf %s, %o : f64
//! row i32 | %s = arith.muli %x, %x : i32 %t = arith.xori %o, %s : i32
//! row f32 | %s = math.absf %x : f32 %t = arith.maximumf %o, %s : f32
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${T}>) -> tensor<${M}x${T}> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}x${T}>) outs(%b : tensor<${M}x${T}>) {
  ^bb0(%x: ${T}, %o: ${T}):
    ${BODY}
    linalg.yield %t : ${T}
  } -> tensor<${M}x${T}>
  return %0 : tensor<${M}x${T}>
}

//! case softmax-any M N K
//! moves result0*2
//! tolerance 1e-4
//! by arg0.3 all_reduce reduce_scatter
//! by result0.3 all_reduce reduce_scatter
//! for T DIM
//! row f32 | 0
//! still arg0.1 arg0.2 arg0.3 result0.1 result0.2 result0.3
//! row f32 | 1
//! still arg0.0 arg0.2 arg0.3 result0.0 result0.2 result0.3
//! row f64 | 2
//! still arg0.0 arg0.1 arg0.3 result0.0 result0.1 result0.3
//! row f32 | 3
//! still arg0.0 arg0.1 arg0.2 result0.0 result0.1 result0.2
func.func @main(%a: tensor<${M}x${N}x2x${K}x${T}>) -> tensor<${M}x${N}x2x${K}x${T}> {
  %e = tensor.empty() : tensor<${M}x${N}x2x${K}x${T}>
  %0 = linalg.softmax dimension(${DIM}) ins(%a : tensor<${M}x${N}x2x${K}x${T}>) outs(%e : tensor<${M}x${N}x2x${K}x${T}>) -> tensor<${M}x${N}x2x${K}x${T}>
  return %0 : tensor<${M}x${N}x2x${K}x${T}>
}

//! case softmax-1d M
//! moves 64
//! tolerance 1e-2
//! by arg0.0 all_reduce reduce_scatter
//! by result0.0 all_reduce reduce_scatter
//! for T
//! row f16
//! row bf16
//! row f64
func.func @main(%a: tensor<${M}x${T}>) -> tensor<${M}x${T}> {
  %e = tensor.empty() : tensor<${M}x${T}>
  %0 = linalg.softmax dimension(0) ins(%a : tensor<${M}x${T}>) outs(%e : tensor<${M}x${T}>) -> tensor<${M}x${T}>
  return %0 : tensor<${M}x${T}>
}

//! case reduce-weighted-by-index M N
//! moves result0*2
//! still arg0.1 arg1.0 result0.0
//! by arg0.0 all_reduce reduce_scatter
//! summed arg0.0
func.func @main(%a: tensor<${M}x${N}xi64>, %b: tensor<${N}xi64>) -> tensor<${N}xi64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}xi64>) outs(%b : tensor<${N}xi64>) {
  ^bb0(%x: i64, %o: i64):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i64
    %s = arith.muli %x, %k : i64
    %t = arith.addi %s, %o : i64
    linalg.yield %t : i64
  } -> tensor<${N}xi64>
  return %0 : tensor<${N}xi64>
}

//! case argmax-types M N
//! moves result0*2+result1+result1
//! still arg0.0 result0.0 result1.0
//! for T P I Z VALUES
//! row f64 | arith.cmpf ogt | i32 | 0xFFF0000000000000 | special
//! row i32 | arith.cmpi sgt | i64 | -2147483648 | small
//! row i8 | arith.cmpi slt | i32 | 127 | small
//! row i16 | arith.cmpi ugt | i32 | 0 | small
//! row bf16 | arith.cmpf olt | i32 | 0x7F80 | small
//! values 0 ${VALUES}
func.func @main(%a: tensor<${M}x${N}x${T}>) -> (tensor<${M}x${T}>, tensor<${M}x${I}>) {
  %z = arith.constant ${Z} : ${T}
  %zi = arith.constant 0 : ${I}
  %e = tensor.empty() : tensor<${M}x${T}>
  %f = linalg.fill ins(%z : ${T}) outs(%e : tensor<${M}x${T}>) -> tensor<${M}x${T}>
  %g = tensor.empty() : tensor<${M}x${I}>
  %h = linalg.fill ins(%zi : ${I}) outs(%g : tensor<${M}x${I}>) -> tensor<${M}x${I}>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}x${T}>) outs(%f, %h : tensor<${M}x${T}>, tensor<${M}x${I}>) {
  ^bb0(%x: ${T}, %m: ${T}, %at: ${I}):
    %i = linalg.index 1 : index
    %p = arith.index_cast %i : index to ${I}
    %c = ${P}, %x, %m : ${T}
    %s = arith.select %c, %x, %m : ${T}
    %t = arith.select %c, %p, %at : ${I}
    linalg.yield %s, %t : ${T}, ${I}
  } -> (tensor<${M}x${T}>, tensor<${M}x${I}>)
  return %0#0, %0#1 : tensor<${M}x${T}>, tensor<${M}x${I}>
}

//! case partial-chain M N K
//! moves result0*2+result1
//! by arg0.2 all_reduce reduce_scatter
//! by arg1.2 all_reduce reduce_scatter
//! undivided arg0.2 arg1.2
// Sums that are put off, added, negated, reshaped, and then needed.
func.func @main(%a: tensor<${M}x${N}x${K}xf32>, %b: tensor<${M}x${N}x${K}xf32>) -> (tensor<${N*M}xf32>, tensor<${M}x${N}xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<${M}x${N}x${K}xf32>) outs(%f : tensor<${M}x${N}xf32>) dimensions = [2]
  %1 = linalg.reduce { arith.addf } ins(%b : tensor<${M}x${N}x${K}xf32>) outs(%f : tensor<${M}x${N}xf32>) dimensions = [2]
  %2 = arith.negf %0 : tensor<${M}x${N}xf32>
  %3 = arith.subf %2, %1 : tensor<${M}x${N}xf32>
  %g = tensor.empty() : tensor<${N}x${M}xf32>
  %t = linalg.transpose ins(%3 : tensor<${M}x${N}xf32>) outs(%g : tensor<${N}x${M}xf32>) permutation = [1, 0]
  %4 = tensor.collapse_shape %t [[0, 1]] : tensor<${N}x${M}xf32> into tensor<${N*M}xf32>
  return %4, %3 : tensor<${N*M}xf32>, tensor<${M}x${N}xf32>
}
