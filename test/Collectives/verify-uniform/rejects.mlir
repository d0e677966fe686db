// RUN: dtensor-opt %s -dtensor-verify-uniform -split-input-file -verify-diagnostics

dtensor.mesh @mesh <x=2, y=3>

func.func @coordinate() {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{it comes from 'comm.coordinate'}}
  %i = comm.coordinate @mesh x
  %p = arith.cmpi eq, %i, %c0 : index
  // expected-note@+1 {{'scf.if' depends on it}}
  scf.if %p {
    // expected-error@+1 {{'comm.barrier' over x would hang: whether it is reached depends on}}
    comm.barrier @mesh [x, y]
  }
  return
}

// -----

dtensor.mesh @mesh <x=2>

// An element of a shard is another one on each device.
func.func @element(%a: tensor<2xf32> {dtensor.layout = #dtensor.layout<@mesh, [x]>}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  // expected-note@+1 {{'scf.while' depends on it}}
  %0 = scf.while (%x = %a) : (tensor<2xf32>) -> tensor<2xf32> {
    %v = tensor.extract %x[%c0] : tensor<2xf32>
    %p = arith.cmpf olt, %v, %limit : f32
    scf.condition(%p) %x : tensor<2xf32>
  } do {
  ^bb0(%x: tensor<2xf32>):
    // expected-error@+1 {{'comm.all_gather' over x would hang: whether it is reached depends on}}
    %g = comm.all_gather ins(%x : tensor<2xf32>) outs(%e : tensor<4xf32>)
        <@mesh, [x]> to <@mesh, [unsharded]> of [4] -> tensor<4xf32>
    %y = tensor.extract_slice %g[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    scf.yield %y : tensor<2xf32>
  }
  return %e : tensor<4xf32>
}

// -----

dtensor.mesh @mesh <x=2>

// As often as the shard is long.
func.func @trip_count() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{it comes from 'comm.shard_extent'}}
  %n = comm.shard_extent @mesh [x] of 5
  // expected-note@+1 {{'scf.for' depends on it}}
  scf.for %i = %c0 to %n step %c1 {
    // expected-error@+1 {{'comm.barrier' over x would hang: whether it is reached depends on}}
    comm.barrier @mesh [x]
  }
  return
}

// -----

dtensor.mesh @mesh <x=2>

// What a loop carries differs if the loop ends earlier on some devices.
func.func @carried() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{it comes from 'comm.shard_extent'}}
  %n = comm.shard_extent @mesh [x] of 5
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0) -> index {
    %1 = arith.addi %k, %c1 : index
    scf.yield %1 : index
  }
  // expected-note@+1 {{'scf.index_switch' depends on it}}
  scf.index_switch %0
  case 2 {
    // expected-error@+1 {{'comm.barrier' over x would hang: whether it is reached depends on}}
    comm.barrier @mesh [x]
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

// -----

dtensor.mesh @mesh <x=2>

// The collective is in a function, the condition at the call.
func.func @caller() {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{it comes from 'comm.coordinate'}}
  %i = comm.coordinate @mesh x
  %p = arith.cmpi eq, %i, %c0 : index
  // expected-note@+1 {{'scf.if' depends on it}}
  scf.if %p {
    func.call @callee() : () -> ()
  }
  return
}
func.func private @callee() {
  // expected-error@+1 {{'comm.barrier' over x would hang: whether it is reached depends on}}
  comm.barrier @mesh [x]
  return
}

// -----

dtensor.mesh @mesh <x=2>

// The condition is an argument of the function that differs by call.
func.func @pass_on() {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{it comes from 'comm.coordinate'}}
  %i = comm.coordinate @mesh x
  %p = arith.cmpi eq, %i, %c0 : index
  func.call @decide(%p) : (i1) -> ()
  return
}
func.func private @decide(%p: i1) {
  // expected-note@+1 {{'scf.if' depends on it}}
  scf.if %p {
    // expected-error@+1 {{'comm.barrier' over x would hang: whether it is reached depends on}}
    comm.barrier @mesh [x]
  }
  return
}

// -----

dtensor.mesh @mesh <x=2>

func.func @branches() {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{it comes from 'comm.coordinate'}}
  %i = comm.coordinate @mesh x
  %p = arith.cmpi eq, %i, %c0 : index
  // expected-note@+1 {{'cf.cond_br' depends on it}}
  cf.cond_br %p, ^left, ^join
^left:
  // expected-error@+1 {{'comm.barrier' over x would hang: whether it is reached depends on}}
  comm.barrier @mesh [x]
  cf.br ^join
^join:
  return
}

// -----

dtensor.mesh @mesh <x=2>

// A loop of blocks: its head runs once more wherever it is not left.
func.func @loop() {
  cf.br ^head
^head:
  // expected-error@+1 {{'comm.barrier' over x would hang: whether it is reached depends on}}
  comm.barrier @mesh [x]
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{it comes from 'comm.coordinate'}}
  %i = comm.coordinate @mesh x
  %p = arith.cmpi eq, %i, %c0 : index
  // expected-note@+1 {{'cf.cond_br' depends on it}}
  cf.cond_br %p, ^head, ^exit
^exit:
  return
}
