// RUN: dtensor-opt %s --dtensor-block-products --split-input-file | FileCheck %s
// RUN: dtensor-opt %s --dtensor-block-products=vector-bytes=32 --split-input-file | FileCheck %s --check-prefix=NARROW

// Tiles of 9 rows and two vectors are kept in registers; what is left of the
// rows has a tile of its own. The second operand is packed.
// CHECK-LABEL: @matmul
// CHECK: %[[PACKED:.+]] = memref.alloc() {alignment = 64 : i64} : memref<1x64x32xf32>
// CHECK: memref.store %{{.+}}, %[[PACKED]]
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>
// CHECK-COUNT-2: vector.load %[[PACKED]]
// CHECK-COUNT-18: vector.fma
// CHECK-NOT: vector.fma
// CHECK: vector.load %{{.+}} : memref<25x32xf32>, vector<16xf32>
// CHECK: vector.store %{{.+}} : memref<25x32xf32>, vector<16xf32>
// CHECK-COUNT-14: vector.fma
// CHECK-NOT: linalg
// NARROW-LABEL: @matmul
// NARROW: memref<2x64x16xf32>
// NARROW: vector<8xf32>
func.func @matmul(%a: memref<25x64xf32>, %b: memref<64x32xf32>, %c: memref<25x32xf32>) {
  linalg.matmul ins(%a, %b : memref<25x64xf32>, memref<64x32xf32>) outs(%c : memref<25x32xf32>)
  return
}

// -----

// Columns that fill no vector are masked in the result.
// CHECK-LABEL: @uneven_columns
// CHECK: memref<2x8x32xf32>
// CHECK: vector.create_mask
// CHECK: vector.maskedload
// CHECK: vector.maskedstore
func.func @uneven_columns(%a: memref<4x8xf32>, %b: memref<8x45xf32>, %c: memref<4x45xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x45xf32>) outs(%c : memref<4x45xf32>)
  return
}

// -----

// Sums of halves are kept in f32; both operands are cast on their way.
// CHECK-LABEL: @halves
// CHECK: memref<1x8x32xf32>
// CHECK: arith.extf %{{.+}} : bf16 to f32
// CHECK: vector.fma {{.*}} : vector<16xf32>
// CHECK: arith.extf %{{.+}} : vector<16xbf16> to vector<16xf32>
// CHECK: arith.truncf %{{.+}} : vector<16xf32> to vector<16xbf16>
func.func @halves(%a: memref<4x8xbf16>, %b: memref<8x32xbf16>, %c: memref<4x32xbf16>) {
  linalg.matmul ins(%a, %b : memref<4x8xbf16>, memref<8x32xbf16>) outs(%c : memref<4x32xbf16>)
  return
}

// -----

// CHECK-LABEL: @integers
// CHECK: arith.extsi %{{.+}} : i8 to i32
// CHECK: arith.muli %{{.+}} : vector<16xi32>
// CHECK: arith.addi %{{.+}} : vector<16xi32>
func.func @integers(%a: memref<4x8xi8>, %b: memref<8x32xi8>, %c: memref<4x32xi32>) {
  linalg.matmul ins(%a, %b : memref<4x8xi8>, memref<8x32xi8>) outs(%c : memref<4x32xi32>)
  return
}

// -----

// A convolution: the channels are the depth. Sums stay in registers over the
// window too, and its kernel is packed as a whole. The columns of the image are
// the rows of tiles.
// CHECK-LABEL: @convolution
// CHECK: memref<1x3x3x16x32xf32>
// CHECK-COUNT-3: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>
// CHECK-COUNT-2: vector.load %{{.*}} : memref<1x3x3x16x32xf32>
// CHECK-COUNT-16: vector.fma
// CHECK-COUNT-3: scf.yield {{.*}} : vector<16xf32>, vector<16xf32>
// CHECK-COUNT-16: vector.load %{{.*}} : memref<1x8x8x32xf32>, vector<16xf32>
// CHECK-NOT: linalg.conv
func.func @convolution(%a: memref<1x10x10x16xf32>, %w: memref<3x3x16x32xf32>, %c: memref<1x8x8x32xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%a, %w : memref<1x10x10x16xf32>, memref<3x3x16x32xf32>) outs(%c : memref<1x8x8x32xf32>)
  return
}

// -----

