// Control flow around ops of each kind.

//! case for-convolution N
//! moves result0*8
//! still arg0.0 result0.0
func.func @main(%a: tensor<2x${N+1}x3xf32>, %k: tensor<3x3x3xf32>) -> tensor<2x${N+1}x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %a) -> tensor<2x${N+1}x3xf32> {
    %p = tensor.pad %x low[0, 1, 0] high[0, 1, 0] {
    ^bb0(%q: index, %r: index, %s: index):
      tensor.yield %z : f32
    } : tensor<2x${N+1}x3xf32> to tensor<2x${N+3}x3xf32>
    %e = tensor.empty() : tensor<2x${N+1}x3xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x${N+1}x3xf32>) -> tensor<2x${N+1}x3xf32>
    %1 = linalg.conv_1d_nwc_wcf {strides = dense<1> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%p, %k : tensor<2x${N+3}x3xf32>, tensor<3x3x3xf32>) outs(%f : tensor<2x${N+1}x3xf32>) -> tensor<2x${N+1}x3xf32>
    scf.yield %1 : tensor<2x${N+1}x3xf32>
  }
  return %0 : tensor<2x${N+1}x3xf32>
}

//! case for-slices M>=1 N>=1
//! moves arg0*8+result0*8
//! still arg0.1 result0.0 result0.1 result1.0
//! undivided result0.0
// Rows by the loop's number, read and written.
func.func @main(%a: tensor<${M}x${N}xf64>) -> (tensor<${M}x${N}xf64>, tensor<${N}xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant ${M} : index
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<${M}x${N}xf64>
  %g = tensor.empty() : tensor<${N}xf64>
  %s0 = linalg.fill ins(%z : f64) outs(%g : tensor<${N}xf64>) -> tensor<${N}xf64>
  %0:2 = scf.for %i = %c0 to %m step %c1 iter_args(%x = %e, %s = %s0) -> (tensor<${M}x${N}xf64>, tensor<${N}xf64>) {
    %row = tensor.extract_slice %a[%i, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf64> to tensor<${N}xf64>
    %t = arith.addf %s, %row : tensor<${N}xf64>
    %y = tensor.insert_slice %t into %x[%i, 0] [1, ${N}] [1, 1] : tensor<${N}xf64> into tensor<${M}x${N}xf64>
    scf.yield %y, %t : tensor<${M}x${N}xf64>, tensor<${N}xf64>
  }
  return %0#0, %0#1 : tensor<${M}x${N}xf64>, tensor<${N}xf64>
}

//! case if-on-data M>=1 N
//! moves arg0*4
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${N}x${M}xi32>) -> (tensor<${M}x${N}xi32>, tensor<${N}xi32>) {
  %z = arith.constant dense<0> : tensor<i32>
  %s = linalg.reduce { arith.maxsi } ins(%a : tensor<${M}x${N}xi32>) outs(%z : tensor<i32>) dimensions = [0, 1]
  %v = tensor.extract %s[] : tensor<i32>
  %c1 = arith.constant 1 : i32
  %p = arith.cmpi sgt, %v, %c1 : i32
  %zz = arith.constant 0 : i32
  %g = tensor.empty() : tensor<${N}xi32>
  %h = linalg.fill ins(%zz : i32) outs(%g : tensor<${N}xi32>) -> tensor<${N}xi32>
  %0:2 = scf.if %p -> (tensor<${M}x${N}xi32>, tensor<${N}xi32>) {
    %e = tensor.empty() : tensor<${M}x${N}xi32>
    %t = linalg.transpose ins(%b : tensor<${N}x${M}xi32>) outs(%e : tensor<${M}x${N}xi32>) permutation = [1, 0]
    %r = linalg.reduce { arith.addi } ins(%a : tensor<${M}x${N}xi32>) outs(%h : tensor<${N}xi32>) dimensions = [0]
    scf.yield %t, %r : tensor<${M}x${N}xi32>, tensor<${N}xi32>
  } else {
    %r = linalg.reduce { arith.addi } ins(%b : tensor<${N}x${M}xi32>) outs(%h : tensor<${N}xi32>) dimensions = [1]
    scf.yield %a, %r : tensor<${M}x${N}xi32>, tensor<${N}xi32>
  }
  return %0#0, %0#1 : tensor<${M}x${N}xi32>, tensor<${N}xi32>
}

