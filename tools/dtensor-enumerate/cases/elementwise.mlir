// Elementwise: no layout needs communication but for operands that disagree.

//! case unary-float M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
// The arithmetic of an element does not depend on where it lies: bit by bit.
//! values 0 ${VALUES}
//! for OP T VALUES
//! row math.acos | f32 | unit
//! row math.asin | f32 | unit
//! row math.atan | f32 | unit
//! row math.atanh | f32 | unit
//! row math.cbrt | f32 | unit
//! row math.ceil | f32 | unit
//! row math.cos | f32 | unit
//! row math.cosh | f32 | unit
//! row math.erf | f32 | unit
//! row math.erfc | f32 | unit
//! row math.exp | f32 | unit
//! row math.exp2 | f32 | unit
//! row math.expm1 | f32 | unit
//! row math.floor | f32 | unit
//! row math.log | f32 | unit
//! row math.log10 | f32 | unit
//! row math.log1p | f32 | unit
//! row math.log2 | f32 | unit
//! row math.round | f32 | unit
//! row math.roundeven | f32 | unit
//! row math.rsqrt | f32 | unit
//! row math.sin | f32 | unit
//! row math.sinh | f32 | unit
//! row math.sqrt | f32 | unit
//! row math.tan | f32 | unit
//! row math.tanh | f32 | unit
//! row math.trunc | f32 | unit
//! row math.absf | f32 | unit
//! row math.asinh | f32 | unit
//! row math.acosh | f32 | positive
//! row math.exp | f64 | unit
//! row math.tanh | f64 | unit
//! row math.sqrt | f64 | unit
//! row math.erf | f64 | unit
//! row math.log | f64 | unit
//! row math.sin | f64 | unit
//! row math.rsqrt | f64 | unit
//! row math.exp | bf16 | unit
//! row math.tanh | bf16 | unit
//! row math.absf | bf16 | unit
//! row math.exp | f16 | unit
//! row math.absf | f16 | unit
//! row math.sqrt | f16 | unit
//! row math.exp | f32 | special
//! row math.log | f32 | special
//! row math.tanh | f32 | special
//! row math.sqrt | f32 | special
//! row math.floor | f32 | special
//! row arith.negf | f32 | special
//! row arith.negf | bf16 | small
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = ${OP} %a : tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case binary M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
//! values 1 ${VALUES}
//! for OP T VALUES
//! row arith.addf | f32 | special
//! row arith.addf | f16 | small
//! row arith.addf | bf16 | small
//! row arith.subf | f32 | small
//! row arith.mulf | f32 | small
//! row arith.mulf | f64 | small
//! row arith.divf | f32 | positive
//! row arith.remf | f32 | positive
//! row arith.maximumf | f32 | special
//! row arith.minimumf | f32 | special
//! row arith.maxnumf | f32 | special
//! row arith.minnumf | f16 | special
//! row arith.addi | i32 | small
//! row arith.addi | index | small
//! row arith.addi | i16 | small
//! row arith.subi | i8 | small
//! row arith.muli | i64 | small
//! row arith.muli | i1 | small
//! row arith.divsi | i32 | positive
//! row arith.divui | i32 | positive
//! row arith.divui | i8 | positive
//! row arith.remsi | i64 | positive
//! row arith.remui | i16 | positive
//! row arith.ceildivsi | i32 | positive
//! row arith.ceildivui | i32 | positive
//! row arith.floordivsi | i32 | positive
//! row arith.andi | i1 | small
//! row arith.andi | i64 | small
//! row arith.ori | i8 | small
//! row arith.xori | i32 | small
//! row arith.shli | i32 | positive
//! row arith.shrsi | i32 | positive
//! row arith.shrui | i32 | positive
//! row arith.maxsi | i32 | small
//! row arith.maxui | i8 | small
//! row arith.minsi | i64 | small
//! row arith.minui | i32 | small
//! row arith.maxui | index | small
//! row math.atan2 | f32 | special
//! row math.copysign | f32 | small
//! row math.powf | f32 | positive
//! row math.powf | f64 | positive
//! row math.ipowi | i32 | positive
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = ${OP} %a, %b : tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case compare-select M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>, %c: tensor<${M}x${N}xi1>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xi1>) {
  %0 = arith.cmpf olt, %a, %b : tensor<${M}x${N}xf32>
  %1 = arith.select %0, %a, %b : tensor<${M}x${N}xi1>, tensor<${M}x${N}xf32>
  %2 = arith.andi %0, %c : tensor<${M}x${N}xi1>
  return %1, %2 : tensor<${M}x${N}xf32>, tensor<${M}x${N}xi1>
}

