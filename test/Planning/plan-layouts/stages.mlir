// RUN: dtensor-opt %s --split-input-file -dtensor-copy-factories -dtensor-plan-layouts=proposals=stages -dtensor-propagate-layouts | FileCheck %s
// RUN: dtensor-opt %s --split-input-file -dtensor-copy-factories -dtensor-propagate-layouts | FileCheck %s --check-prefix=PLAIN

// Layers on devices of their own: each does the turns whose weights it has, and
// hands on what the loop carries.
// PLAIN-NOT: local_map

dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @layers
func.func @layers(%w: tensor<8x16x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded, unsharded]>}, %x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  // A row for each device; that of the first one is known.
  // CHECK: %[[ROWS:.*]] = tensor.insert_slice %arg1 into %{{.*}}[0, 0, 0] [1, 4, 16] [1, 1, 1] {{.*}} : tensor<4x16xf32> into tensor<4x4x16xf32>
  // CHECK: %[[MAP:.*]] = dtensor.local_map(%[[ROWS]], %arg0 : tensor<4x4x16xf32>, tensor<8x16x16xf32>)
  // CHECK-SAME: in [#dtensor.layout<@mesh, [x, unsharded, unsharded]>, #dtensor.layout<@mesh, [x, unsharded, unsharded]>]
  // CHECK-SAME: out [#dtensor.layout<@mesh, [x, unsharded, unsharded]>] manual ["x"]
  // CHECK-SAME: dtensor.stages = "scf.for steps through %arg0, which is sharded on x: each device runs the iterations whose positions it holds"
  // CHECK-NEXT: ^bb0(%[[ROW:.*]]: tensor<1x4x16xf32>, %[[STACK:.*]]: tensor<2x16x16xf32>):
  // CHECK: %[[DEVICE:.*]] = comm.coordinate @mesh x
  // CHECK: scf.for %[[STAGE:.*]] = %{{.*}} iter_args(%[[HAD:.*]] = %[[ROW]])
  // CHECK: %[[OWN:.*]] = arith.cmpi eq, %[[DEVICE]], %[[STAGE]]
  // CHECK: %[[DONE:.*]] = scf.if %[[OWN]]
  // CHECK: scf.for %[[TURN:.*]] =
  // CHECK: linalg_ext.dynamic_slice ins(%[[STACK]] : tensor<2x16x16xf32>)
  // CHECK: } else {
  // CHECK-NEXT: scf.yield %[[HAD]]
  // CHECK: %[[NEXT:.*]] = arith.addi %[[STAGE]],
  // CHECK: comm.fetch ins(%[[DONE]] : tensor<1x4x16xf32>) outs(%[[DONE]] : tensor<1x4x16xf32>)
  // CHECK-NEXT: from {{.*}} at [%[[STAGE]], 0, 0] step [1, 1, 1] count [1, 4, 16] to [%[[NEXT]], 0, 0]
  // That of the last one is the result.
  // CHECK: tensor.extract_slice %[[MAP]][3, 0, 0] [1, 4, 16] [1, 1, 1]
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x) -> tensor<4x16xf32> {
    %e = tensor.empty() : tensor<1x16x16xf32>
    %s = linalg_ext.dynamic_slice ins(%w : tensor<8x16x16xf32>) at [%i, %c0, %c0] sizes = [1, 16, 16] outs(%e : tensor<1x16x16xf32>) -> tensor<1x16x16xf32>
    %v = tensor.collapse_shape %s [[0, 1], [2]] : tensor<1x16x16xf32> into tensor<16x16xf32>
    %o = tensor.empty() : tensor<4x16xf32>
    %f = linalg.fill ins(%z : f32) outs(%o : tensor<4x16xf32>) -> tensor<4x16xf32>
    %m = linalg.matmul ins(%h, %v : tensor<4x16xf32>, tensor<16x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
    scf.yield %m : tensor<4x16xf32>
  }
  return %r : tensor<4x16xf32>
}

// -----

