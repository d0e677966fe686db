// RUN: dtensor-run %s --random-inputs=1 --check --report 2>&1 | FileCheck %s

// The cross entropy of similarities in both directions, masked by the identity
// matrix. Each direction has the mask in the layout of its own similarities. So
// these stay where they are: the rows of %b are gathered (3/4 of 2048 bytes), the
// maxima and sums of columns are combined (192 bytes each), and the result.
// Transposed similarities alone would take 768 bytes.

// CHECK-NOT: all_to_all
// CHECK: bytes received by the most loaded: 19{{[0-9][0-9]}},

dtensor.mesh @mesh <x=4>
#rows = #dtensor.layout<@mesh, [x, unsharded]>
func.func @main(%a: tensor<32x16xf32> {dtensor.layout = #rows}, %b: tensor<32x16xf32> {dtensor.layout = #rows})
    -> tensor<f32> {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %bt = stablehlo.transpose %b, dims = [1, 0] : (tensor<32x16xf32>) -> tensor<16x32xf32>
  %l = stablehlo.dot_general %a, %bt, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x32xf32>) -> tensor<32x32xf32>
  %i = stablehlo.iota dim = 0 : tensor<32x32xi32>
  %j = stablehlo.iota dim = 1 : tensor<32x32xi32>
  %same = stablehlo.compare EQ, %i, %j, SIGNED : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi1>
  %mask = stablehlo.convert %same : (tensor<32x32xi1>) -> tensor<32x32xf32>
  %p = call @log_softmax(%l) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %pm = stablehlo.multiply %p, %mask : tensor<32x32xf32>
  %s = stablehlo.reduce(%pm init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x32xf32>, tensor<f32>) -> tensor<f32>
  %lt = stablehlo.transpose %l, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %q = call @log_softmax(%lt) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %qm = stablehlo.multiply %q, %mask : tensor<32x32xf32>
  %t = stablehlo.reduce(%qm init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x32xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.add %s, %t : tensor<f32>
  return %r : tensor<f32>
}
func.func private @log_softmax(%l: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%l init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<32x32xf32>, tensor<f32>) -> tensor<32xf32>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<32xf32>) -> tensor<32x32xf32>
  %d = stablehlo.subtract %l, %ms : tensor<32x32xf32>
  %e = stablehlo.exponential %d : tensor<32x32xf32>
  %s = stablehlo.reduce(%e init: %none) applies stablehlo.add across dimensions = [1] : (tensor<32x32xf32>, tensor<f32>) -> tensor<32xf32>
  %log = stablehlo.log %s : tensor<32xf32>
  %logs = stablehlo.broadcast_in_dim %log, dims = [0] : (tensor<32xf32>) -> tensor<32x32xf32>
  %r = stablehlo.subtract %d, %logs : tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}
