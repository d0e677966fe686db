// RUN: dtensor-opt %s -dtensor-verify-uniform | FileCheck %s

dtensor.mesh @mesh <x=2, y=3, one=1>

// Scalars are the same on all devices; so is what a reduction makes of shards.
// CHECK-LABEL: func @reduced_condition
func.func @reduced_condition(%a: tensor<4xi32> {dtensor.layout = #dtensor.layout<@mesh, [x]>},
    %n: index, %p: i1) -> tensor<i32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %i = arith.constant dense<0> : tensor<i32>
  %s = linalg.reduce { arith.addi } ins(%a : tensor<4xi32>) outs(%i : tensor<i32>) dimensions = [0]
  %e = tensor.empty() : tensor<i32>
  %r = comm.all_reduce ins(%s : tensor<i32>) outs(%e : tensor<i32>)
      <@mesh, [], partial<sum, [x]>> to <@mesh, []> of [] -> tensor<i32>
  %v = tensor.extract %r[] : tensor<i32>
  %q = arith.cmpi sgt, %v, %zero : i32
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %r) -> tensor<i32> {
    %1 = scf.if %q -> tensor<i32> {
      %f = tensor.empty() : tensor<i32>
      %2 = comm.all_reduce ins(%acc : tensor<i32>) outs(%f : tensor<i32>)
          <@mesh, [], partial<sum, [x]>> to <@mesh, []> of [] -> tensor<i32>
      scf.yield %2 : tensor<i32>
    } else {
      scf.yield %acc : tensor<i32>
    }
    scf.yield %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// Groups along y do not care what happens along x.
// CHECK-LABEL: func @other_group
func.func @other_group(%a: tensor<i32>, %b: tensor<1xi32>) -> tensor<i32> {
  %c0 = arith.constant 0 : index
  %i = comm.coordinate @mesh x
  %p = arith.cmpi eq, %i, %c0 : index
  scf.if %p {
    comm.barrier @mesh [y]
  }
  %j = comm.coordinate @mesh one
  %q = arith.cmpi eq, %j, %c0 : index
  scf.if %q {
    comm.barrier @mesh [one]
  }
  return %a : tensor<i32>
}

// A branch that differs, but comes together before the collective.
// CHECK-LABEL: func @joined
func.func @joined(%n: index) {
  %c0 = arith.constant 0 : index
  %i = comm.coordinate @mesh x
  %p = arith.cmpi eq, %i, %c0 : index
  cf.cond_br %p, ^left, ^right
^left:
  cf.br ^join
^right:
  cf.br ^join
^join:
  comm.barrier @mesh [x]
  return
}

// A loop that all devices leave alike.
// CHECK-LABEL: func @while
func.func @while(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = scf.while (%i = %n) : (index) -> index {
    comm.barrier @mesh [x, y]
    %p = arith.cmpi ult, %i, %c1 : index
    scf.condition(%p) %i : index
  } do {
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  return %0 : index
}
