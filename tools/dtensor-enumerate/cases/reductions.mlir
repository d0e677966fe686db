// Reductions of every combiner, seeded with 5 or with their identity.

//! case reduce M N
//! by arg0.1 all_reduce reduce_scatter
//! by result0.0 all_reduce reduce_scatter
//! by result1.0 all_reduce reduce_scatter
//! alike
//! moves result0+result1+result2*2
//! values 0 ${VALUES}
//! for OP T INIT VALUES
//! row arith.addf | f32 | 0.0 | small
//! row arith.addf | f64 | 5.0 | small
//! row arith.addf | f16 | 5.0 | small
//! row arith.addf | bf16 | -0.0 | small
//! row arith.mulf | f32 | 5.0 | powers
//! row arith.mulf | bf16 | 1.0 | powers
//! row arith.maximumf | f32 | -5.0 | special
//! row arith.minimumf | f32 | 5.0 | special
//! row arith.maxnumf | f32 | -5.0 | special
//! row arith.minnumf | f16 | 5.0 | special
//! row arith.maximumf | f32 | 0xFF800000 | small
//! row arith.addi | i32 | 5 | small
//! row arith.addi | i8 | 5 | small
//! row arith.addi | i64 | 0 | small
//! row arith.muli | i32 | 5 | powers
//! row arith.muli | i16 | 1 | powers
//! row arith.maxsi | i32 | -5 | small
//! row arith.minsi | i64 | 5 | small
//! row arith.maxui | i32 | 5 | small
//! row arith.minui | i8 | 5 | small
//! row arith.andi | i32 | 5 | small
//! row arith.ori | i32 | 5 | small
//! row arith.xori | i32 | 5 | small
//! row arith.andi | i1 | -1 | small
//! row arith.ori | i1 | 0 | small
//! row arith.xori | i1 | -1 | small
func.func @main(%a: tensor<${M}x${N}x${T}>) -> (tensor<${M}x${T}>, tensor<${N}x${T}>, tensor<${T}>) {
  %init = arith.constant ${INIT} : ${T}
  %e0 = tensor.empty() : tensor<${M}x${T}>
  %i0 = linalg.fill ins(%init : ${T}) outs(%e0 : tensor<${M}x${T}>) -> tensor<${M}x${T}>
  %0 = linalg.reduce { ${OP} } ins(%a : tensor<${M}x${N}x${T}>) outs(%i0 : tensor<${M}x${T}>) dimensions = [1]
  %e1 = tensor.empty() : tensor<${N}x${T}>
  %i1 = linalg.fill ins(%init : ${T}) outs(%e1 : tensor<${N}x${T}>) -> tensor<${N}x${T}>
  %1 = linalg.reduce { ${OP} } ins(%a : tensor<${M}x${N}x${T}>) outs(%i1 : tensor<${N}x${T}>) dimensions = [0]
  %e2 = tensor.empty() : tensor<${T}>
  %i2 = linalg.fill ins(%init : ${T}) outs(%e2 : tensor<${T}>) -> tensor<${T}>
  %2 = linalg.reduce { ${OP} } ins(%a : tensor<${M}x${N}x${T}>) outs(%i2 : tensor<${T}>) dimensions = [0, 1]
  return %0, %1, %2 : tensor<${M}x${T}>, tensor<${N}x${T}>, tensor<${T}>
}

//! case reduce-into M N
//! by arg0.0 all_reduce reduce_scatter
//! alike
//! moves result0*2
//! still arg0.1 arg1.0 result0.0
//! for OP T
//! row arith.addf | f32
//! row arith.addi | i32
//! row arith.maxsi | i32
//! row arith.xori | i8
//! row arith.minimumf | f64
func.func @main(%a: tensor<${M}x${N}x${T}>, %init: tensor<${N}x${T}>) -> tensor<${N}x${T}> {
  %0 = linalg.reduce { ${OP} } ins(%a : tensor<${M}x${N}x${T}>) outs(%init : tensor<${N}x${T}>) dimensions = [0]
  return %0 : tensor<${N}x${T}>
}

