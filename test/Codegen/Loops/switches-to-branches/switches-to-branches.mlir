// RUN: dtensor-opt %s --dtensor-switches-to-branches | FileCheck %s

// CHECK-LABEL: @three
// CHECK-SAME: (%[[A:.+]]: tensor<4xf32>, %[[B:.+]]: tensor<4xf32>, %[[I:.+]]: index)
// CHECK: %[[C2:.+]] = arith.constant 2 : index
// CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[I]], %[[C2]] : index
// CHECK: %[[R:.+]] = scf.if %[[FIRST]] -> (tensor<4xf32>) {
// CHECK-NEXT: scf.yield %[[A]]
// CHECK-NEXT: } else {
// CHECK: %[[C5:.+]] = arith.constant 5 : index
// CHECK: %[[SECOND:.+]] = arith.cmpi eq, %[[I]], %[[C5]] : index
// CHECK: %[[S:.+]] = scf.if %[[SECOND]] -> (tensor<4xf32>) {
// CHECK-NEXT: scf.yield %[[B]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[E:.+]] = math.exp %[[A]]
// CHECK-NEXT: scf.yield %[[E]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[S]]
// CHECK: return %[[R]]
func.func @three(%a: tensor<4xf32>, %b: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %r = scf.index_switch %i -> tensor<4xf32>
  case 2 {
    scf.yield %a : tensor<4xf32>
  }
  case 5 {
    scf.yield %b : tensor<4xf32>
  }
  default {
    %e = math.exp %a : tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// There is nothing to choose from.
// CHECK-LABEL: @none
// CHECK-NEXT: %[[E:.+]] = math.exp
// CHECK-NEXT: return %[[E]]
func.func @none(%a: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %r = scf.index_switch %i -> tensor<4xf32>
  default {
    %e = math.exp %a : tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A switch without results, and one within another.
// CHECK-LABEL: @nested
// CHECK-NOT: scf.index_switch
// CHECK: scf.if
// CHECK: scf.if
// CHECK: memref.store
// CHECK: else
// CHECK: memref.store
// CHECK-NOT: scf.index_switch
func.func @nested(%m: memref<i32>, %x: i32, %y: i32, %i: index, %j: index) {
  scf.index_switch %i
  case 0 {
    scf.index_switch %j
    case 1 {
      memref.store %x, %m[] : memref<i32>
      scf.yield
    }
    default {
      memref.store %y, %m[] : memref<i32>
      scf.yield
    }
    scf.yield
  }
  default {
    scf.yield
  }
  return
}
