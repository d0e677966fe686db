// Each turn inserts into the same tensor, which must not have what the turn
// before has inserted. Where extents are known at run time only, what is
// inserted was computed within it.
// RUN: dtensor-run %s --random-inputs 1 --check=reference
// RUN: dtensor-run %s --random-inputs 1 --check=reference --mesh x=2,y=3 --layout arg0=x+y,unsharded

func.func @main(%a: tensor<7x5xi32>) -> tensor<i32> {
  %b = arith.muli %a, %a : tensor<7x5xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %column = arith.constant dense<2> : tensor<7x1xi32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %b) -> tensor<7x5xi32> {
    %u = linalg_ext.dynamic_update_slice ins(%column : tensor<7x1xi32>) at [%c0, %i] outs(%b : tensor<7x5xi32>) -> tensor<7x5xi32>
    scf.yield %u : tensor<7x5xi32>
  }
  %zero = arith.constant dense<0> : tensor<i32>
  %sum = linalg.reduce { arith.addi } ins(%r : tensor<7x5xi32>) outs(%zero : tensor<i32>) dimensions = [0, 1]
  return %sum : tensor<i32>
}
