// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

// Where a partial sum may be delayed: where it is exact for the parts.

func.func @linear(%a: tensor<4xf32>, %b: tensor<4xf32>, %h: tensor<4xf16>,
                  %t: tensor<4xi1>) {
  // expected-remark @below {{sharding rule '([i])->([i]) {i=4} passes sum 0->0'}}
  %0 = arith.negf %a : tensor<4xf32>
  // Both terms must be partial: a replicated one would count once per part.
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4} passes sum 0+1->0'}}
  %1 = arith.subf %a, %b : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4} passes sum 0+1->0'}}
  %2 = arith.addf %a, %a : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i])->([i]) {i=4} passes sum 0->0'}}
  %3 = arith.extf %h : tensor<4xf16> to tensor<4xf32>
  // A choice is one of any parts, if the condition is not.
  // expected-remark @below {{sharding rule '([i],[i],[i])->([i]) {i=4} passes any 1+2->0'}}
  %4 = arith.select %t, %a, %b : tensor<4xi1>, tensor<4xf32>
  return
}

func.func @not_linear(%a: tensor<4xf32>, %b: tensor<4xf32>, %t: tensor<4xi1>) {
  // expected-remark @below {{sharding rule '([i])->([i]) {i=4}'}}
  %0 = arith.truncf %a : tensor<4xf32> to tensor<4xf16>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %1 = arith.mulf %a, %b : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %2 = arith.divf %a, %b : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %3 = arith.maximumf %a, %b : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i],[i])->([i]) {i=4}'}}
  %4 = arith.select %t, %t, %t : tensor<4xi1>, tensor<4xi1>
  return
}

// Products with a constant: rounding errors of the parts must not grow.
func.func @scaled(%a: tensor<4xf32>, %t: tensor<4xi1>, %s: f32) {
  // expected-remark @below {{sharding rule '()->([i]) {i=4}', free}}
  %half = arith.constant dense<-0.5> : tensor<4xf32>
  // expected-remark @below {{sharding rule '()->([i]) {i=4}', free}}
  %two = arith.constant dense<2.0> : tensor<4xf32>
  // expected-remark @below {{sharding rule '()->([i]) {i=4}', free}}
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4} passes sum 0->0'}}
  %0 = arith.mulf %a, %half : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %1 = arith.mulf %a, %two : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4} passes sum 0->0'}}
  %2 = arith.divf %a, %two : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %3 = arith.divf %a, %half : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %4 = arith.divf %half, %a : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %5 = arith.mulf %nan, %a : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %6 = arith.addf %a, %half : tensor<4xf32>
  // A scalar that is not known.
  // expected-remark @below {{sharding rule '(*)->([i]) {i=4}', free}}
  %7 = tensor.splat %s : tensor<4xf32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %8 = arith.mulf %a, %7 : tensor<4xf32>
  return
}

// Integers wrap: sums, products and truncations are exact, extensions not.
func.func @integers(%a: tensor<4xi32>, %b: tensor<4xi32>) {
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4} passes sum 0+1->0'}}
  %0 = arith.addi %a, %b : tensor<4xi32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %1 = arith.addi %a, %b overflow<nsw> : tensor<4xi32>
  // expected-remark @below {{sharding rule '([i])->([i]) {i=4} passes sum 0->0'}}
  %2 = arith.trunci %a : tensor<4xi32> to tensor<4xi8>
  // expected-remark @below {{sharding rule '([i])->([i]) {i=4}'}}
  %3 = arith.extsi %a : tensor<4xi32> to tensor<4xi64>
  // expected-remark @below {{sharding rule '()->([i]) {i=4}', free}}
  %c = arith.constant dense<7> : tensor<4xi32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4} passes sum 0->0'}}
  %4 = arith.muli %a, %c : tensor<4xi32>
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %5 = arith.muli %a, %b : tensor<4xi32>
  return
}

#id = affine_map<(d0) -> (d0)>

