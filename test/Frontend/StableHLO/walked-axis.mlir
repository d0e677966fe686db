// RUN: dtensor-opt %s -dtensor-import-stablehlo -dtensor-partition=search=false -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s
// RUN: dtensor-run %s --random-inputs=1 --check

// A fori_loop of JAX carries its position beside what counts the turns, and
// wraps what is negative. Each turn reads a column of whoever has it: 3/4 of
// each of 8 turns' 16 bytes over all.

// CHECK: @main: fetch over x, 8 times, 96 bytes
// CHECK: @main: 96 bytes in all

dtensor.mesh @mesh <x=4>

func.func @main(%a: tensor<4x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) -> tensor<4x1xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<1.0> : tensor<4x1xf32>
  %0:4 = stablehlo.while(%all = %a, %turn = %zero, %i = %zero, %v = %start) : tensor<4x8xf32>, tensor<i32>, tensor<i32>, tensor<4x1xf32>
  cond {
    %n = stablehlo.constant dense<8> : tensor<i32>
    %m = stablehlo.compare LT, %turn, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %none = stablehlo.constant dense<0> : tensor<i32>
    %isNegative = stablehlo.compare LT, %i, %none, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %extent = stablehlo.constant dense<8> : tensor<i32>
    %wrapped = stablehlo.add %i, %extent : tensor<i32>
    %at = stablehlo.select %isNegative, %wrapped, %i : tensor<i1>, tensor<i32>
    %column = stablehlo.dynamic_slice %all, %none, %at, sizes = [4, 1] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x1xf32>
    %sum = stablehlo.add %v, %column : tensor<4x1xf32>
    %w = stablehlo.tanh %sum : tensor<4x1xf32>
    %count = stablehlo.add %turn, %one : tensor<i32>
    stablehlo.return %all, %count, %next, %w : tensor<4x8xf32>, tensor<i32>, tensor<i32>, tensor<4x1xf32>
  }
  return %0#3 : tensor<4x1xf32>
}
