// The first elements of rows that are much longer: only candidates for them are
// sorted. Rows have many equal elements, or come in either order, so that each
// element or none is a candidate, or have fewer elements than are kept.

// RUN: dtensor-run %s --random-inputs=1 --atol=0 --rtol=0 --check=reference
// RUN: dtensor-run %s --mesh x=3 --layout arg0=unsharded,x --random-inputs=1 --atol=0 --rtol=0 --check=reference
// RUN: dtensor-run %s --mesh x=2,y=8 --layout arg0=x,y --layout arg1=y --random-inputs=1 --atol=0 --rtol=0 --check=reference
// RUN: dtensor-run %s --mesh x=4 --layout arg0=x,unsharded --layout arg1=x --random-inputs=1 --atol=0 --rtol=0 --check=reference

func.func @main(%bytes: tensor<7x53xi8>, %reals: tensor<101xf32>)
    -> (tensor<7x3xi8>, tensor<7x3xi32>, tensor<1x53xi8>, tensor<1x53xi32>, tensor<7x13xi8>, tensor<7x13xi32>,
        tensor<2xf32>, tensor<2xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>) {
  %b3 = tensor.empty() : tensor<7x3xi8>
  %i3 = tensor.empty() : tensor<7x3xi32>
  %b1 = tensor.empty() : tensor<1x53xi8>
  %i1 = tensor.empty() : tensor<1x53xi32>
  %b13 = tensor.empty() : tensor<7x13xi8>
  %i13 = tensor.empty() : tensor<7x13xi32>
  %f2 = tensor.empty() : tensor<2xf32>
  %i2 = tensor.empty() : tensor<2xi32>
  %i5 = tensor.empty() : tensor<5xi32>
  // Few different numbers.
  %three = arith.constant dense<3> : tensor<7x53xi8>
  %few = arith.andi %bytes, %three : tensor<7x53xi8>
  %0:2 = linalg_ext.top_k ins(%few : tensor<7x53xi8>) outs(%b3, %i3 : tensor<7x3xi8>, tensor<7x3xi32>) axis = 1 -> tensor<7x3xi8>, tensor<7x3xi32>
  %1:2 = linalg_ext.top_k ins(%few : tensor<7x53xi8>) outs(%b1, %i1 : tensor<1x53xi8>, tensor<1x53xi32>) axis = 0 smallest -> tensor<1x53xi8>, tensor<1x53xi32>
  %2:2 = linalg_ext.top_k ins(%few : tensor<7x53xi8>) outs(%b13, %i13 : tensor<7x13xi8>, tensor<7x13xi32>) axis = 1 smallest unsigned -> tensor<7x13xi8>, tensor<7x13xi32>
  %3:2 = linalg_ext.top_k ins(%reals : tensor<101xf32>) outs(%f2, %i2 : tensor<2xf32>, tensor<2xi32>) axis = 0 -> tensor<2xf32>, tensor<2xi32>
  // Numbers in order.
  %e = tensor.empty() : tensor<101xi32>
  %numbers = linalg_ext.iota axis = 0 outs(%e : tensor<101xi32>) -> tensor<101xi32>
  %4:2 = linalg_ext.top_k ins(%numbers : tensor<101xi32>) outs(%i5, %i5 : tensor<5xi32>, tensor<5xi32>) axis = 0 -> tensor<5xi32>, tensor<5xi32>
  %5:2 = linalg_ext.top_k ins(%numbers : tensor<101xi32>) outs(%i5, %i5 : tensor<5xi32>, tensor<5xi32>) axis = 0 smallest -> tensor<5xi32>, tensor<5xi32>
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1, %5#0, %5#1
      : tensor<7x3xi8>, tensor<7x3xi32>, tensor<1x53xi8>, tensor<1x53xi32>, tensor<7x13xi8>, tensor<7x13xi32>,
        tensor<2xf32>, tensor<2xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>
}
