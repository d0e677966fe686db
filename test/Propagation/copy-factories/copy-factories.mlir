// RUN: dtensor-opt %s -dtensor-copy-factories | FileCheck %s
// RUN: dtensor-opt %s -dtensor-copy-factories -dtensor-copy-factories | FileCheck %s

// A fill with two users is copied with the empty tensor that it fills. One that
// has a single user stays.

// CHECK-LABEL: func.func @f
// CHECK-COUNT-3: tensor.empty
// CHECK-NOT: tensor.empty
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = arith.addf %a, %1 : tensor<4xf32>
  %3 = arith.addf %b, %1 : tensor<4xf32>
  %4 = tensor.empty() : tensor<4xf32>
  %5 = linalg.exp ins(%a : tensor<4xf32>) outs(%4 : tensor<4xf32>) -> tensor<4xf32>
  return %2, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A mask that compares positions is copied, with all that it is made from. A
// long computation on positions, such as random bits, is not.

// CHECK-LABEL: func.func @mask
// CHECK-COUNT-2: arith.cmpi
// CHECK-NOT: arith.cmpi
// CHECK-COUNT-5: arith.muli
// CHECK-NOT: arith.muli
#ij = affine_map<(i, j) -> (i, j)>
func.func @mask(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %z: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi32>, tensor<4x4xi32>) {
  %e = tensor.empty() : tensor<4x4xi32>
  %i = linalg_ext.iota axis = 0 outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  %j = linalg_ext.iota axis = 1 outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  %0 = tensor.empty() : tensor<4x4xi1>
  %m = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%i, %j : tensor<4x4xi32>, tensor<4x4xi32>) outs(%0 : tensor<4x4xi1>) {
  ^bb0(%x: i32, %y: i32, %o: i1):
    %c = arith.cmpi eq, %x, %y : i32
    linalg.yield %c : i1
  } -> tensor<4x4xi1>
  %1 = arith.select %m, %a, %z : tensor<4x4xi1>, tensor<4x4xf32>
  %2 = arith.select %m, %b, %z : tensor<4x4xi1>, tensor<4x4xf32>
  %r1 = arith.muli %i, %j : tensor<4x4xi32>
  %r2 = arith.muli %r1, %j : tensor<4x4xi32>
  %r3 = arith.muli %r2, %j : tensor<4x4xi32>
  %r4 = arith.muli %r3, %j : tensor<4x4xi32>
  %r5 = arith.muli %r4, %j : tensor<4x4xi32>
  return %1, %2, %r5, %r5 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi32>, tensor<4x4xi32>
}