func.func @bodies(%a: tensor<8xf32>, %b: tensor<8xf32>, %e: tensor<8xf32>,
                  %t: tensor<8xi1>) {
  %n = arith.constant 8.0 : f32
  %zero = arith.constant 0.0 : f32
  // A mean's division.
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=8} passes sum 0->0'}}
  %0 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %z: f32):
    %1 = arith.divf %x, %n : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  // A mask: by choice of zero, and by a product.
  // expected-remark @below {{sharding rule '([i],[i],[i])->([i]) {i=8} passes sum 0->0'}}
  %2 = linalg.generic {indexing_maps = [#id, #id, #id],
                       iterator_types = ["parallel"]}
      ins(%a, %t : tensor<8xf32>, tensor<8xi1>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %m: i1, %z: f32):
    %3 = arith.select %m, %x, %zero : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  // expected-remark @below {{sharding rule '([i],[i],[i])->([i]) {i=8} passes sum 0->0'}}
  %4 = linalg.generic {indexing_maps = [#id, #id, #id],
                       iterator_types = ["parallel"]}
      ins(%a, %t : tensor<8xf32>, tensor<8xi1>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %m: i1, %z: f32):
    %5 = arith.uitofp %m : i1 to f32
    %6 = arith.mulf %x, %5 : f32
    linalg.yield %6 : f32
  } -> tensor<8xf32>
  // A condition on the value itself is not linear.
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=8}'}}
  %7 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %z: f32):
    %8 = arith.cmpf ogt, %x, %zero : f32
    %9 = arith.select %8, %x, %zero : f32
    linalg.yield %9 : f32
  } -> tensor<8xf32>
  // Two results: one of the sum, one of a term. A partial term makes the first
  // partial as well, so the other term must be too.
  // expected-remark @below {{sharding rule '([i],[i],[i],[i])->([i],[i]) {i=8} passes sum 0+1->0+1'}}
  %10:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id],
                          iterator_types = ["parallel"]}
      ins(%a, %b : tensor<8xf32>, tensor<8xf32>)
      outs(%e, %e : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32):
    %11 = arith.addf %x, %y : f32
    linalg.yield %11, %x : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  // Two results apart: each by itself.
  // expected-remark @below {{sharding rule '([i],[i],[i],[i])->([i],[i]) {i=8} passes sum 0->0'}}
  %12:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id],
                          iterator_types = ["parallel"]}
      ins(%a, %b : tensor<8xf32>, tensor<8xf32>)
      outs(%e, %e : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32):
    %13 = arith.negf %x : f32
    %14 = math.exp %y : f32
    linalg.yield %13, %14 : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// A reduction of partial values starts with a partial one, or with zero.
func.func @reductions(%a: tensor<8x4xf32>, %b: tensor<4xf32>,
                      %t: tensor<4xi1>) {
  // expected-remark @below {{sharding rule '([i,j],[j])->([j]) {i=8 reduction(sum),j=4} passes sum 0+1->0'}}
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<8x4xf32>)
      outs(%b : tensor<4xf32>) dimensions = [0]
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{sharding rule '(*,[i])->([i]) {i=4}', free}}
  %z = linalg.fill ins(%zero : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @below {{sharding rule '([i,j],[j])->([j]) {i=8 reduction(sum),j=4} passes sum 0->0'}}
  %1 = linalg.reduce { arith.addf } ins(%a : tensor<8x4xf32>)
      outs(%z : tensor<4xf32>) dimensions = [0]
  %one = arith.constant 1.0 : f32
  // expected-remark @below {{sharding rule '(*,[i])->([i]) {i=4}', free}}
  %o = linalg.fill ins(%one : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @below {{sharding rule '([i,j],[j])->([j]) {i=8 reduction(sum),j=4} passes sum 0+1->0'}}
  %2 = linalg.reduce { arith.addf } ins(%a : tensor<8x4xf32>)
      outs(%o : tensor<4xf32>) dimensions = [0]
  // A condition on what was accumulated.
  // expected-remark @below {{sharding rule '([i,j],[j])->([j]) {i=8 whole,j=4}'}}
  %3 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d1)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<8x4xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %4 = arith.cmpf ogt, %acc, %one : f32
    %5 = arith.select %4, %x, %zero : f32
    linalg.yield %5 : f32
  } -> tensor<4xf32>
  // A zero that is chosen is a part of a sum, but of no product.
  // expected-remark @below {{sharding rule '([i],[i],[i])->([i]) {i=4} passes sum 0->0'}}
  %6 = linalg.generic {indexing_maps = [#id, #id, #id],
                       iterator_types = ["parallel"]}
      ins(%b, %t : tensor<4xf32>, tensor<4xi1>) outs(%z : tensor<4xf32>) {
  ^bb0(%x: f32, %m: i1, %old: f32):
    %7 = arith.select %m, %x, %old : f32
    linalg.yield %7 : f32
  } -> tensor<4xf32>
  return
}

func.func @complex(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>,
                   %e: tensor<4xf32>) {
  // expected-remark @below {{sharding rule '([i],[i],[i])->([i]) {i=4} passes sum 0+1->0'}}
  %0 = linalg.generic {indexing_maps = [#id, #id, #id],
                       iterator_types = ["parallel"]}
      ins(%a, %b : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>)
      outs(%e : tensor<4xf32>) {
  ^bb0(%x: complex<f32>, %y: complex<f32>, %z: f32):
    %1 = complex.conj %x : complex<f32>
    %2 = complex.sub %1, %y : complex<f32>
    %3 = complex.im %2 : complex<f32>
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  // A magnitude is not linear.
  // expected-remark @below {{sharding rule '([i],[i])->([i]) {i=4}'}}
  %4 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<4xcomplex<f32>>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: complex<f32>, %z: f32):
    %5 = complex.abs %x : complex<f32>
    linalg.yield %5 : f32
  } -> tensor<4xf32>
  return
}