//! case select-of-scalar M
//! moves 0
//! still arg0.0 arg1.0 result0.0
func.func @main(%a: tensor<${M}xf32>, %b: tensor<${M}xf32>, %c: i1) -> tensor<${M}xf32> {
  %0 = arith.select %c, %a, %b : tensor<${M}xf32>
  return %0 : tensor<${M}xf32>
}

//! case cast M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! for OP F T
//! row arith.extf | f16 | f32
//! row arith.extf | bf16 | f32
//! row arith.extf | f32 | f64
//! row arith.truncf | f32 | bf16
//! row arith.truncf | f64 | f16
//! row arith.truncf | f64 | f32
//! row arith.extsi | i8 | i32
//! row arith.extsi | i1 | i32
//! row arith.extui | i1 | i32
//! row arith.extui | i16 | i64
//! row arith.trunci | i64 | i8
//! row arith.trunci | i32 | i1
//! row arith.sitofp | i32 | f32
//! row arith.sitofp | i8 | bf16
//! row arith.uitofp | i8 | f64
//! row arith.uitofp | i1 | f32
//! row arith.fptosi | f32 | i32
//! row arith.fptosi | f64 | i64
//! row arith.bitcast | f32 | i32
//! row arith.bitcast | i16 | f16
//! row arith.index_cast | i32 | index
//! row arith.index_cast | index | i64
//! row arith.index_castui | i8 | index
//! row tensor.bitcast | f32 | i32
func.func @main(%a: tensor<${M}x${N}x${F}>) -> tensor<${M}x${N}x${T}> {
  %0 = ${OP} %a : tensor<${M}x${N}x${F}> to tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case fptoui M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! values 0 positive
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xi32> {
  %0 = arith.fptoui %a : tensor<${M}x${N}xf32> to tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case unary-integer M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! for OP T
//! row math.absi | i32
//! row math.ctlz | i32
//! row math.ctpop | i64
//! row math.cttz | i8
func.func @main(%a: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %0 = ${OP} %a : tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case predicate M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! values 0 special
//! for OP
//! row isfinite
//! row isinf
//! row isnan
//! row isnormal
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xi1> {
  %0 = math.${OP} %a : tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xi1>
}

//! case compare M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
//! for OP P T
//! row cmpf | oeq | f32
//! row cmpf | une | bf16
//! row cmpf | ult | f64
//! row cmpf | uno | f16
//! row cmpi | eq | i1
//! row cmpi | slt | i8
//! row cmpi | ult | i32
//! row cmpi | sge | i64
//! row cmpi | ne | index
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}xi1> {
  %0 = arith.${OP} ${P}, %a, %b : tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}xi1>
}

//! case ternary M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
//! for OP FORM
//! row fma | %a, %b, %c
//! row clampf | %a to [%b, %c]
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>, %c: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %0 = math.${OP} ${FORM} : tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case fpowi M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xf32> {
  %0 = math.fpowi %a, %b : tensor<${M}x${N}xf32>, tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case sincos M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) {
  %0, %1 = math.sincos %a : tensor<${M}x${N}xf32>
  return %0, %1 : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>
}

//! case carry M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${M}x${N}xi32>) -> (tensor<${M}x${N}xi32>, tensor<${M}x${N}xi1>) {
  %0, %1 = arith.addui_extended %a, %b : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi1>
  return %0, %1 : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi1>
}

//! case two-halves M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1 result1.0 result1.1
//! exempt arith.scaling_extf scales are of 8 bits, which no array of the host has
//! exempt arith.scaling_truncf as arith.scaling_extf
//! for OP
//! row mulsi_extended
//! row mului_extended
func.func @main(%a: tensor<${M}x${N}xi32>, %b: tensor<${M}x${N}xi32>) -> (tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>) {
  %0, %1 = arith.${OP} %a, %b : tensor<${M}x${N}xi32>
  return %0, %1 : tensor<${M}x${N}xi32>, tensor<${M}x${N}xi32>
}

