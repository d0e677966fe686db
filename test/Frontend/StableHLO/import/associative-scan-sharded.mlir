// RUN: dtensor-run %s --mesh x=4 --layout arg0=unsharded,x --layout result0=unsharded,x --random-inputs=1 --check --report 2>&1 | FileCheck %s

// Devices scan their parts of an associative scan, and receive what other devices
// carry in place of the whole tensor: 8 numbers of each of 3 devices.

// CHECK: bytes received by the most loaded: 96,

func.func public @main(%x: tensor<8x64xi32>) -> tensor<8x64xi32> {
  %z = stablehlo.constant dense<0> : tensor<8xi32>
  %o, %c = chlo.scan(%x) inits(%z) dimension=1 attributes {is_associative = true} {
  ^bb0(%k: tensor<8xi32>, %l: tensor<8xi32>):
    %s = stablehlo.maximum %k, %l : tensor<8xi32>
    stablehlo.return %s, %s : tensor<8xi32>, tensor<8xi32>
  } : (tensor<8x64xi32>, tensor<8xi32>) -> (tensor<8x64xi32>, tensor<8xi32>)
  return %o : tensor<8x64xi32>
}
