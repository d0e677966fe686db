// A stencil of nine points with steps in a loop. Its slices are one fetch where
// devices have equal parts, and several where they have not.
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded --random-inputs 1 --check=reference
// RUN: dtensor-run %s --mesh x=4 --layout arg0=unsharded,x --random-inputs 1 --check=reference
// RUN: dtensor-run %s --mesh x=2,y=2 --layout arg0=x,y --random-inputs 1 --check=reference
// RUN: dtensor-run %s --mesh x=5 --layout arg0=x,unsharded --random-inputs 1 --check=reference
// RUN: dtensor-run %s --mesh x=2,y=2 --layout arg0=x,y --dump-after=optimize | FileCheck %s
// CHECK: scf.for
// CHECK: comm.fetch {{.*}} outs(%{{.*}} : tensor<8x10xf32>)
// CHECK-NOT: comm.fetch

func.func @main(%a: tensor<12x16xf32>) -> tensor<12x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %border = arith.constant 0.5 : f32
  %share = arith.constant dense<0.1> : tensor<12x16xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> tensor<12x16xf32> {
    %p = tensor.pad %x low[1, 1] high[1, 1] {
    ^bb0(%j: index, %k: index):
      tensor.yield %border : f32
    } : tensor<12x16xf32> to tensor<14x18xf32>
    %nw = tensor.extract_slice %p[0, 0] [12, 16] [1, 1] : tensor<14x18xf32> to tensor<12x16xf32>
    %n = tensor.extract_slice %p[0, 1] [12, 16] [1, 1] : tensor<14x18xf32> to tensor<12x16xf32>
    %ne = tensor.extract_slice %p[0, 2] [12, 16] [1, 1] : tensor<14x18xf32> to tensor<12x16xf32>
    %w = tensor.extract_slice %p[1, 0] [12, 16] [1, 1] : tensor<14x18xf32> to tensor<12x16xf32>
    %e = tensor.extract_slice %p[1, 2] [12, 16] [1, 1] : tensor<14x18xf32> to tensor<12x16xf32>
    %sw = tensor.extract_slice %p[2, 0] [12, 16] [1, 1] : tensor<14x18xf32> to tensor<12x16xf32>
    %s = tensor.extract_slice %p[2, 1] [12, 16] [1, 1] : tensor<14x18xf32> to tensor<12x16xf32>
    %se = tensor.extract_slice %p[2, 2] [12, 16] [1, 1] : tensor<14x18xf32> to tensor<12x16xf32>
    %0 = arith.addf %nw, %n : tensor<12x16xf32>
    %1 = arith.subf %0, %ne : tensor<12x16xf32>
    %2 = arith.addf %1, %w : tensor<12x16xf32>
    %3 = arith.subf %2, %e : tensor<12x16xf32>
    %4 = arith.addf %3, %sw : tensor<12x16xf32>
    %5 = arith.addf %4, %s : tensor<12x16xf32>
    %6 = arith.mulf %5, %se : tensor<12x16xf32>
    %7 = arith.mulf %6, %share : tensor<12x16xf32>
    %8 = arith.addf %7, %x : tensor<12x16xf32>
    scf.yield %8 : tensor<12x16xf32>
  }
  return %r : tensor<12x16xf32>
}
