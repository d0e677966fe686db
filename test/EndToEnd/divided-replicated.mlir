// Devices divide the work on values that all of them have. The hidden features
// are sharded on x, so that the residual stream is replicated along it; rows
// may be sharded on y.
// RUN: dtensor-run %s --mesh x=2 --layout arg0=unsharded,unsharded --layout arg1=unsharded,x --layout arg2=x,unsharded --layout result0=unsharded,unsharded --random-inputs=1 --check --random-scale=0.1 --atol=1e-4
// RUN: dtensor-run %s --mesh x=3 --layout arg0=unsharded,unsharded --layout arg1=unsharded,x --layout arg2=x,unsharded --layout result0=unsharded,unsharded --random-inputs=1 --check --random-scale=0.1 --atol=1e-4
// RUN: dtensor-run %s --mesh y=2,x=4 --layout arg0=y,unsharded --layout arg1=unsharded,x --layout arg2=x,unsharded --layout result0=y,unsharded --random-inputs=1 --check --random-scale=0.1 --atol=1e-4
// RUN: dtensor-run %s --mesh x=2 --layout arg0=unsharded,unsharded --layout arg1=unsharded,x --layout arg2=x,unsharded --layout result0=unsharded,unsharded --dump-after=bufferize | FileCheck %s

// The normalized rows and the result are gathered; the sum of two partial
// products is only that of a part.
// CHECK: comm.all_gather {{.*}} of [768, 512] shared because "the devices have divided work
// CHECK: comm.reduce_scatter {{.*}} of [768, 512]
// CHECK-NOT: comm.all_gather
// CHECK: comm.all_gather {{.*}} outs(%arg3 : {{.*}} of [768, 512] shared because "the devices have divided work
// CHECK-NOT: comm.all_reduce
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%x: tensor<768x512xf32>, %up: tensor<512x1536xf32>, %down: tensor<1536x512xf32>)
    -> tensor<768x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<768x512xf32>
  %v = tensor.empty() : tensor<768xf32>
  %fv = linalg.fill ins(%zero : f32) outs(%v : tensor<768xf32>) -> tensor<768xf32>
  %squares = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<768x512xf32>) outs(%fv : tensor<768xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<768xf32>
  %n = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %squares : tensor<768x512xf32>, tensor<768xf32>) outs(%e : tensor<768x512xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %0 = math.sqrt %s : f32
    %1 = arith.divf %in, %0 : f32
    %scale = arith.constant 0.001 : f32
    %small = arith.mulf %k, %scale : f32
    %2 = arith.addf %1, %small : f32
    linalg.yield %2 : f32
  } -> tensor<768x512xf32>
  %eh = tensor.empty() : tensor<768x1536xf32>
  %fh = linalg.fill ins(%zero : f32) outs(%eh : tensor<768x1536xf32>) -> tensor<768x1536xf32>
  %h = linalg.matmul ins(%n, %up : tensor<768x512xf32>, tensor<512x1536xf32>) outs(%fh : tensor<768x1536xf32>) -> tensor<768x1536xf32>
  %fy = linalg.fill ins(%zero : f32) outs(%e : tensor<768x512xf32>) -> tensor<768x512xf32>
  %y = linalg.matmul ins(%h, %down : tensor<768x1536xf32>, tensor<1536x512xf32>) outs(%fy : tensor<768x512xf32>) -> tensor<768x512xf32>
  %t = math.tanh %y : tensor<768x512xf32>
  %r = arith.addf %x, %t : tensor<768x512xf32>
  return %r : tensor<768x512xf32>
}
