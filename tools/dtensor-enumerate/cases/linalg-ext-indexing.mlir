// Ops of linalg_ext whose positions are data. Small integers as positions are
// outside as often as inside.

//! case rows M N>=1 K
//! moves result0*2
//! still arg0.1 arg1.0 result0.0 result0.1
//! undivided arg1.0 result0.0
//! for T VALUES
//! row f32 | special
//! undivided arg0.0
//! row i8 | small
//! row bf16 | small
//! row i1 | small
//! values 0 ${VALUES}
func.func @main(%table: tensor<${N}x${K}x${T}>, %at: tensor<${M}xi64>) -> tensor<${M}x${K}x${T}> {
  %e = tensor.empty() : tensor<${M}x${K}x${T}>
  %0 = linalg_ext.gather ins(%table, %at : tensor<${N}x${K}x${T}>, tensor<${M}xi64>) outs(%e : tensor<${M}x${K}x${T}>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, ${K}>} -> tensor<${M}x${K}x${T}>
  return %0 : tensor<${M}x${K}x${T}>
}

//! case rows-complex M N>=1 K
//! moves result0*2
//! still arg0.1 arg1.0 result0.0 result0.1
//! undivided arg1.0 result0.0
func.func @main(%table: tensor<${N}x${K}xcomplex<f32>>, %at: tensor<${M}xi32>) -> tensor<${M}x${K}xcomplex<f32>> {
  %e = tensor.empty() : tensor<${M}x${K}xcomplex<f32>>
  %0 = linalg_ext.gather ins(%table, %at : tensor<${N}x${K}xcomplex<f32>>, tensor<${M}xi32>) outs(%e : tensor<${M}x${K}xcomplex<f32>>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, ${K}>} -> tensor<${M}x${K}xcomplex<f32>>
  return %0 : tensor<${M}x${K}xcomplex<f32>>
}

//! case columns M N>=1 K
//! moves result0*2
//! still arg0.0 arg1.0 result0.0 result0.1
//! undivided arg1.0 result0.1
// Slices along the first axis of the result, below the positions.
func.func @main(%table: tensor<${K}x${N}xf32>, %at: tensor<${M}x1xi32>) -> tensor<${K}x${M}xf32> {
  %e = tensor.empty() : tensor<${K}x${M}xf32>
  %0 = linalg_ext.gather ins(%table, %at : tensor<${K}x${N}xf32>, tensor<${M}x1xi32>) outs(%e : tensor<${K}x${M}xf32>)
      {start_axes = array<i64: 1>, collapsed_axes = array<i64: 1>, offset_axes = array<i64: 0>, index_vector_axis = 1, slice_sizes = array<i64: ${K}, 1>} -> tensor<${K}x${M}xf32>
  return %0 : tensor<${K}x${M}xf32>
}

//! case points M N>=1 K>=1
//! moves result0*2
//! still arg1.1 result0.0
//! gathers coordinates of one position are needed together
//! undivided arg0.0 arg0.1 arg1.0 arg1.1 result0.0
func.func @main(%table: tensor<${N}x${K}xi32>, %at: tensor<2x${M}xi16>) -> tensor<${M}xi32> {
  %e = tensor.empty() : tensor<${M}xi32>
  %0 = linalg_ext.gather ins(%table, %at : tensor<${N}x${K}xi32>, tensor<2x${M}xi16>) outs(%e : tensor<${M}xi32>)
      {start_axes = array<i64: 1, 0>, collapsed_axes = array<i64: 0, 1>, index_vector_axis = 0, slice_sizes = array<i64: 1, 1>} -> tensor<${M}xi32>
  return %0 : tensor<${M}xi32>
}

//! case windows M N>=3 K>=2
//! moves result0*2
//! still arg0.2 arg1.0 result0.0 result0.1 result0.2 result0.3
//! undivided arg0.0 arg1.0 result0.0 result0.1
// Slices of several positions, and one that begins at 0 whatever the data.
func.func @main(%table: tensor<${N}x${K}x2xf32>, %at: tensor<${M}x1xi64>) -> tensor<${M}x3x1x2xf32> {
  %e = tensor.empty() : tensor<${M}x3x1x2xf32>
  %0 = linalg_ext.gather ins(%table, %at : tensor<${N}x${K}x2xf32>, tensor<${M}x1xi64>) outs(%e : tensor<${M}x3x1x2xf32>)
      {start_axes = array<i64: 0>, offset_axes = array<i64: 1, 2, 3>, index_vector_axis = 1, slice_sizes = array<i64: 3, 1, 2>} -> tensor<${M}x3x1x2xf32>
  return %0 : tensor<${M}x3x1x2xf32>
}

