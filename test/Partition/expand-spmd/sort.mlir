// RUN: dtensor-run %s --layout arg0=x --dump-after=expand | FileCheck %s
// RUN: dtensor-run %s --layout arg0=x --random-inputs=1 --check --report 2>&1 | FileCheck %s --check-prefix=BYTES

// Each device sorts its 1024 positions. Both bounds of its part of the whole
// are then looked for in the parts of all 4 devices, 11 halvings for each, and
// the runs between them taken, of what is beside the keys too.

// CHECK: %[[S:.*]]:2 = linalg_ext.sort
// CHECK: scf.for {{.*}} to %c44
// CHECK: comm.take ins(%[[S]]#0 : tensor<1024xf32>) at(%{{.*}} : tensor<8xindex>)
// CHECK-NOT: comm.take
// CHECK: scf.yield
// CHECK: %[[K:.*]] = comm.take ins(%[[S]]#0 : tensor<1024xf32>) at(%[[P:.*]] : tensor<1024xindex>)
// CHECK: %[[V:.*]] = comm.take ins(%[[S]]#1 : tensor<1024xi64>) at(%[[P]] : tensor<1024xindex>)
// CHECK: linalg_ext.sort ins(%[[K]], %[[V]]
// CHECK-NOT: all_gather

// BYTES: take x 4 44 1408 at most {{.*}} finds the bounds of its sorted part of %a
// BYTES: take x 4 1 4096 at most {{.*}} takes its part of the sorted elements of %a
// BYTES: take x 4 1 8192 at most {{.*}} takes its part of the sorted elements of %b

dtensor.mesh @mesh <x=4>

func.func @main(%a: tensor<4096xf32>, %b: tensor<4096xi64>) -> (tensor<4096xf32>, tensor<4096xi64>) {
  %e = tensor.empty() : tensor<4096xf32>
  %f = tensor.empty() : tensor<4096xi64>
  %0:2 = linalg_ext.sort ins(%a, %b : tensor<4096xf32>, tensor<4096xi64>) outs(%e, %f : tensor<4096xf32>, tensor<4096xi64>) axis = 0 {
  ^bb0(%x: f32, %y: f32, %i: i64, %j: i64):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<4096xf32>, tensor<4096xi64>
  return %0#0, %0#1 : tensor<4096xf32>, tensor<4096xi64>
}
