// Results of collectives are stored once for all devices that have the same
// part: a sum, and a tensor that is gathered where it is computed.
// RUN: dtensor-run %s --mesh x=2,y=2 --layout arg0=x+y,unsharded --layout arg1=x,y --layout result0=unsharded --layout result1=unsharded,y --random-inputs=1 --check
// RUN: dtensor-run %s --mesh x=3 --layout arg0=x,unsharded --layout arg1=x,unsharded --layout result0=unsharded --layout result1=unsharded,unsharded --random-inputs=1 --check
// RUN: dtensor-run %s --mesh x=2,y=2 --layout arg0=x+y,unsharded --layout arg1=x,y --layout result0=unsharded --layout result1=unsharded,y --dump-after=bufferize | FileCheck %s

// CHECK: func.func @main
// CHECK-SAME: memref<64xf32> {comm.result, comm.shared_along = ["x", "y"]
// CHECK-SAME: memref<128x32xf32> {comm.result, comm.shared_along = ["x"]
func.func @main(%a: tensor<4x64xf32>, %b: tensor<128x64xf32>) -> (tensor<64xf32>, tensor<128x64xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<4x64xf32>) outs(%f : tensor<64xf32>) dimensions = [0]
  %tanh = math.tanh %b : tensor<128x64xf32>
  return %sum, %tanh : tensor<64xf32>, tensor<128x64xf32>
}