//! case batched M N>=1 K>=1
//! moves result0*2
//! still arg0.0 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${K}x${N}xf32>, %at: tensor<${M}x${K}x1xi64>) -> tensor<${M}x${K}xf32> {
  %e = tensor.empty() : tensor<${M}x${K}xf32>
  %0 = linalg_ext.gather ins(%a, %at : tensor<${K}x${N}xf32>, tensor<${M}x${K}x1xi64>) outs(%e : tensor<${M}x${K}xf32>)
      {start_axes = array<i64: 1>, collapsed_axes = array<i64: 1>, operand_batch_axes = array<i64: 0>, indices_batch_axes = array<i64: 1>, index_vector_axis = 2, slice_sizes = array<i64: 1, 1>} -> tensor<${M}x${K}xf32>
  return %0 : tensor<${M}x${K}xf32>
}

//! case of-sums M N>=1 K
//! moves N*20+result0*2
//! still arg1.1 arg2.0 result0.0 result0.1
//! undivided arg0.1 arg1.0 arg2.0 result0.0
// A gather of what is pending on its operand, and a use of what it gathers.
func.func @main(%a: tensor<${N}x${K}xf32>, %b: tensor<${K}x5xf32>, %at: tensor<${M}xi64>) -> tensor<${M}x5xf32> {
  %z = arith.constant dense<0.0> : tensor<${N}x5xf32>
  %table = linalg.matmul ins(%a, %b : tensor<${N}x${K}xf32>, tensor<${K}x5xf32>) outs(%z : tensor<${N}x5xf32>) -> tensor<${N}x5xf32>
  %e = tensor.empty() : tensor<${M}x5xf32>
  %0 = linalg_ext.gather ins(%table, %at : tensor<${N}x5xf32>, tensor<${M}xi64>) outs(%e : tensor<${M}x5xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 5>} -> tensor<${M}x5xf32>
  %1 = arith.mulf %0, %0 : tensor<${M}x5xf32>
  %2 = arith.addf %1, %0 : tensor<${M}x5xf32>
  return %2 : tensor<${M}x5xf32>
}

//! case scatter M N K
//! moves result0*2+arg1+arg2
//! still arg0.0 arg0.1 arg2.1 result0.0 result0.1
//! gathers an update by an unknown combiner is for who holds the position
//! undivided arg0.0 result0.0
//! for T COMBINE
//! row f32 | arith.addf %old, %update
//! row i64 | arith.maxsi %update, %old
//! undivided arg1.0
//! row i32 | arith.muli %old, %update
//! row f64 | arith.minimumf %old, %update
//! undivided arg1.0
//! row i8 | arith.subi %old, %update
//! undivided arg1.0
func.func @main(%a: tensor<${N}x${K}x${T}>, %at: tensor<${M}xi64>, %rows: tensor<${M}x${K}x${T}>) -> tensor<${N}x${K}x${T}> {
  %0 = linalg_ext.scatter ins(%at, %rows : tensor<${M}xi64>, tensor<${M}x${K}x${T}>) outs(%a : tensor<${N}x${K}x${T}>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: ${T}, %update: ${T}):
    %new = ${COMBINE} : ${T}
    linalg_ext.yield %new : ${T}
  } -> tensor<${N}x${K}x${T}>
  return %0 : tensor<${N}x${K}x${T}>
}

//! case scatter-zeros M N K
//! moves result0*2
//! still arg1.1 result0.0 result0.1
//! undivided arg0.0 result0.0
// What gradients of embeddings do.
func.func @main(%at: tensor<${M}xi32>, %rows: tensor<${M}x${K}xf32>) -> tensor<${N}x${K}xf32> {
  %a = arith.constant dense<0.0> : tensor<${N}x${K}xf32>
  %0 = linalg_ext.scatter ins(%at, %rows : tensor<${M}xi32>, tensor<${M}x${K}xf32>) outs(%a : tensor<${N}x${K}xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    %new = arith.addf %old, %update : f32
    linalg_ext.yield %new : f32
  } -> tensor<${N}x${K}xf32>
  return %0 : tensor<${N}x${K}xf32>
}

