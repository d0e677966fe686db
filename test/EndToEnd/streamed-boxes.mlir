// A stencil whose rows are long enough to be read one by one: the loop carries
// its state in one buffer, and the fetch brings rows of peers only. The second
// function writes elsewhere, shifts by more than the window, and keeps an axis in
// front of the rows.
// RUN: dtensor-run %s --mesh x=2 --layout arg0=x,unsharded --random-inputs 1 --check=reference
// RUN: dtensor-run %s --mesh x=2,y=2 --layout arg0=x,y --random-inputs 1 --check=reference
// RUN: dtensor-run %s --mesh x=3 --layout arg0=x,unsharded --random-inputs 1 --check=reference
// RUN: dtensor-run %s --mesh x=2 --layout arg0=unsharded,x --random-inputs 1 --check=reference
// RUN: dtensor-run %s --entry shift --mesh x=2 --layout arg0=unsharded,x,unsharded --random-inputs 1 --check=reference
// RUN: dtensor-run %s --entry shift --mesh x=5 --layout arg0=unsharded,x,unsharded --random-inputs 1 --check=reference

func.func @main(%a: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %border = arith.constant 0.5 : f32
  %share = arith.constant dense<0.1> : tensor<64x512xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> tensor<64x512xf32> {
    %p = tensor.pad %x low[1, 1] high[2, 1] {
    ^bb0(%j: index, %k: index):
      tensor.yield %border : f32
    } : tensor<64x512xf32> to tensor<67x514xf32>
    %n = tensor.extract_slice %p[0, 1] [64, 512] [1, 1] : tensor<67x514xf32> to tensor<64x512xf32>
    %w = tensor.extract_slice %p[1, 0] [64, 512] [1, 1] : tensor<67x514xf32> to tensor<64x512xf32>
    %e = tensor.extract_slice %p[1, 2] [64, 512] [1, 1] : tensor<67x514xf32> to tensor<64x512xf32>
    %s = tensor.extract_slice %p[3, 1] [64, 512] [1, 1] : tensor<67x514xf32> to tensor<64x512xf32>
    %0 = arith.addf %n, %w : tensor<64x512xf32>
    %1 = arith.subf %0, %e : tensor<64x512xf32>
    %2 = arith.mulf %1, %s : tensor<64x512xf32>
    %3 = arith.mulf %2, %share : tensor<64x512xf32>
    %4 = arith.addf %3, %x : tensor<64x512xf32>
    scf.yield %4 : tensor<64x512xf32>
  }
  return %r : tensor<64x512xf32>
}

func.func @shift(%a: tensor<3x50x256xf32>) -> tensor<3x50x256xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %a low[0, 3, 0] high[0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<3x50x256xf32> to tensor<3x53x256xf32>
  %above = tensor.extract_slice %p[0, 0, 0] [3, 50, 256] [1, 1, 1] : tensor<3x53x256xf32> to tensor<3x50x256xf32>
  %r = arith.subf %a, %above : tensor<3x50x256xf32>
  return %r : tensor<3x50x256xf32>
}
