// RUN: dtensor-opt %s -dtensor-partition -split-input-file -verify-roundtrip | FileCheck %s

// The layout and pack examples of the tutorials, by the shapes of components.

// CHECK-LABEL: func @one_dimension
// CHECK-SAME: tensor<6x6xf32> {{[^}]*}}[unsharded, unsharded]>}, %arg1: tensor<6x1xf32> {{[^}]*}}[unsharded, x]>}
dtensor.mesh @mesh <x=6>
func.func @one_dimension(%a: tensor<6x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>},
                         %b: tensor<6x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  return
}

// -----

// CHECK-LABEL: func @two_dimensions
// CHECK-SAME: %arg0: tensor<2x2xf32>
// CHECK-SAME: %arg1: tensor<1x2xi32>
// CHECK-SAME: %arg2: tensor<1x1xi32>
// CHECK-SAME: %arg3: tensor<3x2xi32>
dtensor.mesh @mesh <x=3, y=2>
func.func @two_dimensions(%a: tensor<6x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
                          %b: tensor<3x2xi32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
                          %c: tensor<3x2xi32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>},
                          %d: tensor<3x2xi32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}) {
  return
}

// -----

// Rank is preserved: a vector of 2 in halves has components of shape 1, and
// only a scalar has scalars.
// CHECK-LABEL: func @pack
// CHECK-SAME: %arg0: tensor<64xf32>
// CHECK-SAME: %arg1: tensor<1xf32>
// CHECK-SAME: %arg2: tensor<1x1xf32>
// CHECK-SAME: %arg3: tensor<f32>
// CHECK-SAME: %arg4: tensor<1x2x3xf32>
dtensor.mesh @mesh <X=2, Y=3>
func.func @pack(%a: tensor<128xf32> {dtensor.layout = #dtensor.layout<@mesh, [X]>},
                %b: tensor<2xf32> {dtensor.layout = #dtensor.layout<@mesh, [X]>},
                %c: tensor<2x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [X, Y]>},
                %d: tensor<f32> {dtensor.layout = #dtensor.layout<@mesh, []>},
                %e: tensor<2x2x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [X, unsharded, unsharded]>}) {
  return
}

// -----

// Uneven: a shard is as long as torch.chunk makes it, known at run time only.
// Even where it can be even: 18 on 4 x 2 is not, 16 is.
// CHECK-LABEL: func @uneven
// CHECK-SAME: %arg0: tensor<?xf32>
// CHECK-SAME: %arg1: tensor<2xf32>
// CHECK-SAME: %arg2: tensor<4x?xf32>
// CHECK-SAME: %arg3: tensor<?xf32>
// CHECK-SAME: %arg4: tensor<0xf32>
// CHECK-SAME: %arg5: tensor<?x8xf32>
dtensor.mesh @mesh <x=4, y=2>
func.func @uneven(%a: tensor<18xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y]>},
                  %b: tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y]>},
                  %c: tensor<4x13xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y]>},
                  %d: tensor<1xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
                  %e: tensor<0xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
                  %f: tensor<?x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y]>}) {
  return
}

// -----

// A mesh dimension of size 1 is as good as none.
// CHECK-LABEL: func @size_one
// CHECK-SAME: (%arg0: tensor<4x8xf32>
// CHECK-NOT: comm.
// CHECK: return
dtensor.mesh @mesh <x=1, y=2>
func.func @size_one(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %b: tensor<8x4xf32>)
    -> (tensor<4x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
