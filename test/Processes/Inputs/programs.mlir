// Programs whose devices exchange data in different ways. The mesh can be
// replaced by another one with the same names.

dtensor.mesh @mesh <x=2, y=2>
func.func @contraction(%a: tensor<12x160xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x]>},
    %b: tensor<160x72xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>},
    %c: tensor<12x72xf32>) -> (tensor<12x72xf32> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, unsharded]>}) {
  %0 = linalg.matmul ins(%a, %b : tensor<12x160xf32>, tensor<160x72xf32>) outs(%c : tensor<12x72xf32>) -> tensor<12x72xf32>
  return %0 : tensor<12x72xf32>
}

// -----

// Large sums, over both dimensions, in two types.
dtensor.mesh @mesh <x=2, y=2>
func.func @sums(%a: tensor<97x83x31xf32> {dtensor.layout = #dtensor.layout<@mesh, [x, y, unsharded]>},
    %b: tensor<13x600xbf16> {dtensor.layout = #dtensor.layout<@mesh, [x+y, unsharded]>}) -> (tensor<31xf32>, tensor<83x31xf32>, tensor<600xbf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<31xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<31xf32>) -> tensor<31xf32>
  %g = tensor.empty() : tensor<83x31xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<83x31xf32>) -> tensor<83x31xf32>
  %bzero = arith.constant 0.0 : bf16
  %i = tensor.empty() : tensor<600xbf16>
  %j = linalg.fill ins(%bzero : bf16) outs(%i : tensor<600xbf16>) -> tensor<600xbf16>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<97x83x31xf32>) outs(%f : tensor<31xf32>) dimensions = [0, 1]
  %1 = linalg.reduce { arith.addf } ins(%a : tensor<97x83x31xf32>) outs(%h : tensor<83x31xf32>) dimensions = [0]
  %2 = linalg.reduce { arith.addf } ins(%b : tensor<13x600xbf16>) outs(%j : tensor<600xbf16>) dimensions = [0]
  return %0, %1, %2 : tensor<31xf32>, tensor<83x31xf32>, tensor<600xbf16>
}

// -----

// A move between layouts, of an uneven tensor.
dtensor.mesh @mesh <x=2, y=2>
func.func @move(%a: tensor<7x5x6xi16> {dtensor.layout = #dtensor.layout<@mesh, [x, y, unsharded]>}) -> (tensor<7x5x6xi16> {dtensor.layout = #dtensor.layout<@mesh, [unsharded, x, y]>}) {
  return %a : tensor<7x5x6xi16>
}

// -----

// A slice, and a window over neighbours.
dtensor.mesh @mesh <x=2, y=2>
func.func @neighbours(%a: tensor<26x9xf32> {dtensor.layout = #dtensor.layout<@mesh, [x+y, unsharded]>}) -> (tensor<24x9xf32> {dtensor.layout = #dtensor.layout<@mesh, [x+y, unsharded]>}) {
  %0 = tensor.extract_slice %a[0, 0] [24, 9] [1, 1] : tensor<26x9xf32> to tensor<24x9xf32>
  %1 = tensor.extract_slice %a[2, 0] [24, 9] [1, 1] : tensor<26x9xf32> to tensor<24x9xf32>
  %2 = arith.addf %0, %1 : tensor<24x9xf32>
  return %2 : tensor<24x9xf32>
}

// -----

dtensor.mesh @mesh <x=2, y=2>
func.func @reshape(%a: tensor<10x9xf64> {dtensor.layout = #dtensor.layout<@mesh, [x, y]>}) -> (tensor<15x6xf64> {dtensor.layout = #dtensor.layout<@mesh, [y, x]>}) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<10x9xf64> into tensor<90xf64>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [15, 6] : tensor<90xf64> into tensor<15x6xf64>
  return %1 : tensor<15x6xf64>
}

// -----

// Sorted values are taken from the devices that have them.
dtensor.mesh @mesh <x=2, y=2>
func.func @sort(%a: tensor<1000xi32> {dtensor.layout = #dtensor.layout<@mesh, [x+y]>}) -> tensor<1000xi32> {
  %e = tensor.empty() : tensor<1000xi32>
  %0 = linalg_ext.sort ins(%a : tensor<1000xi32>) outs(%e : tensor<1000xi32>) axis = 0 {
  ^bb0(%x: i32, %y: i32):
    %p = arith.cmpi slt, %x, %y : i32
    linalg_ext.yield %p : i1
  } -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// -----

// Many exchanges of a loop, after each of which a value decides.
dtensor.mesh @mesh <x=2, y=2>
func.func @loop(%a: tensor<40xf32> {dtensor.layout = #dtensor.layout<@mesh, [x+y]>}) -> tensor<40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0.0 : f32
  %0 = scf.for %i = %c0 to %c20 step %c1 iter_args(%v = %a) -> tensor<40xf32> {
    %e = tensor.empty() : tensor<f32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
    %sum = linalg.reduce { arith.addf } ins(%v : tensor<40xf32>) outs(%f : tensor<f32>) dimensions = [0]
    %s = tensor.extract %sum[] : tensor<f32>
    %p = arith.cmpf ogt, %s, %zero : f32
    %next = scf.if %p -> tensor<40xf32> {
      %d = tensor.splat %s : tensor<40xf32>
      %w = arith.subf %v, %d : tensor<40xf32>
      scf.yield %w : tensor<40xf32>
    } else {
      %w = math.sin %v : tensor<40xf32>
      scf.yield %w : tensor<40xf32>
    }
    scf.yield %next : tensor<40xf32>
  }
  return %0 : tensor<40xf32>
}
