// RUN: dtensor-run %s --mesh x=2 --layout "arg0=unsharded,unsharded;partial(sum):x" --random-inputs=1 --check --report 2>&1 | FileCheck %s

// How much a value of dynamic extent is nobody knows: what is pending stays so
// until the extent is known again.

// CHECK: all_reduce {{.*}} 140 {{.*}} the result of tensor.cast must be replicated

func.func @main(%a: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = tensor.cast %a : tensor<7x5xf32> to tensor<?x5xf32>
  %1 = arith.negf %0 : tensor<?x5xf32>
  %2 = tensor.cast %1 : tensor<?x5xf32> to tensor<7x5xf32>
  return %2 : tensor<7x5xf32>
}
