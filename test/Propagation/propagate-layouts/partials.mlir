// RUN: dtensor-opt %s -dtensor-propagate-layouts -verify-roundtrip | FileCheck %s
// RUN: dtensor-opt %s -dtensor-partition=bucket-bytes=0 -verify-roundtrip | FileCheck %s --check-prefix=LOCAL

// A sum that is not reduced yet stays so as long as all users can work with it.

dtensor.mesh @mesh <x=2, y=2>

#rows = #dtensor.layout<@mesh, [x, unsharded]>
#columns = #dtensor.layout<@mesh, [unsharded, x]>
#id = affine_map<(d0, d1) -> (d0, d1)>

// Two products that are added: one all_reduce of the sum.
// CHECK-LABEL: func @added
// CHECK-COUNT-2: linalg.matmul {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded, unsharded], partial<sum, [x]>>]{{[,}]}}
// LOCAL-LABEL: func @added
// LOCAL: linalg.matmul
// LOCAL: linalg.matmul
// LOCAL: %[[S:.*]] = arith.addf
// LOCAL: comm.all_reduce ins(%[[S]]
// LOCAL-NOT: comm.all_reduce
// LOCAL: return
func.func @added(%a: tensor<4x8xf32> {dtensor.layout = #columns}, %b: tensor<8x4xf32> {dtensor.layout = #rows})
    -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %n = arith.negf %a : tensor<4x8xf32>
  %1 = linalg.matmul ins(%n, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = arith.addf %0, %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// Partial along different dimensions: each is reduced by itself.
// CHECK-LABEL: func @different
// LOCAL-LABEL: func @different
// LOCAL: comm.all_reduce {{.*}} partial<sum, [x]>> to <@mesh, [unsharded]>
// LOCAL: comm.all_reduce {{.*}} partial<sum, [y]>> to <@mesh, [unsharded]>
// LOCAL: arith.addf
func.func @different(%a: tensor<4x8xf32> {dtensor.layout = #columns},
                     %b: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, y]>}) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.addf } ins(%b : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %2 = arith.addf %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Not through a narrowing cast; a widening one is exact.
// LOCAL-LABEL: func @narrowed
// LOCAL: comm.all_reduce ins(%{{.*}} : tensor<4xf32>)
// LOCAL: arith.truncf
func.func @narrowed(%a: tensor<4x8xf32> {dtensor.layout = #columns}) -> tensor<4xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %1 = arith.truncf %0 : tensor<4xf32> to tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// Not through what is not linear.
// LOCAL-LABEL: func @relu
// LOCAL: %[[R:.*]] = comm.all_reduce
// LOCAL: arith.maximumf %[[R]]
// LOCAL-NOT: comm.all_reduce
// LOCAL: return
func.func @relu(%a: tensor<4x8xf32> {dtensor.layout = #columns}) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %1 = arith.maximumf %0, %zeros : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A mean's 1/n is; so is what is known to be no larger than one.
// LOCAL-LABEL: func @mean
// LOCAL: %[[M:.*]] = linalg.map { arith.mulf }
// LOCAL: comm.all_reduce ins(%[[M]]
func.func @mean(%a: tensor<4x8xf32> {dtensor.layout = #columns}) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %eighth = arith.constant dense<0.125> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %1 = linalg.map { arith.mulf } ins(%0, %eighth : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
  return %1 : tensor<4xf32>
}

// A product with data is not delayed: it could overflow where the sum does not.
// LOCAL-LABEL: func @scaled
// LOCAL: %[[R:.*]] = comm.all_reduce
// LOCAL: arith.mulf %[[R]]
func.func @scaled(%a: tensor<4x8xf32> {dtensor.layout = #columns}, %b: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %1 = arith.mulf %0, %b : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A replicated bias counts once: it is added after the reduction.
// LOCAL-LABEL: func @bias
// LOCAL: %[[R:.*]] = comm.all_reduce
// LOCAL: arith.addf %[[R]], %arg1
func.func @bias(%a: tensor<4x8xf32> {dtensor.layout = #columns}, %b: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %1 = arith.addf %0, %b : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Two users, one of which needs the sum: it is reduced once for both.
// LOCAL-LABEL: func @two_users
// LOCAL: %[[R:.*]] = comm.all_reduce
// LOCAL-DAG: arith.negf %[[R]]
// LOCAL-DAG: math.exp %[[R]]
// LOCAL-NOT: comm.all_reduce
// LOCAL: return
func.func @two_users(%a: tensor<4x8xf32> {dtensor.layout = #columns}) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %1 = arith.negf %0 : tensor<4xf32>
  %2 = math.exp %0 : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// Not where that makes it larger: a broadcast of a partial sum is 8 times as
// much to reduce.
// LOCAL-LABEL: func @broadcast
// LOCAL: %[[R:.*]] = comm.all_reduce ins(%{{.*}} : tensor<4xf32>)
// LOCAL: linalg.broadcast ins(%[[R]]
func.func @broadcast(%a: tensor<4x8xf32> {dtensor.layout = #columns}) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %f = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.broadcast ins(%0 : tensor<4xf32>) outs(%f : tensor<4x8xf32>) dimensions = [1]
  return %1 : tensor<4x8xf32>
}

// A view passes any kind.
// LOCAL-LABEL: func @maximum
// LOCAL: %[[M:.*]] = linalg.reduce { arith.maximumf }
// LOCAL: %[[V:.*]] = tensor.expand_shape %[[M]]
// LOCAL: comm.all_reduce ins(%[[V]] : tensor<2x2xf32>) {{.*}} partial<max, [x]>>
func.func @maximum(%a: tensor<4x8xf32> {dtensor.layout = #columns}) -> tensor<2x2xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%least : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.maximumf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// A sum of maxima is no maximum of sums.
// LOCAL-LABEL: func @added_maxima
// LOCAL-COUNT-2: comm.all_reduce
// LOCAL: arith.addf
func.func @added_maxima(%a: tensor<4x8xf32> {dtensor.layout = #columns},
                        %b: tensor<4x8xf32> {dtensor.layout = #columns}) -> tensor<4xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%least : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.maximumf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.maximumf } ins(%b : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  %2 = arith.addf %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// What was asked for partial is left so.
// CHECK-LABEL: func @asked_for
// CHECK: linalg.reduce {{.*}} {dtensor.layouts = [#dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>]{{[,}]}}
// LOCAL-LABEL: func @asked_for
// LOCAL-NOT: comm.
// LOCAL: return
func.func @asked_for(%a: tensor<4x8xf32> {dtensor.layout = #columns})
    -> (tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// Straight to the shard that is asked for.
// LOCAL-LABEL: func @scattered
// LOCAL-NOT: comm.all_reduce
// LOCAL: comm.reduce_scatter {{.*}} <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [x]>
// LOCAL-NOT: comm.all_reduce
// LOCAL: return
func.func @scattered(%a: tensor<4x8xf32> {dtensor.layout = #columns})
    -> (tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// A partial argument is reduced for who needs the sum, and passed on to others.
// LOCAL-LABEL: func @argument
// LOCAL: %[[R:.*]] = comm.all_reduce ins(%arg0
// LOCAL-DAG: math.exp %[[R]]
// LOCAL-DAG: arith.negf %arg0
func.func @argument(%a: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>})
    -> (tensor<4xf32>, tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>>}) {
  %0 = math.exp %a : tensor<4xf32>
  %1 = arith.negf %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// What users spell `max` depends on the elements.
// CHECK-LABEL: func @spelled
// LOCAL-LABEL: func @spelled
// LOCAL-DAG: comm.all_reduce ins(%arg0 {{.*}} partial<max_signed, [x]>>
// LOCAL-DAG: comm.all_reduce ins(%arg1 {{.*}} partial<max, [x]>>
// LOCAL-DAG: comm.all_reduce ins(%arg2 {{.*}} partial<and, [x]>>
func.func @spelled(%a: tensor<4xi32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<max, [x]>>},
                   %b: tensor<4xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<max, [x]>>},
                   %c: tensor<4xi1> {dtensor.layout = #dtensor.layout<@mesh, [unsharded], partial<min, [x]>>})
    -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi1>) {
  return %a, %b, %c : tensor<4xi32>, tensor<4xf32>, tensor<4xi1>
}
