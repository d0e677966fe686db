// RUN: dtensor-opt %s --split-input-file --dtensor-partition=strict --verify-diagnostics

// A product of rows and columns that lie on one mesh dimension.
dtensor.mesh @mesh <x=2, y=2>
func.func @operand(%a: tensor<8x16xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
                   %b: tensor<16x32xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) -> tensor<8x32xf32> {
  %z = arith.constant dense<0.0> : tensor<8x32xf32>
  // expected-error@+1 {{linalg.matmul needs operand 0 (%arg0) replicated, but it is in layout [x,unsharded], and nothing in the program asks for that relayout; add `%relayout_arg0 = dtensor.relayout %arg0 : tensor<8x16xf32> to <@mesh, [unsharded, unsharded]>` before this op, and use its result here}}
  %c = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x32xf32>) outs(%z : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %c : tensor<8x32xf32>
}

// -----

// All are reported: an error, and notes.
dtensor.mesh @mesh <x=2>
func.func @all(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
               %b: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // expected-error@+1 {{arith.addf needs operand 1 (%arg1) in layout [x,unsharded], but it is in layout [unsharded,x], and nothing in the program asks for that relayout; add `%relayout_arg1 = dtensor.relayout %arg1 : tensor<8x8xf32> to <@mesh, [x, unsharded]>` before this op, and use its result here}}
  %s = arith.addf %a, %b : tensor<8x8xf32>
  // expected-note@+1 {{arith.subf needs operand 1 (%arg1) in layout [x,unsharded], but it is in layout [unsharded,x], and nothing in the program asks for that relayout; add `%relayout_arg1 = dtensor.relayout %arg1 : tensor<8x8xf32> to <@mesh, [x, unsharded]>` before this op, and use its result here}}
  %d = arith.subf %a, %b : tensor<8x8xf32>
  return %s, %d : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// What a turn of a loop hands to the next.
dtensor.mesh @mesh <x=2>
func.func @edge(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
                %b: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}, %n: index) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %a) -> tensor<8x8xf32> {
    %t = math.tanh %b : tensor<8x8xf32>
    // expected-error@+1 {{scf.for must yield the result of math.tanh in layout [x,unsharded], but it is in layout [unsharded,x], and nothing in the program asks for that relayout; add `%relayout = dtensor.relayout ... : tensor<8x8xf32> to <@mesh, [x, unsharded]>` of the result of math.tanh before this op, and use its result here}}
    scf.yield %t : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}

// -----

// The program says that the value is to be summed up, and not where.
dtensor.mesh @mesh <x=2>
func.func @partial(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded], partial<sum, [x]>>}) -> tensor<8x8xf32> {
  // expected-error@+1 {{math.tanh needs operand 0 (%arg0) replicated, but it is in layout [unsharded,unsharded;partial(sum):x], and nothing in the program asks for that relayout; add `%relayout_arg0 = dtensor.relayout %arg0 : tensor<8x8xf32> to <@mesh, [unsharded, unsharded]>` before this op, and use its result here}}
  %t = math.tanh %a : tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}

// -----

// A constraint that leaves all open asks for nothing.
dtensor.mesh @mesh <x=2>
func.func @open(%a: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>},
                %b: tensor<8x8xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}) -> tensor<8x8xf32> {
  // expected-error@+1 {{the constraint on %arg0 wants it in layout [unsharded,x], but it is in layout [x,unsharded], and nothing in the program asks for that relayout; add `%relayout_arg0 = dtensor.relayout %arg0 : tensor<8x8xf32> to <@mesh, [unsharded, x]>` before this op, and use its result here}}
  %c = dtensor.constrain %a : tensor<8x8xf32> to #dtensor.constraint<@mesh, [any, any]> spread none
  %s = arith.addf %c, %b : tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}
