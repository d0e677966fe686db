// Ops of linalg_ext that apply a body along an axis.

//! case sort M N
//! moves arg0+arg1*2
//! still result0.0 result0.1 result1.0 result1.1
// Many equal values: what is beside them must keep its order.
//! for AXIS T CMP
//! row 0 | f32 | arith.cmpf olt
//! undivided result0.0 result1.0
//! still arg0.1 arg1.1
//! row 1 | i32 | arith.cmpi sgt
//! undivided result0.1 result1.1
//! still arg0.0 arg1.0
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}xi64>) -> (tensor<${M}x${N}x${T}>, tensor<${M}x${N}xi64>) {
  %e = tensor.empty() : tensor<${M}x${N}x${T}>
  %f = tensor.empty() : tensor<${M}x${N}xi64>
  %0:2 = linalg_ext.sort ins(%a, %b : tensor<${M}x${N}x${T}>, tensor<${M}x${N}xi64>) outs(%e, %f : tensor<${M}x${N}x${T}>, tensor<${M}x${N}xi64>) axis = ${AXIS} {
  ^bb0(%x: ${T}, %y: ${T}, %i: i64, %j: i64):
    %p = ${CMP}, %x, %y : ${T}
    linalg_ext.yield %p : i1
  } -> tensor<${M}x${N}x${T}>, tensor<${M}x${N}xi64>
  return %0#0, %0#1 : tensor<${M}x${N}x${T}>, tensor<${M}x${N}xi64>
}

//! case sort-1d M
//! moves result0+result1*2
//! still result0.0 result1.0
//! undivided result0.0 result1.0
func.func @main(%a: tensor<${M}xf64>) -> (tensor<${M}xf64>, tensor<${M}xindex>) {
  %e = tensor.empty() : tensor<${M}xf64>
  %f = tensor.empty() : tensor<${M}xindex>
  %n = linalg_ext.iota axis = 0 outs(%f : tensor<${M}xindex>) -> tensor<${M}xindex>
  %0:2 = linalg_ext.sort ins(%a, %n : tensor<${M}xf64>, tensor<${M}xindex>) outs(%e, %f : tensor<${M}xf64>, tensor<${M}xindex>) axis = 0 {
  ^bb0(%x: f64, %y: f64, %i: index, %j: index):
    %p = arith.cmpf ogt, %x, %y : f64
    linalg_ext.yield %p : i1
  } -> tensor<${M}xf64>, tensor<${M}xindex>
  return %0#0, %0#1 : tensor<${M}xf64>, tensor<${M}xindex>
}