//! case reduce-subf M N
//! moves arg0
//! still arg0.0 arg1.0 result0.0
//! gathers the reduced axis stays whole, and the other may have too few positions
// Associative in no order: the reduced axis stays whole.
func.func @main(%a: tensor<${M}x${N}xf32>, %init: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%init : tensor<${M}xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %r = arith.subf %x, %acc : f32
    linalg.yield %r : f32
  } -> tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case reduce-minus M N
//! moves result0*2+arg0
//! still arg0.0 arg1.0 result0.0
//! gathers the order of the body matters
// Subtracts each: a sum of negated elements.
func.func @main(%a: tensor<${M}x${N}xf32>, %init: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%init : tensor<${M}xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %r = arith.subf %acc, %x : f32
    linalg.yield %r : f32
  } -> tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case argmax M N
//! moves result0+result1*8
//! still arg0.0 result0.0 result1.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> (tensor<${M}xf32>, tensor<${M}xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %e0 = tensor.empty() : tensor<${M}xf32>
  %i0 = linalg.fill ins(%low : f32) outs(%e0 : tensor<${M}xf32>) -> tensor<${M}xf32>
  %e1 = tensor.empty() : tensor<${M}xi64>
  %i1 = linalg.fill ins(%zero : i64) outs(%e1 : tensor<${M}xi64>) -> tensor<${M}xi64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%i0, %i1 : tensor<${M}xf32>, tensor<${M}xi64>) {
  ^bb0(%x: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %more = arith.cmpf ogt, %x, %best : f32
    %v = arith.select %more, %x, %best : f32
    %w = arith.select %more, %k, %at : i64
    linalg.yield %v, %w : f32, i64
  } -> (tensor<${M}xf32>, tensor<${M}xi64>)
  return %0#0, %0#1 : tensor<${M}xf32>, tensor<${M}xi64>
}

//! case sum-and-max M N
//! moves result0+result1*8
//! still arg0.0 arg1.0 arg2.0 result0.0 result1.0
//! gathers two combiners in one body
func.func @main(%a: tensor<${M}x${N}xi32>, %s: tensor<${M}xi32>, %m: tensor<${M}xi32>) -> (tensor<${M}xi32>, tensor<${M}xi32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}xi32>) outs(%s, %m : tensor<${M}xi32>, tensor<${M}xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %p = arith.addi %x, %y : i32
    %q = arith.maxsi %x, %z : i32
    linalg.yield %p, %q : i32, i32
  } -> (tensor<${M}xi32>, tensor<${M}xi32>)
  return %0#0, %0#1 : tensor<${M}xi32>, tensor<${M}xi32>
}

//! case sum-of-squares M N
//! moves result0*2
//! by arg0.0 all_reduce reduce_scatter
//! by arg0.1 all_reduce reduce_scatter
//! summed arg0.0 arg0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%s : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %x : f32
    %q = arith.addf %y, %p : f32
    linalg.yield %q : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

//! case count M N
//! moves result0*2
//! still arg0.1 arg1.0 result0.0
//! by arg0.0 all_reduce reduce_scatter
//! summed arg0.0
func.func @main(%a: tensor<${M}x${N}xi32>, %s: tensor<${N}xi32>) -> tensor<${N}xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}xi32>) outs(%s : tensor<${N}xi32>) {
  ^bb0(%x: i32, %y: i32):
    %zero = arith.constant 0 : i32
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i32
    %is = arith.cmpi sgt, %x, %zero : i32
    %p = arith.select %is, %k, %zero : i32
    %q = arith.addi %y, %p : i32
    linalg.yield %q : i32
  } -> tensor<${N}xi32>
  return %0 : tensor<${N}xi32>
}

//! case softmax M N K
//! moves M*K*16
//! still arg0.0 arg0.2 result0.0 result0.2
//! tolerance 1e-5
func.func @main(%a: tensor<${M}x${N}x${K}xf32>) -> tensor<${M}x${N}x${K}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}x${K}xf32>
  %0 = linalg.softmax dimension(1) ins(%a : tensor<${M}x${N}x${K}xf32>) outs(%e : tensor<${M}x${N}x${K}xf32>) -> tensor<${M}x${N}x${K}xf32>
  return %0 : tensor<${M}x${N}x${K}xf32>
}

