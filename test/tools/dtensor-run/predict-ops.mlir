// The work of single ops, on a machine that does 1e9 operations and moves 1e9
// bytes in a second.
// RUN: dtensor-run %s --mesh x=3 --layout arg0=x,unsharded --predict=%t.json --machine=%S/Inputs/small-machine.json
// RUN: FileCheck %s < %t.json

func.func @main(%a: tensor<1000x10xf32>, %b: tensor<4x1000x10xf32>) -> (tensor<1000x10xf32>, tensor<4x1000x10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant dense<1.0> : tensor<1000x10xf32>
  // 1000 rows on three devices: the first has 334. The sum reads %a once, and
  // not the constant. The product writes, and nothing lies in between.
  %sum = arith.addf %a, %one : tensor<1000x10xf32>
  %product = arith.mulf %sum, %a : tensor<1000x10xf32>
  // Each of four iterations writes a part in place, and reads it.
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %b) -> tensor<4x1000x10xf32> {
    %u = tensor.insert_slice %product into %t[%i, 0, 0] [1, 1000, 10] [1, 1, 1] : tensor<1000x10xf32> into tensor<4x1000x10xf32>
    scf.yield %u : tensor<4x1000x10xf32>
  }
  return %product, %r : tensor<1000x10xf32>, tensor<4x1000x10xf32>
}

// 4 * 2 * 334 * 10 * 4 bytes.
// CHECK: "op": "tensor.insert_slice"
// CHECK-NEXT: location
// CHECK-NEXT: "bound": "memory"
// CHECK-NEXT: "count": 4
// CHECK-NEXT: "in_loop": false
// CHECK-NEXT: "seconds": 0.00010688
// CHECK-NEXT: "operations": 0
// CHECK-NEXT: "bytes": 106880
// CHECK: "op": "arith.mulf"
// CHECK-NEXT: location
// CHECK-NEXT: "bound": "memory"
// CHECK-NEXT: "count": 1
// CHECK-NEXT: "in_loop": false
// CHECK: "operations": 3340
// CHECK-NEXT: "bytes": 26720
// CHECK: "op": "arith.addf"
// CHECK: "operations": 3340
// CHECK-NEXT: "bytes": 13360
