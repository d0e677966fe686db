// Infinities and NaN stay with --fast-math, and other results are close.
// RUN: dtensor-run %s --fast-math --random-inputs=1 --check=reference --rtol=1e-5 --mesh x=2 --layout arg0=x,unsharded
// RUN: dtensor-run %s --fast-math --random-inputs=1 --check=reference --rtol=1e-5 --mesh x=2 --layout arg0=x,unsharded --mcpu=x86-64-v3
// RUN: dtensor-run %s --fast-math --dump-after=llvm | FileCheck %s
// RUN: dtensor-run %s --dump-after=llvm | FileCheck %s --check-prefix=EXACT
// RUN: dtensor-opt %s --dtensor-to-llvm=fast-math | FileCheck %s

// CHECK: llvm.fdiv {{.*}} {fastmathFlags = #llvm.fastmath<arcp, contract, afn, reassoc>}
// CHECK: llvm.call @dt_flush_subnormals
// EXACT-NOT: fastmathFlags
// EXACT-NOT: dt_flush_subnormals

func.func @main(%x: tensor<6x37xf32>) -> (tensor<6x37xf32>, tensor<6x37xf32>, tensor<6x37xf32>, tensor<6x37xf32>) {
  %zero = arith.constant dense<0.0> : tensor<6x37xf32>
  %one = arith.constant dense<1.0> : tensor<6x37xf32>
  %large = arith.constant dense<1.0e30> : tensor<6x37xf32>
  // Some numbers are negative.
  %root = math.sqrt %x : tensor<6x37xf32>
  %inverse = arith.divf %one, %root : tensor<6x37xf32>
  %infinity = arith.divf %x, %zero : tensor<6x37xf32>
  %least = math.exp %infinity : tensor<6x37xf32>
  %inverse_least = arith.divf %one, %least : tensor<6x37xf32>
  %nothing = math.sqrt %least : tensor<6x37xf32>
  %none = arith.divf %one, %nothing : tensor<6x37xf32>
  %huge = arith.mulf %x, %large : tensor<6x37xf32>
  %limit = math.tanh %huge : tensor<6x37xf32>
  %log = math.log %limit : tensor<6x37xf32>
  // Weights of which some are masked.
  %masked = arith.minimumf %log, %infinity : tensor<6x37xf32>
  %e = tensor.empty() : tensor<6x37xf32>
  %weights = linalg.softmax dimension(1) ins(%x : tensor<6x37xf32>) outs(%e : tensor<6x37xf32>) -> tensor<6x37xf32>
  %sum = arith.addf %inverse, %none : tensor<6x37xf32>
  return %sum, %inverse_least, %masked, %weights : tensor<6x37xf32>, tensor<6x37xf32>, tensor<6x37xf32>, tensor<6x37xf32>
}
