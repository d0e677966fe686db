// Results are written with the sign that the program gives them.
// RUN: rm -rf %t && dtensor-run %s --output-dir %t
// RUN: %python -c "import numpy as n; a, b, c, d = [n.load(f'%t/out{i}.npy') for i in range(4)]; assert (a.dtype, b.dtype, c.dtype, d.dtype) == (n.uint8, n.uint32, n.int8, n.uint64), (a.dtype, b.dtype, c.dtype, d.dtype); assert a.max() == 255 and b.max() == 4294967295 and c.min() == -1"
func.func @main() -> (tensor<2xui8>, tuple<tensor<ui32>, tensor<i8>>, tensor<ui64>) {
  %0 = stablehlo.constant dense<[255, 1]> : tensor<2xui8>
  %1 = stablehlo.constant dense<4294967295> : tensor<ui32>
  %2 = stablehlo.constant dense<-1> : tensor<i8>
  %3 = stablehlo.tuple %1, %2 : tuple<tensor<ui32>, tensor<i8>>
  %4 = stablehlo.constant dense<7> : tensor<ui64>
  return %0, %3, %4 : tensor<2xui8>, tuple<tensor<ui32>, tensor<i8>>, tensor<ui64>
}
