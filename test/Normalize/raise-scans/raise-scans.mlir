// RUN: dtensor-opt %s --dtensor-raise-scans | FileCheck %s
// RUN: dtensor-opt %s --dtensor-partition=reassociate=false | FileCheck %s --check-prefix=KEPT
// Sums keep the order that the program spells out, if told so.
// KEPT: func @scan
// KEPT-NOT: linalg_ext.scan

// CHECK-LABEL: func @scan
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK-NOT: extract_slice
// CHECK: %[[D:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[SCAN:.*]] = linalg_ext.scan ins(%[[X]] : tensor<4xf32>) outs(%[[D]] : tensor<4xf32>) axis = 0 {
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK-NEXT: linalg_ext.yield %[[SUM]] : f32
// CHECK: return %[[SCAN]]
func.func @scan(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.extract_slice %x[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %pairs = arith.addf %a, %b : tensor<2xf32>
  %c = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %d = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %all = arith.addf %c, %d : tensor<1xf32>
  %e = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %e0 = tensor.pad %e low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %all0 = tensor.pad %all low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %odd = arith.addf %e0, %all0 : tensor<2xf32>
  %f = tensor.extract_slice %odd[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %g = tensor.extract_slice %x[2] [1] [2] : tensor<4xf32> to tensor<1xf32>
  %rest = arith.addf %f, %g : tensor<1xf32>
  %h = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %even = tensor.concat dim(0) %h, %rest : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %w = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%w : tensor<3xf32>) -> tensor<3xf32>
  %even0 = tensor.insert_slice %even into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %even1 = tensor.pad %even0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %odd0 = tensor.insert_slice %odd into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %odd1 = tensor.pad %odd0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %scan = arith.addf %even1, %odd1 : tensor<4xf32>
  return %scan : tensor<4xf32>
}

// CHECK-LABEL: func @truth_values
// CHECK: linalg_ext.scan
// CHECK: arith.andi
func.func @truth_values(%x: tensor<4xi1>) -> tensor<4xi1> {
  %zero = arith.constant false
  %a = tensor.extract_slice %x[0] [2] [2] : tensor<4xi1> to tensor<2xi1>
  %b = tensor.extract_slice %x[1] [2] [2] : tensor<4xi1> to tensor<2xi1>
  %pairs = arith.andi %a, %b : tensor<2xi1>
  %c = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xi1> to tensor<1xi1>
  %d = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xi1> to tensor<1xi1>
  %all = arith.andi %c, %d : tensor<1xi1>
  %e = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xi1> to tensor<1xi1>
  %e0 = tensor.pad %e low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : i1
  } : tensor<1xi1> to tensor<2xi1>
  %all0 = tensor.pad %all low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : i1
  } : tensor<1xi1> to tensor<2xi1>
  %odd = arith.ori %e0, %all0 : tensor<2xi1>
  %f = tensor.extract_slice %odd[0] [1] [1] : tensor<2xi1> to tensor<1xi1>
  %g = tensor.extract_slice %x[2] [1] [2] : tensor<4xi1> to tensor<1xi1>
  %rest = arith.andi %f, %g : tensor<1xi1>
  %h = tensor.extract_slice %x[0] [1] [1] : tensor<4xi1> to tensor<1xi1>
  %even = tensor.concat dim(0) %h, %rest : (tensor<1xi1>, tensor<1xi1>) -> tensor<2xi1>
  %w = tensor.empty() : tensor<3xi1>
  %z = linalg.fill ins(%zero : i1) outs(%w : tensor<3xi1>) -> tensor<3xi1>
  %even0 = tensor.insert_slice %even into %z[0] [2] [2] : tensor<2xi1> into tensor<3xi1>
  %even1 = tensor.pad %even0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : i1
  } : tensor<3xi1> to tensor<4xi1>
  %odd0 = tensor.insert_slice %odd into %z[0] [2] [2] : tensor<2xi1> into tensor<3xi1>
  %odd1 = tensor.pad %odd0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : i1
  } : tensor<3xi1> to tensor<4xi1>
  %scan = arith.ori %even1, %odd1 : tensor<4xi1>
  return %scan : tensor<4xi1>
}