//! case sort-long M
//! moves result0+result1
//! still result0.0 result1.0
//! undivided result0.0 result1.0
//! values 0 small
// So many positions that devices take their parts of each other's. Many equal
// values: what is beside them must keep its order.
func.func @main(%a: tensor<${M*100}xf32>) -> (tensor<${M*100}xf32>, tensor<${M*100}xi32>) {
  %e = tensor.empty() : tensor<${M*100}xf32>
  %f = tensor.empty() : tensor<${M*100}xi32>
  %n = linalg_ext.iota axis = 0 outs(%f : tensor<${M*100}xi32>) -> tensor<${M*100}xi32>
  %0:2 = linalg_ext.sort ins(%a, %n : tensor<${M*100}xf32>, tensor<${M*100}xi32>) outs(%e, %f : tensor<${M*100}xf32>, tensor<${M*100}xi32>) axis = 0 {
  ^bb0(%x: f32, %y: f32, %i: i32, %j: i32):
    %p = arith.cmpf ogt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<${M*100}xf32>, tensor<${M*100}xi32>
  return %0#0, %0#1 : tensor<${M*100}xf32>, tensor<${M*100}xi32>
}

//! case sort-long-rows M N
//! moves result0*2
//! still arg0.2 arg1.2 result0.0 result0.1 result0.2 result1.0 result1.1 result1.2
// Too few rows for all devices; two keys.
//! for AXIS SHAPE
//! row 1 | ${N}x${M*200}x2
//! undivided arg1.1 result0.1 result1.1
//! still arg0.0 arg1.0
//! row 0 | ${M*200}x${N}
//! undivided result0.0 result1.0
//! still arg0.1 arg1.1
func.func @main(%a: tensor<${SHAPE}xi8>, %b: tensor<${SHAPE}xi8>) -> (tensor<${SHAPE}xi8>, tensor<${SHAPE}xi8>) {
  %e = tensor.empty() : tensor<${SHAPE}xi8>
  %0:2 = linalg_ext.sort ins(%a, %b : tensor<${SHAPE}xi8>, tensor<${SHAPE}xi8>) outs(%e, %e : tensor<${SHAPE}xi8>, tensor<${SHAPE}xi8>) axis = ${AXIS} {
  ^bb0(%x: i8, %y: i8, %i: i8, %j: i8):
    %l = arith.cmpi slt, %x, %y : i8
    %s = arith.cmpi eq, %x, %y : i8
    %m = arith.cmpi ult, %i, %j : i8
    %t = arith.andi %s, %m : i1
    %p = arith.ori %l, %t : i1
    linalg_ext.yield %p : i1
  } -> tensor<${SHAPE}xi8>, tensor<${SHAPE}xi8>
  return %0#0, %0#1 : tensor<${SHAPE}xi8>, tensor<${SHAPE}xi8>
}

//! case top-k M N
//! moves result0+result1*8
//! still result0.0 result0.1 result1.0 result1.1
// The first two, ties to the lower position; fewer positions leave the rest.
//! for AXIS SHAPE
//! row 0 | 2x${N}
//! undivided result1.0
//! still arg0.1
//! row 1 | ${M}x2
//! undivided result0.1 result1.1
//! still arg0.0
func.func @main(%a: tensor<${M}x${N}xf32>) -> (tensor<${SHAPE}xf32>, tensor<${SHAPE}xi32>) {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant -1 : i32
  %e = tensor.empty() : tensor<${SHAPE}xf32>
  %d = linalg.fill ins(%c0 : f32) outs(%e : tensor<${SHAPE}xf32>) -> tensor<${SHAPE}xf32>
  %f = tensor.empty() : tensor<${SHAPE}xi32>
  %g = linalg.fill ins(%c1 : i32) outs(%f : tensor<${SHAPE}xi32>) -> tensor<${SHAPE}xi32>
  %h = tensor.empty() : tensor<${M}x${N}xi32>
  %n = linalg_ext.iota axis = ${AXIS} outs(%h : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  %0:2 = linalg_ext.sort ins(%a, %n : tensor<${M}x${N}xf32>, tensor<${M}x${N}xi32>) outs(%d, %g : tensor<${SHAPE}xf32>, tensor<${SHAPE}xi32>) axis = ${AXIS} {
  ^bb0(%x: f32, %y: f32, %i: i32, %j: i32):
    %p = arith.cmpf ogt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<${SHAPE}xf32>, tensor<${SHAPE}xi32>
  return %0#0, %0#1 : tensor<${SHAPE}xf32>, tensor<${SHAPE}xi32>
}

//! case first-extreme M N
//! moves result0+result1*4
// As JAX writes it: two reductions by known combiners, each all-reduced where
// the axis is sharded.
//! for T EXTREME BETTER
//! row f32 | 0xFF800000 | arith.cmpf ogt
//! row f32 | 0x7F800000 | arith.cmpf olt
//! values 0 special
func.func @main(%a: tensor<${M}x${N}x${T}>) -> (tensor<${M}xi32>, tensor<${N}xi32>) {
  %low = arith.constant ${EXTREME} : ${T}
  %none = arith.constant 0 : i32
  %e = tensor.empty() : tensor<${M}x${N}xi32>
  %j = linalg_ext.iota axis = 1 outs(%e : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  %i = linalg_ext.iota axis = 0 outs(%e : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  %e0 = tensor.empty() : tensor<${M}x${T}>
  %d0 = linalg.fill ins(%low : ${T}) outs(%e0 : tensor<${M}x${T}>) -> tensor<${M}x${T}>
  %e1 = tensor.empty() : tensor<${M}xi32>
  %d1 = linalg.fill ins(%none : i32) outs(%e1 : tensor<${M}xi32>) -> tensor<${M}xi32>
  %e2 = tensor.empty() : tensor<${N}x${T}>
  %d2 = linalg.fill ins(%low : ${T}) outs(%e2 : tensor<${N}x${T}>) -> tensor<${N}x${T}>
  %e3 = tensor.empty() : tensor<${N}xi32>
  %d3 = linalg.fill ins(%none : i32) outs(%e3 : tensor<${N}xi32>) -> tensor<${N}xi32>
  %0:2 = linalg_ext.reduce ins(%a, %j : tensor<${M}x${N}x${T}>, tensor<${M}x${N}xi32>) outs(%d0, %d1 : tensor<${M}x${T}>, tensor<${M}xi32>) dimensions = [1] {
  ^bb0(%v: ${T}, %p: i32, %x: ${T}, %q: i32):
    %better = ${BETTER}, %v, %x : ${T}
    %nan = arith.cmpf une, %v, %v : ${T}
    %wins = arith.ori %better, %nan : i1
    %equal = arith.cmpf oeq, %v, %x : ${T}
    %first = arith.cmpi slt, %p, %q : i32
    %tie = arith.andi %equal, %first : i1
    %keeps = arith.ori %wins, %tie : i1
    %r = arith.select %wins, %v, %x : ${T}
    %s = arith.select %keeps, %p, %q : i32
    linalg_ext.yield %r, %s : ${T}, i32
  } -> tensor<${M}x${T}>, tensor<${M}xi32>
  %1:2 = linalg_ext.reduce ins(%a, %i : tensor<${M}x${N}x${T}>, tensor<${M}x${N}xi32>) outs(%d2, %d3 : tensor<${N}x${T}>, tensor<${N}xi32>) dimensions = [0] {
  ^bb0(%v: ${T}, %p: i32, %x: ${T}, %q: i32):
    %better = ${BETTER}, %v, %x : ${T}
    %nan = arith.cmpf une, %v, %v : ${T}
    %wins = arith.ori %better, %nan : i1
    %equal = arith.cmpf oeq, %v, %x : ${T}
    %first = arith.cmpi slt, %p, %q : i32
    %tie = arith.andi %equal, %first : i1
    %keeps = arith.ori %wins, %tie : i1
    %r = arith.select %wins, %v, %x : ${T}
    %s = arith.select %keeps, %p, %q : i32
    linalg_ext.yield %r, %s : ${T}, i32
  } -> tensor<${N}x${T}>, tensor<${N}xi32>
  return %0#1, %1#1 : tensor<${M}xi32>, tensor<${N}xi32>
}

//! case argmax M N
//! moves result0+result1+result2+result3*8
// A value and its position, the first of equal ones; NaN is the greatest.
//! values 0 special
func.func @main(%a: tensor<${M}x${N}xf32>) -> (tensor<${M}xf32>, tensor<${M}xi64>, tensor<${N}xf32>, tensor<${N}xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i64
  %e = tensor.empty() : tensor<${M}x${N}xi64>
  %j = linalg_ext.iota axis = 1 outs(%e : tensor<${M}x${N}xi64>) -> tensor<${M}x${N}xi64>
  %i = linalg_ext.iota axis = 0 outs(%e : tensor<${M}x${N}xi64>) -> tensor<${M}x${N}xi64>
  %e0 = tensor.empty() : tensor<${M}xf32>
  %d0 = linalg.fill ins(%low : f32) outs(%e0 : tensor<${M}xf32>) -> tensor<${M}xf32>
  %e1 = tensor.empty() : tensor<${M}xi64>
  %d1 = linalg.fill ins(%none : i64) outs(%e1 : tensor<${M}xi64>) -> tensor<${M}xi64>
  %e2 = tensor.empty() : tensor<${N}xf32>
  %d2 = linalg.fill ins(%low : f32) outs(%e2 : tensor<${N}xf32>) -> tensor<${N}xf32>
  %e3 = tensor.empty() : tensor<${N}xi64>
  %d3 = linalg.fill ins(%none : i64) outs(%e3 : tensor<${N}xi64>) -> tensor<${N}xi64>
  %0:2 = linalg_ext.reduce ins(%a, %j : tensor<${M}x${N}xf32>, tensor<${M}x${N}xi64>) outs(%d0, %d1 : tensor<${M}xf32>, tensor<${M}xi64>) dimensions = [1] {
  ^bb0(%v: f32, %p: i64, %x: f32, %q: i64):
    %nan = arith.cmpf uno, %v, %v : f32
    %ge = arith.cmpf oge, %v, %x : f32
    %k = arith.ori %nan, %ge : i1
    %r = arith.select %k, %v, %x : f32
    %s = arith.select %k, %p, %q : i64
    linalg_ext.yield %r, %s : f32, i64
  } -> tensor<${M}xf32>, tensor<${M}xi64>
  %1:2 = linalg_ext.reduce ins(%a, %i : tensor<${M}x${N}xf32>, tensor<${M}x${N}xi64>) outs(%d2, %d3 : tensor<${N}xf32>, tensor<${N}xi64>) dimensions = [0] {
  ^bb0(%v: f32, %p: i64, %x: f32, %q: i64):
    %nan = arith.cmpf uno, %v, %v : f32
    %ge = arith.cmpf oge, %v, %x : f32
    %k = arith.ori %nan, %ge : i1
    %r = arith.select %k, %v, %x : f32
    %s = arith.select %k, %p, %q : i64
    linalg_ext.yield %r, %s : f32, i64
  } -> tensor<${N}xf32>, tensor<${N}xi64>
  return %0#0, %0#1, %1#0, %1#1 : tensor<${M}xf32>, tensor<${M}xi64>, tensor<${N}xf32>, tensor<${N}xi64>
}

//! case reduce-all M N
//! moves result0*16
// Modular, of no identity; the initial value counts once.
func.func @main(%a: tensor<${M}x${N}xi32>, %init: tensor<i32>) -> tensor<i32> {
  %0 = linalg_ext.reduce ins(%a : tensor<${M}x${N}xi32>) outs(%init : tensor<i32>) dimensions = [0, 1] {
  ^bb0(%x: i32, %y: i32):
    %c7 = arith.constant 7 : i32
    %s = arith.addi %x, %y : i32
    %r = arith.addi %s, %c7 : i32
    linalg_ext.yield %r : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

//! case reduce-affine M N
//! moves result0+result1*8
//! still arg0.0 arg1.0 arg2.0 arg3.0 result0.0 result1.0
// The composition of x -> p * x + q: associative, not commutative.
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${M}x${N}xi32>, %p: tensor<${M}xi32>, %q: tensor<${M}xi32>) -> (tensor<${M}xi32>, tensor<${M}xi32>) {
  %0:2 = linalg_ext.reduce ins(%a, %b : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) outs(%p, %q : tensor<${M}xi32>, tensor<${M}xi32>) dimensions = [1] {
  ^bb0(%p0: i32, %q0: i32, %p1: i32, %q1: i32):
    %r = arith.muli %p0, %p1 : i32
    %m = arith.muli %q0, %p1 : i32
    %s = arith.addi %m, %q1 : i32
    linalg_ext.yield %r, %s : i32, i32
  } -> tensor<${M}xi32>, tensor<${M}xi32>
  return %0#0, %0#1 : tensor<${M}xi32>, tensor<${M}xi32>
}

//! case scan M N
//! moves arg1*8
//! still arg1.0 result0.0 result0.1
//! for AXIS KEPT FLAGS
//! row 0 | ${N} |
//! undivided result0.0
//! row 1 | ${M} | exclusive
//! undivided result0.1
//! still arg0.0
//! row 0 | ${N} | reverse
//! undivided result0.0
//! still arg0.1
//! row 1 | ${M} | exclusive reverse
//! undivided result0.1
//! still arg0.0
func.func @main(%a: tensor<${M}x${N}xf32>, %init: tensor<${KEPT}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg_ext.scan ins(%a : tensor<${M}x${N}xf32>) init(%init : tensor<${KEPT}xf32>) outs(%e : tensor<${M}x${N}xf32>) axis = ${AXIS} ${FLAGS} {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg_ext.yield %s : f32
  } -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case scan-affine M N
//! moves arg2+arg3*8
//! still arg2.0 arg3.0 result0.0 result0.1 result1.0 result1.1
// Not commutative, of two tensors.
//! for AXIS KEPT FLAGS
//! row 1 | ${M} |
//! undivided result0.1 result1.1
//! row 0 | ${N} | exclusive
//! undivided result0.0 result1.0
//! still arg0.1 arg1.1
//! row 1 | ${M} | reverse
//! undivided result0.1 result1.1
//! still arg0.0 arg1.0
//! row 0 | ${N} | exclusive reverse
//! undivided result0.0 result1.0
//! still arg0.1 arg1.1
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${M}x${N}xi32>, %p: tensor<${KEPT}xi32>, %q: tensor<${KEPT}xi32>) -> (tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) {
  %e = tensor.empty() : tensor<${M}x${N}xi32>
  %0:2 = linalg_ext.scan ins(%a, %b : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) init(%p, %q : tensor<${KEPT}xi32>, tensor<${KEPT}xi32>) outs(%e, %e : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) axis = ${AXIS} ${FLAGS} {
  ^bb0(%p0: i32, %q0: i32, %p1: i32, %q1: i32):
    %r = arith.muli %p0, %p1 : i32
    %m = arith.muli %q0, %p1 : i32
    %s = arith.addi %m, %q1 : i32
    linalg_ext.yield %r, %s : i32, i32
  } -> tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>
  return %0#0, %0#1 : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>
}

//! case scan-1d M
//! moves arg1*8
//! still arg1.0 result0.0
//! undivided result0.0
func.func @main(%a: tensor<${M}xi64>, %init: tensor<i64>) -> tensor<${M}xi64> {
  %e = tensor.empty() : tensor<${M}xi64>
  %0 = linalg_ext.scan ins(%a : tensor<${M}xi64>) init(%init : tensor<i64>) outs(%e : tensor<${M}xi64>) axis = 0 {
  ^bb0(%x: i64, %y: i64):
    %s = arith.maxsi %x, %y : i64
    linalg_ext.yield %s : i64
  } -> tensor<${M}xi64>
  return %0 : tensor<${M}xi64>
}

//! case scan-from-first M N
//! moves M+N*64
//! still result0.0 result0.1 result1.0 result1.1
// Nothing before the first elements. Not commutative; no value is its identity.
//! for AXIS FLAGS
//! row 0 |
//! undivided result0.0 result1.0
//! row 1 |
//! undivided result0.1 result1.1
//! row 1 | reverse
//! undivided result0.1 result1.1
//! still arg0.0 arg1.0
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${M}x${N}xi32>) -> (tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) {
  %e = tensor.empty() : tensor<${M}x${N}xi32>
  %0:2 = linalg_ext.scan ins(%a, %b : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) outs(%e, %e : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) axis = ${AXIS} ${FLAGS} {
  ^bb0(%p0: i32, %q0: i32, %p1: i32, %q1: i32):
    %r = arith.xori %p0, %p1 : i32
    linalg_ext.yield %r, %q1 : i32, i32
  } -> tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>
  return %0#0, %0#1 : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>
}

//! case scan-from-first-1d M
//! moves 64
//! still result0.0
//! undivided result0.0
func.func @main(%a: tensor<${M}xi64>) -> tensor<${M}xi64> {
  %e = tensor.empty() : tensor<${M}xi64>
  %0 = linalg_ext.scan ins(%a : tensor<${M}xi64>) outs(%e : tensor<${M}xi64>) axis = 0 {
  ^bb0(%x: i64, %y: i64):
    %c = arith.constant 3 : i64
    %s = arith.addi %x, %y : i64
    %t = arith.addi %s, %c : i64
    linalg_ext.yield %t : i64
  } -> tensor<${M}xi64>
  return %0 : tensor<${M}xi64>
}

//! case top-k-op M>=2 N>=2
//! moves result0+result1*8
//! still result0.0 result0.1 result1.0 result1.1
//! for AXIS SHAPE T FLAGS VALUES
//! row 0 | 2x${N} | f32 | | special
//! undivided result0.0 result1.0
//! row 1 | ${M}x2 | f64 | smallest | special
//! undivided result0.1 result1.1
//! still arg0.0
//! row 0 | 2x${N} | i8 | unsigned | small
//! undivided result0.0 result1.0
//! still arg0.1
//! row 1 | ${M}x1 | i32 | smallest | small
//! still arg0.0
//! row 1 | ${M}x0 | f32 | | small
//! values 0 ${VALUES}
func.func @main(%a: tensor<${M}x${N}x${T}>) -> (tensor<${SHAPE}x${T}>, tensor<${SHAPE}xi32>) {
  %e = tensor.empty() : tensor<${SHAPE}x${T}>
  %f = tensor.empty() : tensor<${SHAPE}xi32>
  %0:2 = linalg_ext.top_k ins(%a : tensor<${M}x${N}x${T}>) outs(%e, %f : tensor<${SHAPE}x${T}>, tensor<${SHAPE}xi32>) axis = ${AXIS} ${FLAGS} -> tensor<${SHAPE}x${T}>, tensor<${SHAPE}xi32>
  return %0#0, %0#1 : tensor<${SHAPE}x${T}>, tensor<${SHAPE}xi32>
}

//! case reduce-known M N
//! moves result0+result1*2
//! still arg0.1 arg1.1 arg2.0 arg3.0 result0.0 result1.0
//! undivided arg0.0 arg0.1 arg1.0 arg1.1 arg2.0 arg3.0 result0.0 result1.0
// A sum and a maximum, which can stay partial.
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${M}x${N}xf32>, %p: tensor<${N}xi32>, %q: tensor<${N}xf32>) -> (tensor<${N}xi32>, tensor<${N}xf32>) {
  %0:2 = linalg_ext.reduce ins(%a, %b : tensor<${M}x${N}xi32>, tensor<${M}x${N}xf32>) outs(%p, %q : tensor<${N}xi32>, tensor<${N}xf32>) dimensions = [0] {
  ^bb0(%p0: i32, %q0: f32, %p1: i32, %q1: f32):
    %r = arith.addi %p0, %p1 : i32
    %s = arith.maximumf %q0, %q1 : f32
    linalg_ext.yield %r, %s : i32, f32
  } -> tensor<${N}xi32>, tensor<${N}xf32>
  return %0#0, %0#1 : tensor<${N}xi32>, tensor<${N}xf32>
}
