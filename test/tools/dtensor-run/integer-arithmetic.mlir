// RUN: dtensor-run %s --mesh x=2,y=2 --layout arg0=unsharded,x+y --layout arg1=unsharded,y --random-inputs=1 --check
// The extents of shards of integers have bounds, though upstream's models of
// integer arithmetic know none.
func.func @main(%a: tensor<7x5xi32>, %b: tensor<7x5xi32>) -> tensor<7x5xi32> {
  %0 = arith.muli %a, %b : tensor<7x5xi32>
  return %0 : tensor<7x5xi32>
}
