// RUN: dtensor-run %s --entry=life --mesh x=2,y=2 --layout arg0=x,y --layout result0=x,y --random-inputs=1 --check --report 2>&1 | FileCheck %s --check-prefix=LIFE
// RUN: dtensor-run %s --entry=window --mesh x=4 --layout arg0=x --layout result0=x --random-inputs=1 --check --report 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: dtensor-run %s --entry=periodic --mesh x=2,y=2 --layout arg0=x,y --layout result0=x,y --random-inputs=1 --check --report 2>&1 | FileCheck %s --check-prefix=PERIODIC
// RUN: dtensor-run %s --entry=periodic --mesh x=4 --layout arg0=x,unsharded --layout result0=x,unsharded --random-inputs=1 --check --report 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: dtensor-run %s --entry=periodic --mesh x=3,y=2 --layout arg0=x,y --layout result0=y,x --random-inputs=1 --check
// RUN: dtensor-run %s --entry=periodic --mesh x=12 --layout arg0=x,unsharded --layout result0=unsharded,x --random-inputs=1 --check

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

// The same with periodic borders, as `jnp.roll` writes it: the rows are rotated,
// and the columns of the result. A block has all 4 neighbors and 4 corners: 4 * 8
// + 4 elements. With rows only, a device receives 2 rows of 16.
// PERIODIC: bytes received by the most loaded: 144,
// ROWS: bytes received by the most loaded: 128,
func.func private @up(%g: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %0 = stablehlo.slice %g [1:16, 0:16] : (tensor<16x16xi32>) -> tensor<15x16xi32>
  %1 = stablehlo.slice %g [0:1, 0:16] : (tensor<16x16xi32>) -> tensor<1x16xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<15x16xi32>, tensor<1x16xi32>) -> tensor<16x16xi32>
  return %2 : tensor<16x16xi32>
}
func.func private @down(%g: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %0 = stablehlo.slice %g [15:16, 0:16] : (tensor<16x16xi32>) -> tensor<1x16xi32>
  %1 = stablehlo.slice %g [0:15, 0:16] : (tensor<16x16xi32>) -> tensor<15x16xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x16xi32>, tensor<15x16xi32>) -> tensor<16x16xi32>
  return %2 : tensor<16x16xi32>
}
func.func private @left(%g: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %0 = stablehlo.slice %g [0:16, 1:16] : (tensor<16x16xi32>) -> tensor<16x15xi32>
  %1 = stablehlo.slice %g [0:16, 0:1] : (tensor<16x16xi32>) -> tensor<16x1xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<16x15xi32>, tensor<16x1xi32>) -> tensor<16x16xi32>
  return %2 : tensor<16x16xi32>
}
func.func private @right(%g: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %0 = stablehlo.slice %g [0:16, 15:16] : (tensor<16x16xi32>) -> tensor<16x1xi32>
  %1 = stablehlo.slice %g [0:16, 0:15] : (tensor<16x16xi32>) -> tensor<16x15xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<16x1xi32>, tensor<16x15xi32>) -> tensor<16x16xi32>
  return %2 : tensor<16x16xi32>
}
func.func @periodic(%g: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %u = call @up(%g) : (tensor<16x16xi32>) -> tensor<16x16xi32>
  %d = call @down(%g) : (tensor<16x16xi32>) -> tensor<16x16xi32>
  %ul = call @left(%u) : (tensor<16x16xi32>) -> tensor<16x16xi32>
  %ur = call @right(%u) : (tensor<16x16xi32>) -> tensor<16x16xi32>
  %l = call @left(%g) : (tensor<16x16xi32>) -> tensor<16x16xi32>
  %r = call @right(%g) : (tensor<16x16xi32>) -> tensor<16x16xi32>
  %dl = call @left(%d) : (tensor<16x16xi32>) -> tensor<16x16xi32>
  %dr = call @right(%d) : (tensor<16x16xi32>) -> tensor<16x16xi32>
  %0 = stablehlo.add %u, %d : tensor<16x16xi32>
  %1 = stablehlo.add %0, %ul : tensor<16x16xi32>
  %2 = stablehlo.add %1, %ur : tensor<16x16xi32>
  %3 = stablehlo.multiply %2, %l : tensor<16x16xi32>
  %4 = stablehlo.add %3, %r : tensor<16x16xi32>
  %5 = stablehlo.add %4, %dl : tensor<16x16xi32>
  %6 = stablehlo.subtract %5, %dr : tensor<16x16xi32>
  return %6 : tensor<16x16xi32>
}
