// RUN: dtensor-opt %s --dtensor-results-to-destinations --split-input-file --verify-diagnostics | FileCheck %s

// The result's own buffer is left alone. What has memory of its own is written
// first, and the second writes come when all is read.
// CHECK-LABEL: @main
// CHECK-SAME: (%[[A:[a-z0-9]+]]: memref<4xf32>, %[[B:[a-z0-9]+]]: memref<4xf32>, %[[OUT0:[a-z0-9]+]]: memref<4xf32>, %[[OUT1:[a-z0-9]+]]: memref<4xf32>)
// CHECK-DAG: %[[DEST:[a-z0-9]+]] = bufferization.to_tensor %[[OUT1]] restrict writable
// CHECK-DAG: %[[TA:[a-z0-9]+]] = bufferization.to_tensor %[[A]] restrict writable
// CHECK-DAG: %[[TB:[a-z0-9]+]] = bufferization.to_tensor %[[B]] restrict :
// CHECK: %[[W1:[a-z0-9]+]] = bufferization.materialize_in_destination %[[TA]] in %[[DEST]]
// CHECK: %[[W0:[a-z0-9]+]] = bufferization.materialize_in_destination %[[TB]] in %[[TA]]
// CHECK: bufferization.materialize_in_destination %[[W1]] in writable %[[OUT1]]
// CHECK: bufferization.materialize_in_destination %[[W0]] in writable %[[A]]
// CHECK-NOT: %[[OUT0]]
// CHECK: return{{$}}
func.func @main(%a: tensor<4xf32> {dtensor.donated = 0 : i64}, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %b, %a : tensor<4xf32>, tensor<4xf32>
}

// -----

// Of what is overwritten before it is read there is a copy.
// CHECK-LABEL: @exchange
// CHECK-SAME: (%[[A:[a-z0-9]+]]: memref<4xf32>, %[[B:[a-z0-9]+]]: memref<4xf32>,
// CHECK-DAG: %[[TA:[a-z0-9]+]] = bufferization.to_tensor %[[A]] restrict writable
// CHECK-DAG: %[[TB:[a-z0-9]+]] = bufferization.to_tensor %[[B]] restrict writable
// CHECK: %[[COPY:[a-z0-9]+]] = bufferization.alloc_tensor() copy(%[[TA]])
// CHECK: bufferization.materialize_in_destination %[[TB]] in %[[TA]]
// CHECK: bufferization.materialize_in_destination %[[COPY]] in %[[TB]]
func.func @exchange(%a: tensor<4xf32> {dtensor.donated = 0 : i64}, %b: tensor<4xf32> {dtensor.donated = 1 : i64}) -> (tensor<4xf32>, tensor<4xf32>) {
  return %b, %a : tensor<4xf32>, tensor<4xf32>
}

// -----

// So of a view of it.
// CHECK-LABEL: @exchange_part
// CHECK-SAME: (%[[A:[a-z0-9]+]]: memref<4xf32>, %[[B:[a-z0-9]+]]: memref<2xf32>,
// CHECK: %[[PART:[a-z0-9_]+]] = tensor.extract_slice
// CHECK: %[[COPY:[a-z0-9]+]] = bufferization.alloc_tensor() copy(%[[PART]])
// CHECK: bufferization.materialize_in_destination %[[COPY]] in
func.func @exchange_part(%a: tensor<4xf32> {dtensor.donated = 0 : i64}, %b: tensor<2xf32> {dtensor.donated = 1 : i64}, %c: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = tensor.extract_slice %a[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %c, %0 : tensor<4xf32>, tensor<2xf32>
}

// -----

// What says which result goes before what leaves it open.
// CHECK-LABEL: @open
// CHECK: materialize_in_destination %{{.+}} in writable %arg1
// CHECK: materialize_in_destination %{{.+}} in writable %arg0
func.func @open(%a: tensor<4xf32> {dtensor.donated}, %b: tensor<4xf32> {dtensor.donated = 0 : i64}) -> (tensor<4xf32>, tensor<4xf32>) {
  return %a, %a : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-warning@+1 {{argument 1 is donated, but nothing takes its memory: result 0 lies in the memory of another argument}}
func.func @twice(%a: tensor<4xf32> {dtensor.donated = 0 : i64}, %b: tensor<4xf32> {dtensor.donated = 0 : i64}) -> tensor<4xf32> {
  return %b : tensor<4xf32>
}

// -----

// expected-warning@+1 {{argument 0 is donated, but nothing takes its memory: result 0 is of type 'tensor<4xi32>', the argument of type 'tensor<4xf32>'}}
func.func @type(%a: tensor<4xf32> {dtensor.donated = 0 : i64}, %b: tensor<4xi32>) -> tensor<4xi32> {
  return %b : tensor<4xi32>
}

// -----

// expected-warning@+1 {{argument 0 is donated, but nothing takes its memory: no result that is left has its type}}
func.func @nothing(%a: tensor<4xf32> {dtensor.donated}, %b: tensor<4xi32>) -> tensor<4xi32> {
  return %b : tensor<4xi32>
}

// -----

// expected-warning@+1 {{argument 0 is donated, but nothing takes its memory: result 0 is no tensor}}
func.func @number(%a: f32 {dtensor.donated = 0 : i64}) -> f32 {
  return %a : f32
}

// -----

// Equal components are not enough: which one a device has matters to the host.
dtensor.mesh @mesh <x=2>
// expected-warning@+1 {{argument 0 is donated, but nothing takes its memory: result 0 has the layout #dtensor.layout<@mesh, [unsharded, x]>, the argument #dtensor.layout<@mesh, [x, unsharded]>}}
func.func @layout(%a: tensor<2x2xf32> {dtensor.donated = 0 : i64, dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}) -> (tensor<2x2xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) {
  return %a : tensor<2x2xf32>
}

// -----

dtensor.mesh @mesh <x=2>
// expected-warning@+1 {{argument 0 is donated, but nothing takes its memory: result 1 has the layout #dtensor.layout<@mesh, [unsharded]>, the argument #dtensor.layout<@mesh, [x]>}}
func.func @open_layout(%a: tensor<2xf32> {dtensor.donated, dtensor.layout = #dtensor.layout<@mesh, [x]>}, %b: i32) -> (i32, tensor<2xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded]>}) {
  return %b, %a : i32, tensor<2xf32>
}
