// Loops, branches and calls that carry tensors.

//! case for M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %0 = scf.for %i = %zero to %three step %one iter_args(%x = %a) -> tensor<${M}x${N}xf32> {
    %1 = arith.addf %x, %b : tensor<${M}x${N}xf32>
    scf.yield %1 : tensor<${M}x${N}xf32>
  }
  return %0 : tensor<${M}x${N}xf32>
}

//! case for-swap M
//! moves arg0+arg1*3
func.func @main(%a: tensor<${M}x${M}xf32>, %b: tensor<${M}x${M}xf32>) -> (tensor<${M}x${M}xf32>, tensor<${M}x${M}xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %0:2 = scf.for %i = %zero to %three step %one iter_args(%x = %a, %y = %b) -> (tensor<${M}x${M}xf32>, tensor<${M}x${M}xf32>) {
    %e = tensor.empty() : tensor<${M}x${M}xf32>
    %1 = linalg.transpose ins(%y : tensor<${M}x${M}xf32>) outs(%e : tensor<${M}x${M}xf32>) permutation = [1, 0]
    scf.yield %1, %x : tensor<${M}x${M}xf32>, tensor<${M}x${M}xf32>
  }
  return %0#0, %0#1 : tensor<${M}x${M}xf32>, tensor<${M}x${M}xf32>
}

//! case for-matmul M
//! moves result0*8
//! still arg0.0 result0.0
func.func @main(%a: tensor<${M}x${M}xi32>, %b: tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %c0 = arith.constant 0 : i32
  %0 = scf.for %i = %zero to %two step %one iter_args(%x = %a) -> tensor<${M}x${M}xi32> {
    %e = tensor.empty() : tensor<${M}x${M}xi32>
    %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32>
    %1 = linalg.matmul ins(%x, %b : tensor<${M}x${M}xi32>, tensor<${M}x${M}xi32>) outs(%f : tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32>
    scf.yield %1 : tensor<${M}x${M}xi32>
  }
  return %0 : tensor<${M}x${M}xi32>
}

//! case for-accumulate M N
//! moves result0*8
//! still arg0.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
// The carried value is an accumulator in place.
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${N}x${M}xf32>, %c: tensor<${M}x${M}xf32>) -> tensor<${M}x${M}xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %0 = scf.for %i = %zero to %three step %one iter_args(%x = %c) -> tensor<${M}x${M}xf32> {
    %1 = linalg.matmul ins(%a, %b : tensor<${M}x${N}xf32>, tensor<${N}x${M}xf32>) outs(%x : tensor<${M}x${M}xf32>) -> tensor<${M}x${M}xf32>
    scf.yield %1 : tensor<${M}x${M}xf32>
  }
  return %0 : tensor<${M}x${M}xf32>
}

//! case for-zero-trips M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %n: index) -> tensor<${M}x${N}xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %count = arith.muli %n, %zero : index
  %0 = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> tensor<${M}x${N}xf32> {
    %1 = arith.addf %x, %a : tensor<${M}x${N}xf32>
    scf.yield %1 : tensor<${M}x${N}xf32>
  }
  return %0 : tensor<${M}x${N}xf32>
}

//! case while M N
//! moves 64
// Doubles until the sum of magnitudes is large: the predicate is reduced first.
//! values 0 positive
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %limit = arith.constant 1000.0 : f32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %0:2 = scf.while (%x = %a, %n = %c0) : (tensor<${M}x${N}xf32>, i32) -> (tensor<${M}x${N}xf32>, i32) {
    %init = arith.constant dense<0.0> : tensor<f32>
    %s = linalg.reduce { arith.addf } ins(%x : tensor<${M}x${N}xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
    %v = tensor.extract %s[] : tensor<f32>
    %small = arith.cmpf olt, %v, %limit : f32
    %few = arith.cmpi slt, %n, %c4 : i32
    %go = arith.andi %small, %few : i1
    scf.condition(%go) %x, %n : tensor<${M}x${N}xf32>, i32
  } do {
  ^bb0(%y: tensor<${M}x${N}xf32>, %m: i32):
    %d = arith.addf %y, %y : tensor<${M}x${N}xf32>
    %k = arith.addi %m, %c1 : i32
    scf.yield %d, %k : tensor<${M}x${N}xf32>, i32
  }
  return %0#0 : tensor<${M}x${N}xf32>
}

