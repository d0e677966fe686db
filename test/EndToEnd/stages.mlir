// RUN: dtensor-run %s --entry=training --mesh x=2 --layout arg0=x,unsharded,unsharded --random-inputs=1 --check
// RUN: dtensor-run %s --entry=training --mesh x=4 --layout arg0=x,unsharded,unsharded --random-inputs=1 --check
// RUN: dtensor-run %s --entry=training --mesh x=8 --layout arg0=x,unsharded,unsharded --random-inputs=1 --check --report 2>&1 | tr -s ' ' | FileCheck %s --check-prefix=ONE
// RUN: dtensor-run %s --entry=training --mesh x=4,y=2 --layout arg0=x,unsharded,unsharded --layout arg1=y,unsharded --random-inputs=1 --check --report 2>&1 | tr -s ' ' | FileCheck %s --check-prefix=BATCH
// RUN: dtensor-run %s --entry=training --mesh y=2,x=4 --layout arg0=x,unsharded,y --random-inputs=1 --check
// RUN: dtensor-run %s --entry=training --mesh y=2,x=4 --layout arg0=y+x,unsharded,unsharded --random-inputs=1 --check --report 2>&1 | tr -s ' ' | FileCheck %s --check-prefix=ONE
// RUN: dtensor-run %s --entry=training --mesh x=8 --layout arg0=x,unsharded,unsharded --layout arg1=x,unsharded --random-inputs=1 --check --report 2>&1 | tr -s ' ' | FileCheck %s --check-prefix=SHARDED
// RUN: dtensor-run %s --entry=cache --mesh x=4 --layout arg0=x,unsharded,unsharded --random-inputs=1 --check --report 2>&1 | tr -s ' ' | FileCheck %s --check-prefix=CACHE
// RUN: dtensor-run %s --entry=cache --mesh x=2,y=2 --layout arg0=x,unsharded,y --layout arg1=unsharded,y --random-inputs=1 --check
// RUN: dtensor-run %s --entry=numbers --mesh x=2 --layout arg0=x,unsharded,unsharded --random-inputs=1 --check
// RUN: dtensor-run %s --entry=numbers --mesh x=3 --layout arg0=x,unsharded,unsharded --random-inputs=1 --check --report --remarks-filter=dtensor-layouts 2>&1 | tr -s ' ' | FileCheck %s --check-prefix=NUMBERS
// RUN: dtensor-run %s --entry=numbers --mesh x=3 --layout arg0=x,unsharded,unsharded --random-inputs=1 --explain %%u | FileCheck %s --check-prefix=EXPLAIN

// Loops over stacks of which each device has some positions: it does the turns
// of these, and the next device goes on.

// ONE: fetch {{.*}} 256 {{.*}} scf.for steps through %w, which is sharded on {{[yx+]+}}: each device runs the iterations whose positions it holds
// ONE: fetch {{.*}} 256 {{.*}} scf.for steps through %w, which is sharded on {{[yx+]+}}: each device runs the iterations whose positions it holds
// ONE: devices: 8, bytes received by the most loaded: 800,

// Half of the batch is handed on. What is summed over it is so by the device that
// has the layer: two turns of 256 bytes on each.
// BATCH: fetch {{.*}} 128 {{.*}} each device runs the iterations whose positions it holds
// BATCH: all_reduce y 2 {{[12]}} 512
// BATCH: fetch {{.*}} 128 {{.*}} each device runs the iterations whose positions it holds

// What is carried is divided by an annotation: every device has work in every turn.
// SHARDED-NOT: runs the iterations

// CACHE: fetch {{.*}} 80 {{.*}} each device runs the iterations whose positions it holds

// NUMBERS: scf.for steps through %w, which is sharded on x: each device runs the iterations whose positions it holds; the program receives about 60 bytes, instead of about 544 if every device ran every iteration
// NUMBERS: devices: 3, bytes received by the most loaded: 60,

// EXPLAIN: %u: tensor<8xf32> has the layout [unsharded]
// EXPLAIN: scf.for steps through %w, which is sharded on x: each device runs the iterations whose positions it holds

