// Values that become unreduced, and are reduced where the program says so, as
// Shardy writes them and as JAX does: with axes open where its mesh has such
// that are not explicit. A value on one device is there on all.
// RUN: dtensor-run %s --random-inputs 1 --check --report 2>&1 | FileCheck %s
// CHECK-DAG: warning: {{.*}} a value that is on device 3 alone is replicated: all devices have it
// Whole, then a sum: all_reduce. Sharded, then a sum: what devices have moves.
// CHECK-DAG: all_reduce x,y 4 1 384
// CHECK-DAG: reduce_scatter y 2 1 64
// The products are added up before they are reduced.
// CHECK-DAG: all_reduce x 2 1 256 {{.*}}stablehlo.add
// CHECK-NOT: all_gather
// CHECK: devices: 4
// Said once, though the program is compiled again to compare.
// CHECK-NOT: warning
module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  sdy.mesh @one = <[], device_ids=[3]>
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %2 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<8x8xf32>
    %3 = sdy.replicated_to_unreduced {"x", "y"} %2 out_sharding=<@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<8x8xf32>
    %4 = sdy.reshard %3 <@mesh, [{}, {}]> : tensor<8x8xf32>
    %5 = sdy.reshard %a <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
    %6 = sdy.sharded_to_unreduced [{}, {"y"}] %5 out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
    %7 = sdy.reshard %6 <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
    %8 = sdy.sharding_constraint %a <@mesh, [{?}, {"x", ?}]> : tensor<8x8xf32>
    %9 = stablehlo.dot_general %8, %8, contracting_dims = [1] x [1] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %10 = sdy.sharding_constraint %9 <@mesh, [{?}, {?}], unreduced={"x"}> : tensor<8x8xf32>
    %11 = stablehlo.add %10, %10 : tensor<8x8xf32>
    %12 = sdy.sharding_constraint %11 <@mesh, [{}, {}]> : tensor<8x8xf32>
    %13 = sdy.reshard %a <@one, []> : tensor<8x8xf32>
    return %4, %7, %12, %13 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
}
