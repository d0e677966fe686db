// RUN: dtensor-run %s --mesh x=2,y=2 --layout "arg0=unsharded,x;partial(sum):y" --layout "arg1=x,unsharded;partial(sum):y" --layout result0=unsharded,x --random-inputs=1 --check
// The called function has a collective in it, and is called twice.
func.func @main(%a: tensor<7x2xf32>, %b: tensor<7x2xf32>) -> tensor<7x2xf32> {
  %0 = call @f(%a, %b) : (tensor<7x2xf32>, tensor<7x2xf32>) -> tensor<7x2xf32>
  %1 = call @f(%0, %a) : (tensor<7x2xf32>, tensor<7x2xf32>) -> tensor<7x2xf32>
  return %1 : tensor<7x2xf32>
}
func.func private @f(%x: tensor<7x2xf32>, %y: tensor<7x2xf32>) -> tensor<7x2xf32> {
  %0 = arith.subf %x, %y : tensor<7x2xf32>
  return %0 : tensor<7x2xf32>
}
