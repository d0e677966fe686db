// RUN: dtensor-opt %s --convert-comm-to-runtime --split-input-file --verify-diagnostics | FileCheck %s

dtensor.mesh @mesh <x=2, y=3>

// CHECK-DAG: llvm.mlir.global internal constant @[[SITE:dt_site.*]](dense<[1, 7, 0, 2, 1, 0, 0, 1, 1, 0, 0, 0, 0]>
// CHECK-DAG: llvm.mlir.global internal constant @[[TEXT:dt_text.*]]("all_gather {{.*}}, because of a test\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[EXTENTS:dt_extents.*]](dense<[8, 4]>
// CHECK-NOT: dtensor.mesh
// CHECK-LABEL: func @gather
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr, %{{.+}}: memref<4x4xf32>
// CHECK: llvm.call @dt_collective(%[[DEVICE]],
func.func @gather(%a: memref<4x4xf32>, %b: memref<8x4xf32>) {
  comm.all_gather ins(%a : memref<4x4xf32>) outs(%b : memref<8x4xf32>) #dtensor.layout<@mesh, [x, unsharded]> to #dtensor.layout<@mesh, [unsharded, unsharded]> of [8, 4] shared because "of a test"
  return
}

// CHECK-LABEL: func @where
// CHECK-SAME: (%[[DEVICE:.+]]: !llvm.ptr
// CHECK: %[[DIM:.+]] = llvm.mlir.constant(1 : i64)
// CHECK: llvm.call @dt_coordinate(%[[DEVICE]], %[[DIM]])
// CHECK-COUNT-2: llvm.call @dt_coordinate
// CHECK: arith.minsi
// CHECK: %[[MASK:.+]] = llvm.mlir.constant(3 : i64)
// CHECK: llvm.call @dt_barrier(%[[DEVICE]], %[[MASK]]
func.func @where() -> (index, index) {
  %c = comm.coordinate @mesh y
  %e = comm.shard_extent @mesh [x, y] of 18
  comm.barrier @mesh [x, y]
  return %c, %e : index, index
}

// CHECK-LABEL: func @memory
// CHECK: llvm.call @dt_alloc(
// CHECK: llvm.call @dt_arena(
// CHECK: llvm.call @dt_shared_arena(
func.func @memory(%n: index) -> (memref<?xf32>, memref<64xi8>, memref<64xi8>) {
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc() {comm.arena} : memref<64xi8>
  %c = memref.alloc() {comm.arena, comm.shared_along = ["y"]} : memref<64xi8>
  return %a, %b, %c : memref<?xf32>, memref<64xi8>, memref<64xi8>
}

// CHECK-LABEL: func @assert
// CHECK: %[[FAILED:.+]] = arith.xori
// CHECK: scf.if %[[FAILED]]
// CHECK: llvm.call @dt_fail(
func.func @assert(%c: i1) {
  cf.assert %c, "no"
  return
}

// -----

func.func @element(%n: index) {
  // expected-error@+1 {{the runtime has no buffers of element type 'i4'}}
  %a = memref.alloc() : memref<8xi4>
  return
}