// From the last position to the first, with a stack that is written.
dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @backward
func.func @backward(%w: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %x: tensor<16xf32>) -> (tensor<16xf32>, tensor<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %ys = tensor.empty() : tensor<8x16xf32>
  // CHECK: tensor.insert_slice %arg1 into %{{.*}}[3, 0]
  // CHECK: %[[MAP:.*]]:2 = dtensor.local_map
  // CHECK: tensor.extract_slice %[[MAP]]#0[0, 0]
  // CHECK: return %{{.*}}, %[[MAP]]#1
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x, %y = %ys) -> (tensor<16xf32>, tensor<8x16xf32>) {
    %p = arith.subi %c7, %i : index
    %v = tensor.extract_slice %w[%p, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %m = arith.addf %h, %v : tensor<16xf32>
    %u = tensor.insert_slice %m into %y[%p, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<8x16xf32>
    scf.yield %m, %u : tensor<16xf32>, tensor<8x16xf32>
  }
  return %r#0, %r#1 : tensor<16xf32>, tensor<8x16xf32>
}

// -----

// Left alone: positions are not divided evenly.
dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @uneven
// CHECK-NOT: local_map
func.func @uneven(%w: tensor<9x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %x: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%h = %x) -> tensor<16xf32> {
    %v = tensor.extract_slice %w[%i, 0] [1, 16] [1, 1] : tensor<9x16xf32> to tensor<16xf32>
    %m = arith.addf %h, %v : tensor<16xf32>
    scf.yield %m : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

// What is carried is divided, so each device has work in each turn.
dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @divided
// CHECK-NOT: local_map
func.func @divided(%w: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %x: tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x) -> tensor<16xf32> {
    %v = tensor.extract_slice %w[%i, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %m = arith.addf %h, %v : tensor<16xf32>
    scf.yield %m : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

// The next position is read too.
dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @next
// CHECK-NOT: local_map
func.func @next(%w: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %x: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x) -> tensor<16xf32> {
    %j = arith.addi %i, %c1 : index
    %n = arith.minui %j, %c7 : index
    %u = tensor.extract_slice %w[%n, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %v = tensor.extract_slice %w[%i, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %a = arith.addf %u, %v : tensor<16xf32>
    %m = arith.addf %h, %a : tensor<16xf32>
    scf.yield %m : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

// What earlier turns have written is read.
dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @read_back
// CHECK-NOT: local_map
func.func @read_back(%w: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %w) -> tensor<8x16xf32> {
    %j = arith.addi %i, %c1 : index
    %n = arith.minui %j, %c7 : index
    %v = tensor.extract_slice %h[%n, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %u = tensor.insert_slice %v into %h[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<8x16xf32>
    scf.yield %u : tensor<8x16xf32>
  }
  return %r : tensor<8x16xf32>
}

// -----

// Nobody knows how often the loop turns.
dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @unknown
// CHECK-NOT: local_map
func.func @unknown(%w: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %x: tensor<16xf32>, %n: index) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<16xf32> {
    %v = tensor.extract_slice %w[%i, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %m = arith.addf %h, %v : tensor<16xf32>
    scf.yield %m : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

// An annotation in the loop names the dimension.
dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @annotated
// CHECK-NOT: local_map
func.func @annotated(%w: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %x: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x) -> tensor<16xf32> {
    %v = tensor.extract_slice %w[%i, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %t = math.tanh %v : tensor<16xf32>
    %c = dtensor.constrain %t : tensor<16xf32> to #dtensor.layout<@mesh, [x]>
    %a = math.tanh %c : tensor<16xf32>
    %m = arith.addf %h, %a : tensor<16xf32>
    scf.yield %m : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

// What is handed on is more than the stack.
dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @large
// CHECK-NOT: local_map
func.func @large(%w: tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %x: tensor<16x4xf32>) -> tensor<16x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x) -> tensor<16x4xf32> {
    %v = tensor.extract_slice %w[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
    %e = tensor.empty() : tensor<16x4xf32>
    %b = linalg.broadcast ins(%v : tensor<4xf32>) outs(%e : tensor<16x4xf32>) dimensions = [0]
    %m = arith.addf %h, %b : tensor<16x4xf32>
    scf.yield %m : tensor<16x4xf32>
  }
  return %r : tensor<16x4xf32>
}

// -----

// What all turns use is divided: one device would need what nobody asked for.
dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @shared
// CHECK-NOT: local_map
func.func @shared(%w: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %s: tensor<16x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %x: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x) -> tensor<16xf32> {
    %v = tensor.extract_slice %w[%i, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %e = tensor.empty() : tensor<16xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    %u = linalg.reduce ins(%s : tensor<16x4xf32>) outs(%f : tensor<16xf32>) dimensions = [1]
      (%in: f32, %init: f32) {
        %sum = arith.addf %in, %init : f32
        linalg.yield %sum : f32
      }
    %a = arith.addf %u, %v : tensor<16xf32>
    %m = arith.addf %h, %a : tensor<16xf32>
    scf.yield %m : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

// A value in the loop has the layout of one outside.
dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @grouped
// CHECK-NOT: local_map
func.func @grouped(%w: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %y = dtensor.constrain %x : tensor<16xf32> to #dtensor.constraint<@mesh, [any]> group 1
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x) -> tensor<16xf32> {
    %v = tensor.extract_slice %w[%i, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %t = math.tanh %v : tensor<16xf32>
    %c = dtensor.constrain %t : tensor<16xf32> to #dtensor.constraint<@mesh, [any]> group 1
    %m = arith.addf %h, %c : tensor<16xf32>
    scf.yield %m : tensor<16xf32>
  }
  return %r, %y : tensor<16xf32>, tensor<16xf32>
}

// -----

// A tensor of no elements is carried: there is no slice of it.
dtensor.mesh @mesh <x=4>
// CHECK-LABEL: func @nothing
// CHECK-NOT: local_map
func.func @nothing(%w: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %x: tensor<16xf32>, %z: tensor<0x3xf32>) -> (tensor<16xf32>, tensor<0x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x, %y = %z) -> (tensor<16xf32>, tensor<0x3xf32>) {
    %v = tensor.extract_slice %w[%i, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %m = arith.addf %h, %v : tensor<16xf32>
    %t = math.tanh %y : tensor<0x3xf32>
    scf.yield %m, %t : tensor<16xf32>, tensor<0x3xf32>
  }
  return %r#0, %r#1 : tensor<16xf32>, tensor<0x3xf32>
}
