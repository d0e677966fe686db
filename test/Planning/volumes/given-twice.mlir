// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-run %s --random-inputs=1 --check

// Each particle meets all others: positions are read by row and by column. Of
// velocities that are sharded a layout of positions would follow, and that would
// be gathered; but nobody annotated them, so they are whole, and only the work
// is divided. Annotated, they are gathered.

// CHECK: @main: 0 bytes in all
// CHECK: @annotated: 1 all_gather, 24 bytes

// IR-LABEL: func.func @main(
// IR-LABEL: func.func @annotated(
// IR: comm.all_gather ins(%arg0 : tensor<6xf32>) outs(%{{[^ ]+}} : tensor<12xf32>)

dtensor.mesh @mesh <x=2>

func.func @main(%position: tensor<12xf32>, %velocity: tensor<12xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<12xf32> {
  %zero = arith.constant dense<0.0> : tensor<12xf32>
  %force = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%position, %position : tensor<12xf32>, tensor<12xf32>) outs(%zero : tensor<12xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %d = arith.subf %a, %b : f32
    %t = math.tanh %d : f32
    %s = arith.addf %sum, %t : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  %0 = arith.addf %velocity, %force : tensor<12xf32>
  return %0 : tensor<12xf32>
}

func.func @annotated(%position: tensor<12xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}, %velocity: tensor<12xf32>) -> tensor<12xf32> {
  %zero = arith.constant dense<0.0> : tensor<12xf32>
  %force = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%position, %position : tensor<12xf32>, tensor<12xf32>) outs(%zero : tensor<12xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %d = arith.subf %a, %b : f32
    %t = math.tanh %d : f32
    %s = arith.addf %sum, %t : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  %0 = arith.addf %velocity, %force : tensor<12xf32>
  return %0 : tensor<12xf32>
}