//! case while-different M N
//! moves result0*2
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${N}x${M}xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %0:3 = scf.while (%x = %a, %n = %c0, %y = %b) : (tensor<${M}x${N}xf32>, i32, tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, i32, tensor<${N}x${M}xf32>) {
    %go = arith.cmpi slt, %n, %c3 : i32
    %e = tensor.empty() : tensor<${N}x${M}xf32>
    %t = linalg.transpose ins(%x : tensor<${M}x${N}xf32>) outs(%e : tensor<${N}x${M}xf32>) permutation = [1, 0]
    %s = arith.subf %y, %x : tensor<${M}x${N}xf32>
    scf.condition(%go) %s, %n, %t : tensor<${M}x${N}xf32>, i32, tensor<${N}x${M}xf32>
  } do {
  ^bb0(%s: tensor<${M}x${N}xf32>, %n: i32, %t: tensor<${N}x${M}xf32>):
    %e = tensor.empty() : tensor<${M}x${N}xf32>
    %u = linalg.transpose ins(%t : tensor<${N}x${M}xf32>) outs(%e : tensor<${M}x${N}xf32>) permutation = [1, 0]
    %m = arith.addi %n, %c1 : i32
    scf.yield %s, %m, %u : tensor<${M}x${N}xf32>, i32, tensor<${M}x${N}xf32>
  }
  return %0#0, %0#2 : tensor<${M}x${N}xf32>, tensor<${N}x${M}xf32>
}

//! case if M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>, %p: i1) -> tensor<${M}x${N}xf32> {
  %0 = scf.if %p -> tensor<${M}x${N}xf32> {
    %1 = arith.addf %a, %b : tensor<${M}x${N}xf32>
    scf.yield %1 : tensor<${M}x${N}xf32>
  } else {
    scf.yield %b : tensor<${M}x${N}xf32>
  }
  return %0 : tensor<${M}x${N}xf32>
}

//! case if-of-reduced M N
// A partial sum is finished in each branch, of which one runs.
//! moves result0*2+result1*2+64
func.func @main(%a: tensor<${M}x${N}xi32>) -> (tensor<${M}x${N}xi32>, tensor<${N}xi32>) {
  %init = arith.constant dense<0> : tensor<${N}xi32>
  %s = linalg.reduce { arith.addi } ins(%a : tensor<${M}x${N}xi32>) outs(%init : tensor<${N}xi32>) dimensions = [0]
  %i2 = arith.constant dense<0> : tensor<i32>
  %t = linalg.reduce { arith.addi } ins(%s : tensor<${N}xi32>) outs(%i2 : tensor<i32>) dimensions = [0]
  %v = tensor.extract %t[] : tensor<i32>
  %zero = arith.constant 0 : i32
  %p = arith.cmpi sgt, %v, %zero : i32
  %0:2 = scf.if %p -> (tensor<${M}x${N}xi32>, tensor<${N}xi32>) {
    %1 = arith.addi %a, %a : tensor<${M}x${N}xi32>
    scf.yield %1, %s : tensor<${M}x${N}xi32>, tensor<${N}xi32>
  } else {
    %2 = arith.muli %s, %s : tensor<${N}xi32>
    scf.yield %a, %2 : tensor<${M}x${N}xi32>, tensor<${N}xi32>
  }
  return %0#0, %0#1 : tensor<${M}x${N}xi32>, tensor<${N}xi32>
}

