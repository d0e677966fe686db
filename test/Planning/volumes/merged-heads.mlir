// RUN: dtensor-opt %s -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s --check-prefix=IR --implicit-check-not='comm.{{[a-z_]+}} ins('
// RUN: dtensor-opt %s -dtensor-partition=search=false -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: dtensor-run %s --entry attention --random-inputs=1 --check
// RUN: dtensor-run %s --entry elementwise --random-inputs=1 --check
// RUN: dtensor-run %s --entry reduced --random-inputs=1 --check
// RUN: dtensor-run %s --entry masked --random-inputs=1 --check
// RUN: dtensor-run %s --entry rotated --random-inputs=1 --check
// RUN: dtensor-run %s --entry other_parts --random-inputs=1 --check
// RUN: dtensor-run %s --entry across --random-inputs=1 --check

dtensor.mesh @mesh <x=4>

// Heads that become part of an axis of batch and heads: each device computes on
// its own, though the merged axis is sharded with a stride.

// CHECK-DAG: @attention: 0 bytes in all
// STEPS-DAG: @attention: 2688 bytes in all

// IR-LABEL: func.func @attention(
// IR-LABEL: func.func @elementwise(
// IR-LABEL: func.func @masked(
// IR-LABEL: func.func @rotated(
// IR-LABEL: func.func @reduced(
// IR: comm.all_reduce ins(%{{[^ ]+}} : tensor<4xf32>) outs(%{{[^ ]+}} : tensor<4xf32>)
// IR-LABEL: func.func @other_parts(
// IR: comm.reshape ins(%{{[^ ]+}} : tensor<4x2x3xf32>) outs(%{{[^ ]+}} : tensor<4x6xf32>)
// IR-LABEL: func.func @across(
// IR: comm.reshape ins(%arg0 : tensor<6x1xf32>) outs(%{{[^ ]+}} : tensor<6xf32>)
// IR: comm.all_to_all ins(%{{[^ ]+}} : tensor<1x6xf32>) outs(%{{[^ ]+}} : tensor<4x?xf32>)
func.func @attention(%q: tensor<2x4x8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>},
    %k: tensor<2x4x8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>})
    -> (tensor<2x4x8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>}) {
  %init = arith.constant dense<0.0> : tensor<8x8x8xf32>
  %a = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x8xf32> into tensor<8x8x8xf32>
  %b = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x4x8x8xf32> into tensor<8x8x8xf32>
  %s = linalg.batch_matmul ins(%a, %b : tensor<8x8x8xf32>, tensor<8x8x8xf32>) outs(%init : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %t = math.tanh %s : tensor<8x8x8xf32>
  %o = linalg.batch_matmul ins(%t, %b : tensor<8x8x8xf32>, tensor<8x8x8xf32>) outs(%init : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %r = tensor.expand_shape %o [[0, 1], [2], [3]] output_shape [2, 4, 8, 8] : tensor<8x8x8xf32> into tensor<2x4x8x8xf32>
  return %r : tensor<2x4x8x8xf32>
}

// A comparison has another element type than what it compares.

// CHECK-DAG: @elementwise: 0 bytes in all
func.func @elementwise(%in: tensor<3x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<3x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  %zero = arith.constant dense<0.0> : tensor<24xf32>
  %a = tensor.collapse_shape %in [[0, 1]] : tensor<3x8xf32> into tensor<24xf32>
  %c = arith.cmpf ogt, %a, %zero : tensor<24xf32>
  %s = arith.select %c, %a, %zero : tensor<24xi1>, tensor<24xf32>
  %r = tensor.expand_shape %s [[0, 1]] output_shape [3, 8] : tensor<24xf32> into tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}

// A mask that is broadcast along batch and heads is so along both.

// CHECK-DAG: @masked: 0 bytes in all
func.func @masked(%in: tensor<3x8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded]>},
    %mask: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>})
    -> (tensor<3x8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded]>}) {
  %e = tensor.empty() : tensor<24x4xf32>
  %a = tensor.collapse_shape %in [[0, 1], [2]] : tensor<3x8x4xf32> into tensor<24x4xf32>
  %m = linalg.broadcast ins(%mask : tensor<4xf32>) outs(%e : tensor<24x4xf32>) dimensions = [0]
  %n = math.exp %m : tensor<24x4xf32>
  %s = arith.addf %a, %n : tensor<24x4xf32>
  %r = tensor.expand_shape %s [[0, 1], [2]] output_shape [3, 8, 4] : tensor<24x4xf32> into tensor<3x8x4xf32>
  return %r : tensor<3x8x4xf32>
}

// Slices and joins of other axes.

// CHECK-DAG: @rotated: 0 bytes in all
func.func @rotated(%in: tensor<3x8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded]>})
    -> (tensor<3x8x5xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded]>}) {
  %a = tensor.collapse_shape %in [[0, 1], [2]] : tensor<3x8x4xf32> into tensor<24x4xf32>
  %h = tensor.extract_slice %a[0, 1] [24, 3] [1, 1] : tensor<24x4xf32> to tensor<24x3xf32>
  %l = tensor.extract_slice %a[0, 0] [24, 2] [1, 2] : tensor<24x4xf32> to tensor<24x2xf32>
  %c = tensor.concat dim(1) %h, %l : (tensor<24x3xf32>, tensor<24x2xf32>) -> tensor<24x5xf32>
  %r = tensor.expand_shape %c [[0, 1], [2]] output_shape [3, 8, 5] : tensor<24x5xf32> into tensor<3x8x5xf32>
  return %r : tensor<3x8x5xf32>
}

// The merged axis is reduced: a sum over both.

// CHECK-DAG: @reduced: 24 bytes in all
func.func @reduced(%in: tensor<3x8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded]>})
    -> (tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %a = tensor.collapse_shape %in [[0, 1], [2]] : tensor<3x8x4xf32> into tensor<24x4xf32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<24x4xf32>) outs(%zero : tensor<4xf32>) dimensions = [0]
  return %s : tensor<4xf32>
}

// Rows are paired. Minor positions change owner, once.

// CHECK-DAG: @other_parts: 96 bytes in all
// STEPS-DAG: @other_parts: 144 bytes in all
func.func @other_parts(%in: tensor<8x12xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<4x24xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  %a = tensor.collapse_shape %in [[0, 1]] : tensor<8x12xf32> into tensor<96xf32>
  %r = tensor.expand_shape %a [[0, 1]] output_shape [4, 24] : tensor<96xf32> into tensor<4x24xf32>
  return %r : tensor<4x24xf32>
}

// Rows of one side lie across those of the other.

func.func @across(%in: tensor<6x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<4x6xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  %a = tensor.collapse_shape %in [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %r = tensor.expand_shape %a [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}
