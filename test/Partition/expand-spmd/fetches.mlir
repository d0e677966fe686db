// RUN: dtensor-opt %s -dtensor-propagate-layouts -dtensor-insert-relayouts -dtensor-expand-spmd -canonicalize -verify-roundtrip | FileCheck %s

// What is read through windows of sharded axes is fetched; the op on components
// reads what was fetched.

#rows = #dtensor.layout<@mesh, [x, unsharded]>
dtensor.mesh @mesh <x=2, y=2>

// CHECK-LABEL: func @slice
// CHECK: comm.fetch ins(%arg0 : tensor<4x6xf32>)
// CHECK-SAME: <@mesh, [x, unsharded]> of [6, 6]
// CHECK-NEXT: from <@mesh, [x, unsharded]> of [8, 6] at [1, 0] step [1, 1] count [6, 6] to [0, 0] step [1, 1]
// CHECK-SAME: because "tensor.extract_slice reads positions of operand 0 (%{{.*}}) that other devices have" -> tensor<3x6xf32>
func.func @slice(%a: tensor<8x6xf32> {dtensor.layout = #rows}) -> tensor<6x6xf32> {
  %0 = tensor.extract_slice %a[1, 0] [6, 6] [1, 1] : tensor<8x6xf32> to tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// A row whose place is data: whoever has it hands it out.
// CHECK-LABEL: func @row
// CHECK: %[[ROW:.*]] = comm.fetch
// CHECK-NEXT: of [8, 6] at [%arg1, 0] step [1, 1] count [1, 6] to [0, 0] step [1, 1]
// CHECK: tensor.extract_slice %[[ROW]][0, 0] [1, 6] [1, 1]
func.func @row(%a: tensor<8x6xf32> {dtensor.layout = #rows}, %n: index) -> tensor<6xf32> {
  %0 = tensor.extract_slice %a[%n, 0] [1, 6] [1, 1] : tensor<8x6xf32> to tensor<6xf32>
  return %0 : tensor<6xf32>
}

// The update moves, the destination stays.
// CHECK-LABEL: func @insert
// CHECK: comm.fetch ins(%{{.*}} : tensor<1x6xf32>) outs(%arg1 : tensor<4x6xf32>)
// CHECK-NEXT: from <@mesh, [unsharded, unsharded]> of [1, 6] at [0, 0] step [1, 1] count [1, 6] to [%arg2, 0] step [1, 1]
func.func @insert(%a: tensor<6xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>},
                  %d: tensor<8x6xf32> {dtensor.layout = #rows}, %n: index) -> tensor<8x6xf32> {
  %0 = tensor.insert_slice %a into %d[%n, 0] [1, 6] [1, 1] : tensor<6xf32> into tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// CHECK-LABEL: func @concat
// CHECK: comm.fetch ins(%arg0, %arg1 : tensor<4x6xf32>, tensor<?x6xf32>)
// CHECK: to [0, 0] step
// CHECK: to [8, 0] step
func.func @concat(%a: tensor<8x6xf32> {dtensor.layout = #rows}, %b: tensor<5x6xf32> {dtensor.layout = #rows}) -> tensor<13x6xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<8x6xf32>, tensor<5x6xf32>) -> tensor<13x6xf32>
  return %0 : tensor<13x6xf32>
}

// An uneven halo: the extent of what is read is asked for.
// CHECK-LABEL: func @convolution
// CHECK: %[[N:.*]] = comm.window_extent <@mesh, [x, unsharded]> of [7, 3]
// CHECK: %[[D:.*]] = tensor.empty(%[[N]]) : tensor<?xf32>
// CHECK: %[[H:.*]] = comm.fetch ins(%arg0 : tensor<?xf32>) outs(%[[D]] : tensor<?xf32>)
// CHECK: linalg.conv_1d ins(%[[H]], %arg1 : tensor<?xf32>, tensor<3xf32>)
func.func @convolution(%a: tensor<9xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}, %f: tensor<3xf32>, %o: tensor<7xf32>) -> tensor<7xf32> {
  %0 = linalg.conv_1d ins(%a, %f : tensor<9xf32>, tensor<3xf32>) outs(%o : tensor<7xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// What is turned is turned by the fetch; the op reads it in order, and there is
// nothing left of it here.
// CHECK-LABEL: func @reverse
// CHECK: comm.fetch
// CHECK-NEXT: of [8] at [7] step [-1] count [8] to [0] step [1]
// CHECK-NOT: = linalg.generic
// CHECK: return
func.func @reverse(%a: tensor<8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}, %o: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (-d0 + 7)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Windows that do not overlap are what each device has.
// CHECK-LABEL: func @pooling
// CHECK-NOT: comm.fetch
func.func @pooling(%a: tensor<1x8x8x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>}, %w: tensor<2x2xf32>, %o: tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32> {
  %0 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%a, %w : tensor<1x8x8x3xf32>, tensor<2x2xf32>)
      outs(%o : tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
  return %0 : tensor<1x4x4x3xf32>
}