//! case scatter-reads M N K
//! moves result0*2+arg1+arg2+arg3
//! still arg0.0 arg0.1 arg2.1 arg3.0 arg3.1 result0.0 result0.1
//! undivided arg0.0 arg3.0 result0.0
// A destination is combined with what another tensor has there.
func.func @main(%a: tensor<${N}x${K}xf32>, %at: tensor<${M}xi64>, %rows: tensor<${M}x${K}xf32>, %b: tensor<${N}x${K}xf32>) -> tensor<${N}x${K}xf32> {
  %0 = linalg_ext.scatter ins(%at, %rows : tensor<${M}xi64>, tensor<${M}x${K}xf32>) reads(%b : tensor<${N}x${K}xf32>) outs(%a : tensor<${N}x${K}xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32, %there: f32):
    %step = arith.mulf %update, %there : f32
    %new = arith.addf %old, %step : f32
    linalg_ext.yield %new : f32
  } -> tensor<${N}x${K}xf32>
  return %0 : tensor<${N}x${K}xf32>
}

//! case scatter-reads-windows M N>=3 K>=2
//! moves result0*2+arg1+arg2+arg3
//! still arg0.0 arg0.1 arg3.0 arg3.1 result0.0 result0.1
//! gathers a window at a position that is data may go to any device
//! undivided arg1.0 arg2.0 arg2.1 arg2.2
func.func @main(%a: tensor<${N}x${K}xf32>, %at: tensor<${M}x1xi64>, %windows: tensor<3x${M}x2xf32>, %b: tensor<${N}x${K}xf32>) -> tensor<${N}x${K}xf32> {
  %0 = linalg_ext.scatter ins(%at, %windows : tensor<${M}x1xi64>, tensor<3x${M}x2xf32>) reads(%b, %a : tensor<${N}x${K}xf32>, tensor<${N}x${K}xf32>) outs(%a : tensor<${N}x${K}xf32>)
      attributes {start_axes = array<i64: 0>, window_axes = array<i64: 0, 2>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32, %there: f32, %before: f32):
    %step = arith.mulf %update, %there : f32
    %other = arith.addf %step, %before : f32
    %new = arith.addf %old, %other : f32
    linalg_ext.yield %new : f32
  } -> tensor<${N}x${K}xf32>
  return %0 : tensor<${N}x${K}xf32>
}

//! case gather-scatter M N>=1 K
//! moves result0*2+arg0+arg1+arg2
//! still arg0.0 arg0.1 arg2.1 result0.0 result0.1
//! undivided arg0.0 result0.0
// Rows that are read, then written.
func.func @main(%table: tensor<${N}x${K}xf32>, %at: tensor<${M}x1xi64>, %u: tensor<${M}x${K}xf32>) -> tensor<${N}x${K}xf32> {
  %empty = tensor.empty() : tensor<${M}x${K}xf32>
  %rows = linalg_ext.gather ins(%table, %at : tensor<${N}x${K}xf32>, tensor<${M}x1xi64>) outs(%empty : tensor<${M}x${K}xf32>)
      {start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>, offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, ${K}>} -> tensor<${M}x${K}xf32>
  %d = arith.subf %rows, %u : tensor<${M}x${K}xf32>
  %p = arith.mulf %d, %d : tensor<${M}x${K}xf32>
  %0 = linalg_ext.scatter ins(%at, %p : tensor<${M}x1xi64>, tensor<${M}x${K}xf32>) outs(%table : tensor<${N}x${K}xf32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    %new = arith.addf %old, %update : f32
    linalg_ext.yield %new : f32
  } -> tensor<${N}x${K}xf32>
  return %0 : tensor<${N}x${K}xf32>
}

