// RUN: dtensor-opt %s --one-shot-bufferize="bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map" --canonicalize | FileCheck %s

dtensor.mesh @mesh <x=2>

// A collective writes its destination and reads its source; they are not one
// buffer, and nothing is copied.
// CHECK-LABEL: func @all_gather
// CHECK-SAME: (%[[SOURCE:.*]]: memref<4xf32>) -> memref<8xf32>
func.func @all_gather(%source: tensor<4xf32> {bufferization.writable = false}) -> tensor<8xf32> {
  // CHECK-NEXT: %[[DEST:.*]] = memref.alloc() {{.*}} : memref<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  // CHECK-NEXT: comm.all_gather ins(%[[SOURCE]] : memref<4xf32>) outs(%[[DEST]] : memref<8xf32>)
  // CHECK-SAME: because "a test"{{$}}
  %whole = comm.all_gather ins(%source : tensor<4xf32>) outs(%empty : tensor<8xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [8] because "a test" -> tensor<8xf32>
  // CHECK-NOT: comm.release
  comm.release %whole : tensor<8xf32>
  // CHECK-NEXT: return %[[DEST]]
  return %whole : tensor<8xf32>
}

// Without a release, an elementwise op overwrites what peers still read: this
// is what the op is for.
// CHECK-LABEL: func @overwritten
func.func @overwritten(%source: tensor<4xf32>) -> tensor<8xf32> {
  // CHECK-COUNT-1: memref.alloc
  // CHECK-NOT: memref.alloc
  // CHECK: return
  %empty = tensor.empty() : tensor<8xf32>
  %whole = comm.all_gather ins(%source : tensor<4xf32>) outs(%empty : tensor<8xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  %exp = linalg.exp ins(%whole : tensor<8xf32>) outs(%whole : tensor<8xf32>) -> tensor<8xf32>
  return %exp : tensor<8xf32>
}

// CHECK-LABEL: func @released
func.func @released(%source: tensor<4xf32>) -> tensor<8xf32> {
  // CHECK: %[[DEST:.*]] = memref.alloc
  // CHECK: comm.all_gather {{.*}} outs(%[[DEST]]
  // CHECK: %[[EXP:.*]] = memref.alloc
  // CHECK: linalg.exp ins(%[[DEST]] {{.*}} outs(%[[EXP]]
  // CHECK-NEXT: return %[[EXP]]
  %empty = tensor.empty() : tensor<8xf32>
  %whole = comm.all_gather ins(%source : tensor<4xf32>) outs(%empty : tensor<8xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  %exp = linalg.exp ins(%whole : tensor<8xf32>) outs(%whole : tensor<8xf32>) -> tensor<8xf32>
  comm.release %whole : tensor<8xf32>
  return %exp : tensor<8xf32>
}

// Source and destination of one value would be one buffer: a copy.
// CHECK-LABEL: func @in_place
// CHECK-SAME: (%[[PART:.*]]: memref<8xf32>)
func.func @in_place(%part: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[COPY:.*]] = memref.alloc
  // CHECK: comm.all_reduce ins(%[[PART]] : memref<8xf32>) outs(%[[COPY]] : memref<8xf32>)
  %sum = comm.all_reduce ins(%part : tensor<8xf32>) outs(%part : tensor<8xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [8] -> tensor<8xf32>
  comm.release %sum : tensor<8xf32>
  return %sum : tensor<8xf32>
}

// CHECK-LABEL: func @dynamic
func.func @dynamic(%source: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  // CHECK: comm.all_gather {{.*}} of [%{{.*}}]
  %empty = tensor.empty(%n) : tensor<?xf32>
  %whole = comm.all_gather ins(%source : tensor<?xf32>) outs(%empty : tensor<?xf32>)
      <@mesh, [x]> to <@mesh, [unsharded]> of [%n] -> tensor<?xf32>
  comm.release %whole : tensor<?xf32>
  return %whole : tensor<?xf32>
}
