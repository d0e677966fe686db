// Floats of 8 bits as arguments and results, on one device and on several, and
// against the reference interpreter. Every result has the same bits.

// DEFINE: %{format} =
// DEFINE: %{run} = dtensor-run %t.mlir --random-inputs=3 --atol=0 --rtol=0
// DEFINE: %{compare} = \
// DEFINE:   sed 's/FORMAT/%{format}/g' %s > %t.mlir && \
// DEFINE:   %{run} --check=reference && \
// DEFINE:   %{run} --check --mesh x=2 --layout arg0=x,unsharded && \
// DEFINE:   %{run} --check --mesh x=3 --layout arg0=unsharded,x --layout result1=x,unsharded && \
// DEFINE:   %{run} --check=reference --mesh x=4 --layout arg0=x,unsharded --layout result0=x,unsharded

// REDEFINE: %{format} = f8E5M2
// RUN: %{compare}
// REDEFINE: %{format} = f8E4M3FN
// RUN: %{compare}
// REDEFINE: %{format} = f8E4M3
// RUN: %{compare}
// REDEFINE: %{format} = f8E5M2FNUZ
// RUN: %{compare}
// REDEFINE: %{format} = f8E4M3FNUZ
// RUN: %{compare}
// REDEFINE: %{format} = f8E4M3B11FNUZ
// RUN: %{compare}
// REDEFINE: %{format} = f8E3M4
// RUN: %{compare}
// REDEFINE: %{format} = f8E8M0FNU
// RUN: %{compare}

// An element has one byte on its way to another device, and in files.
// RUN: sed 's/FORMAT/f8E4M3FN/g' %s > %t.mlir
// RUN: rm -rf %t.out && dtensor-run %t.mlir --entry=moved --random-inputs=1 --check --mesh x=3 --layout arg0=x,unsharded --layout result0=unsharded,x --layout result1=unsharded,unsharded --output-dir=%t.out --report 2>&1 | FileCheck %s
// RUN: %python -c "import numpy, sys; x = numpy.load(sys.argv[1]); assert x.dtype == numpy.uint8 and x.shape == (12, 12) and len(set(x.flat)) > 9" %t.out/out0.npy
// CHECK-DAG: all_to_all x 3 1 32
// CHECK-DAG: all_gather x 3 1 96

func.func public @main(%a: tensor<12x8xFORMAT>, %b: tensor<8x6xFORMAT>, %i: tensor<12xi32>)
    -> (tensor<8x12xFORMAT>, tensor<12x8xFORMAT>, tensor<8xFORMAT>, tensor<8xFORMAT>,
        tensor<12x6xf32>, tensor<12x6xFORMAT>, tensor<12x8xFORMAT>, tensor<12x8xFORMAT>,
        tensor<12x8xFORMAT>, tensor<12x8xi8>) {
  %transposed = stablehlo.transpose %a, dims = [1, 0] : (tensor<12x8xFORMAT>) -> tensor<8x12xFORMAT>
  %product = stablehlo.multiply %a, %a : tensor<12x8xFORMAT>
  %one = stablehlo.constant dense<1.0> : tensor<FORMAT>
  %sums = stablehlo.reduce(%product init: %one) applies stablehlo.add across dimensions = [0]
    : (tensor<12x8xFORMAT>, tensor<FORMAT>) -> tensor<8xFORMAT>
  %most = stablehlo.reduce(%product init: %one) applies stablehlo.maximum across dimensions = [0]
    : (tensor<12x8xFORMAT>, tensor<FORMAT>) -> tensor<8xFORMAT>
  %wide = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<12x8xFORMAT>, tensor<8x6xFORMAT>) -> tensor<12x6xf32>
  %narrow = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<12x8xFORMAT>, tensor<8x6xFORMAT>) -> tensor<12x6xFORMAT>
  %sorted = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<FORMAT>, %y: tensor<FORMAT>):
    %less = stablehlo.compare LT, %x, %y : (tensor<FORMAT>, tensor<FORMAT>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<12x8xFORMAT>) -> tensor<12x8xFORMAT>
  %indices = stablehlo.reshape %i : (tensor<12xi32>) -> tensor<12x1xi32>
  %rows = "stablehlo.gather"(%a, %indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 8>}> : (tensor<12x8xFORMAT>, tensor<12x1xi32>) -> tensor<12x8xFORMAT>
  %added = "stablehlo.scatter"(%a, %indices, %product) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<FORMAT>, %y: tensor<FORMAT>):
    %sum = stablehlo.add %x, %y : tensor<FORMAT>
    stablehlo.return %sum : tensor<FORMAT>
  }) : (tensor<12x8xFORMAT>, tensor<12x1xi32>, tensor<12x8xFORMAT>) -> tensor<12x8xFORMAT>
  %bits = stablehlo.bitcast_convert %product : (tensor<12x8xFORMAT>) -> tensor<12x8xi8>
  return %transposed, %product, %sums, %most, %wide, %narrow, %sorted, %rows, %added, %bits
    : tensor<8x12xFORMAT>, tensor<12x8xFORMAT>, tensor<8xFORMAT>, tensor<8xFORMAT>,
      tensor<12x6xf32>, tensor<12x6xFORMAT>, tensor<12x8xFORMAT>, tensor<12x8xFORMAT>,
      tensor<12x8xFORMAT>, tensor<12x8xi8>
}

func.func @moved(%a: tensor<12x12xFORMAT>) -> (tensor<12x12xFORMAT>, tensor<12x12xFORMAT>) {
  return %a, %a : tensor<12x12xFORMAT>, tensor<12x12xFORMAT>
}
