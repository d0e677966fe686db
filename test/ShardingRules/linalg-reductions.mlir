// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

// A reduction is split only if its body combines its own accumulator.

#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

func.func @combiners(%f: tensor<4x8xf32>, %yf: tensor<4xf32>,
                     %i: tensor<4x8xi32>, %yi: tensor<4xi32>,
                     %c: tensor<4x8xcomplex<f32>>, %yc: tensor<4xcomplex<f32>>) {
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(sum)} passes sum 0+1->0'}}
  %addf = linalg.reduce { arith.addf } ins(%f : tensor<4x8xf32>)
      outs(%yf : tensor<4xf32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(product)}'}}
  %mulf = linalg.reduce { arith.mulf } ins(%f : tensor<4x8xf32>)
      outs(%yf : tensor<4xf32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(max)}'}}
  %maximumf = linalg.reduce { arith.maximumf } ins(%f : tensor<4x8xf32>)
      outs(%yf : tensor<4xf32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(min)}'}}
  %minimumf = linalg.reduce { arith.minimumf } ins(%f : tensor<4x8xf32>)
      outs(%yf : tensor<4xf32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(max_num)}'}}
  %maxnumf = linalg.reduce { arith.maxnumf } ins(%f : tensor<4x8xf32>)
      outs(%yf : tensor<4xf32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(min_num)}'}}
  %minnumf = linalg.reduce { arith.minnumf } ins(%f : tensor<4x8xf32>)
      outs(%yf : tensor<4xf32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(sum)} passes sum 0+1->0'}}
  %addi = linalg.reduce { arith.addi } ins(%i : tensor<4x8xi32>)
      outs(%yi : tensor<4xi32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(product)}'}}
  %muli = linalg.reduce { arith.muli } ins(%i : tensor<4x8xi32>)
      outs(%yi : tensor<4xi32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(and)}'}}
  %andi = linalg.reduce { arith.andi } ins(%i : tensor<4x8xi32>)
      outs(%yi : tensor<4xi32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(or)}'}}
  %ori = linalg.reduce { arith.ori } ins(%i : tensor<4x8xi32>)
      outs(%yi : tensor<4xi32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(xor)}'}}
  %xori = linalg.reduce { arith.xori } ins(%i : tensor<4x8xi32>)
      outs(%yi : tensor<4xi32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(max_signed)}'}}
  %maxsi = linalg.reduce { arith.maxsi } ins(%i : tensor<4x8xi32>)
      outs(%yi : tensor<4xi32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(min_signed)}'}}
  %minsi = linalg.reduce { arith.minsi } ins(%i : tensor<4x8xi32>)
      outs(%yi : tensor<4xi32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(max_unsigned)}'}}
  %maxui = linalg.reduce { arith.maxui } ins(%i : tensor<4x8xi32>)
      outs(%yi : tensor<4xi32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(min_unsigned)}'}}
  %minui = linalg.reduce { arith.minui } ins(%i : tensor<4x8xi32>)
      outs(%yi : tensor<4xi32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(sum)} passes sum 0+1->0'}}
  %cadd = linalg.reduce { complex.add } ins(%c : tensor<4x8xcomplex<f32>>)
      outs(%yc : tensor<4xcomplex<f32>>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(product)}'}}
  %cmul = linalg.reduce { complex.mul } ins(%c : tensor<4x8xcomplex<f32>>)
      outs(%yc : tensor<4xcomplex<f32>>) dimensions = [1]
  return
}

// On one bit all is and, or, xor.
func.func @bits(%i: tensor<4x8xi1>, %y: tensor<4xi1>) {
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(and)}'}}
  %andi = linalg.reduce { arith.andi } ins(%i : tensor<4x8xi1>)
      outs(%y : tensor<4xi1>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(or)}'}}
  %ori = linalg.reduce { arith.ori } ins(%i : tensor<4x8xi1>)
      outs(%y : tensor<4xi1>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(xor)}'}}
  %xori = linalg.reduce { arith.xori } ins(%i : tensor<4x8xi1>)
      outs(%y : tensor<4xi1>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(xor)} passes sum 0+1->0'}}
  %addi = linalg.reduce { arith.addi } ins(%i : tensor<4x8xi1>)
      outs(%y : tensor<4xi1>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(and)}'}}
  %muli = linalg.reduce { arith.muli } ins(%i : tensor<4x8xi1>)
      outs(%y : tensor<4xi1>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(and)}'}}
  %maxsi = linalg.reduce { arith.maxsi } ins(%i : tensor<4x8xi1>)
      outs(%y : tensor<4xi1>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(or)}'}}
  %minsi = linalg.reduce { arith.minsi } ins(%i : tensor<4x8xi1>)
      outs(%y : tensor<4xi1>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(or)}'}}
  %maxui = linalg.reduce { arith.maxui } ins(%i : tensor<4x8xi1>)
      outs(%y : tensor<4xi1>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(and)}'}}
  %minui = linalg.reduce { arith.minui } ins(%i : tensor<4x8xi1>)
      outs(%y : tensor<4xi1>) dimensions = [1]
  return
}

