// RUN: dtensor-opt %s -dtensor-print-rules -verify-diagnostics -o /dev/null

func.func @sort(%a: tensor<4x6xf32>, %b: tensor<4x6xi64>, %c: tensor<4x6xf32>, %d: tensor<4x6xi64>) {
  // expected-remark@+1 {{sharding rule '([i,j],[i,j],[i,j],[i,j])->([i,j],[i,j]) {i=4,j=6 blocked}'}}
  %0:2 = linalg_ext.sort ins(%a, %b : tensor<4x6xf32>, tensor<4x6xi64>) outs(%c, %d : tensor<4x6xf32>, tensor<4x6xi64>) axis = 1 {
  ^bb0(%x: f32, %y: f32, %i: i64, %j: i64):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<4x6xf32>, tensor<4x6xi64>
  return
}

// The first ones of each part are merged.
func.func @top(%a: tensor<4x6xf32>, %c: tensor<2x6xf32>) {
  // expected-remark@+1 {{sharding rule '([i,k],[j,k])->([j,k]) {i=4 merged,j=2 whole,k=6}'}}
  %0 = linalg_ext.sort ins(%a : tensor<4x6xf32>) outs(%c : tensor<2x6xf32>) axis = 0 {
  ^bb0(%x: f32, %y: f32):
    %p = arith.cmpf olt, %x, %y : f32
    linalg_ext.yield %p : i1
  } -> tensor<2x6xf32>
  return
}

func.func @reduce(%a: tensor<4x6x1xf32>, %b: tensor<6xf32>, %d: tensor<0x?xi32>, %e: tensor<i32>) {
  // expected-remark@+1 {{sharding rule '([i,j,1],[j])->([j]) {i=4 merged,j=6}'}}
  %0 = linalg_ext.reduce ins(%a : tensor<4x6x1xf32>) outs(%b : tensor<6xf32>) dimensions = [0, 2] {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg_ext.yield %s : f32
  } -> tensor<6xf32>
  // expected-remark@+1 {{sharding rule '([i,j,1],[j])->([j]) {i=4 whole,j=6}'}}
  %1 = linalg_ext.reduce ins(%a : tensor<4x6x1xf32>) outs(%b : tensor<6xf32>) dimensions = [0, 2] peeled {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg_ext.yield %s : f32
  } -> tensor<6xf32>
  // expected-remark@+1 {{sharding rule '([i,j],*)->(*) {i=0 merged,j=? merged}'}}
  %2 = linalg_ext.reduce ins(%d : tensor<0x?xi32>) outs(%e : tensor<i32>) dimensions = [0, 1] {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    linalg_ext.yield %s : i32
  } -> tensor<i32>
  return
}

func.func @scan(%a: tensor<4x6x1xf32>, %b: tensor<4x1xf32>, %c: tensor<4x6x1xf32>) {
  // expected-remark@+1 {{sharding rule '([i,j,1],[i,1],[i,j,1])->([i,j,1]) {i=4,j=6 scan}'}}
  %0 = linalg_ext.scan ins(%a : tensor<4x6x1xf32>) init(%b : tensor<4x1xf32>) outs(%c : tensor<4x6x1xf32>) axis = 1 {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg_ext.yield %s : f32
  } -> tensor<4x6x1xf32>
  // expected-remark@+1 {{sharding rule '([i,j,1],[i,j,1])->([i,j,1]) {i=4,j=6 scan}'}}
  %1 = linalg_ext.scan ins(%a : tensor<4x6x1xf32>) outs(%c : tensor<4x6x1xf32>) axis = 1 {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg_ext.yield %s : f32
  } -> tensor<4x6x1xf32>
  return
}
