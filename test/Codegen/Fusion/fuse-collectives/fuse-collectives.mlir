// RUN: dtensor-opt %s --dtensor-fuse-collectives --split-input-file | FileCheck %s
// RUN: dtensor-opt %s --dtensor-fuse-collectives=cores=4 --split-input-file | FileCheck %s
// RUN: dtensor-opt %s --dtensor-fuse-collectives=cores=1 --split-input-file | FileCheck %s --check-prefix=SHARED

dtensor.mesh @mesh <x=2, y=2>

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// 64 of the 1024 rows of a device at a time: they have 512 KiB, and so do the
// results. Rows are sharded along y, so the tensor has 128 of them.
// If four devices share a core and its cache, the tiles are too small.
// SHARED-LABEL: @rows
// SHARED-NOT: scf.for
// SHARED: return
// CHECK-LABEL: @rows
// CHECK: %[[E:.+]] = tensor.empty() : tensor<1024x2048xf32>
// CHECK-NOT: linalg
// CHECK: %[[ALL:.+]] = scf.for %[[I:.+]] = %c0 to %c1024 step %c64 iter_args(%[[RESULT:.+]] = %[[E]])
// CHECK: %[[FILL:.+]] = linalg.fill {{.*}} -> tensor<64xf32>
// CHECK: %[[ROWS:.+]] = tensor.extract_slice %arg0[%[[I]], 0] [64, 2048] [1, 1]
// CHECK: %[[MAX:.+]] = linalg.generic {{.*}} ins(%[[ROWS]] : {{.*}}) outs(%[[FILL]] : tensor<64xf32>)
// CHECK: %[[MOST:.+]] = comm.all_reduce ins(%[[MAX]] : tensor<64xf32>) {{.*}} <@mesh, [y], partial<max, [x]>> to <@mesh, [y]> of [128] because "a maximum"
// CHECK: %[[PLACE:.+]] = tensor.extract_slice %[[RESULT]][%[[I]], 0] [64, 2048] [1, 1]
// CHECK: %[[Y:.+]] = linalg.generic {{.*}} ins(%{{.+}}, %[[MOST]] : {{.*}}) outs(%[[PLACE]] : tensor<64x2048xf32>)
// CHECK: %[[INSERTED:.+]] = tensor.insert_slice %[[Y]] into %[[RESULT]][%[[I]], 0]
// CHECK-NEXT: comm.release %[[MOST]]
// CHECK-NEXT: scf.yield %[[INSERTED]]
// CHECK-NOT: comm
// CHECK: return %[[ALL]]
func.func @rows(%x: tensor<1024x2048xf32>) -> tensor<1024x2048xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x2048xf32>
  %r = tensor.empty() : tensor<1024xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%r : tensor<1024xf32>) -> tensor<1024xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1024x2048xf32>) outs(%fill : tensor<1024xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = arith.maximumf %v, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<1024xf32>
  %all = comm.all_reduce ins(%max : tensor<1024xf32>) outs(%r : tensor<1024xf32>)
      <@mesh, [y], partial<max, [x]>> to <@mesh, [y]> of [2048] because "a maximum" -> tensor<1024xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %all : tensor<1024x2048xf32>, tensor<1024xf32>) outs(%e : tensor<1024x2048xf32>) {
  ^bb0(%v: f32, %m: f32, %o: f32):
    %0 = arith.subf %v, %m : f32
    linalg.yield %0 : f32
  } -> tensor<1024x2048xf32>
  comm.release %all : tensor<1024xf32>
  return %y : tensor<1024x2048xf32>
}

// -----

dtensor.mesh @mesh <x=2>

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// The loop keeps what is returned, and what the sum of columns reads, which needs
// all rows.
// CHECK-LABEL: @results
// CHECK: %[[LOOP:.+]]:2 = scf.for {{.*}} -> (tensor<1024xf32>, tensor<1024x2048xf32>)
// CHECK: %[[SUM:.+]] = comm.all_reduce {{.*}} partial<sum, [x]>> to <@mesh, [unsharded]> of [32] from_zero
// CHECK: tensor.insert_slice %[[SUM]]
// CHECK: }
// CHECK: %[[COLUMNS:.+]] = linalg.generic {{.*}} ins(%[[LOOP]]#1
// CHECK: return %[[LOOP]]#0, %[[COLUMNS]]
func.func @results(%x: tensor<1024x2048xf32>) -> (tensor<1024xf32>, tensor<2048xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x2048xf32>
  %r = tensor.empty() : tensor<1024xf32>
  %c = tensor.empty() : tensor<2048xf32>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1024x2048xf32>) outs(%e : tensor<1024x2048xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = math.exp %v : f32
    linalg.yield %0 : f32
  } -> tensor<1024x2048xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%r : tensor<1024xf32>) -> tensor<1024xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<1024x2048xf32>) outs(%fill : tensor<1024xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = arith.addf %v, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<1024xf32>
  %all = comm.all_reduce ins(%sum : tensor<1024xf32>) outs(%r : tensor<1024xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [1024] from_zero -> tensor<1024xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d, %all : tensor<1024x2048xf32>, tensor<1024xf32>) outs(%e : tensor<1024x2048xf32>) {
  ^bb0(%v: f32, %m: f32, %o: f32):
    %0 = arith.divf %v, %m : f32
    linalg.yield %0 : f32
  } -> tensor<1024x2048xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%c : tensor<2048xf32>) -> tensor<2048xf32>
  %columns = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<1024x2048xf32>) outs(%zeros : tensor<2048xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = arith.addf %v, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<2048xf32>
  return %all, %columns : tensor<1024xf32>, tensor<2048xf32>
}

