// RUN: dtensor-opt %s | dtensor-opt | FileCheck %s
// RUN: dtensor-opt %s --mlir-print-op-generic | dtensor-opt | FileCheck %s

dtensor.mesh @mesh <x=2, y=4>

// CHECK-LABEL: func @where
func.func @where(%n: index) -> (index, index, index, index) {
  // CHECK: comm.coordinate @mesh x
  %0 = comm.coordinate @mesh x
  // CHECK: comm.shard_extent @mesh [x, y] of 18
  %1 = comm.shard_extent @mesh [x, y] of 18
  // CHECK: comm.shard_extent @mesh [x] of %{{.*}}
  %2 = comm.shard_extent @mesh [x] of %n
  // CHECK: comm.shard_offset @mesh [y] of 18
  %3 = comm.shard_offset @mesh [y] of 18
  // CHECK: comm.barrier @mesh [x]
  comm.barrier @mesh [x]
  return %0, %1, %2, %3 : index, index, index, index
}

// CHECK-LABEL: func @on_tensors
func.func @on_tensors(%part: tensor<8x8xf32>, %whole: tensor<8x8xf32>, %rows: tensor<4x8xf32>, %columns: tensor<8x4xf32>) {
  // CHECK: comm.all_reduce ins(%{{.*}} : tensor<8x8xf32>) outs(%{{.*}} : tensor<8x8xf32>)
  // CHECK-SAME: <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [unsharded, unsharded]> of [8, 8]
  // CHECK-SAME: because "linalg.matmul contracts axis 1" -> tensor<8x8xf32>
  %0 = comm.all_reduce ins(%part : tensor<8x8xf32>) outs(%whole : tensor<8x8xf32>)
      #dtensor.layout<@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [unsharded, unsharded]> of [8, 8]
      because "linalg.matmul contracts axis 1" -> tensor<8x8xf32>
  // CHECK: comm.release %{{.*}} : tensor<8x8xf32>
  comm.release %0 : tensor<8x8xf32>
  // CHECK: comm.reduce_scatter
  %1 = comm.reduce_scatter ins(%part : tensor<8x8xf32>) outs(%rows : tensor<4x8xf32>)
      <@mesh, [unsharded, unsharded], partial<sum, [x]>> to <@mesh, [x, unsharded]> of [8, 8] -> tensor<4x8xf32>
  // CHECK: comm.all_gather
  %2 = comm.all_gather ins(%rows : tensor<4x8xf32>) outs(%whole : tensor<8x8xf32>)
      <@mesh, [x, unsharded]> to <@mesh, [unsharded, unsharded]> of [8, 8] -> tensor<8x8xf32>
  // CHECK: comm.all_to_all
  %3 = comm.all_to_all ins(%rows : tensor<4x8xf32>) outs(%columns : tensor<8x4xf32>)
      <@mesh, [x, unsharded]> to <@mesh, [unsharded, x]> of [8, 8] -> tensor<8x4xf32>
  return
}

// CHECK-LABEL: func @permute
func.func @permute(%a: tensor<1xf32>, %b: tensor<1xf32>) -> tensor<1xf32> {
  // CHECK: comm.permute ins(%{{.*}} : tensor<1xf32>) outs(%{{.*}} : tensor<1xf32>)
  // CHECK-SAME: <@mesh, [x + y]> to <@mesh, [y + x]> of [8] -> tensor<1xf32>
  %0 = comm.permute ins(%a : tensor<1xf32>) outs(%b : tensor<1xf32>)
      <@mesh, [x + y]> to <@mesh, [y + x]> of [8] -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func @dynamic
func.func @dynamic(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %n: index) -> tensor<?x8xf32> {
  // CHECK: comm.exchange ins(%{{.*}} : tensor<?x8xf32>) outs(%{{.*}} : tensor<?x8xf32>)
  // CHECK-SAME: <@mesh, [x, unsharded]> to <@mesh, [y, unsharded]> of [%{{.*}}, 8] -> tensor<?x8xf32>
  %0 = comm.exchange ins(%a : tensor<?x8xf32>) outs(%b : tensor<?x8xf32>)
      <@mesh, [x, unsharded]> to <@mesh, [y, unsharded]> of [%n, 8] -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: func @on_buffers
func.func @on_buffers(%a: memref<4x8xf32>, %b: memref<8x8xf32>) {
  // CHECK: comm.all_gather ins(%{{.*}} : memref<4x8xf32>) outs(%{{.*}} : memref<8x8xf32>)
  // CHECK-SAME: <@mesh, [x, unsharded]> to <@mesh, [unsharded, unsharded]> of [8, 8] shared{{$}}
  comm.all_gather ins(%a : memref<4x8xf32>) outs(%b : memref<8x8xf32>)
      <@mesh, [x, unsharded]> to <@mesh, [unsharded, unsharded]> of [8, 8] shared
  return
}

// CHECK-LABEL: func @reshape
func.func @reshape(%a: tensor<?x6xf32>, %b: tensor<?x?x4xf32>) -> tensor<?x?x4xf32> {
  // CHECK: comm.reshape ins(%{{.*}} : tensor<?x6xf32>) outs(%{{.*}} : tensor<?x?x4xf32>)
  // CHECK-SAME: <@mesh, [unsharded, x]> of [?, 12] to <@mesh, [unsharded, x, unsharded]> of [?, 3, 4]
  // CHECK-SAME: because "asked" -> tensor<?x?x4xf32>
  %0 = comm.reshape ins(%a : tensor<?x6xf32>) outs(%b : tensor<?x?x4xf32>)
      <@mesh, [unsharded, x]> of [?, 12] to <@mesh, [unsharded, x, unsharded]> of [?, 3, 4]
      because "asked" -> tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}

// CHECK-LABEL: func @take
func.func @take(%a: tensor<3x4xf32>, %p: tensor<5x4xindex>, %e: tensor<5x4xf32>, %b: memref<3x4xf32>, %q: memref<5x4xindex>, %f: memref<5x4xf32>) -> tensor<5x4xf32> {
  // CHECK: comm.take ins(%{{.*}} : tensor<3x4xf32>) at(%{{.*}} : tensor<5x4xindex>) outs(%{{.*}} : tensor<5x4xf32>)
  // CHECK-SAME: <@mesh, [x, unsharded]> of [6, 4] along 0 because "a sort" -> tensor<5x4xf32>
  %0 = comm.take ins(%a : tensor<3x4xf32>) at(%p : tensor<5x4xindex>) outs(%e : tensor<5x4xf32>)
      <@mesh, [x, unsharded]> of [6, 4] along 0 because "a sort" -> tensor<5x4xf32>
  // CHECK: comm.take ins(%{{.*}} : memref<3x4xf32>) at(%{{.*}} : memref<5x4xindex>) outs(%{{.*}} : memref<5x4xf32>)
  comm.take ins(%b : memref<3x4xf32>) at(%q : memref<5x4xindex>) outs(%f : memref<5x4xf32>)
      <@mesh, [x, unsharded]> of [6, 4] along 0
  return %0 : tensor<5x4xf32>
}