// The gradient of a kernel: the window is as large as the image. Its first axis
// stays outside, since a packed block of all positions would fill no cache.
// CHECK-LABEL: @gradient
// CHECK: memref<1x4x64x32xf32>
func.func @gradient(%a: memref<4x66x66x8xf32>, %g: memref<4x64x64x32xf32>, %c: memref<3x3x8x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(y, x, i, o, n, h, w) -> (n, y + h, x + w, i)>,
                                   affine_map<(y, x, i, o, n, h, w) -> (n, h, w, o)>,
                                   affine_map<(y, x, i, o, n, h, w) -> (y, x, i, o)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%a, %g : memref<4x66x66x8xf32>, memref<4x64x64x32xf32>) outs(%c : memref<3x3x8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// A result that was just filled is not filled and read, if a tile has the whole
// sum.
// CHECK-LABEL: @filled
// CHECK-NOT: linalg.fill
// CHECK-COUNT-12: vector.fma
// CHECK-NOT: vector.load
// CHECK: %[[START:.+]] = vector.broadcast %{{.*}} : f32 to vector<16xf32>
// CHECK: arith.addf %[[START]]
// CHECK-LABEL: @filled_and_changed
// CHECK: linalg.fill
// CHECK-LABEL: @filled_for_parts
// CHECK: linalg.fill
func.func @filled(%a: memref<6x64xf32>, %b: memref<64x32xf32>, %c: memref<6x32xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%c : memref<6x32xf32>)
  %other = arith.constant 2.0 : f32
  linalg.matmul ins(%a, %b : memref<6x64xf32>, memref<64x32xf32>) outs(%c : memref<6x32xf32>)
  return
}
func.func @filled_and_changed(%a: memref<6x64xf32>, %b: memref<64x32xf32>, %c: memref<6x32xf32>, %i: index) {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%c : memref<6x32xf32>)
  memref.store %one, %b[%i, %i] : memref<64x32xf32>
  linalg.matmul ins(%a, %b : memref<6x64xf32>, memref<64x32xf32>) outs(%c : memref<6x32xf32>)
  return
}
func.func @filled_for_parts(%a: memref<6x600xf32>, %b: memref<600x32xf32>, %c: memref<6x32xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%c : memref<6x32xf32>)
  linalg.matmul ins(%a, %b : memref<6x600xf32>, memref<600x32xf32>) outs(%c : memref<6x32xf32>)
  return
}

// -----

// Vectors times matrices, depthwise convolutions, results with gaps, types
// that vectors do not have, and what a kernel computes are left alone.
// CHECK-LABEL: @others
// CHECK-NOT: vector
func.func @others(%a: memref<1x8xf32>, %b: memref<8x32xf32>, %c: memref<1x32xf32>,
                  %i: memref<1x8x8x16xf32>, %w: memref<3x3x16xf32>, %o: memref<1x6x6x16xf32>,
                  %d: memref<4x8xf32>, %g: memref<4x32xf32, strided<[64, 2]>>,
                  %x: memref<4x8xcomplex<f32>>, %y: memref<8x32xcomplex<f32>>, %z: memref<4x32xcomplex<f32>>,
                  %k: memref<4x32xf32>) {
  linalg.matmul ins(%a, %b : memref<1x8xf32>, memref<8x32xf32>) outs(%c : memref<1x32xf32>)
  linalg.depthwise_conv_2d_nhwc_hwc ins(%i, %w : memref<1x8x8x16xf32>, memref<3x3x16xf32>) outs(%o : memref<1x6x6x16xf32>)
  linalg.matmul ins(%d, %b : memref<4x8xf32>, memref<8x32xf32>) outs(%g : memref<4x32xf32, strided<[64, 2]>>)
  linalg.matmul ins(%x, %y : memref<4x8xcomplex<f32>>, memref<8x32xcomplex<f32>>) outs(%z : memref<4x32xcomplex<f32>>)
  linalg.matmul {dtensor.kernel = "accumulates"} ins(%d, %b : memref<4x8xf32>, memref<8x32xf32>) outs(%k : memref<4x32xf32>)
  return
}

// -----

// A factor from outside of the operation.
// CHECK-LABEL: @foreign_factor
// CHECK-NOT: vector
func.func @foreign_factor(%f: f32, %a: memref<4x8xf32>, %b: memref<8x32xf32>, %c: memref<4x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x8xf32>, memref<8x32xf32>) outs(%c : memref<4x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %f, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}