//! case gather-scatter-windows M N>=3 K
//! moves result0*2+arg0*2+arg1+arg2*2
//! still arg0.1 arg2.2 result0.1
//! undivided arg0.0
// What reaches beyond the table is moved where it is read, and dropped where it
// is written.
func.func @main(%table: tensor<${N}x${K}xf32>, %at: tensor<${M}x1xi64>, %u: tensor<${M}x3x${K}xf32>) -> tensor<${N}x${K}xf32> {
  %empty = tensor.empty() : tensor<${M}x3x${K}xf32>
  %rows = linalg_ext.gather ins(%table, %at : tensor<${N}x${K}xf32>, tensor<${M}x1xi64>) outs(%empty : tensor<${M}x3x${K}xf32>)
      {start_axes = array<i64: 0>, offset_axes = array<i64: 1, 2>, index_vector_axis = 1, slice_sizes = array<i64: 3, ${K}>} -> tensor<${M}x3x${K}xf32>
  %d = arith.subf %rows, %u : tensor<${M}x3x${K}xf32>
  %0 = linalg_ext.scatter ins(%at, %d : tensor<${M}x1xi64>, tensor<${M}x3x${K}xf32>) outs(%table : tensor<${N}x${K}xf32>)
      attributes {start_axes = array<i64: 0>, window_axes = array<i64: 1, 2>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    %new = arith.addf %old, %update : f32
    linalg_ext.yield %new : f32
  } -> tensor<${N}x${K}xf32>
  return %0 : tensor<${N}x${K}xf32>
}

//! case scatter-overwrite M N K>=1
//! moves arg1+arg2
//! still arg0.0 arg0.1 result0.0 result0.1
//! gathers which update is the last one is known only to who sees them all
//! undivided arg1.0 arg1.1 arg2.0 result0.1
// The last one stays.
func.func @main(%a: tensor<${N}x${K}xf32>, %at: tensor<${M}x2xi64>, %points: tensor<${M}xf32>) -> tensor<${N}x${K}xf32> {
  %0 = linalg_ext.scatter ins(%at, %points : tensor<${M}x2xi64>, tensor<${M}xf32>) outs(%a : tensor<${N}x${K}xf32>)
      attributes {start_axes = array<i64: 0, 1>, inserted_axes = array<i64: 0, 1>, index_vector_axis = 1} {
  ^bb0(%old: f32, %update: f32):
    linalg_ext.yield %update : f32
  } -> tensor<${N}x${K}xf32>
  return %0 : tensor<${N}x${K}xf32>
}

//! case scatter-windows M N>=3 K>=2
//! moves result0*2+arg1+arg2
//! still arg0.0 arg0.1 result0.0 result0.1
//! gathers a window at a position that is data may go to any device
//! undivided arg0.0 arg0.1 arg1.0 arg2.0 arg2.1 arg2.2 result0.0 result0.1
func.func @main(%a: tensor<${N}x${K}xi32>, %at: tensor<${M}x1xi64>, %windows: tensor<3x${M}x2xi32>) -> tensor<${N}x${K}xi32> {
  %0 = linalg_ext.scatter ins(%at, %windows : tensor<${M}x1xi64>, tensor<3x${M}x2xi32>) outs(%a : tensor<${N}x${K}xi32>)
      attributes {start_axes = array<i64: 0>, window_axes = array<i64: 0, 2>, index_vector_axis = 1} {
  ^bb0(%old: i32, %update: i32):
    %new = arith.addi %old, %update : i32
    linalg_ext.yield %new : i32
  } -> tensor<${N}x${K}xi32>
  return %0 : tensor<${N}x${K}xi32>
}

//! case scatter-batched M N K
//! moves result0*2
//! still arg0.0 arg0.1 arg1.1 arg2.1 result0.0 result0.1
//! undivided arg0.1 result0.1
func.func @main(%a: tensor<${K}x${N}xf32>, %at: tensor<${M}x${K}x1xi64>, %updates: tensor<${M}x${K}xf32>) -> tensor<${K}x${N}xf32> {
  %0 = linalg_ext.scatter ins(%at, %updates : tensor<${M}x${K}x1xi64>, tensor<${M}x${K}xf32>) outs(%a : tensor<${K}x${N}xf32>)
      attributes {start_axes = array<i64: 1>, inserted_axes = array<i64: 1>, dest_batch_axes = array<i64: 0>, indices_batch_axes = array<i64: 1>, index_vector_axis = 2} {
  ^bb0(%old: f32, %update: f32):
    %new = arith.addf %old, %update : f32
    linalg_ext.yield %new : f32
  } -> tensor<${K}x${N}xf32>
  return %0 : tensor<${K}x${N}xf32>
}