// -----

dtensor.mesh @mesh <x=2>

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Two MiB stay in the cache, and 509 rows have no tiles.
// CHECK-LABEL: @small
// CHECK-NOT: scf.for
// CHECK: return
func.func @small(%x: tensor<256x2048xf32>) -> tensor<256x2048xf32> {
  %e = tensor.empty() : tensor<256x2048xf32>
  %r = tensor.empty() : tensor<256xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<256x2048xf32>) outs(%r : tensor<256xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = arith.maximumf %v, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %all = comm.all_reduce ins(%max : tensor<256xf32>) outs(%r : tensor<256xf32>)
      <@mesh, [unsharded], partial<max, [x]>> to <@mesh, [unsharded]> of [256] -> tensor<256xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %all : tensor<256x2048xf32>, tensor<256xf32>) outs(%e : tensor<256x2048xf32>) {
  ^bb0(%v: f32, %m: f32, %o: f32):
    %0 = arith.subf %v, %m : f32
    linalg.yield %0 : f32
  } -> tensor<256x2048xf32>
  return %y : tensor<256x2048xf32>
}

// CHECK-LABEL: @prime
// CHECK-NOT: scf.for
// CHECK: return
func.func @prime(%x: tensor<509x2048xf32>) -> tensor<509x2048xf32> {
  %e = tensor.empty() : tensor<509x2048xf32>
  %r = tensor.empty() : tensor<509xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<509x2048xf32>) outs(%r : tensor<509xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = arith.maximumf %v, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<509xf32>
  %all = comm.all_reduce ins(%max : tensor<509xf32>) outs(%r : tensor<509xf32>)
      <@mesh, [unsharded], partial<max, [x]>> to <@mesh, [unsharded]> of [509] -> tensor<509xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %all : tensor<509x2048xf32>, tensor<509xf32>) outs(%e : tensor<509x2048xf32>) {
  ^bb0(%v: f32, %m: f32, %o: f32):
    %0 = arith.subf %v, %m : f32
    linalg.yield %0 : f32
  } -> tensor<509x2048xf32>
  return %y : tensor<509x2048xf32>
}

// -----

dtensor.mesh @mesh <x=2>

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Two devices share a core. The exponentials are not written to memory either.
// CHECK-LABEL: @shared
// CHECK: scf.for %{{.+}} = %c0 to %c1024 step %c64
// SHARED-LABEL: @shared
// SHARED: scf.for %{{.+}} = %c0 to %c1024 step %c32
func.func @shared(%x: tensor<1024x1024xf32>, %m: tensor<1024xf32>) -> tensor<1024x1024xf32> {
  %e = tensor.empty() : tensor<1024x1024xf32>
  %r = tensor.empty() : tensor<1024xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1024x1024xf32>) outs(%m : tensor<1024xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = arith.maximumf %v, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<1024xf32>
  %all = comm.all_reduce ins(%max : tensor<1024xf32>) outs(%r : tensor<1024xf32>)
      <@mesh, [unsharded], partial<max, [x]>> to <@mesh, [unsharded]> of [1024] -> tensor<1024xf32>
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %all : tensor<1024x1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024x1024xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %0 = arith.subf %v, %w : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1024x1024xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<1024x1024xf32>) outs(%m : tensor<1024xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %0 = arith.addf %v, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<1024xf32>
  %sums = comm.all_reduce ins(%sum : tensor<1024xf32>) outs(%r : tensor<1024xf32>)
      <@mesh, [unsharded], partial<sum, [x]>> to <@mesh, [unsharded]> of [1024] -> tensor<1024xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sums : tensor<1024x1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024x1024xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %0 = arith.divf %v, %w : f32
    linalg.yield %0 : f32
  } -> tensor<1024x1024xf32>
  return %y : tensor<1024x1024xf32>
}
