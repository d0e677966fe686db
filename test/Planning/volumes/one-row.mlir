// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-run %s --random-inputs=1 --check --no-full-replication

// Of eight rows, which are sums over devices besides, one is read: who has it
// sums it up with the others of its row, and gives it to all.

// CHECK: @main: 1 all_reduce, 16 bytes
// CHECK-NEXT: @main: 1 fetch, 4 bytes
// CHECK-NEXT: @main: 20 bytes in all

// IR-LABEL: func.func @main(
// IR: comm.all_reduce ins(%arg0 : tensor<4x1xf32>) outs(%{{[^ ]+}} : tensor<4x1xf32>)
// IR: comm.fetch ins(%{{[^ ]+}} : tensor<4x1xf32>) outs(%{{[^ ]+}} : tensor<1x1xf32>)

dtensor.mesh @mesh <x=2, y=2>

func.func @main(%in: tensor<8x1xf32> {dtensor.layout = #dtensor.layout<@mesh, [y, unsharded], partial<sum, [x]>>}, %to: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %out = linalg.generic {indexing_maps = [affine_map<(i, j) -> (1, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%in : tensor<8x1xf32>) outs(%to : tensor<1x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<1x3xf32>
  return %out : tensor<1x3xf32>
}
