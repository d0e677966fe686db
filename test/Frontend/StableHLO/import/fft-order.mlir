// RUN: dtensor-opt %s --mesh x=4 --layout arg0=x,unsharded --layout result0=x,unsharded -dtensor-partition -dtensor-print-communication -o /dev/null 2>&1 | FileCheck %s

// There and back: one exchange before the first axis, one after it. Complex
// numbers of 8 bytes, 8 x 16 of them on 4 devices: 192 bytes each time.
// CHECK: @main: 2 all_to_all, 384 bytes
// CHECK-NEXT: @main: 384 bytes in all
func.func @main(%a: tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>> {
  %0 = stablehlo.fft %a, type = FFT, length = [8, 16] : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
  %1 = stablehlo.multiply %0, %0 : tensor<8x16xcomplex<f32>>
  %2 = stablehlo.fft %1, type = IFFT, length = [8, 16] : (tensor<8x16xcomplex<f32>>) -> tensor<8x16xcomplex<f32>>
  return %2 : tensor<8x16xcomplex<f32>>
}