//! case call M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = call @f(%a, %b) : (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  %1 = call @f(%0, %a) : (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %1 : tensor<${M}x${N}xf32>
}
func.func private @f(%x: tensor<${M}x${N}xf32>, %y: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = arith.subf %x, %y : tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case call-nested M
//! moves result0*3
//! undivided arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1 result1.0 result1.1
// Called with values of two layouts, from two places.
func.func @main(%a: tensor<${M}x${M}xi32>, %b: tensor<${M}x${M}xi32>) -> (tensor<${M}x${M}xi32>, tensor<${M}x${M}xi32>) {
  %0 = call @outer(%a) : (tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32>
  %1 = call @outer(%b) : (tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32>
  %2 = call @inner(%1, %0) : (tensor<${M}x${M}xi32>, tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32>
  return %2, %1 : tensor<${M}x${M}xi32>, tensor<${M}x${M}xi32>
}
func.func private @outer(%x: tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32> {
  %e = tensor.empty() : tensor<${M}x${M}xi32>
  %t = linalg.transpose ins(%x : tensor<${M}x${M}xi32>) outs(%e : tensor<${M}x${M}xi32>) permutation = [1, 0]
  %0 = call @inner(%x, %t) : (tensor<${M}x${M}xi32>, tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32>
  return %0 : tensor<${M}x${M}xi32>
}
func.func private @inner(%x: tensor<${M}x${M}xi32>, %y: tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<${M}x${M}xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32>
  %0 = linalg.matmul ins(%x, %y : tensor<${M}x${M}xi32>, tensor<${M}x${M}xi32>) outs(%f : tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32>
  return %0 : tensor<${M}x${M}xi32>
}

//! case switch M N
//! moves result0*2
// Which case is decided by a reduced value; one reduces inside.
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %three = arith.constant 3 : i32
  %init = arith.constant dense<0> : tensor<i32>
  %s = linalg.reduce { arith.addi } ins(%a : tensor<${M}x${N}xi32>) outs(%init : tensor<i32>) dimensions = [0, 1]
  %v = tensor.extract %s[] : tensor<i32>
  %w = arith.remui %v, %three : i32
  %k = arith.index_castui %w : i32 to index
  %0 = scf.index_switch %k -> tensor<${M}x${N}xi32>
  case 0 {
    %1 = arith.addi %a, %b : tensor<${M}x${N}xi32>
    scf.yield %1 : tensor<${M}x${N}xi32>
  }
  case 2 {
    %i1 = arith.constant dense<0> : tensor<${N}xi32>
    %2 = linalg.reduce { arith.addi } ins(%b : tensor<${M}x${N}xi32>) outs(%i1 : tensor<${N}xi32>) dimensions = [0]
    %e = tensor.empty() : tensor<${M}x${N}xi32>
    %3 = linalg.broadcast ins(%2 : tensor<${N}xi32>) outs(%e : tensor<${M}x${N}xi32>) dimensions = [0]
    scf.yield %3 : tensor<${M}x${N}xi32>
  }
  default {
    scf.yield %b : tensor<${M}x${N}xi32>
  }
  return %0 : tensor<${M}x${N}xi32>
}

//! case nested M N
//! moves result0*2
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
// A loop of branches of calls.
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${N}x${M}xi32>) -> tensor<${M}x${N}xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> tensor<${M}x${N}xi32> {
    %r = arith.remui %i, %c2 : index
    %p = arith.cmpi eq, %r, %c0 : index
    %1 = scf.if %p -> tensor<${M}x${N}xi32> {
      %2 = func.call @step(%x, %b, %i) : (tensor<${M}x${N}xi32>, tensor<${N}x${M}xi32>, index) -> tensor<${M}x${N}xi32>
      scf.yield %2 : tensor<${M}x${N}xi32>
    } else {
      %3 = arith.addi %x, %a : tensor<${M}x${N}xi32>
      scf.yield %3 : tensor<${M}x${N}xi32>
    }
    scf.yield %1 : tensor<${M}x${N}xi32>
  }
  return %0 : tensor<${M}x${N}xi32>
}
func.func private @step(%x: tensor<${M}x${N}xi32>, %y: tensor<${N}x${M}xi32>, %n: index) -> tensor<${M}x${N}xi32> {
  %k = arith.index_cast %n : index to i32
  %e = tensor.empty() : tensor<${M}x${N}xi32>
  %f = linalg.fill ins(%k : i32) outs(%e : tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32>
  %t = linalg.transpose ins(%y : tensor<${N}x${M}xi32>) outs(%e : tensor<${M}x${N}xi32>) permutation = [1, 0]
  %0 = arith.muli %x, %f : tensor<${M}x${N}xi32>
  %1 = arith.subi %0, %t : tensor<${M}x${N}xi32>
  return %1 : tensor<${M}x${N}xi32>
}
