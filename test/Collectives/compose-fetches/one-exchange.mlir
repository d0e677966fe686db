// RUN: dtensor-opt %s -dtensor-partition | FileCheck %s

// A roll, a slice of a padding, a convolution of a padding: one exchange each.

#rows = #dtensor.layout<@mesh, [x, unsharded]>
dtensor.mesh @mesh <x=2>

// CHECK-LABEL: func @roll
// CHECK: comm.fetch ins(%arg0, %arg0 :
// CHECK-NOT: comm.{{fetch|all|exchange|permute}}
func.func @roll(%a: tensor<8x4xf32> {dtensor.layout = #rows}) -> tensor<8x4xf32> {
  %0 = tensor.extract_slice %a[1, 0] [7, 4] [1, 1] : tensor<8x4xf32> to tensor<7x4xf32>
  %1 = tensor.extract_slice %a[0, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<1x4xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<7x4xf32>, tensor<1x4xf32>) -> tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// CHECK-LABEL: func @pad_then_slice
// CHECK: linalg.fill
// CHECK: comm.fetch ins(%arg0 :
// CHECK-NOT: comm.{{fetch|all|exchange|permute}}
func.func @pad_then_slice(%a: tensor<8x4xf32> {dtensor.layout = #rows}) -> tensor<8x4xf32> {
  %v = arith.constant 7.0 : f32
  %0 = tensor.pad %a low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<8x4xf32> to tensor<10x4xf32>
  %1 = tensor.extract_slice %0[0, 0] [8, 4] [1, 1] : tensor<10x4xf32> to tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: func @padded_convolution
// CHECK: comm.fetch ins(%arg0 :
// CHECK-NOT: comm.{{fetch|all|exchange|permute}}
// CHECK: linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %arg1 : tensor<1x6x10x3xf32>, tensor<3x3x3x5xf32>)
func.func @padded_convolution(%a: tensor<1x8x8x3xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>},
                              %f: tensor<3x3x3x5xf32>, %o: tensor<1x8x8x5xf32>) -> tensor<1x8x8x5xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %z : f32
  } : tensor<1x8x8x3xf32> to tensor<1x10x10x3xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%p, %f : tensor<1x10x10x3xf32>, tensor<3x3x3x5xf32>)
      outs(%o : tensor<1x8x8x5xf32>) -> tensor<1x8x8x5xf32>
  return %0 : tensor<1x8x8x5xf32>
}
