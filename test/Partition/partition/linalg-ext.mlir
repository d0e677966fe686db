// RUN: dtensor-opt %s -split-input-file -dtensor-partition=search=false | FileCheck %s

// What is communicated, and nothing else.

dtensor.mesh @mesh <x=4>

// Another axis can take the sharding: it moves there and back.
// CHECK-LABEL: func @sort
// CHECK: comm.all_to_all {{.*}} <@mesh, [unsharded, x]> to <@mesh, [x, unsharded]>
// CHECK: linalg_ext.sort {{.*}} axis = 1
// CHECK: comm.all_to_all {{.*}} <@mesh, [x, unsharded]> to <@mesh, [unsharded, x]>
// CHECK-NOT: comm.all
func.func @sort(%a: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  %d = tensor.empty() : tensor<8x16xf32>
  %0 = linalg_ext.sort ins(%a : tensor<8x16xf32>) outs(%d : tensor<8x16xf32>) axis = 1 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

dtensor.mesh @mesh <x=4>

// There is no other axis: each sorts its part, and all parts are merged.
// CHECK-LABEL: func @sort_alone
// CHECK: linalg_ext.sort ins(%{{.*}} : tensor<4xf32>)
// CHECK: comm.all_gather {{.*}} of [16] because "linalg_ext.sort merges the sorted parts of %
// CHECK: linalg_ext.sort ins(%{{.*}} : tensor<16xf32>)
// CHECK: tensor.extract_slice
// CHECK-NOT: comm.all
func.func @sort_alone(%a: tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %d = tensor.empty() : tensor<16xf32>
  %0 = linalg_ext.sort ins(%a : tensor<16xf32>) outs(%d : tensor<16xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

dtensor.mesh @mesh <x=4>

// Two of each of the four.
// CHECK-LABEL: func @top
// CHECK: linalg_ext.sort ins(%{{.*}} : tensor<8x4xf32>) outs(%{{.*}} : tensor<8x2xf32>)
// CHECK: comm.all_gather {{.*}} of [8, 8] because "linalg_ext.sort merges the first positions of %
// CHECK: linalg_ext.sort ins(%{{.*}} : tensor<8x8xf32>) outs(%{{.*}} : tensor<8x2xf32>)
// CHECK-NOT: comm.all
func.func @top(%a: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>})
    -> (tensor<8x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}) {
  %d = tensor.empty() : tensor<8x2xf32>
  %0 = linalg_ext.sort ins(%a : tensor<8x16xf32>) outs(%d : tensor<8x2xf32>) axis = 1 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf ogt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// -----

dtensor.mesh @mesh <x=4>

// Five positions on four devices: the last has none and is left out.
// CHECK-LABEL: func @reduce
// CHECK: linalg_ext.reduce ins(%{{.*}} : tensor<?x6xi32>) outs(%{{.*}} : tensor<6xi32>) dimensions = [0] peeled
// CHECK: comm.all_gather {{.*}} of [4, 6] because "linalg_ext.reduce merges the results of the parts of %
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [3, 6] [1, 1]
// CHECK: linalg_ext.reduce ins(%{{.*}} : tensor<3x6xi32>) outs(%arg1 : tensor<6xi32>) dimensions = [0] {
// CHECK-NOT: comm.all
func.func @reduce(%a: tensor<5x6xi32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
    %i: tensor<6xi32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>})
    -> (tensor<6xi32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  %0 = linalg_ext.reduce ins(%a : tensor<5x6xi32>) outs(%i : tensor<6xi32>) dimensions = [0] {
  ^bb0(%x: i32, %y: i32):
    %c1 = arith.constant 1 : i32
    %t = arith.addi %x, %y : i32
    %s = arith.addi %t, %c1 : i32
    linalg_ext.yield %s : i32
  } -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// -----

dtensor.mesh @mesh <x=4>

// The totals of the parts, and nothing else.
// CHECK-LABEL: func @scan
// CHECK: linalg_ext.reduce {{.*}} peeled
// CHECK: comm.all_gather {{.*}} of [4] because "linalg_ext.scan continues the results of earlier parts of %
// CHECK: linalg_ext.reduce ins(%{{.*}} : tensor<?xf32>)
// CHECK: linalg_ext.scan
// CHECK-NOT: comm.all
func.func @scan(%a: tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}, %i: tensor<f32>)
    -> (tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %d = tensor.empty() : tensor<16xf32>
  %0 = linalg_ext.scan ins(%a : tensor<16xf32>) init(%i : tensor<f32>) outs(%d : tensor<16xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg_ext.yield %s : f32
  } -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

dtensor.mesh @mesh <x=4>

// The first device begins with its first element.
// CHECK-LABEL: func @scan_from_first
// CHECK: linalg_ext.reduce {{.*}} peeled
// CHECK: comm.all_gather {{.*}} of [4] because "linalg_ext.scan continues the results of earlier parts of %
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[BEFORE:.*]], %c0
// CHECK: linalg_ext.reduce ins(%{{.*}} : tensor<?xf32>) {{.*}} peeled
// CHECK: linalg_ext.scan {{.*}} if %[[SOME]] outs
// CHECK-NOT: comm.all
func.func @scan_from_first(%a: tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>})
    -> (tensor<16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) {
  %d = tensor.empty() : tensor<16xf32>
  %0 = linalg_ext.scan ins(%a : tensor<16xf32>) outs(%d : tensor<16xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg_ext.yield %s : f32
  } -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

dtensor.mesh @mesh <x=4>

// CHECK-LABEL: func @fft
// CHECK: comm.all_to_all {{.*}} <@mesh, [unsharded, x]> to <@mesh, [x, unsharded]>
// CHECK: linalg_ext.fft
// CHECK-NOT: comm.all
func.func @fft(%a: tensor<8x16xcomplex<f32>> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) -> tensor<8x16xcomplex<f32>> {
  %d = tensor.empty() : tensor<8x16xcomplex<f32>>
  %0 = linalg_ext.fft ins(%a : tensor<8x16xcomplex<f32>>) outs(%d : tensor<8x16xcomplex<f32>>) axis = 1 -> tensor<8x16xcomplex<f32>>
  return %0 : tensor<8x16xcomplex<f32>>
}

// -----

dtensor.mesh @mesh <x=4>

// Right-hand sides and batches: nothing.
// CHECK-LABEL: func @solve
// CHECK: linalg_ext.triangular_solve ins(%{{.*}}, %{{.*}} : tensor<2x3x3xf32>, tensor<2x3x2xf32>)
// CHECK-NOT: comm.all
func.func @solve(%a: tensor<2x3x3xf32>, %b: tensor<2x3x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded, x]>}) -> tensor<2x3x8xf32> {
  %0 = linalg_ext.triangular_solve ins(%a, %b : tensor<2x3x3xf32>, tensor<2x3x8xf32>) outs(%b : tensor<2x3x8xf32>) lower -> tensor<2x3x8xf32>
  return %0 : tensor<2x3x8xf32>
}