//! case while-newton M
//! moves arg0*4+64
//! tolerance 1e-5
//! values 0 positive
func.func @main(%a: tensor<${M}x2xf64>) -> (tensor<${M}x2xf64>, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %half = arith.constant dense<0.5> : tensor<${M}x2xf64>
  %tiny = arith.constant 1.0e-9 : f64
  %0:2 = scf.while (%x = %a, %n = %c0) : (tensor<${M}x2xf64>, i32) -> (tensor<${M}x2xf64>, i32) {
    %q = arith.mulf %x, %x : tensor<${M}x2xf64>
    %d = arith.subf %q, %a : tensor<${M}x2xf64>
    %f = math.absf %d : tensor<${M}x2xf64>
    %init = arith.constant dense<0.0> : tensor<f64>
    %s = linalg.reduce { arith.maximumf } ins(%f : tensor<${M}x2xf64>) outs(%init : tensor<f64>) dimensions = [0, 1]
    %v = tensor.extract %s[] : tensor<f64>
    %far = arith.cmpf ogt, %v, %tiny : f64
    %few = arith.cmpi slt, %n, %c9 : i32
    %go = arith.andi %far, %few : i1
    scf.condition(%go) %x, %n : tensor<${M}x2xf64>, i32
  } do {
  ^bb0(%y: tensor<${M}x2xf64>, %m: i32):
    %r = arith.divf %a, %y : tensor<${M}x2xf64>
    %s = arith.addf %r, %y : tensor<${M}x2xf64>
    %t = arith.mulf %s, %half : tensor<${M}x2xf64>
    %k = arith.addi %m, %c1 : i32
    scf.yield %t, %k : tensor<${M}x2xf64>, i32
  }
  return %0#0, %0#1 : tensor<${M}x2xf64>, i32
}

//! case calls-of-each M N K
//! moves result0*8+result1*8
//! still arg0.0 arg2.0 result0.1 result1.0
//! undivided arg1.0
func.func private @product(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%f : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}
func.func private @turned(%a: tensor<${M}x${N}xf32>) -> (tensor<${N}x${M}xf32>, tensor<${M}xf32>) {
  %e = tensor.empty() : tensor<${N}x${M}xf32>
  %0 = linalg.transpose ins(%a : tensor<${M}x${N}xf32>) outs(%e : tensor<${N}x${M}xf32>) permutation = [1, 0]
  %z = arith.constant 0.0 : f32
  %g = tensor.empty() : tensor<${M}xf32>
  %f = linalg.fill ins(%z : f32) outs(%g : tensor<${M}xf32>) -> tensor<${M}xf32>
  %1 = linalg.reduce { arith.addf } ins(%a : tensor<${M}x${N}xf32>) outs(%f : tensor<${M}xf32>) dimensions = [1]
  return %0, %1 : tensor<${N}x${M}xf32>, tensor<${M}xf32>
}
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${M}x${K}xf32>) -> (tensor<${N}x${M}xf32>, tensor<${M}xf32>) {
  %0 = call @product(%a, %b) : (tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %1 = call @product(%c, %b) : (tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %2:2 = call @turned(%0) : (tensor<${M}x${N}xf32>) -> (tensor<${N}x${M}xf32>, tensor<${M}xf32>)
  %3:2 = call @turned(%1) : (tensor<${M}x${N}xf32>) -> (tensor<${N}x${M}xf32>, tensor<${M}xf32>)
  %4 = arith.subf %2#0, %3#0 : tensor<${N}x${M}xf32>
  return %4, %3#1 : tensor<${N}x${M}xf32>, tensor<${M}xf32>
}

//! case for-in-if-in-while M N
//! moves arg0*8
func.func @main(%a: tensor<${M}x${N}xi64>, %p: i1) -> tensor<${M}x${N}xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0:2 = scf.while (%x = %a, %n = %c0) : (tensor<${M}x${N}xi64>, index) -> (tensor<${M}x${N}xi64>, index) {
    %go = arith.cmpi slt, %n, %c2 : index
    scf.condition(%go) %x, %n : tensor<${M}x${N}xi64>, index
  } do {
  ^bb0(%y: tensor<${M}x${N}xi64>, %n: index):
    %odd = arith.cmpi eq, %n, %c1 : index
    %q = arith.xori %odd, %p : i1
    %r = scf.if %q -> tensor<${M}x${N}xi64> {
      %s = scf.for %i = %c0 to %c2 step %c1 iter_args(%z = %y) -> tensor<${M}x${N}xi64> {
        %e = tensor.empty() : tensor<${M}x${N}xi64>
        %t = linalg_ext.reverse ins(%z : tensor<${M}x${N}xi64>) outs(%e : tensor<${M}x${N}xi64>) axes = [0] -> tensor<${M}x${N}xi64>
        %u = arith.addi %t, %z : tensor<${M}x${N}xi64>
        scf.yield %u : tensor<${M}x${N}xi64>
      }
      scf.yield %s : tensor<${M}x${N}xi64>
    } else {
      %e = tensor.empty() : tensor<${M}x${N}xi64>
      %s = linalg_ext.roll ins(%y : tensor<${M}x${N}xi64>) outs(%e : tensor<${M}x${N}xi64>) shifts = [1] axes = [1] -> tensor<${M}x${N}xi64>
      scf.yield %s : tensor<${M}x${N}xi64>
    }
    %k = arith.addi %n, %c1 : index
    scf.yield %r, %k : tensor<${M}x${N}xi64>, index
  }
  return %0#0 : tensor<${M}x${N}xi64>
}

//! case for-partial M N K
//! moves result0*8+arg2*2
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
// A loop that carries a sum, whose parts come from a contraction.
func.func @main(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %c: tensor<${M}x${N}xf32>, %n: index) -> tensor<${M}x${N}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %c) -> tensor<${M}x${N}xf32> {
    %e = tensor.empty() : tensor<${M}x${N}xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
    %1 = linalg.matmul ins(%a, %b : tensor<${M}x${K}xf32>, tensor<${K}x${N}xf32>) outs(%f : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
    %2 = arith.addf %x, %1 : tensor<${M}x${N}xf32>
    scf.yield %2 : tensor<${M}x${N}xf32>
  }
  return %0 : tensor<${M}x${N}xf32>
}

