// RUN: dtensor-opt %s -dtensor-propagate-layouts -verify-roundtrip | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

#rows = #dtensor.layout<@mesh, [x, unsharded]>

dtensor.mesh @mesh <x=2, y=2>

// CHECK-LABEL: func @forward
// CHECK-SAME: -> (tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>})
// CHECK: math.exp %{{.*}} {dtensor.layouts = [#dtensor.layout<@mesh, [x, unsharded]>]{{[,}]}}
func.func @forward(%a: tensor<4x8xf32> {dtensor.layout = #rows}) -> tensor<4x8xf32> {
  %0 = math.exp %a : tensor<4x8xf32>
  %1 = arith.negf %0 : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func @backward
// CHECK-SAME: %arg0: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
func.func @backward(%a: tensor<4x8xf32>) -> (tensor<4x8xf32> {dtensor.layout = #rows}) {
  %0 = math.exp %a : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Backward from a sibling: %b is joined with %a, so it is laid out like it.
// CHECK-LABEL: func @sideways
// CHECK-SAME: %arg1: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
func.func @sideways(%a: tensor<4x8xf32> {dtensor.layout = #rows}, %b: tensor<4x8xf32>)
    -> tensor<4x8xf32> {
  %0 = arith.addf %a, %b : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Different axes of two operands add up.
// CHECK-LABEL: func @joined
// CHECK-SAME: -> (tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>})
// CHECK: arith.addf %{{.*}} {dtensor.layouts = [#dtensor.layout<@mesh, [x, y]>]{{[,}]}}
func.func @joined(%a: tensor<4x8xf32> {dtensor.layout = #rows},
                  %b: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y]>})
    -> tensor<4x8xf32> {
  %0 = arith.addf %a, %b : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A vector that is broadcast has only the axis that it has.
// CHECK-LABEL: func @broadcast
// CHECK-SAME: %arg1: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}
// CHECK-SAME: %arg2: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [y]>}
// CHECK-SAME: %arg3: tensor<1x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y]>}
func.func @broadcast(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>},
                     %b: tensor<4xf32>, %c: tensor<8xf32>, %d: tensor<1x8xf32>)
    -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row, #column, affine_map<(d0, d1) -> (0, d1)>, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %c, %d : tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>, tensor<1x8xf32>)
      outs(%e : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %s: f32, %t: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.mulf %1, %r : f32
    %3 = arith.mulf %2, %s : f32
    linalg.yield %3 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func @transpose
// CHECK-SAME: -> (tensor<8x4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
func.func @transpose(%a: tensor<4x8xf32> {dtensor.layout = #rows}) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  return %0 : tensor<8x4xf32>
}

// A scalar condition has no layout, a mask of bits has one.
// CHECK-LABEL: func @select
// CHECK-SAME: %arg0: tensor<4x8xi1> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK-SAME: %arg1: i1, %arg2
func.func @select(%m: tensor<4x8xi1>, %c: i1, %a: tensor<4x8xf32> {dtensor.layout = #rows},
                  %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = arith.select %m, %a, %b : tensor<4x8xi1>, tensor<4x8xf32>
  %1 = arith.select %c, %0, %b : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// Of two mesh dimensions on an axis the order is kept.
// CHECK-LABEL: func @ordered
// CHECK-SAME: -> (tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [y + x]>})
func.func @ordered(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [y + x]>})
    -> tensor<8xf32> {
  %0 = math.exp %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Reductions drop the axis they reduce and keep the others; backward, a result
// says nothing of the axis that it has not.
// CHECK-LABEL: func @reduce
// CHECK-SAME: %arg1: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}
// CHECK-SAME: -> (tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}, tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
func.func @reduce(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>}, %b: tensor<4x8xf32>)
    -> (tensor<4xf32>, tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.addf } ins(%b : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// A scalar is replicated whatever it is made of.
// CHECK-LABEL: func @scalar
// CHECK-SAME: -> (tensor<f32> {dtensor.layout = #dtensor.layout<@mesh, []>})
func.func @scalar(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x + y]>}) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<8xf32>) outs(%c : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}
