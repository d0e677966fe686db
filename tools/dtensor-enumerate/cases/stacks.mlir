// Loops that read and write stacks position by position: where a stack is
// sharded along the loop, each device may do the turns of its own positions.

//! case forward M>=1 N>=1
//! moves arg1+result0*4+arg0+arg0
//! still arg0.2 arg1.0 result0.0
func.func @main(%w: tensor<${M}x${N}x${N}xf32>, %x: tensor<${N}xf32>) -> tensor<${N}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant ${M} : index
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%h = %x) -> tensor<${N}xf32> {
    %v = tensor.extract_slice %w[%i, 0, 0] [1, ${N}, ${N}] [1, 1, 1] : tensor<${M}x${N}x${N}xf32> to tensor<${N}x${N}xf32>
    %d = tensor.extract_slice %v[0, 0] [1, ${N}] [1, 1] : tensor<${N}x${N}xf32> to tensor<${N}xf32>
    %a = arith.addf %h, %d : tensor<${N}xf32>
    %t = math.tanh %a : tensor<${N}xf32>
    scf.yield %t : tensor<${N}xf32>
  }
  return %r : tensor<${N}xf32>
}

//! case backward-with-results M>=1 N>=1
//! moves arg1+result0*4+arg0+arg0+result1
//! still arg0.1 arg1.0 result0.0 result1.0 result1.1
//! undivided result1.0
func.func @main(%w: tensor<${M}x${N}xf32>, %x: tensor<${N}xf32>) -> (tensor<${N}xf32>, tensor<${M}x${N}xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant ${M} : index
  %last = arith.constant ${M-1} : index
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %r:2 = scf.for %i = %c0 to %m step %c1 iter_args(%h = %x, %y = %e) -> (tensor<${N}xf32>, tensor<${M}x${N}xf32>) {
    %p = arith.subi %last, %i : index
    %v = tensor.extract_slice %w[%p, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${N}xf32>
    %a = arith.mulf %h, %v : tensor<${N}xf32>
    %t = math.sin %a : tensor<${N}xf32>
    %z = tensor.insert_slice %t into %y[%p, 0] [1, ${N}] [1, 1] : tensor<${N}xf32> into tensor<${M}x${N}xf32>
    scf.yield %t, %z : tensor<${N}xf32>, tensor<${M}x${N}xf32>
  }
  return %r#0, %r#1 : tensor<${N}xf32>, tensor<${M}x${N}xf32>
}

//! case read-and-written M>=1 N>=1
//! moves arg1+result0*4+arg0+arg0+result1
//! still arg0.0 arg1.0 result0.0 result1.0
//! undivided result1.1
func.func @main(%w: tensor<${N}x${M}xi32>, %x: tensor<${N}xi32>) -> (tensor<${N}xi32>, tensor<${N}x${M}xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant ${M} : index
  %one = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %m step %c1 iter_args(%h = %x, %y = %w, %n = %one) -> (tensor<${N}xi32>, tensor<${N}x${M}xi32>, i32) {
    %v = tensor.extract_slice %y[0, %i] [${N}, 1] [1, 1] : tensor<${N}x${M}xi32> to tensor<${N}xi32>
    %a = arith.addi %h, %v : tensor<${N}xi32>
    %z = tensor.insert_slice %a into %y[0, %i] [${N}, 1] [1, 1] : tensor<${N}xi32> into tensor<${N}x${M}xi32>
    %u = tensor.extract_slice %z[0, %i] [${N}, 1] [1, 1] : tensor<${N}x${M}xi32> to tensor<${N}xi32>
    %s = arith.muli %u, %v : tensor<${N}xi32>
    %k = arith.index_cast %i : index to i32
    %l = arith.muli %n, %n : i32
    %o = arith.addi %l, %k : i32
    scf.yield %s, %z, %o : tensor<${N}xi32>, tensor<${N}x${M}xi32>, i32
  }
  return %r#0, %r#1, %r#2 : tensor<${N}xi32>, tensor<${N}x${M}xi32>, i32
}

//! case forward-and-backward M>=1 N>=1
//! moves arg1+result0*8+arg0+arg0+arg0+result1
//! still arg0.1 arg1.0 result0.0 result1.0 result1.1
//! undivided result1.0
func.func @main(%w: tensor<${M}x${N}xf32>, %x: tensor<${N}xf32>) -> (tensor<${N}xf32>, tensor<${M}x${N}xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant ${M} : index
  %last = arith.constant ${M-1} : index
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %f:2 = scf.for %i = %c0 to %m step %c1 iter_args(%h = %x, %y = %e) -> (tensor<${N}xf32>, tensor<${M}x${N}xf32>) {
    %v = tensor.extract_slice %w[%i, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${N}xf32>
    %a = arith.mulf %h, %v : tensor<${N}xf32>
    %z = tensor.insert_slice %h into %y[%i, 0] [1, ${N}] [1, 1] : tensor<${N}xf32> into tensor<${M}x${N}xf32>
    scf.yield %a, %z : tensor<${N}xf32>, tensor<${M}x${N}xf32>
  }
  %b:2 = scf.for %i = %c0 to %m step %c1 iter_args(%g = %f#0, %y = %e) -> (tensor<${N}xf32>, tensor<${M}x${N}xf32>) {
    %p = arith.subi %last, %i : index
    %v = tensor.extract_slice %w[%p, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${N}xf32>
    %h = tensor.extract_slice %f#1[%p, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${N}xf32>
    %d = arith.mulf %g, %h : tensor<${N}xf32>
    %a = arith.mulf %g, %v : tensor<${N}xf32>
    %z = tensor.insert_slice %d into %y[%p, 0] [1, ${N}] [1, 1] : tensor<${N}xf32> into tensor<${M}x${N}xf32>
    scf.yield %a, %z : tensor<${N}xf32>, tensor<${M}x${N}xf32>
  }
  return %b#0, %b#1 : tensor<${N}xf32>, tensor<${M}x${N}xf32>
}

//! case in-a-loop M>=1 N>=1
//! moves arg1+result0*8+arg0+arg0+arg0
//! still arg0.1 arg1.0 result0.0
func.func @main(%w: tensor<${M}x${N}xf32>, %x: tensor<${N}xf32>) -> tensor<${N}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = arith.constant ${M} : index
  %r = scf.for %o = %c0 to %c2 step %c1 iter_args(%g = %x) -> tensor<${N}xf32> {
    %q = scf.for %i = %c0 to %m step %c1 iter_args(%h = %g) -> tensor<${N}xf32> {
      %v = tensor.extract_slice %w[%i, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${N}xf32>
      %s = scf.for %j = %c0 to %c2 step %c1 iter_args(%k = %h) -> tensor<${N}xf32> {
        %a = arith.addf %k, %v : tensor<${N}xf32>
        %t = math.tanh %a : tensor<${N}xf32>
        scf.yield %t : tensor<${N}xf32>
      }
      scf.yield %s : tensor<${N}xf32>
    }
    scf.yield %q : tensor<${N}xf32>
  }
  return %r : tensor<${N}xf32>
}

//! case each-by-itself M>=1 N>=1
//! moves arg0+result0
//! still arg0.1 result0.0 result0.1
//! undivided arg0.0 result0.0
// Nothing is carried but what is stacked.
func.func @main(%w: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant ${M} : index
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%y = %e) -> tensor<${M}x${N}xf32> {
    %v = tensor.extract_slice %w[%i, 0] [1, ${N}] [1, 1] : tensor<${M}x${N}xf32> to tensor<${N}xf32>
    %t = math.tanh %v : tensor<${N}xf32>
    %z = tensor.insert_slice %t into %y[%i, 0] [1, ${N}] [1, 1] : tensor<${N}xf32> into tensor<${M}x${N}xf32>
    scf.yield %z : tensor<${M}x${N}xf32>
  }
  return %r : tensor<${M}x${N}xf32>
}
