// RUN: dtensor-run %s --entry=life --mesh x=2,y=2 --layout arg0=x,y --layout result0=x,y --random-inputs=1 --check --report 2>&1 | FileCheck %s --check-prefix=LIFE
// RUN: dtensor-run %s --entry=window --mesh x=4 --layout arg0=x --layout result0=x --random-inputs=1 --check --report 2>&1 | FileCheck %s --check-prefix=WINDOW

// Shifts of a tensor share one halo.

// A block of 8x8 has two neighbors and a corner: 8 + 8 + 1 elements of 4 bytes.
// LIFE: bytes received by the most loaded: 68,
func.func @life(%g: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.pad %g, %z, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<16x16xi32>, tensor<i32>) -> tensor<18x18xi32>
  %a = stablehlo.slice %p [0:16, 0:16] : (tensor<18x18xi32>) -> tensor<16x16xi32>
  %b = stablehlo.slice %p [0:16, 1:17] : (tensor<18x18xi32>) -> tensor<16x16xi32>
  %c = stablehlo.slice %p [0:16, 2:18] : (tensor<18x18xi32>) -> tensor<16x16xi32>
  %d = stablehlo.slice %p [1:17, 0:16] : (tensor<18x18xi32>) -> tensor<16x16xi32>
  %e = stablehlo.slice %p [1:17, 2:18] : (tensor<18x18xi32>) -> tensor<16x16xi32>
  %f = stablehlo.slice %p [2:18, 0:16] : (tensor<18x18xi32>) -> tensor<16x16xi32>
  %h = stablehlo.slice %p [2:18, 1:17] : (tensor<18x18xi32>) -> tensor<16x16xi32>
  %i = stablehlo.slice %p [2:18, 2:18] : (tensor<18x18xi32>) -> tensor<16x16xi32>
  %ab = stablehlo.add %a, %b : tensor<16x16xi32>
  %cd = stablehlo.add %c, %d : tensor<16x16xi32>
  %ef = stablehlo.add %e, %f : tensor<16x16xi32>
  %hi = stablehlo.add %h, %i : tensor<16x16xi32>
  %abcd = stablehlo.add %ab, %cd : tensor<16x16xi32>
  %efhi = stablehlo.add %ef, %hi : tensor<16x16xi32>
  %n = stablehlo.add %abcd, %efhi : tensor<16x16xi32>
  return %n : tensor<16x16xi32>
}

// Each device needs the 3 positions before its own: 12 bytes, not 1 + 2 + 3.
// WINDOW: bytes received by the most loaded: 12,
func.func @window(%x: tensor<32xf32>) -> tensor<32xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %x, %z, low = [3], high = [0], interior = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<35xf32>
  %a = stablehlo.slice %p [0:32] : (tensor<35xf32>) -> tensor<32xf32>
  %b = stablehlo.slice %p [1:33] : (tensor<35xf32>) -> tensor<32xf32>
  %c = stablehlo.slice %p [2:34] : (tensor<35xf32>) -> tensor<32xf32>
  %ab = stablehlo.multiply %a, %b : tensor<32xf32>
  %cx = stablehlo.multiply %c, %x : tensor<32xf32>
  %r = stablehlo.add %ab, %cx : tensor<32xf32>
  return %r : tensor<32xf32>
}
