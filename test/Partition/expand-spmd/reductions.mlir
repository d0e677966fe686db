// RUN: dtensor-opt %s -dtensor-propagate-layouts -dtensor-insert-relayouts -dtensor-expand-spmd -verify-roundtrip | FileCheck %s

// A reduction over a sharded axis: each device reduces its part, the combiner
// is the body's own, and the initial value counts once.

#columns = #dtensor.layout<@mesh, [unsharded, x]>
dtensor.mesh @mesh <x=4>

// Only device 0 starts from the value, the others from 1 and from -0.0.
// CHECK-LABEL: func @initial
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[AT:.*]] = comm.coordinate @mesh x
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[AT]]
// CHECK: %[[INIT:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<4xf32>)
// CHECK: arith.select %[[FIRST]], %{{.*}}, %[[ONE]]
// CHECK: linalg.reduce { arith.mulf } ins(%arg0 : tensor<4x?xf32>) outs(%[[INIT]] : tensor<4xf32>)
// CHECK: comm.all_reduce {{.*}} partial<product, [x]>>
// CHECK: arith.constant -0.000000e+00 : f32
// CHECK: arith.select
// CHECK: linalg.reduce { arith.addf }
// CHECK: comm.all_reduce {{.*}} partial<sum, [x]>>
func.func @initial(%a: tensor<4x5xf32> {dtensor.layout = #columns}, %i: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.reduce { arith.mulf } ins(%a : tensor<4x5xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.addf } ins(%a : tensor<4x5xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// A product that adds to C: C counts once too.
// CHECK-LABEL: func @accumulate
// CHECK: %[[INIT:.*]] = linalg.generic {{.*}} ins(%arg2 : tensor<4x4xf32>)
// CHECK: arith.select
// CHECK: linalg.matmul ins(%arg0, %arg1 : tensor<4x2xf32>, tensor<2x4xf32>) outs(%[[INIT]]
func.func @accumulate(%a: tensor<4x8xf32> {dtensor.layout = #columns}, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>)
    -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// A seed of five is no identity of a sum; zero is nothing to a sum, but is to
// a product.
// CHECK-LABEL: func @seeds
// CHECK: arith.select
// CHECK: linalg.reduce { arith.addf }
// CHECK-NOT: arith.select
// CHECK: linalg.reduce { arith.addf }
// CHECK: arith.select
// CHECK: linalg.reduce { arith.mulf }
func.func @seeds(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %five = arith.constant dense<5.0> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<8xf32>) outs(%five : tensor<f32>) dimensions = [0]
  %1 = linalg.reduce { arith.addf } ins(%a : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %2 = linalg.reduce { arith.mulf } ins(%a : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// A maximum may see its initial value as often as it likes.
// CHECK-LABEL: func @idempotent
// CHECK-NOT: arith.select
// CHECK: linalg.reduce { arith.maximumf } ins(%arg0 {{.*}} outs(%arg1
// CHECK: comm.all_reduce {{.*}} partial<max, [x]>>
// CHECK: linalg.reduce { arith.minsi } ins(%arg2
// CHECK: comm.all_reduce {{.*}} partial<min_signed, [x]>>
// CHECK: linalg.reduce { arith.maxui } ins(%arg2
// CHECK: comm.all_reduce {{.*}} partial<max_unsigned, [x]>>
// CHECK: linalg.reduce { arith.andi } ins(%arg2
// CHECK: comm.all_reduce {{.*}} partial<and, [x]>>
func.func @idempotent(%a: tensor<4x5xf32> {dtensor.layout = #columns}, %i: tensor<4xf32>,
                      %b: tensor<4x5xi32> {dtensor.layout = #columns}, %j: tensor<4xi32>)
    -> (tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %0 = linalg.reduce { arith.maximumf } ins(%a : tensor<4x5xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.minsi } ins(%b : tensor<4x5xi32>) outs(%j : tensor<4xi32>) dimensions = [1]
  %2 = linalg.reduce { arith.maxui } ins(%b : tensor<4x5xi32>) outs(%j : tensor<4xi32>) dimensions = [1]
  %3 = linalg.reduce { arith.andi } ins(%b : tensor<4x5xi32>) outs(%j : tensor<4xi32>) dimensions = [1]
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// No combiner describes an argmax: its axis is brought together first.
// CHECK-LABEL: func @argmax
// CHECK: comm.{{all_to_all|all_gather}} ins(%arg0
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<{{[14]}}x8xf32>)
// CHECK-NOT: comm.all_reduce
// CHECK: return
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @argmax(%a: tensor<4x8xf32> {dtensor.layout = #columns}) -> tensor<4xindex> {
  %least = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<0> : tensor<4xindex>
  %0:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%least, %none : tensor<4xf32>, tensor<4xindex>) {
  ^bb0(%v: f32, %m: f32, %mi: index):
    %i = linalg.index 1 : index
    %g = arith.cmpf ogt, %v, %m : f32
    %x = arith.select %g, %v, %m : f32
    %y = arith.select %g, %i, %mi : index
    linalg.yield %x, %y : f32, index
  } -> (tensor<4xf32>, tensor<4xindex>)
  return %0#1 : tensor<4xindex>
}

// Positions along the reduced axis are those of the whole as well.
// CHECK-LABEL: func @weighted
// CHECK: %[[S:.*]] = comm.shard_offset @mesh [x] of 5
// CHECK: %[[I:.*]] = linalg.index 1
// CHECK: arith.addi %[[I]], %[[S]]
// CHECK: comm.all_reduce {{.*}} partial<sum, [x]>>
func.func @weighted(%a: tensor<4x5xindex> {dtensor.layout = #columns}) -> tensor<4xindex> {
  %none = arith.constant dense<0> : tensor<4xindex>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x5xindex>) outs(%none : tensor<4xindex>) {
  ^bb0(%v: index, %m: index):
    %i = linalg.index 1 : index
    %p = arith.muli %i, %v : index
    %s = arith.addi %p, %m : index
    linalg.yield %s : index
  } -> tensor<4xindex>
  return %0 : tensor<4xindex>
}
