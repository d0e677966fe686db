// RUN: dtensor-opt %s --dtensor-fuse-rows | FileCheck %s

#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The maximum of a row and what it is subtracted from: one loop over rows.
// CHECK-LABEL: @row_maximum
// CHECK: scf.for
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]{{.*}} outs({{.*}} : tensor<1xf32>)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
// CHECK: tensor.insert_slice
// CHECK: scf.yield
// CHECK-NOT: linalg.generic
func.func @row_maximum(%a: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<64x512xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %1 = arith.maximumf %x, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %o = tensor.empty() : tensor<64x512xf32>
  %2 = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%a, %0 : tensor<64x512xf32>, tensor<64xf32>) outs(%o : tensor<64x512xf32>) {
  ^bb0(%x: f32, %m: f32, %out: f32):
    %3 = arith.subf %x, %m : f32
    linalg.yield %3 : f32
  } -> tensor<64x512xf32>
  return %2 : tensor<64x512xf32>
}

// Short rows are taken several at a time.
// CHECK-LABEL: @short_rows
// CHECK: %[[STEP:.+]] = arith.constant 16 : index
// CHECK: scf.for {{.*}} step %[[STEP]]
func.func @short_rows(%a: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<64x16xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %1 = arith.addf %x, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %o = tensor.empty() : tensor<64x16xf32>
  %2 = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%a, %0 : tensor<64x16xf32>, tensor<64xf32>) outs(%o : tensor<64x16xf32>) {
  ^bb0(%x: f32, %m: f32, %out: f32):
    %3 = arith.divf %x, %m : f32
    linalg.yield %3 : f32
  } -> tensor<64x16xf32>
  return %2 : tensor<64x16xf32>
}

dtensor.mesh @mesh <x=2>

// What a collective stands between stays where it is.
// CHECK-LABEL: @collective
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: comm.all_reduce
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
func.func @collective(%a: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<64x512xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %1 = arith.addf %x, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %g = comm.all_reduce ins(%0 : tensor<64xf32>) outs(%e : tensor<64xf32>) #dtensor.layout<@mesh, [unsharded], partial<sum, [x]>> to #dtensor.layout<@mesh, [unsharded]> of [64] -> tensor<64xf32>
  %o = tensor.empty() : tensor<64x512xf32>
  %2 = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%a, %g : tensor<64x512xf32>, tensor<64xf32>) outs(%o : tensor<64x512xf32>) {
  ^bb0(%x: f32, %m: f32, %out: f32):
    %3 = arith.divf %x, %m : f32
    linalg.yield %3 : f32
  } -> tensor<64x512xf32>
  return %2 : tensor<64x512xf32>
}
