// RUN: dtensor-opt %s -dtensor-propagate-layouts -dtensor-insert-relayouts -dtensor-expand-spmd -verify-roundtrip | FileCheck %s

dtensor.mesh @mesh <x=2>
#rows = #dtensor.layout<@mesh, [x, unsharded]>
#columns = #dtensor.layout<@mesh, [unsharded, x]>

// What a loop says of its bounds is kept.
// CHECK-LABEL: func @unsigned
// CHECK: scf.for unsigned %{{.*}} iter_args(%{{.*}} = %arg0) -> (tensor<?x8xf32>)
func.func @unsigned(%a: tensor<5x8xf32> {dtensor.layout = #rows}, %n: i32) -> tensor<5x8xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<5x8xf32> : i32 {
    %1 = math.exp %b : tensor<5x8xf32>
    scf.yield %1 : tensor<5x8xf32>
  }
  return %0 : tensor<5x8xf32>
}

// A loop and a branch that carry nothing.
// CHECK-LABEL: func @nothing_carried
// CHECK: scf.for
// CHECK: scf.if
// CHECK: func.call @empty
func.func @nothing_carried(%a: tensor<4x8xf32> {dtensor.layout = #rows}, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      func.call @empty(%a) : (tensor<4x8xf32>) -> ()
    }
  }
  return
}
// CHECK: func @empty(%arg0: tensor<2x8xf32>
func.func @empty(%a: tensor<4x8xf32>) {
  return
}

// The body of a local_map is on components already.
// CHECK-LABEL: func @local_map
// CHECK: %[[B:.*]] = comm.all_to_all ins(%arg1 : tensor<5x4xf32>) {{.*}} -> tensor<?x8xf32>
// CHECK: %[[R:.*]] = arith.addf %arg0, %[[B]] : tensor<?x8xf32>
// CHECK: return %[[R]]
func.func @local_map(%a: tensor<5x8xf32> {dtensor.layout = #rows}, %b: tensor<5x8xf32> {dtensor.layout = #columns})
    -> tensor<5x8xf32> {
  %0 = dtensor.local_map (%a, %b : tensor<5x8xf32>, tensor<5x8xf32>) in [#rows, #rows] out [#rows] {
  ^bb0(%c: tensor<?x8xf32>, %d: tensor<?x8xf32>):
    %1 = arith.addf %c, %d : tensor<?x8xf32>
    dtensor.local_yield %1 : tensor<?x8xf32>
  } -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// A tensor that a body reads at any position is there whole.
// CHECK-LABEL: func @captured
// CHECK: %[[T:.*]] = comm.all_gather ins(%arg0 : tensor<5x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%arg1 : tensor<3xindex>)
// CHECK: tensor.extract %[[T]][%{{.*}}, %{{.*}}] : tensor<10x8xf32>
func.func @captured(%t: tensor<10x8xf32> {dtensor.layout = #rows},
                    %i: tensor<6xindex> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<6x8xf32> {
  %e = tensor.empty() : tensor<6x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<6xindex>) outs(%e : tensor<6x8xf32>) {
  ^bb0(%p: index, %q: f32):
    %j = linalg.index 1 : index
    %v = tensor.extract %t[%p, %j] : tensor<10x8xf32>
    linalg.yield %v : f32
  } -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}
