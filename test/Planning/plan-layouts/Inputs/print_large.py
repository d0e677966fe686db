"""Prints a program of many ops with something for each rewrite: rows that are updated where they
are read, heads merged with the batch, and blocks side by side."""

import sys

ROWS = "{dtensor.layout = #dtensor.layout<@mesh, [x, unsharded]>}"
COLUMNS = "{dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>}"
HEADS = "{dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, unsharded, unsharded]>}"

print(
    f"""dtensor.mesh @mesh <x=4>
func.func @main(%table: tensor<64x16xf32> {ROWS}, %speed: tensor<64x16xf32> {ROWS},
    %q: tensor<2x4x8x8xf32> {HEADS}, %w: tensor<4x32xf32> {COLUMNS}, %a: tensor<64x4xf32>, %n: f32)
    -> (tensor<64x16xf32> {ROWS}, tensor<2x4x8x8xf32> {HEADS}, tensor<64x8xf32>, tensor<64x8xf32>,
        f32) {{
  %some = arith.constant dense<3> : tensor<9x1xi32>
  %e = tensor.empty() : tensor<9x16xf32>
  %there = linalg_ext.gather ins(%speed, %some : tensor<64x16xf32>, tensor<9x1xi32>)
      outs(%e : tensor<9x16xf32>) {{start_axes = array<i64: 0>, collapsed_axes = array<i64: 0>,
      offset_axes = array<i64: 1>, index_vector_axis = 1, slice_sizes = array<i64: 1, 16>}}
      -> tensor<9x16xf32>
  %step = math.tanh %there : tensor<9x16xf32>
  %rows = linalg_ext.scatter ins(%some, %step : tensor<9x1xi32>, tensor<9x16xf32>)
      outs(%table : tensor<64x16xf32>) attributes {{start_axes = array<i64: 0>,
      inserted_axes = array<i64: 0>, window_axes = array<i64: 1>, index_vector_axis = 1}} {{
  ^bb0(%old: f32, %update: f32):
    %sum = arith.addf %old, %update : f32
    linalg_ext.yield %sum : f32
  }} -> tensor<64x16xf32>
  %h = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x8x8xf32> into tensor<8x8x8xf32>
  %z = arith.constant dense<0.0> : tensor<8x8x8xf32>
  %p = linalg.batch_matmul ins(%h, %h : tensor<8x8x8xf32>, tensor<8x8x8xf32>)
      outs(%z : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %o = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 4, 8, 8]
      : tensor<8x8x8xf32> into tensor<2x4x8x8xf32>
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %g = linalg.matmul ins(%a, %w : tensor<64x4xf32>, tensor<4x32xf32>)
      outs(%zero : tensor<64x32xf32>) -> tensor<64x32xf32>
  %b0 = tensor.extract_slice %g[0, 0] [64, 8] [1, 1] : tensor<64x32xf32> to tensor<64x8xf32>
  %b1 = tensor.extract_slice %g[0, 24] [64, 8] [1, 1] : tensor<64x32xf32> to tensor<64x8xf32>
  %s0 = tensor.from_elements %n : tensor<1xf32>"""
)
count = int(sys.argv[1])
for i in range(count):
    print(f"  %s{i + 1} = math.tanh %s{i} : tensor<1xf32>")
print(
    f"""  %i = arith.constant 0 : index
  %last = tensor.extract %s{count}[%i] : tensor<1xf32>
  return %rows, %o, %b0, %b1, %last
      : tensor<64x16xf32>, tensor<2x4x8x8xf32>, tensor<64x8xf32>, tensor<64x8xf32>, f32
}}"""
)
