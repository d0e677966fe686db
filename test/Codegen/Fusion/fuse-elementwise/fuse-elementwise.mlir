// RUN: dtensor-opt %s --dtensor-fuse-elementwise | FileCheck %s
// RUN: dtensor-opt %s --dtensor-fuse-elementwise=keep-in-reductions=true | FileCheck %s --check-prefix=KEEP

#id = affine_map<(d0) -> (d0)>
#scalar = affine_map<(d0) -> ()>

// The later user takes the exponential that the fused operation keeps.
// CHECK-LABEL: @two_users
// CHECK: %[[FUSED:.+]]:2 = linalg.generic
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: linalg.yield
// CHECK-NOT: math.exp
// CHECK: return
func.func @two_users(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = math.exp %x : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%0, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %3 = arith.addf %x, %y : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  return %2, %0 : tensor<8xf32>, tensor<8xf32>
}

// A sum of exponentials that are used again: one loop if asked for.
// CHECK-LABEL: @reduction
// CHECK: iterator_types = ["parallel"]
// CHECK: iterator_types = ["reduction"]
// KEEP-LABEL: @reduction
// KEEP: %{{.+}}:2 = linalg.generic {{.*}}iterator_types = ["reduction"]
// KEEP-NOT: linalg.generic
// KEEP: return
func.func @reduction(%a: tensor<8xf32>, %s: tensor<f32>) -> (tensor<8xf32>, tensor<f32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = math.exp %x : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]} ins(%0 : tensor<8xf32>) outs(%s : tensor<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %3 = arith.addf %x, %acc : f32
    linalg.yield %3 : f32
  } -> tensor<f32>
  return %0, %2 : tensor<8xf32>, tensor<f32>
}

#row = affine_map<(d0, d1) -> (d0)>
#full = affine_map<(d0, d1) -> (d0, d1)>

// An exponential is not computed once per column.
// CHECK-LABEL: @broadcast
// CHECK: math.exp
// CHECK: linalg.generic
// CHECK: arith.mulf
func.func @broadcast(%a: tensor<8xf32>, %b: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = math.exp %x : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %f = tensor.empty() : tensor<8x16xf32>
  %2 = linalg.generic {indexing_maps = [#row, #full, #full], iterator_types = ["parallel", "parallel"]} ins(%0, %b : tensor<8xf32>, tensor<8x16xf32>) outs(%f : tensor<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %3 = arith.mulf %x, %y : f32
    linalg.yield %3 : f32
  } -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

// An accumulation is not repeated in loops that it does not have.
// CHECK-LABEL: @accumulate_then_contract
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]}
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]}
// KEEP-LABEL: @accumulate_then_contract
// KEEP: linalg.generic {{.*}}iterator_types = ["parallel"]}
func.func @accumulate_then_contract(%a: tensor<4xi32>, %c: tensor<4xi32>, %d: tensor<3xi32>) -> tensor<3xi32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<4xi32>) outs(%c : tensor<4xi32>) {
  ^bb0(%x: i32, %o: i32):
    %s = arith.addi %o, %x : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%0 : tensor<4xi32>) outs(%d : tensor<3xi32>) {
  ^bb0(%x: i32, %o: i32):
    %s = arith.addi %o, %x : i32
    linalg.yield %s : i32
  } -> tensor<3xi32>
  return %1 : tensor<3xi32>
}

// A loop keeps the exponential of each row. It is put there behind the sum,
// which then keeps it.
// KEEP-LABEL: @insertion
// KEEP: scf.for
// KEEP: %[[FUSED:.+]]:2 = linalg.generic
// KEEP: math.exp
// KEEP: arith.addf
// KEEP-NOT: linalg.generic
// KEEP: %[[ROW:.+]] = tensor.insert_slice %[[FUSED]]#0
// KEEP-NEXT: tensor.insert_slice %[[ROW]]
func.func @insertion(%a: tensor<4x8xf32>, %s: tensor<f32>) -> (tensor<4x8xf32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %row = tensor.empty() : tensor<1x8xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%all = %e, %last = %s) -> (tensor<4x8xf32>, tensor<f32>) {
    %x = tensor.extract_slice %a[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
    %n = tensor.empty() : tensor<8xf32>
    %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%n : tensor<8xf32>) {
    ^bb0(%v: f32, %o: f32):
      %1 = math.exp %v : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    %unit = tensor.insert_slice %0 into %row[0, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<1x8xf32>
    %more = tensor.insert_slice %unit into %all[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    %sum = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]} ins(%0 : tensor<8xf32>) outs(%last : tensor<f32>) {
    ^bb0(%v: f32, %acc: f32):
      %1 = arith.addf %v, %acc : f32
      linalg.yield %1 : f32
    } -> tensor<f32>
    scf.yield %more, %sum : tensor<4x8xf32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<f32>
}
