// RUN: dtensor-run %s --mesh x=4 --layout arg0=unsharded,x --layout result0=unsharded,x --random-inputs=1 --check --report 2>&1 | FileCheck %s
// RUN: dtensor-run %s --mesh y=2,x=2 --layout arg0=unsharded,y+x --layout result0=unsharded,y+x --random-inputs=1 --check --report 2>&1 | FileCheck %s
// RUN: dtensor-run %s --mesh x=4 --layout arg0=unsharded,x --layout result0=unsharded,x --random-inputs=1 --report --plan=-block-axes 2>&1 | FileCheck %s --check-prefix=OTHERS

// A rotary embedding: both halves of the columns make both halves of the result.
// A device has 32 * 4 numbers. It receives half as many from the device that has
// the same columns of the other half, and keeps the other half of its own. It
// receives as many for the result: 2 * 32 * 2 * 4 = 512 bytes.

// CHECK: bytes received by the most loaded: 512,
// OTHERS: bytes received by the most loaded: 768,
func.func @main(%q: tensor<32x16xf32>, %t: tensor<32x8xf32>) -> tensor<32x16xf32> {
  %a = tensor.extract_slice %q[0, 0] [32, 8] [1, 1] : tensor<32x16xf32> to tensor<32x8xf32>
  %b = tensor.extract_slice %q[0, 8] [32, 8] [1, 1] : tensor<32x16xf32> to tensor<32x8xf32>
  %cos = math.cos %t : tensor<32x8xf32>
  %sin = math.sin %t : tensor<32x8xf32>
  %0 = arith.mulf %a, %cos : tensor<32x8xf32>
  %1 = arith.mulf %b, %sin : tensor<32x8xf32>
  %2 = arith.subf %0, %1 : tensor<32x8xf32>
  %3 = arith.mulf %a, %sin : tensor<32x8xf32>
  %4 = arith.mulf %b, %cos : tensor<32x8xf32>
  %5 = arith.addf %3, %4 : tensor<32x8xf32>
  %6 = tensor.concat dim(1) %2, %5 : (tensor<32x8xf32>, tensor<32x8xf32>) -> tensor<32x16xf32>
  return %6 : tensor<32x16xf32>
}
