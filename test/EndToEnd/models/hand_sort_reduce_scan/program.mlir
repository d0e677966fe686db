// A stable sort of two tensors, the first three, a maximum with its position,
// and scans. Expected values are NumPy's.
func.func @main(%x: tensor<6x8xf32>, %y: tensor<6x8xi64>, %z: tensor<12xf32>)
    -> (tensor<6x8xf32>, tensor<6x8xi64>, tensor<3xf32>, tensor<3xi64>, tensor<8xf32>, tensor<8xi64>,
        tensor<6x8xf32>, tensor<6x8xi64>, tensor<6x8xi64>) {
  %e = tensor.empty() : tensor<6x8xf32>
  %f = tensor.empty() : tensor<6x8xi64>
  %0:2 = linalg_ext.sort ins(%x, %y : tensor<6x8xf32>, tensor<6x8xi64>) outs(%e, %f : tensor<6x8xf32>, tensor<6x8xi64>) axis = 1 {
  ^bb0(%a: f32, %b: f32, %i: i64, %j: i64):
    %p = arith.cmpf olt, %a, %b : f32
    linalg_ext.yield %p : i1
  } -> tensor<6x8xf32>, tensor<6x8xi64>

  %g = tensor.empty() : tensor<12xi64>
  %n = linalg_ext.iota axis = 0 outs(%g : tensor<12xi64>) -> tensor<12xi64>
  %h = tensor.empty() : tensor<3xf32>
  %k = tensor.empty() : tensor<3xi64>
  %1:2 = linalg_ext.sort ins(%z, %n : tensor<12xf32>, tensor<12xi64>) outs(%h, %k : tensor<3xf32>, tensor<3xi64>) axis = 0 {
  ^bb0(%a: f32, %b: f32, %i: i64, %j: i64):
    %p = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %p : i1
  } -> tensor<3xf32>, tensor<3xi64>

  %low = arith.constant dense<0xFF800000> : tensor<8xf32>
  %none = arith.constant dense<-1> : tensor<8xi64>
  %rows = linalg_ext.iota axis = 0 outs(%f : tensor<6x8xi64>) -> tensor<6x8xi64>
  %2:2 = linalg_ext.reduce ins(%x, %rows : tensor<6x8xf32>, tensor<6x8xi64>) outs(%low, %none : tensor<8xf32>, tensor<8xi64>) dimensions = [0] {
  ^bb0(%a: f32, %i: i64, %b: f32, %j: i64):
    %p = arith.cmpf oge, %a, %b : f32
    %q = arith.select %p, %a, %b : f32
    %r = arith.select %p, %i, %j : i64
    linalg_ext.yield %q, %r : f32, i64
  } -> tensor<8xf32>, tensor<8xi64>

  %3 = linalg_ext.scan ins(%x : tensor<6x8xf32>) init(%low : tensor<8xf32>) outs(%e : tensor<6x8xf32>) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %m = arith.maximumf %a, %b : f32
    linalg_ext.yield %m : f32
  } -> tensor<6x8xf32>
  %zero = arith.constant dense<0> : tensor<6xi64>
  %4 = linalg_ext.scan ins(%y : tensor<6x8xi64>) init(%zero : tensor<6xi64>) outs(%f : tensor<6x8xi64>) axis = 1 reverse {
  ^bb0(%a: i64, %b: i64):
    %s = arith.addi %a, %b : i64
    linalg_ext.yield %s : i64
  } -> tensor<6x8xi64>
  %five = arith.constant dense<5> : tensor<8xi64>
  %5 = linalg_ext.scan ins(%y : tensor<6x8xi64>) init(%five : tensor<8xi64>) outs(%f : tensor<6x8xi64>) axis = 0 exclusive {
  ^bb0(%a: i64, %b: i64):
    %s = arith.addi %a, %b : i64
    linalg_ext.yield %s : i64
  } -> tensor<6x8xi64>
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3, %4, %5
    : tensor<6x8xf32>, tensor<6x8xi64>, tensor<3xf32>, tensor<3xi64>, tensor<8xf32>, tensor<8xi64>,
      tensor<6x8xf32>, tensor<6x8xi64>, tensor<6x8xi64>
}
