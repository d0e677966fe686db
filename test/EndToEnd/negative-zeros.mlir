// A sum that begins with +0 is +0, even if all addends are -0. Each device has
// one addend, and leaves out its own sum.
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded --layout result0=unsharded --random-inputs=1 --check
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded --layout result0=x --random-inputs=1 --check
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded --layout result0=unsharded --dump-after=optimize | FileCheck %s

// CHECK-NOT: linalg.reduce
// CHECK: comm.all_reduce {{.*}} from_zero
func.func @main(%a: tensor<2x64xf32>) -> tensor<64xf32> {
  %z = arith.constant 0.0 : f32
  %nz = arith.constant dense<-0.0> : tensor<2x64xf32>
  %one = arith.constant dense<1.0> : tensor<64xf32>
  %square = arith.mulf %a, %a : tensor<2x64xf32>
  %zeros = arith.mulf %square, %nz : tensor<2x64xf32>
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.reduce {arith.addf} ins(%zeros : tensor<2x64xf32>) outs(%f : tensor<64xf32>) dimensions = [0]
  // Infinities have the sign of what is divided by.
  %inverse = arith.divf %one, %sum : tensor<64xf32>
  return %inverse : tensor<64xf32>
}