// Turned round before and after.
// CHECK-LABEL: func @from_the_end
// CHECK-NOT: linalg_ext.reverse
// CHECK: linalg_ext.scan ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>) axis = 0 reverse {
// CHECK-NOT: linalg_ext.reverse
func.func @from_the_end(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %re = tensor.empty() : tensor<4xf32>
  %r = linalg_ext.reverse ins(%x : tensor<4xf32>) outs(%re : tensor<4xf32>) axes = [0] -> tensor<4xf32>
  %a = tensor.extract_slice %r[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %r[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %pairs = arith.addf %a, %b : tensor<2xf32>
  %c = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %d = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %all = arith.addf %c, %d : tensor<1xf32>
  %e = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %e0 = tensor.pad %e low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %all0 = tensor.pad %all low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %odd = arith.addf %e0, %all0 : tensor<2xf32>
  %f = tensor.extract_slice %odd[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %g = tensor.extract_slice %r[2] [1] [2] : tensor<4xf32> to tensor<1xf32>
  %rest = arith.addf %f, %g : tensor<1xf32>
  %h = tensor.extract_slice %r[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %even = tensor.concat dim(0) %h, %rest : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %w = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%w : tensor<3xf32>) -> tensor<3xf32>
  %even0 = tensor.insert_slice %even into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %even1 = tensor.pad %even0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %odd0 = tensor.insert_slice %odd into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %odd1 = tensor.pad %odd0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %scan = arith.addf %even1, %odd1 : tensor<4xf32>
  %te = tensor.empty() : tensor<4xf32>
  %t = linalg_ext.reverse ins(%scan : tensor<4xf32>) outs(%te : tensor<4xf32>) axes = [0] -> tensor<4xf32>
  return %t : tensor<4xf32>
}

// And before only.
// CHECK-LABEL: func @turned_round_before
// CHECK: linalg_ext.reverse
// CHECK: linalg_ext.scan ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>) axis = 0 {
func.func @turned_round_before(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %re = tensor.empty() : tensor<4xf32>
  %r = linalg_ext.reverse ins(%x : tensor<4xf32>) outs(%re : tensor<4xf32>) axes = [0] -> tensor<4xf32>
  %a = tensor.extract_slice %r[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %r[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %pairs = arith.addf %a, %b : tensor<2xf32>
  %c = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %d = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %all = arith.addf %c, %d : tensor<1xf32>
  %e = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %e0 = tensor.pad %e low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %all0 = tensor.pad %all low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %odd = arith.addf %e0, %all0 : tensor<2xf32>
  %f = tensor.extract_slice %odd[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %g = tensor.extract_slice %r[2] [1] [2] : tensor<4xf32> to tensor<1xf32>
  %rest = arith.addf %f, %g : tensor<1xf32>
  %h = tensor.extract_slice %r[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %even = tensor.concat dim(0) %h, %rest : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %w = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%w : tensor<3xf32>) -> tensor<3xf32>
  %even0 = tensor.insert_slice %even into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %even1 = tensor.pad %even0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %odd0 = tensor.insert_slice %odd into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %odd1 = tensor.pad %odd0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %scan = arith.addf %even1, %odd1 : tensor<4xf32>
  return %scan : tensor<4xf32>
}

// Slices of what is scanned are anybody's.
// CHECK-LABEL: func @slices_used
// CHECK: linalg_ext.scan
func.func @slices_used(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = tensor.extract_slice %x[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %pairs = arith.addf %a, %b : tensor<2xf32>
  %c = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %d = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %all = arith.addf %c, %d : tensor<1xf32>
  %e = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %e0 = tensor.pad %e low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %all0 = tensor.pad %all low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %odd = arith.addf %e0, %all0 : tensor<2xf32>
  %f = tensor.extract_slice %odd[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %g = tensor.extract_slice %x[2] [1] [2] : tensor<4xf32> to tensor<1xf32>
  %rest = arith.addf %f, %g : tensor<1xf32>
  %h = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %even = tensor.concat dim(0) %h, %rest : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %w = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%w : tensor<3xf32>) -> tensor<3xf32>
  %even0 = tensor.insert_slice %even into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %even1 = tensor.pad %even0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %odd0 = tensor.insert_slice %odd into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %odd1 = tensor.pad %odd0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %scan = arith.addf %even1, %odd1 : tensor<4xf32>
  return %scan, %a : tensor<4xf32>, tensor<2xf32>
}

// Another combiner at one level; the scan of the pairs is one.
// CHECK-LABEL: func @not_the_same
// CHECK-NOT: linalg_ext.scan {{.*}}tensor<4x
func.func @not_the_same(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.extract_slice %x[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %pairs = arith.addf %a, %b : tensor<2xf32>
  %c = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %d = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %all = arith.addf %c, %d : tensor<1xf32>
  %e = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %e0 = tensor.pad %e low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %all0 = tensor.pad %all low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %odd = arith.addf %e0, %all0 : tensor<2xf32>
  %f = tensor.extract_slice %odd[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %g = tensor.extract_slice %x[2] [1] [2] : tensor<4xf32> to tensor<1xf32>
  %rest = arith.mulf %f, %g : tensor<1xf32>
  %h = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %even = tensor.concat dim(0) %h, %rest : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %w = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%w : tensor<3xf32>) -> tensor<3xf32>
  %even0 = tensor.insert_slice %even into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %even1 = tensor.pad %even0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %odd0 = tensor.insert_slice %odd into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %odd1 = tensor.pad %odd0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %scan = arith.addf %even1, %odd1 : tensor<4xf32>
  return %scan : tensor<4xf32>
}

// The later element is on the left at one level; it would do for a sum, which this is.
// CHECK-LABEL: func @another_order
// CHECK-NOT: linalg_ext.scan {{.*}}tensor<4x
func.func @another_order(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.extract_slice %x[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %pairs = arith.addf %a, %b : tensor<2xf32>
  %c = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %d = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %all = arith.addf %c, %d : tensor<1xf32>
  %e = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %e0 = tensor.pad %e low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %all0 = tensor.pad %all low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %odd = arith.addf %e0, %all0 : tensor<2xf32>
  %f = tensor.extract_slice %odd[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %g = tensor.extract_slice %x[2] [1] [2] : tensor<4xf32> to tensor<1xf32>
  %rest = arith.addf %g, %f : tensor<1xf32>
  %h = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %even = tensor.concat dim(0) %h, %rest : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %w = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%w : tensor<3xf32>) -> tensor<3xf32>
  %even0 = tensor.insert_slice %even into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %even1 = tensor.pad %even0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %odd0 = tensor.insert_slice %odd into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %odd1 = tensor.pad %odd0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %scan = arith.addf %even1, %odd1 : tensor<4xf32>
  return %scan : tensor<4xf32>
}

// One combines what it should not.
// CHECK-LABEL: func @another_slice
// CHECK-NOT: linalg_ext.scan {{.*}}tensor<4x
func.func @another_slice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.extract_slice %x[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %pairs = arith.addf %a, %b : tensor<2xf32>
  %c = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %d = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %all = arith.addf %c, %d : tensor<1xf32>
  %e = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %e0 = tensor.pad %e low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %all0 = tensor.pad %all low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %odd = arith.addf %e0, %all0 : tensor<2xf32>
  %f = tensor.extract_slice %odd[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %g = tensor.extract_slice %x[1] [1] [2] : tensor<4xf32> to tensor<1xf32>
  %rest = arith.addf %f, %g : tensor<1xf32>
  %h = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %even = tensor.concat dim(0) %h, %rest : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %w = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%w : tensor<3xf32>) -> tensor<3xf32>
  %even0 = tensor.insert_slice %even into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %even1 = tensor.pad %even0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %odd0 = tensor.insert_slice %odd into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %odd1 = tensor.pad %odd0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %scan = arith.addf %even1, %odd1 : tensor<4xf32>
  return %scan : tensor<4xf32>
}

// What is between the positions is not zero.
// CHECK-LABEL: func @not_zero
// CHECK-NOT: linalg_ext.scan {{.*}}tensor<4x
func.func @not_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 1.0 : f32
  %a = tensor.extract_slice %x[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %pairs = arith.addf %a, %b : tensor<2xf32>
  %c = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %d = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %all = arith.addf %c, %d : tensor<1xf32>
  %e = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %e0 = tensor.pad %e low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %all0 = tensor.pad %all low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %odd = arith.addf %e0, %all0 : tensor<2xf32>
  %f = tensor.extract_slice %odd[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %g = tensor.extract_slice %x[2] [1] [2] : tensor<4xf32> to tensor<1xf32>
  %rest = arith.addf %f, %g : tensor<1xf32>
  %h = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %even = tensor.concat dim(0) %h, %rest : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %w = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%w : tensor<3xf32>) -> tensor<3xf32>
  %even0 = tensor.insert_slice %even into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %even1 = tensor.pad %even0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %odd0 = tensor.insert_slice %odd into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %odd1 = tensor.pad %odd0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %scan = arith.addf %even1, %odd1 : tensor<4xf32>
  return %scan : tensor<4xf32>
}

// Somebody else needs the pairs.
// CHECK-LABEL: func @inner_used
// CHECK-NOT: linalg_ext.scan {{.*}}tensor<4x
func.func @inner_used(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = tensor.extract_slice %x[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %pairs = arith.addf %a, %b : tensor<2xf32>
  %c = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %d = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %all = arith.addf %c, %d : tensor<1xf32>
  %e = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %e0 = tensor.pad %e low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %all0 = tensor.pad %all low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %odd = arith.addf %e0, %all0 : tensor<2xf32>
  %f = tensor.extract_slice %odd[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %g = tensor.extract_slice %x[2] [1] [2] : tensor<4xf32> to tensor<1xf32>
  %rest = arith.addf %f, %g : tensor<1xf32>
  %h = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %even = tensor.concat dim(0) %h, %rest : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %w = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%w : tensor<3xf32>) -> tensor<3xf32>
  %even0 = tensor.insert_slice %even into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %even1 = tensor.pad %even0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %odd0 = tensor.insert_slice %odd into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %odd1 = tensor.pad %odd0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %scan = arith.addf %even1, %odd1 : tensor<4xf32>
  return %scan, %pairs : tensor<4xf32>, tensor<2xf32>
}

// The combiner reads something else.
// CHECK-LABEL: func @outside
// CHECK-NOT: linalg_ext.scan {{.*}}tensor<4x
func.func @outside(%x: tensor<4xf32>, %y: tensor<2xf32>, %z1: tensor<1xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.extract_slice %x[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[1] [2] [2] : tensor<4xf32> to tensor<2xf32>
  %pairs0 = arith.addf %a, %b : tensor<2xf32>
  %pairs = arith.mulf %pairs0, %y : tensor<2xf32>
  %c = tensor.extract_slice %pairs[0] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %d = tensor.extract_slice %pairs[1] [1] [2] : tensor<2xf32> to tensor<1xf32>
  %all1 = arith.addf %c, %d : tensor<1xf32>
  %all = arith.mulf %all1, %z1 : tensor<1xf32>
  %e = tensor.extract_slice %pairs[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %e0 = tensor.pad %e low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %all0 = tensor.pad %all low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<1xf32> to tensor<2xf32>
  %odd = arith.addf %e0, %all0 : tensor<2xf32>
  %f = tensor.extract_slice %odd[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %g = tensor.extract_slice %x[2] [1] [2] : tensor<4xf32> to tensor<1xf32>
  %rest1 = arith.addf %f, %g : tensor<1xf32>
  %rest = arith.mulf %rest1, %z1 : tensor<1xf32>
  %h = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %even = tensor.concat dim(0) %h, %rest : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %w = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%w : tensor<3xf32>) -> tensor<3xf32>
  %even0 = tensor.insert_slice %even into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %even1 = tensor.pad %even0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %odd0 = tensor.insert_slice %odd into %z[0] [2] [2] : tensor<2xf32> into tensor<3xf32>
  %odd1 = tensor.pad %odd0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<4xf32>
  %scan = arith.addf %even1, %odd1 : tensor<4xf32>
  return %scan : tensor<4xf32>
}