//! case named M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
//! values 1 positive
//! for OP T
//! row add | f32
//! row sub | f32
//! row mul | f32
//! row div | f32
//! row max | f32
//! row min | f32
//! row powf | f32
//! row add | i32
//! row sub | i8
//! row mul | i64
//! row div | i32
//! row div_unsigned | i32
//! row max | i32
//! row min | i32
//! row add | complex<f32>
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}> {
  %e = tensor.empty() : tensor<${M}x${N}x${T}>
  %0 = linalg.${OP} ins(%a, %b : tensor<${M}x${N}x${T}>, tensor<${M}x${N}x${T}>) outs(%e : tensor<${M}x${N}x${T}>) -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case named-unary M N
//! alike
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
//! values 0 unit
//! for OP
//! row exp
//! row log
//! row abs
//! row ceil
//! row floor
//! row negf
//! row reciprocal
//! row round
//! row sqrt
//! row rsqrt
//! row square
//! row tanh
//! row erf
//! row copy
func.func @main(%a: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.${OP} ins(%a : tensor<${M}x${N}xf32>) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case generic-broadcast M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg2.0 result0.0 result0.1
//! for T OP
//! row f32 | arith.addf
//! row i32 | arith.muli
func.func @main(%a: tensor<${M}x${N}x${T}>, %b: tensor<${N}x${T}>, %c: tensor<${M}x1x${T}>, %s: tensor<${T}>) -> tensor<${M}x${N}x${T}> {
  %e = tensor.empty() : tensor<${M}x${N}x${T}>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %c, %s : tensor<${M}x${N}x${T}>, tensor<${N}x${T}>, tensor<${M}x1x${T}>, tensor<${T}>) outs(%e : tensor<${M}x${N}x${T}>) {
  ^bb0(%x: ${T}, %y: ${T}, %z: ${T}, %w: ${T}, %o: ${T}):
    %p = ${OP} %x, %y : ${T}
    %q = ${OP} %p, %z : ${T}
    %r = ${OP} %q, %w : ${T}
    linalg.yield %r : ${T}
  } -> tensor<${M}x${N}x${T}>
  return %0 : tensor<${M}x${N}x${T}>
}

//! case in-place M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%b : tensor<${M}x${N}xf32>) {
  ^bb0(%x: f32, %y: f32):
    %p = arith.addf %x, %y : f32
    linalg.yield %p : f32
  } -> tensor<${M}x${N}xf32>
  return %0, %b : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>
}

//! case two-results M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1 result1.0 result1.1
func.func @main(%a: tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${N}x${M}xi32>) {
  %e0 = tensor.empty() : tensor<${M}x${N}xf32>
  %e1 = tensor.empty() : tensor<${N}x${M}xi32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<${M}x${N}xf32>) outs(%e0, %e1 : tensor<${M}x${N}xf32>, tensor<${N}x${M}xi32>) {
  ^bb0(%x: f32, %y: f32, %z: i32):
    %p = arith.addf %x, %x : f32
    %q = arith.fptosi %x : f32 to i32
    linalg.yield %p, %q : f32, i32
  } -> (tensor<${M}x${N}xf32>, tensor<${N}x${M}xi32>)
  return %0#0, %0#1 : tensor<${M}x${N}xf32>, tensor<${N}x${M}xi32>
}

//! case map M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.map { arith.mulf } ins(%a, %b : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) outs(%e : tensor<${M}x${N}xf32>)
  return %0 : tensor<${M}x${N}xf32>
}

//! case transpose M N K
//! moves 0
//! still arg0.0 arg0.1 arg0.2 result0.0 result0.1 result0.2
func.func @main(%a: tensor<${M}x${N}x${K}xf32>) -> tensor<${K}x${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${K}x${M}x${N}xf32>
  %0 = linalg.transpose ins(%a : tensor<${M}x${N}x${K}xf32>) outs(%e : tensor<${K}x${M}x${N}xf32>) permutation = [2, 0, 1]
  return %0 : tensor<${K}x${M}x${N}xf32>
}

//! case transpose-square M
//! moves arg0
func.func @main(%a: tensor<${M}x${M}xi32>) -> tensor<${M}x${M}xi32> {
  %e = tensor.empty() : tensor<${M}x${M}xi32>
  %0 = linalg.transpose ins(%a : tensor<${M}x${M}xi32>) outs(%e : tensor<${M}x${M}xi32>) permutation = [1, 0]
  %1 = arith.addi %a, %0 : tensor<${M}x${M}xi32>
  return %1 : tensor<${M}x${M}xi32>
}