//! case for-carries-five M N
//! moves arg0*8+arg1*8+64
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${N}x${M}xf32>, %s: tensor<f32>) -> (tensor<${M}x${N}xf32>, tensor<${N}x${M}xf32>, tensor<${N}xf32>, tensor<f32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %z = arith.constant 0.0 : f32
  %g = tensor.empty() : tensor<${N}xf32>
  %h = linalg.fill ins(%z : f32) outs(%g : tensor<${N}xf32>) -> tensor<${N}xf32>
  %0:5 = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %a, %y = %b, %r = %h, %t = %s, %k = %one) -> (tensor<${M}x${N}xf32>, tensor<${N}x${M}xf32>, tensor<${N}xf32>, tensor<f32>, i32) {
    %e = tensor.empty() : tensor<${M}x${N}xf32>
    %1 = linalg.transpose ins(%y : tensor<${N}x${M}xf32>) outs(%e : tensor<${M}x${N}xf32>) permutation = [1, 0]
    %f = tensor.empty() : tensor<${N}x${M}xf32>
    %2 = linalg.transpose ins(%x : tensor<${M}x${N}xf32>) outs(%f : tensor<${N}x${M}xf32>) permutation = [1, 0]
    %3 = linalg.reduce { arith.addf } ins(%x : tensor<${M}x${N}xf32>) outs(%r : tensor<${N}xf32>) dimensions = [0]
    %4 = linalg.reduce { arith.addf } ins(%3 : tensor<${N}xf32>) outs(%t : tensor<f32>) dimensions = [0]
    %5 = arith.addi %k, %k : i32
    scf.yield %1, %2, %3, %4, %5 : tensor<${M}x${N}xf32>, tensor<${N}x${M}xf32>, tensor<${N}xf32>, tensor<f32>, i32
  }
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<${M}x${N}xf32>, tensor<${N}x${M}xf32>, tensor<${N}xf32>, tensor<f32>, i32
}

//! case switch-reversed M N
//! moves arg0*4
//! still result0.0
func.func @main(%a: tensor<${M}x${N}xf16>, %i: index) -> tensor<${M}x${N}xf16> {
  %0 = scf.index_switch %i -> tensor<${M}x${N}xf16>
  case 0 {
    %1 = arith.negf %a : tensor<${M}x${N}xf16>
    scf.yield %1 : tensor<${M}x${N}xf16>
  }
  case 1 {
    scf.yield %a : tensor<${M}x${N}xf16>
  }
  default {
    %e = tensor.empty() : tensor<${M}x${N}xf16>
    %1 = linalg_ext.reverse ins(%a : tensor<${M}x${N}xf16>) outs(%e : tensor<${M}x${N}xf16>) axes = [0, 1] -> tensor<${M}x${N}xf16>
    scf.yield %1 : tensor<${M}x${N}xf16>
  }
  return %0 : tensor<${M}x${N}xf16>
}