//! case scatter-two M N K
//! moves result0+result1*2+arg2+arg3+arg4
//! still arg0.0 arg1.0 result0.0 result1.0
//! gathers sums and maxima are two combiners, and a factor has one
//! undivided arg0.0 arg1.0 arg2.0 arg3.0 arg4.0 result0.0 result1.0
// Sums and counts; sums and maxima.
//! for COMBINE
//! row arith.addi
//! row arith.maxsi
func.func @main(%a: tensor<${N}xf32>, %b: tensor<${N}xi32>, %at: tensor<${M}xi64>, %x: tensor<${M}xf32>, %y: tensor<${M}xi32>) -> (tensor<${N}xf32>, tensor<${N}xi32>) {
  %0:2 = linalg_ext.scatter ins(%at, %x, %y : tensor<${M}xi64>, tensor<${M}xf32>, tensor<${M}xi32>) outs(%a, %b : tensor<${N}xf32>, tensor<${N}xi32>)
      attributes {start_axes = array<i64: 0>, inserted_axes = array<i64: 0>, index_vector_axis = 1} {
  ^bb0(%old: f32, %count: i32, %update: f32, %more: i32):
    %new = arith.addf %old, %update : f32
    %all = ${COMBINE} %count, %more : i32
    linalg_ext.yield %new, %all : f32, i32
  } -> tensor<${N}xf32>, tensor<${N}xi32>
  return %0#0, %0#1 : tensor<${N}xf32>, tensor<${N}xi32>
}

//! case dynamic-slice M>=3 N>=1
//! moves result0
//! still arg0.1 result0.0 result0.1
// Where it lies is data: a device may get all of it from others.
//! for SIZE
//! row 1
//! row 3
//! undivided result0.0
func.func @main(%a: tensor<${M}x${N}xf32>, %at: i64, %other: i64) -> tensor<${SIZE}x${N}xf32> {
  %i = arith.index_cast %at : i64 to index
  %j = arith.index_cast %other : i64 to index
  %e = tensor.empty() : tensor<${SIZE}x${N}xf32>
  %0 = linalg_ext.dynamic_slice ins(%a : tensor<${M}x${N}xf32>) at [%i, %j] sizes = [${SIZE}, ${N}] outs(%e : tensor<${SIZE}x${N}xf32>) -> tensor<${SIZE}x${N}xf32>
  return %0 : tensor<${SIZE}x${N}xf32>
}

//! case dynamic-slice-both M>=3 N>=2
//! moves result0
//! still result0.0 result0.1
//! undivided result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xi16>, %at: index, %other: index) -> tensor<3x2xi16> {
  %e = tensor.empty() : tensor<3x2xi16>
  %0 = linalg_ext.dynamic_slice ins(%a : tensor<${M}x${N}xi16>) at [%at, %other] sizes = [3, 2] outs(%e : tensor<3x2xi16>) -> tensor<3x2xi16>
  return %0 : tensor<3x2xi16>
}

//! case dynamic-update-slice M>=3 N
//! moves arg1
//! still arg0.0 arg0.1 arg1.1 result0.0 result0.1
//! gathers an update goes to every device that may write a part of it
//! for SIZE
//! row 1
//! row 3
func.func @main(%a: tensor<${M}x${N}xf32>, %u: tensor<${SIZE}x${N}xf32>, %at: index, %other: index) -> tensor<${M}x${N}xf32> {
  %0 = linalg_ext.dynamic_update_slice ins(%u : tensor<${SIZE}x${N}xf32>) at [%at, %other] outs(%a : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case dynamic-update-slice-both M>=3 N>=2
//! moves arg1
//! still arg0.0 arg0.1 result0.0 result0.1
//! gathers an update at a position that is data may go to any device
//! undivided arg1.0 arg1.1
func.func @main(%a: tensor<${M}x${N}xi64>, %u: tensor<3x2xi64>, %at: index, %other: index) -> tensor<${M}x${N}xi64> {
  %0 = linalg_ext.dynamic_update_slice ins(%u : tensor<3x2xi64>) at [%at, %other] outs(%a : tensor<${M}x${N}xi64>) -> tensor<${M}x${N}xi64>
  return %0 : tensor<${M}x${N}xi64>
}