//! case mean-and-center M N
//! moves M*16
//! still arg0.0 result0.0
//! tolerance 1e-5
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<${M}xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<${M}xf32>) -> tensor<${M}xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<${M}x${N}xf32>) outs(%i0 : tensor<${M}xf32>) dimensions = [1]
  %n = arith.constant dense<0.125> : tensor<${M}xf32>
  %1 = arith.mulf %0, %n : tensor<${M}xf32>
  %e1 = tensor.empty() : tensor<${M}x${N}xf32>
  %2 = linalg.broadcast ins(%1 : tensor<${M}xf32>) outs(%e1 : tensor<${M}x${N}xf32>) dimensions = [1]
  %3 = arith.subf %a, %2 : tensor<${M}x${N}xf32>
  return %3 : tensor<${M}x${N}xf32>
}

//! case reduce-to-wider M N
//! alike
//! moves result0*2
//! still arg0.1 arg1.0 result0.0
//! for F T CAST ADD
//! row f16 | f32 | arith.extf | arith.addf
//! row bf16 | f32 | arith.extf | arith.addf
//! row i8 | i32 | arith.extsi | arith.addi
//! row i1 | i64 | arith.extui | arith.addi
func.func @main(%a: tensor<${M}x${N}x${F}>, %init: tensor<${N}x${T}>) -> tensor<${N}x${T}> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}x${F}>) outs(%init : tensor<${N}x${T}>) {
  ^bb0(%x: ${F}, %acc: ${T}):
    %w = ${CAST} %x : ${F} to ${T}
    %r = ${ADD} %acc, %w : ${T}
    linalg.yield %r : ${T}
  } -> tensor<${N}x${T}>
  return %0 : tensor<${N}x${T}>
}

//! case reduce-last M N
//! moves arg0
//! still arg0.0 arg1.0 result0.0
//! gathers the order of the body matters
// The last element stays: no combiner is known.
func.func @main(%a: tensor<${M}x${N}xf32>, %init: tensor<${M}xf32>) -> tensor<${M}xf32> {
  %0 = linalg.reduce ins(%a : tensor<${M}x${N}xf32>) outs(%init : tensor<${M}xf32>) dimensions = [1]
    (%x: f32, %acc: f32) {
      linalg.yield %x : f32
    }
  return %0 : tensor<${M}xf32>
}

//! case reduce-larger-magnitude M N
//! moves arg0
//! still arg0.1 arg1.0 result0.0
//! gathers the body is no known combiner
// Associative and commutative, of no named combiner.
func.func @main(%a: tensor<${M}x${N}xi32>, %init: tensor<${N}xi32>) -> tensor<${N}xi32> {
  %0 = linalg.reduce ins(%a : tensor<${M}x${N}xi32>) outs(%init : tensor<${N}xi32>) dimensions = [0]
    (%x: i32, %acc: i32) {
      %m = math.absi %x : i32
      %n = math.absi %acc : i32
      %more = arith.cmpi sgt, %m, %n : i32
      %same = arith.cmpi eq, %m, %n : i32
      %larger = arith.maxsi %x, %acc : i32
      %r = arith.select %more, %x, %acc : i32
      %s = arith.select %same, %larger, %r : i32
      linalg.yield %s : i32
    }
  return %0 : tensor<${N}xi32>
}

//! case argmin-argmax M N
//! moves result0+result1*8
//! still arg0.1 result0.0 result1.0
// Variadic reduction: minima and maxima with their places, ties to the lowest.
func.func @main(%a: tensor<${M}x${N}xi32>) -> (tensor<${N}xi32>, tensor<${N}xi32>) {
  %high = arith.constant 1000 : i32
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<${N}xi32>
  %i0 = linalg.fill ins(%high : i32) outs(%e : tensor<${N}xi32>) -> tensor<${N}xi32>
  %i1 = linalg.fill ins(%zero : i32) outs(%e : tensor<${N}xi32>) -> tensor<${N}xi32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}xi32>) outs(%i0, %i1 : tensor<${N}xi32>, tensor<${N}xi32>) {
  ^bb0(%x: i32, %best: i32, %at: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %less = arith.cmpi slt, %x, %best : i32
    %v = arith.select %less, %x, %best : i32
    %w = arith.select %less, %k, %at : i32
    linalg.yield %v, %w : i32, i32
  } -> (tensor<${N}xi32>, tensor<${N}xi32>)
  return %0#0, %0#1 : tensor<${N}xi32>, tensor<${N}xi32>
}