// Two reduced axes, one of them outermost.
func.func @two_axes(%a: tensor<2x8x16xf32>, %y: tensor<16xf32>) {
  // expected-remark @below {{sharding rule '([i,j,k],[k])->([k]) {i=2 reduction(sum),j=8 reduction(sum),k=16} passes sum 0+1->0'}}
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<2x8x16xf32>)
      outs(%y : tensor<16xf32>) dimensions = [0, 1]
  return
}

// Several terms are combined, and converted on the way.
func.func @terms(%a: tensor<4x8xf16>, %y: tensor<4xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 reduction(sum)}'}}
  %0 = linalg.generic {indexing_maps = [#in, #row],
                       iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf16>) outs(%y : tensor<4xf32>) {
  ^bb0(%x: f16, %acc: f32):
    %1 = arith.extf %x : f16 to f32
    %2 = math.exp %1 : f32
    %3 = arith.addf %acc, %1 : f32
    %4 = arith.addf %2, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  return
}

// Two results of one combiner: the mean and the variance's sums.
func.func @two_sums(%a: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i],[i])->([i],[i]) {i=4,j=8 reduction(sum)}'}}
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row],
                         iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%y, %y : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %p: f32, %q: f32):
    %1 = arith.addf %p, %x : f32
    %2 = arith.mulf %x, %x : f32
    %3 = arith.addf %q, %2 : f32
    linalg.yield %1, %3 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// A factor has one combiner.
func.func @sum_and_max(%a: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i],[i])->([i],[i]) {i=4,j=8 whole}'}}
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row],
                         iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%y, %y : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %p: f32, %q: f32):
    %1 = arith.addf %p, %x : f32
    %2 = arith.maximumf %q, %x : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// The largest value and where it is: the index is no combination.
func.func @argmax(%a: tensor<4x8xf32>, %y: tensor<4xf32>, %n: tensor<4xi64>) {
  // expected-remark @below {{sharding rule '([i,j],[i],[i])->([i],[i]) {i=4,j=8 whole}'}}
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row],
                         iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%y, %n : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x: f32, %p: f32, %q: i64):
    %1 = linalg.index 1 : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.maximumf %x, %p : f32
    %4 = arith.cmpf ogt, %x, %p : f32
    %5 = arith.select %4, %2, %q : i64
    linalg.yield %3, %5 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return
}

// Neither associative nor commutative, or the parts may overflow.
func.func @not_combined(%a: tensor<4x8xf32>, %y: tensor<4xf32>,
                        %i: tensor<4x8xi32>, %yi: tensor<4xi32>) {
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 whole} passes sum 0+1->0'}}
  %0 = linalg.reduce { arith.subf } ins(%a : tensor<4x8xf32>)
      outs(%y : tensor<4xf32>) dimensions = [1]
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 whole}'}}
  %1 = linalg.reduce { arith.addi {overflowFlags = #arith.overflow<nsw>} }
      ins(%i : tensor<4x8xi32>) outs(%yi : tensor<4xi32>) dimensions = [1]
  // A product and a sum, one after the other (Horner).
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 whole}'}}
  %2 = linalg.generic {indexing_maps = [#in, #row],
                       iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %3 = arith.mulf %acc, %x : f32
    %4 = arith.addf %3, %x : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  // The accumulator is used twice.
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 whole}'}}
  %5 = linalg.generic {indexing_maps = [#in, #row],
                       iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %6 = arith.mulf %acc, %x : f32
    %7 = arith.addf %acc, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<4xf32>
  return
}

// Nothing is accumulated: the last position stays.
func.func @last(%a: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i])->([i]) {i=4,j=8 whole} passes any 0->0'}}
  %0 = linalg.generic {indexing_maps = [#in, #row],
                       iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%x: f32, %acc: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// What is reduced into the other result's accumulator depends on the order.
func.func @crossed(%a: tensor<4x8xf32>, %y: tensor<4xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i],[i])->([i],[i]) {i=4,j=8 whole}'}}
  %0:2 = linalg.generic {indexing_maps = [#in, #row, #row],
                         iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%y, %y : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %p: f32, %q: f32):
    %1 = arith.addf %p, %x : f32
    %2 = arith.addf %q, %1 : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// A "reduction" that writes every position once.
func.func @only_called_reduction(%a: tensor<4x8xf32>, %y: tensor<4x8xf32>) {
  // expected-remark @below {{sharding rule '([i,j],[i,j])->([i,j]) {i=4,j=8} passes sum 0+1->0'}}
  %0 = linalg.generic {indexing_maps = [#in, #in],
                       iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %1 = arith.subf %acc, %x : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return
}