//! case broadcast M N
//! moves 0
//! still arg0.0 result0.0 result0.1 result0.2
func.func @main(%a: tensor<${N}xf32>) -> tensor<${M}x${N}x3xf32> {
  %e = tensor.empty() : tensor<${M}x${N}x3xf32>
  %0 = linalg.broadcast ins(%a : tensor<${N}xf32>) outs(%e : tensor<${M}x${N}x3xf32>) dimensions = [0, 2]
  return %0 : tensor<${M}x${N}x3xf32>
}

//! case fill-of-argument M N
//! moves 0
//! still result0.0 result0.1
func.func @main(%s: f32) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.fill ins(%s : f32) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case index M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xi64>) -> tensor<${M}x${N}xi64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      outs(%a : tensor<${M}x${N}xi64>) {
  ^bb0(%x: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ten = arith.constant 10 : index
    %k = arith.muli %i, %ten : index
    %l = arith.addi %k, %j : index
    %m = arith.index_cast %l : index to i64
    %n = arith.addi %m, %x : i64
    linalg.yield %n : i64
  } -> tensor<${M}x${N}xi64>
  return %0 : tensor<${M}x${N}xi64>
}

//! case linear-partial M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 result0.0 result0.1 result1.0 result1.1 result2.0 result2.1
// What is linear lets a partial sum pass; what is not must not.
func.func @main(%a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> (tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) {
  %half = arith.constant dense<0.5> : tensor<${M}x${N}xf32>
  %0 = arith.addf %a, %b : tensor<${M}x${N}xf32>
  %1 = arith.mulf %0, %half : tensor<${M}x${N}xf32>
  %2 = arith.negf %1 : tensor<${M}x${N}xf32>
  %3 = arith.mulf %a, %b : tensor<${M}x${N}xf32>
  %4 = math.absf %0 : tensor<${M}x${N}xf32>
  return %2, %3, %4 : tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>
}

//! case named-select M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 arg1.1 arg2.0 arg2.1 result0.0 result0.1
func.func @main(%p: tensor<${M}x${N}xi1>, %a: tensor<${M}x${N}xf32>, %b: tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.select ins(%p, %a, %b : tensor<${M}x${N}xi1>, tensor<${M}x${N}xf32>, tensor<${M}x${N}xf32>) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case elementwise M N
//! moves 0
//! still arg0.0 arg0.1 arg1.0 result0.0 result0.1
// A transposed and a broadcast operand.
func.func @main(%a: tensor<${N}x${M}xf32>, %b: tensor<${N}xf32>) -> tensor<${M}x${N}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>]
      ins(%a, %b : tensor<${N}x${M}xf32>, tensor<${N}xf32>) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case random-fill M N
//! moves 0
//! still result0.0 result0.1
func.func @main() -> tensor<${M}x${N}xf32> {
  %low = arith.constant 0.0 : f64
  %high = arith.constant 1.0 : f64
  %seed = arith.constant 7 : i32
  %e = tensor.empty() : tensor<${M}x${N}xf32>
  %0 = linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%e : tensor<${M}x${N}xf32>) -> tensor<${M}x${N}xf32>
  return %0 : tensor<${M}x${N}xf32>
}

//! case subtract-constant M N
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1
func.func @main(%a: tensor<${M}x${N}xi32>) -> tensor<${M}x${N}xi32> {
  %one = arith.constant dense<1> : tensor<${M}x${N}xi32>
  %0 = arith.subi %a, %one : tensor<${M}x${N}xi32>
  return %0 : tensor<${M}x${N}xi32>
}

//! case broadcast-in-front M N K
//! moves 0
//! still arg0.0 arg0.1 result0.0 result0.1 result0.2
func.func @main(%a: tensor<${N}x${K}xf32>) -> tensor<${M}x${N}x${K}xf32> {
  %e = tensor.empty() : tensor<${M}x${N}x${K}xf32>
  %0 = linalg.broadcast ins(%a : tensor<${N}x${K}xf32>) outs(%e : tensor<${M}x${N}x${K}xf32>) dimensions = [0]
  return %0 : tensor<${M}x${N}x${K}xf32>
}
