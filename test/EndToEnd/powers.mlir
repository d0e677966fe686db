// RUN: dtensor-run %s --random-inputs=1 --check

// The function that an integer power calls is gone once it is inlined.

dtensor.mesh @mesh <x=2>

func.func @main(%a: tensor<7x5xi32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}, %b: tensor<7x5xi32>) -> tensor<7x5xi32> {
  %0 = math.ipowi %a, %b : tensor<7x5xi32>
  return %0 : tensor<7x5xi32>
}
