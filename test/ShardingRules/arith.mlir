// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

func.func @elementwise(%a: tensor<4x1x8xf32>, %b: tensor<4x1x8xf32>,
                       %i: tensor<4x1x8xi32>) {
  // expected-remark @below {{sharding rule '([i,1,j],[i,1,j])->([i,1,j]) {i=4,j=8} passes sum 0+1->0'}}
  %0 = arith.addf %a, %b : tensor<4x1x8xf32>
  // expected-remark @below {{sharding rule '([i,1,j],[i,1,j])->([i,1,j]) {i=4,j=8}'}}
  %1 = arith.mulf %a, %b : tensor<4x1x8xf32>
  // expected-remark @below {{sharding rule '([i,1,j],[i,1,j])->([i,1,j]) {i=4,j=8}'}}
  %2 = arith.cmpf olt, %a, %b : tensor<4x1x8xf32>
  // expected-remark @below {{sharding rule '([i,1,j])->([i,1,j]) {i=4,j=8}'}}
  %3 = arith.sitofp %i : tensor<4x1x8xi32> to tensor<4x1x8xf32>
  // expected-remark @below {{sharding rule '([i,1,j])->([i,1,j]) {i=4,j=8}'}}
  %4 = math.exp %a : tensor<4x1x8xf32>
  // expected-remark @below {{sharding rule '([i,1,j],[i,1,j],[i,1,j])->([i,1,j]) {i=4,j=8}'}}
  %5 = math.fma %a, %a, %b : tensor<4x1x8xf32>
  // expected-remark @below {{sharding rule '([i,1,j],[i,1,j])->([i,1,j]) {i=4,j=8}'}}
  %6 = math.fpowi %a, %i : tensor<4x1x8xf32>, tensor<4x1x8xi32>
  // expected-remark @below {{sharding rule '([i,1,j],[i,1,j])->([i,1,j],[i,1,j]) {i=4,j=8}'}}
  %7:2 = arith.addui_extended %i, %i : tensor<4x1x8xi32>, tensor<4x1x8xi1>
  return
}

// A condition can be a scalar.
func.func @select(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>,
                  %t: tensor<4x8xi1>, %s: i1) {
  // expected-remark @below {{sharding rule '([i,j],[i,j],[i,j])->([i,j]) {i=4,j=8} passes any 1+2->0'}}
  %0 = arith.select %t, %a, %b : tensor<4x8xi1>, tensor<4x8xf32>
  // expected-remark @below {{sharding rule '(*,[i,j],[i,j])->([i,j]) {i=4,j=8} passes any 1+2->0'}}
  %1 = arith.select %s, %a, %b : tensor<4x8xf32>
  return
}

// The type that says the extent counts.
func.func @dynamic(%a: tensor<?x8xf32>) {
  // expected-remark @below {{sharding rule '([i,j])->([i,j]) {i=?,j=8}'}}
  %0 = math.exp %a : tensor<?x8xf32>
  return
}

// Nothing is known of what other dialects do with tensors.
func.func private @callee(tensor<4xf32>) -> tensor<4xf32>
func.func @unknown(%a: tensor<4xf32>) {
  // expected-remark @below {{no sharding rule}}
  %0 = func.call @callee(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
