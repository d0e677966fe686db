// Grids of processes run on a mesh of replicas and partitions, and give what
// each process would.
// RUN: dtensor-run %s
// RUN: dtensor-opt %s -split-input-file -dtensor-import-processes | FileCheck %s

// Groups of replicas, over all partitions: the partition is the major number.
// CHECK: sdy.mesh @processes = <["replica"=2, "partition"=2]>
// CHECK-NOT: @gather
// CHECK: sdy.manual_computation
// CHECK-SAME: in_shardings=[<@processes, [{"replica", "partition"}, {}]>]
// CHECK: stablehlo.all_gather
// CHECK-SAME: replica_groups = dense<{{\[\[}}0, 2, 1, 3]]> : tensor<1x4xi64>, use_global_device_ids
func.func @gather(%a: tensor<1xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.all_gather"(%a) {
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  } : (tensor<1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @main() {
  %a = stablehlo.constant dense<1> : tensor<1xi32>
  %b = stablehlo.constant dense<2> : tensor<1xi32>
  %c = stablehlo.constant dense<3> : tensor<1xi32>
  %d = stablehlo.constant dense<4> : tensor<1xi32>
  %0:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {
    programs = [[@gather, @gather], [@gather, @gather]]
  } : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
      -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %0#0, dense<[1, 3, 2, 4]> : tensor<4xi32>
  check.expect_eq_const %0#3, dense<[1, 3, 2, 4]> : tensor<4xi32>
  return
}

// -----

// Groups of replicas, each partition by itself; numbers of processes.
// CHECK: stablehlo.all_reduce
// CHECK: replica_groups = dense<{{\[\[}}0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>
func.func @reduce() -> (tensor<ui32>, tensor<ui32>, tensor<ui32>) {
  %r = stablehlo.replica_id : tensor<ui32>
  %p = stablehlo.partition_id : tensor<ui32>
  %ten = stablehlo.constant dense<10> : tensor<ui32>
  %0 = stablehlo.multiply %r, %ten : tensor<ui32>
  %1 = stablehlo.add %0, %p : tensor<ui32>
  %2 = "stablehlo.all_reduce"(%1) ({
  ^bb0(%x: tensor<ui32>, %y: tensor<ui32>):
    %3 = stablehlo.add %x, %y : tensor<ui32>
    stablehlo.return %3 : tensor<ui32>
  }) {
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<ui32>) -> tensor<ui32>
  return %r, %p, %2 : tensor<ui32>, tensor<ui32>, tensor<ui32>
}
func.func @main() {
  %0:18 = "interpreter.run_parallel"() {
    programs = [[@reduce, @reduce, @reduce], [@reduce, @reduce, @reduce]]
  } : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>,
             tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>,
             tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %0#6, dense<0> : tensor<ui32>
  check.expect_eq_const %0#7, dense<2> : tensor<ui32>
  check.expect_eq_const %0#8, dense<14> : tensor<ui32>
  check.expect_eq_const %0#12, dense<1> : tensor<ui32>
  check.expect_eq_const %0#13, dense<1> : tensor<ui32>
  check.expect_eq_const %0#14, dense<12> : tensor<ui32>
  return
}

// -----

// What is fed in, and out.
// CHECK-NOT: infeed
// CHECK-NOT: outfeed
// CHECK: return
func.func @feed(%token: !stablehlo.token, %a: tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %1 = "stablehlo.outfeed"(%a, %0#1) : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %2 = stablehlo.add %0#0, %a : tensor<2xf32>
  return %2, %1 : tensor<2xf32>, !stablehlo.token
}
func.func @values() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main() {
  %token = stablehlo.after_all : !stablehlo.token
  %a = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %0:2 = "interpreter.run_parallel"(%token, %a) {
    infeed = [@values], programs = [[@feed]]
  } : (!stablehlo.token, tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token)
  check.expect_eq_const %0#0, dense<[11.0, 22.0]> : tensor<2xf32>
  return
}
