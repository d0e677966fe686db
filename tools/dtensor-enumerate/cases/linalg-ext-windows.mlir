// Windows of linalg_ext.

//! case reduce-window-max M N>=1
//! moves 0
//! still arg0.0 result0.0
//! along arg0.1 arg0
//! along result0.1 arg0
//! undivided result0.1
//! values 0 special
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N-1/2+1}xf32> {
  %c = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<${M}x${N-1/2+1}xf32>
  %i = linalg.fill ins(%c : f32) outs(%e : tensor<${M}x${N-1/2+1}xf32>) -> tensor<${M}x${N-1/2+1}xf32>
  %0 = linalg_ext.reduce_window ins(%a : tensor<${M}x${N}xf32>) outs(%i : tensor<${M}x${N-1/2+1}xf32>) window = [1, 3] strides = [1, 2] low = [0, 1] high = [0, 1] {
  ^bb0(%x: f32, %y: f32):
    %m = arith.maximumf %x, %y : f32
    linalg_ext.yield %m : f32
  } -> tensor<${M}x${N-1/2+1}xf32>
  return %0 : tensor<${M}x${N-1/2+1}xf32>
}

//! case reduce-window-sums M>=3 N>=2
//! moves 0
//! along arg0.0 arg0
//! along arg0.1 arg0
//! along arg1.0 arg0
//! along arg1.1 arg0
//! along result0.0 arg0
//! along result0.1 arg0
//! undivided result0.0 result0.1
// Dilated, spread and cut.
func.func @main(%a: tensor<${M}x${N}xi32>, %init: tensor<${M-2}x${N*2-2}xi32>) -> tensor<${M-2}x${N*2-2}xi32> {
  %0 = linalg_ext.reduce_window ins(%a : tensor<${M}x${N}xi32>) outs(%init : tensor<${M-2}x${N*2-2}xi32>) window = [2, 2] base_dilations = [1, 2] dilations = [2, 1] low = [1, 1] high = [-1, -1] {
  ^bb0(%x: i32, %y: i32):
    %m = arith.addi %x, %y : i32
    linalg_ext.yield %m : i32
  } -> tensor<${M-2}x${N*2-2}xi32>
  return %0 : tensor<${M-2}x${N*2-2}xi32>
}

//! case reduce-window-affine M N
//! moves 0
//! still arg0.1 arg1.1 arg2.1 arg3.1 result0.1 result1.1
//! along arg0.0 arg0+arg1
//! along arg1.0 arg0+arg1
//! along arg2.0 arg0+arg1
//! along arg3.0 arg0+arg1
//! along result0.0 arg0+arg1
//! along result1.0 arg0+arg1
// Not commutative, of two tensors, without an identity that is known.
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${M}x${N}xi32>, %p: tensor<${M}x${N}xi32>, %q: tensor<${M}x${N}xi32>) -> (tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) {
  %0:2 = linalg_ext.reduce_window ins(%a, %b : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) outs(%p, %q : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) window = [3, 1] low = [2, 0] {
  ^bb0(%p0: i32, %q0: i32, %p1: i32, %q1: i32):
    %r = arith.muli %p0, %p1 : i32
    %m = arith.muli %q0, %p1 : i32
    %s = arith.addi %m, %q1 : i32
    linalg_ext.yield %r, %s : i32, i32
  } -> tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>
  return %0#0, %0#1 : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>
}

//! case select-and-scatter M N
//! moves 0
//! still arg0.0 arg1.0 result0.0
//! along arg0.1 arg0+arg1
//! along arg1.1 arg0+arg1
//! along result0.1 arg0+arg1
//! undivided result0.1
// Windows of three, two apart; of equal ones the first.
func.func @main(%x: tensor<${M}x${N*2+1}xf32>, %dy: tensor<${M}x${N}xf32>) -> tensor<${M}x${N*2+1}xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<${M}x${N*2+1}xf32>
  %i = linalg.fill ins(%c : f32) outs(%e : tensor<${M}x${N*2+1}xf32>) -> tensor<${M}x${N*2+1}xf32>
  %0 = linalg_ext.select_and_scatter ins(%x, %dy : tensor<${M}x${N*2+1}xf32>, tensor<${M}x${N}xf32>) outs(%i : tensor<${M}x${N*2+1}xf32>) window = [1, 3] strides = [1, 2] select {
  ^bb0(%a: f32, %b: f32):
    %p = arith.cmpf oge, %a, %b : f32
    linalg_ext.yield %p : i1
  } scatter {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg_ext.yield %s : f32
  } -> tensor<${M}x${N*2+1}xf32>
  return %0 : tensor<${M}x${N*2+1}xf32>
}

//! case select-and-scatter-padded M>=1 N>=1
//! moves 0
//! still arg0.0 arg1.0 arg2.0 result0.0
//! along arg0.1 arg0+arg1
//! along arg1.1 arg0+arg1
//! along arg2.1 arg0+arg1
//! along result0.1 arg0+arg1
//! undivided arg2.1 result0.1
func.func @main(%x: tensor<${M}x${N}xi32>, %dy: tensor<${M}x${N-1/2+1}xi32>, %init: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %0 = linalg_ext.select_and_scatter ins(%x, %dy : tensor<${M}x${N}xi32>, tensor<${M}x${N-1/2+1}xi32>) outs(%init : tensor<${M}x${N}xi32>) window = [1, 3] strides = [1, 2] low = [0, 1] high = [0, 1] select {
  ^bb0(%a: i32, %b: i32):
    %p = arith.cmpi sge, %a, %b : i32
    linalg_ext.yield %p : i1
  } scatter {
  ^bb0(%a: i32, %b: i32):
    %s = arith.subi %a, %b : i32
    linalg_ext.yield %s : i32
  } -> tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}