//! case variadic-reduce M N
//! moves result0+result1*2
//! still arg0.0 arg1.0 arg2.0 arg3.0 result0.0 result1.0
// Two operands, each with its own accumulator.
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>, %i: tensor<${M}xf32>, %j: tensor<${M}xf32>) -> (tensor<${M}xf32>, tensor<${M}xf32>) {
  %0:2 = linalg.reduce ins(%a, %b : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) outs(%i, %j : tensor<${M}xf32>, tensor<${M}xf32>) dimensions = [1]
    (%x: f32, %y: f32, %s: f32, %t: f32) {
      %p = arith.addf %x, %s : f32
      %q = arith.addf %y, %t : f32
      linalg.yield %p, %q : f32, f32
    }
  return %0#0, %0#1 : tensor<${M}xf32>, tensor<${M}xf32>
}

//! case reduce-of-fewer M N K
//! moves result0*2
//! still arg0.1 arg1.0 result0.0
//! by arg0.0 all_reduce reduce_scatter
//! by arg0.2 all_reduce reduce_scatter
//! summed arg0.0 arg0.2
// The sum of products of a row with a column that the init lacks.
func.func @main(%a: tensor<${M}x${N}x${K}xf32>, %init: tensor<${N}xf32>) -> tensor<${N}xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<${M}x${N}x${K}xf32>) outs(%init : tensor<${N}xf32>) dimensions = [0, 2]
  return %0 : tensor<${N}xf32>
}

//! case norm M N
//! moves result0*2
//! still arg0.0 result0.0
//! by arg0.1 all_reduce reduce_scatter
//! undivided arg0.1
// The root of a sum that is partial: the sum first.
//! tolerance 1e-5
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M}xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<${M}xf32>) -> tensor<${M}xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%f : tensor<${M}xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %q = arith.mulf %x, %x : f32
    %r = arith.addf %acc, %q : f32
    linalg.yield %r : f32
  } -> tensor<${M}xf32>
  %1 = math.sqrt %0 : tensor<${M}xf32>
  return %1 : tensor<${M}xf32>
}

//! case logsumexp M N>=1
//! moves result0*4
//! still arg0.0 result0.0
//! tolerance 1e-5
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}xf32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M}xf32>
  %i = linalg.fill ins(%low : f32) outs(%e : tensor<${M}xf32>) -> tensor<${M}xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<${M}xf32>) -> tensor<${M}xf32>
  %m = linalg.reduce { arith.maximumf } ins(%a : tensor<${M}x${N}xf32>) outs(%i : tensor<${M}xf32>) dimensions = [1]
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %m : tensor<${M}x${N}xf32>, tensor<${M}xf32>) outs(%f : tensor<${M}xf32>) {
  ^bb0(%x: f32, %top: f32, %acc: f32):
    %d = arith.subf %x, %top : f32
    %p = math.exp %d : f32
    %r = arith.addf %acc, %p : f32
    linalg.yield %r : f32
  } -> tensor<${M}xf32>
  %l = math.log %s : tensor<${M}xf32>
  %0 = arith.addf %l, %m : tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case reduce-middle-into M N K
//! moves result0*2
//! still arg0.0 arg0.2 arg1.0 arg1.1 result0.0 result0.1
//! summed arg0.1
func.func @main(%a: tensor<${M}x${N}x${K}xf32>, %init: tensor<${M}x${K}xf32>) -> tensor<${M}x${K}xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<${M}x${N}x${K}xf32>) outs(%init : tensor<${M}x${K}xf32>) dimensions = [1]
  return %0 : tensor<${M}x${K}xf32>
}