func.func @training(%w: tensor<8x8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<8x8x8xf32>
  %zeros = linalg.fill ins(%z : f32) outs(%e0 : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %e1 = tensor.empty() : tensor<8x8xf32>
  // What each layer was given is stacked.
  %out, %given = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x, %s = %zeros) -> (tensor<8x8xf32>, tensor<8x8x8xf32>) {
    %v = tensor.extract_slice %w[%i, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<8x8x8xf32> to tensor<8x8xf32>
    %f = linalg.fill ins(%z : f32) outs(%e1 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %m = linalg.matmul ins(%h, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = math.tanh %m : tensor<8x8xf32>
    %t = tensor.insert_slice %h into %s[%i, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<8x8xf32> into tensor<8x8x8xf32>
    scf.yield %n, %t : tensor<8x8xf32>, tensor<8x8x8xf32>
  }
  // From the last layer to the first, gradients are stacked.
  %back, %gradients = scf.for %i = %c0 to %c8 step %c1 iter_args(%g = %out, %s = %zeros) -> (tensor<8x8xf32>, tensor<8x8x8xf32>) {
    %p = arith.subi %c7, %i : index
    %v = tensor.extract_slice %w[%p, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<8x8x8xf32> to tensor<8x8xf32>
    %h = tensor.extract_slice %given[%p, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<8x8x8xf32> to tensor<8x8xf32>
    %f = linalg.fill ins(%z : f32) outs(%e1 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %ht = linalg.transpose ins(%h : tensor<8x8xf32>) outs(%e1 : tensor<8x8xf32>) permutation = [1, 0]
    %vt = linalg.transpose ins(%v : tensor<8x8xf32>) outs(%e1 : tensor<8x8xf32>) permutation = [1, 0]
    %d = linalg.matmul ins(%ht, %g : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
    %m = linalg.matmul ins(%g, %vt : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = math.tanh %m : tensor<8x8xf32>
    %t = tensor.insert_slice %d into %s[%p, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<8x8xf32> into tensor<8x8x8xf32>
    scf.yield %n, %t : tensor<8x8xf32>, tensor<8x8x8xf32>
  }
  return %gradients, %back : tensor<8x8x8xf32>, tensor<8x8xf32>
}

// The stack is read and written, layers and then steps; what is carried by the
// outer loop is not handed on but at its own place.
func.func @cache(%w: tensor<8x4x4xf32>, %x: tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %states = linalg.fill ins(%z : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %e4 = tensor.empty() : tensor<4xf32>
  %out, %last = scf.for %step = %c0 to %c5 step %c1 iter_args(%ys = %x, %had = %states) -> (tensor<5x4xf32>, tensor<8x4xf32>) {
    %in = tensor.extract_slice %ys[%step, 0] [1, 4] [1, 1] : tensor<5x4xf32> to tensor<4xf32>
    %y, %has = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %in, %s = %had) -> (tensor<4xf32>, tensor<8x4xf32>) {
      %v = tensor.extract_slice %w[%i, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<8x4x4xf32> to tensor<4x4xf32>
      %b = tensor.extract_slice %s[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
      %m = linalg.vecmat ins(%h, %v : tensor<4xf32>, tensor<4x4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
      %n = math.tanh %m : tensor<4xf32>
      %t = tensor.insert_slice %n into %s[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x4xf32>
      scf.yield %n, %t : tensor<4xf32>, tensor<8x4xf32>
    }
    %to = tensor.insert_slice %y into %ys[%step, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<5x4xf32>
    scf.yield %to, %has : tensor<5x4xf32>, tensor<8x4xf32>
  }
  return %out, %last : tensor<5x4xf32>, tensor<8x4xf32>
}

// Positions that are counted in steps; numbers that are carried, floats and
// integers; the position itself.
func.func @numbers(%w: tensor<6x8x8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, f32, i32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %c15 = arith.constant 15 : index
  %z = arith.constant 0.5 : f32
  %i1 = arith.constant 1 : i32
  %e = tensor.empty() : tensor<8xf32>
  %r, %sum, %count = scf.for %i = %c3 to %c15 step %c2 iter_args(%h = %x, %s = %z, %n = %i1) -> (tensor<8xf32>, f32, i32) {
    %a = arith.subi %i, %c3 : index
    %p = arith.divui %a, %c2 : index
    %v = tensor.extract_slice %w[%p, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<6x8x8xf32> to tensor<8x8xf32>
    %f = linalg.fill ins(%s : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %u = linalg.vecmat ins(%h, %v : tensor<8xf32>, tensor<8x8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
    %t = math.tanh %u : tensor<8xf32>
    %g = tensor.extract %t[%p] : tensor<8xf32>
    %s1 = arith.addf %s, %g : f32
    %k = arith.index_cast %i : index to i32
    %m = arith.muli %n, %k : i32
    scf.yield %t, %s1, %m : tensor<8xf32>, f32, i32
  }
  return %r, %sum, %count : tensor<8xf32>, f32, i32
}
