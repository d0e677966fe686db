// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded --layout arg1=x,unsharded --random-inputs 1 --check --report 2>&1 | FileCheck %s
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded --entry one --random-inputs 1 --check --report 2>&1 | FileCheck %s --check-prefix=ONE

// One device receives the row above its own, the other the row below: each 32
// bytes in all, though each fetch is of 32 bytes.

// CHECK: fetch{{ +}}x{{ +}}2{{ +}}1{{ +}}32
// CHECK-NEXT: fetch{{ +}}x{{ +}}2{{ +}}1{{ +}}32
// CHECK-NEXT: devices: 2, bytes received by the most loaded: 32,

func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %above = tensor.pad %a low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<8x8xf32> to tensor<9x8xf32>
  %below = tensor.pad %b low[0, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<8x8xf32> to tensor<9x8xf32>
  %n = tensor.extract_slice %above[0, 0] [8, 8] [1, 1] : tensor<9x8xf32> to tensor<8x8xf32>
  %s = tensor.extract_slice %below[1, 0] [8, 8] [1, 1] : tensor<9x8xf32> to tensor<8x8xf32>
  %0 = arith.addf %n, %s : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Both halos of one value come by one fetch.

// ONE: fetch{{ +}}x{{ +}}2{{ +}}1{{ +}}32
// ONE-NEXT: devices: 2, bytes received by the most loaded: 32,

func.func @one(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<8x8xf32> to tensor<10x8xf32>
  %n = tensor.extract_slice %p[0, 0] [8, 8] [1, 1] : tensor<10x8xf32> to tensor<8x8xf32>
  %s = tensor.extract_slice %p[2, 0] [8, 8] [1, 1] : tensor<10x8xf32> to tensor<8x8xf32>
  %0 = arith.addf %n, %s : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
