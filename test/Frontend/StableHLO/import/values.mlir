// RUN: dtensor-run %s
// Values of ops that no other test here computes, from NumPy or by hand.

func.func public @floats() {
  %x = stablehlo.constant dense<[-2.5, -0.5, 0.5, 1.5]> : tensor<4xf32>
  %ceil = stablehlo.ceil %x : tensor<4xf32>
  check.expect_eq_const %ceil, dense<[-2.0, -0.0, 1.0, 2.0]> : tensor<4xf32>
  %floor = stablehlo.floor %x : tensor<4xf32>
  check.expect_eq_const %floor, dense<[-3.0, -1.0, 0.0, 1.0]> : tensor<4xf32>
  %afz = stablehlo.round_nearest_afz %x : tensor<4xf32>
  check.expect_eq_const %afz, dense<[-3.0, -1.0, 1.0, 2.0]> : tensor<4xf32>
  %even = stablehlo.round_nearest_even %x : tensor<4xf32>
  check.expect_eq_const %even, dense<[-2.0, -0.0, 0.0, 2.0]> : tensor<4xf32>
  %cubes = stablehlo.constant dense<[-8.0, 0.0, 1.0, 27.0]> : tensor<4xf32>
  %cbrt = stablehlo.cbrt %cubes : tensor<4xf32>
  check.expect_almost_eq_const %cbrt, dense<[-2.0, 0.0, 1.0, 3.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[1.0, -1.0, 0.0, 0.0]> : tensor<4xf32>
  %z = stablehlo.constant dense<[1.0, -1.0, -1.0, 1.0]> : tensor<4xf32>
  %atan2 = stablehlo.atan2 %y, %z : tensor<4xf32>
  check.expect_almost_eq_const %atan2, dense<[0.785398185, -2.3561945, 3.14159274, 0.0]> : tensor<4xf32>
  %tan = chlo.tan %z : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %tan, dense<[1.55740774, -1.55740774, -1.55740774, 1.55740774]> : tensor<4xf32>
  %erf = chlo.erf %y : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %erf, dense<[0.842700779, -0.842700779, 0.0, 0.0]> : tensor<4xf32>
  %square = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq_const %square, dense<[6.25, 0.25, 0.25, 2.25]> : tensor<4xf32>
  // 1 + 2^-8 rounds to even in bf16's seven bits.
  %fine = stablehlo.constant dense<[1.00390625, 1.01171875]> : tensor<2xf32>
  %coarse = stablehlo.reduce_precision %fine, format = e8m7 : tensor<2xf32>
  check.expect_eq_const %coarse, dense<[1.0, 1.015625]> : tensor<2xf32>
  %odd = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 1.0]> : tensor<4xf32>
  %finite = stablehlo.is_finite %odd : (tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %finite, dense<[false, false, false, true]> : tensor<4xi1>
  %inf = chlo.is_inf %odd : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %inf, dense<[true, true, false, false]> : tensor<4xi1>
  %neg = chlo.is_neg_inf %odd : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %neg, dense<[false, true, false, false]> : tensor<4xi1>
  %pos = chlo.is_pos_inf %odd : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %pos, dense<[true, false, false, false]> : tensor<4xi1>
  return
}

func.func public @integers() {
  %a = stablehlo.constant dense<[12, -1, 0, 7]> : tensor<4xi8>
  %b = stablehlo.constant dense<[10, 1, 8, 2]> : tensor<4xi8>
  %clz = stablehlo.count_leading_zeros %a : tensor<4xi8>
  check.expect_eq_const %clz, dense<[4, 0, 8, 5]> : tensor<4xi8>
  %popcnt = stablehlo.popcnt %a : tensor<4xi8>
  check.expect_eq_const %popcnt, dense<[2, 8, 0, 3]> : tensor<4xi8>
  %not = stablehlo.not %a : tensor<4xi8>
  check.expect_eq_const %not, dense<[-13, 0, -1, -8]> : tensor<4xi8>
  %or = stablehlo.or %a, %b : tensor<4xi8>
  check.expect_eq_const %or, dense<[14, -1, 8, 7]> : tensor<4xi8>
  %xor = stablehlo.xor %a, %b : tensor<4xi8>
  check.expect_eq_const %xor, dense<[6, -2, 8, 5]> : tensor<4xi8>
  // Past the width: nothing is left but the sign.
  %left = stablehlo.shift_left %a, %b : tensor<4xi8>
  check.expect_eq_const %left, dense<[0, -2, 0, 28]> : tensor<4xi8>
  %right = stablehlo.shift_right_arithmetic %a, %b : tensor<4xi8>
  check.expect_eq_const %right, dense<[0, -1, 0, 1]> : tensor<4xi8>
  %logical = stablehlo.shift_right_logical %a, %b : tensor<4xi8>
  check.expect_eq_const %logical, dense<[0, 127, 0, 1]> : tensor<4xi8>
  %mulhi = chlo.mulhi %a, %b : tensor<4xi8>, tensor<4xi8> -> tensor<4xi8>
  check.expect_eq_const %mulhi, dense<[0, -1, 0, 0]> : tensor<4xi8>
  %c = chlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %c, dense<[1, 2]> : tensor<2xi32>
  return
}

func.func public @complex() {
  %re = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %im = stablehlo.constant dense<[3.0, -4.0]> : tensor<2xf32>
  %c = stablehlo.complex %re, %im : tensor<2xcomplex<f32>>
  %conj = chlo.conj %c : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %real = stablehlo.real %conj : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %real, dense<[1.0, 2.0]> : tensor<2xf32>
  %imag = stablehlo.imag %conj : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %imag, dense<[-3.0, 4.0]> : tensor<2xf32>
  return
}

func.func public @shapes() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %slice = stablehlo.slice %a [0:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %slice, dense<[[1, 3], [4, 6]]> : tensor<2x2xi32>
  %pad = stablehlo.pad %slice, %z, low = [1, -1], high = [0, 1], interior = [0, 1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<3x3xi32>
  check.expect_eq_const %pad, dense<[[0, 0, 0], [0, 3, 0], [0, 6, 0]]> : tensor<3x3xi32>
  %concat = stablehlo.concatenate %a, %slice, dim = 1 : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x5xi32>
  check.expect_eq_const %concat, dense<[[1, 2, 3, 1, 3], [4, 5, 6, 4, 6]]> : tensor<2x5xi32>
  %broadcast = stablehlo.broadcast %slice, sizes = [1] : (tensor<2x2xi32>) -> tensor<1x2x2xi32>
  check.expect_eq_const %broadcast, dense<[[[1, 3], [4, 6]]]> : tensor<1x2x2xi32>
  %size = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x3xi32>) -> tensor<i32>
  check.expect_eq_const %size, dense<3> : tensor<i32>
  %sorted = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %gt = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %gt : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %sorted, dense<[[3, 2, 1], [6, 5, 4]]> : tensor<2x3xi32>
  %map = "stablehlo.map"(%a, %sorted) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %p = stablehlo.multiply %x, %y : tensor<i32>
    stablehlo.return %p : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %map, dense<[[3, 4, 3], [24, 25, 24]]> : tensor<2x3xi32>
  %at = stablehlo.constant dense<[[1], [5]]> : tensor<2x1xi32>
  %u = stablehlo.constant dense<[[10, 20, 30], [7, 7, 7]]> : tensor<2x3xi32>
  // Row 5 is outside: its update is dropped.
  %scatter = "stablehlo.scatter"(%a, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<2x1xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %scatter, dense<[[1, 2, 3], [14, 25, 36]]> : tensor<2x3xi32>
  return
}

func.func public @matrices() {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 10.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[2.0], [7.0]]> : tensor<2x1xf32>
  %dot = stablehlo.dot %a, %b : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %dot, dense<[[22.0], [74.0]]> : tensor<2x1xf32>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  %s = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  check.expect_almost_eq_const %s, dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  return
}

func.func public @control() {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %far = stablehlo.constant dense<9> : tensor<i32>
  %if = "stablehlo.if"(%yes) ({
    %one = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %one : tensor<i32>
  }, {
    %two = stablehlo.constant dense<2> : tensor<i32>
    stablehlo.return %two : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  check.expect_eq_const %if, dense<1> : tensor<i32>
  // An index that no branch has means the last one.
  %case = "stablehlo.case"(%far) ({
    %one = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %one : tensor<i32>
  }, {
    %two = stablehlo.constant dense<2> : tensor<i32>
    stablehlo.return %two : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %case, dense<2> : tensor<i32>
  %twice = stablehlo.composite "mine.twice" %case {decomposition = @twice} : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %twice, dense<4> : tensor<i32>
  %t = stablehlo.create_token : !stablehlo.token
  return
}
func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}

// The first block of Philox 4x32 with key 0 and counter 0: a known answer of Random123.
func.func public @random() {
  %s = stablehlo.constant dense<0> : tensor<3xui64>
  %state, %bits = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  check.expect_eq_const %bits, dense<[1713891541, 3781805453, 3159862348, 2600524760]> : tensor<4xui32>
  return
}

// Unsigned positions of 64 bits are no negative ones.
func.func public @unsigned_positions() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %most = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %slice = stablehlo.dynamic_slice %x, %most, sizes = [2] : (tensor<4xf32>, tensor<ui64>) -> tensor<2xf32>
  check.expect_eq_const %slice, dense<[3.0, 4.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %updated = stablehlo.dynamic_update_slice %x, %y, %most : (tensor<4xf32>, tensor<2xf32>, tensor<ui64>) -> tensor<4xf32>
  check.expect_eq_const %updated, dense<[1.0, 2.0, 5.0, 6.0]> : tensor<4xf32>
  %indices = stablehlo.constant dense<[[9223372036854775808], [1], [18446744073709551615]]> : tensor<3x1xui64>
  %gathered = "stablehlo.gather"(%x, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<3x1xui64>) -> tensor<3xf32>
  check.expect_eq_const %gathered, dense<[4.0, 2.0, 4.0]> : tensor<3xf32>
  %z = stablehlo.constant dense<[7.0, 8.0, 9.0]> : tensor<3xf32>
  %scattered = "stablehlo.scatter"(%x, %indices, %z) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) : (tensor<4xf32>, tensor<3x1xui64>, tensor<3xf32>) -> tensor<4xf32>
  check.expect_eq_const %scattered, dense<[1.0, 8.0, 3.0, 4.0]> : tensor<4xf32>
  return
}

// XLA's bits of a state of two numbers, of which the key is the high half of
// the counter as well.
func.func public @philox() {
  %state = stablehlo.constant dense<[5, 7]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  check.expect_eq_const %next, dense<[5, 9]> : tensor<2xui64>
  check.expect_eq_const %bits, dense<[0x74a851f1, 0xc4a35ba8, 0x82800aa7, 0xaf5f7739, 0xf093503c, 0xcdb47eb1, 0x928cbbd9, 0x67547b88]> : tensor<8xui32>
  %last = stablehlo.constant dense<[5, 18446744073709551615]> : tensor<2xui64>
  %wrapped, %more = stablehlo.rng_bit_generator %last, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  check.expect_eq_const %wrapped, dense<[5, 1]> : tensor<2xui64>
  check.expect_eq_const %more, dense<[0x4e5aa1ba, 0xf08b4400, 0x979e52b9, 0xf8215f0c, 0x3dae66b, 0xd8ab4d53, 0xea579295, 0x2b5923e7]> : tensor<8xui32>
  return
}
