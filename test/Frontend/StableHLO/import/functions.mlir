// RUN: dtensor-run %s
// Functions of numbers, with values from NumPy and SciPy.

func.func public @functions() {
  %x1 = stablehlo.constant dense<[-0.75, 0.0, 0.5]> : tensor<3xf64>
  %y1 = chlo.acos %x1 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y1, dense<[2.4188584057763776, 1.5707963267948966, 1.0471975511965976]> : tensor<3xf64>
  %x2 = stablehlo.constant dense<[1.0, 1.5, 4.0]> : tensor<3xf64>
  %y2 = chlo.acosh %x2 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y2, dense<[0.0, 0.9624236501192069, 2.0634370688955603]> : tensor<3xf64>
  %x3 = stablehlo.constant dense<[-0.75, 0.0, 0.5]> : tensor<3xf64>
  %y3 = chlo.asin %x3 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y3, dense<[-0.848062078981481, 0.0, 0.5235987755982989]> : tensor<3xf64>
  %x4 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y4 = chlo.asinh %x4 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y4, dense<[-1.1947632172871092, 0.24746646154726346, 1.4436354751788103]> : tensor<3xf64>
  %x5 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y5 = chlo.atan %x5 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y5, dense<[-0.982793723247329, 0.24497866312686414, 1.1071487177940904]> : tensor<3xf64>
  %x6 = stablehlo.constant dense<[-0.75, 0.0, 0.5]> : tensor<3xf64>
  %y6 = chlo.atanh %x6 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y6, dense<[-0.9729550745276566, 0.0, 0.5493061443340549]> : tensor<3xf64>
  %x7 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y7 = chlo.bessel_i1e %x7 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y7, dense<[-0.21903938742092574, 0.0981126286973682, 0.2152692892489377]> : tensor<3xf64>
  %x8 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y8 = chlo.cosh %x8 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y8, dense<[2.352409615243247, 1.0314130998795732, 3.7621956910836314]> : tensor<3xf64>
  %x9 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y9 = chlo.sinh %x9 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y9, dense<[-2.1292794550948173, 0.2526123168081683, 3.6268604078470186]> : tensor<3xf64>
  %x10 = stablehlo.constant dense<[0.5, 1.5, 4.25]> : tensor<3xf64>
  %y10 = chlo.digamma %x10 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y10, dense<[-1.9635100260214235, 0.03648997397857652, 1.324683218760487]> : tensor<3xf64>
  %x11 = stablehlo.constant dense<[0.5, 1.5, 4.25]> : tensor<3xf64>
  %y11 = chlo.lgamma %x11 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y11, dense<[0.5723649429247, -0.12078223763524526, 2.1144569274503717]> : tensor<3xf64>
  // Of tiny and of large numbers, and next to a pole.
  %x11a = stablehlo.constant dense<[4.9406564584124654e-324, -1.0e-310, 1.0e200, -3.0000000000000004]> : tensor<4xf64>
  %y11a = chlo.lgamma %x11a : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %y11a, dense<[744.4400719213812, 713.8013788281542, 4.5951701859880914e+202, 33.558746739329155]> : tensor<4xf64>
  %x12 = stablehlo.constant dense<[-0.75, 0.0, 0.5]> : tensor<3xf64>
  %y12 = chlo.erf_inv %x12 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y12, dense<[-0.8134198475976184, 0.0, 0.4769362762044699]> : tensor<3xf64>
  %x13 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y13 = chlo.erfc %x13 : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %y13, dense<[1.9661051464753108, 0.7236736098317631, 0.004677734981047266]> : tensor<3xf64>
  %xb1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %zb1 = stablehlo.constant dense<[2.0, 1.0]> : tensor<2xf64>
  %yb1 = chlo.next_after %xb1, %zb1 : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %yb1, dense<[1.0000000000000002, 1.9999999999999998]> : tensor<2xf64>
  %xb2 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %zb2 = stablehlo.constant dense<[1.5, 0.5]> : tensor<2xf64>
  %yb2 = chlo.polygamma %xb2, %zb2 : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %yb2, dense<[0.9348022005446793, -16.828796644234316]> : tensor<2xf64>
  %xb3 = stablehlo.constant dense<[2.0, 3.5]> : tensor<2xf64>
  %zb3 = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf64>
  %yb3 = chlo.zeta %xb3, %zb3 : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %yb3, dense<[1.6449340668482266, 0.06517125158965971]> : tensor<2xf64>
  // Of negative numbers, between poles.
  %xn1 = stablehlo.constant dense<[3.0, 2.0, 5.0]> : tensor<3xf64>
  %zn1 = stablehlo.constant dense<[-7.25, -100.5, -8.984375]> : tensor<3xf64>
  %yn1 = chlo.zeta %xn1, %zn1 : tensor<3xf64>, tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %yn1, dense<[-62.00426301828287, 9.859703491870086, 1073741823.8408024]> : tensor<3xf64>
  %xn2 = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %zn2 = stablehlo.constant dense<[-12.75, -0.5]> : tensor<2xf64>
  %yn2 = chlo.polygamma %xn2, %zn2 : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %yn2, dense<[-124.03079461415824, 193.40909103400244]> : tensor<2xf64>
  %x14 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y14 = stablehlo.abs %x14 : tensor<3xf64>
  check.expect_almost_eq_const %y14, dense<[1.5, 0.25, 2.0]> : tensor<3xf64>
  %x15 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y15 = stablehlo.cosine %x15 : tensor<3xf64>
  check.expect_almost_eq_const %y15, dense<[0.0707372016677029, 0.9689124217106447, -0.4161468365471424]> : tensor<3xf64>
  %x16 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y16 = stablehlo.exponential %x16 : tensor<3xf64>
  check.expect_almost_eq_const %y16, dense<[0.22313016014842982, 1.2840254166877414, 7.38905609893065]> : tensor<3xf64>
  %x17 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y17 = stablehlo.exponential_minus_one %x17 : tensor<3xf64>
  check.expect_almost_eq_const %y17, dense<[-0.7768698398515702, 0.2840254166877415, 6.38905609893065]> : tensor<3xf64>
  %x18 = stablehlo.constant dense<[0.5, 1.5, 4.25]> : tensor<3xf64>
  %y18 = stablehlo.log %x18 : tensor<3xf64>
  check.expect_almost_eq_const %y18, dense<[-0.6931471805599453, 0.4054651081081644, 1.4469189829363254]> : tensor<3xf64>
  %x19 = stablehlo.constant dense<[0.5, 1.5, 4.25]> : tensor<3xf64>
  %y19 = stablehlo.log_plus_one %x19 : tensor<3xf64>
  check.expect_almost_eq_const %y19, dense<[0.4054651081081644, 0.9162907318741551, 1.6582280766035324]> : tensor<3xf64>
  %x20 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y20 = stablehlo.logistic %x20 : tensor<3xf64>
  check.expect_almost_eq_const %y20, dense<[0.18242552380635635, 0.5621765008857981, 0.8807970779778823]> : tensor<3xf64>
  %x21 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y21 = stablehlo.negate %x21 : tensor<3xf64>
  check.expect_almost_eq_const %y21, dense<[1.5, -0.25, -2.0]> : tensor<3xf64>
  %x22 = stablehlo.constant dense<[0.5, 1.5, 4.25]> : tensor<3xf64>
  %y22 = stablehlo.rsqrt %x22 : tensor<3xf64>
  check.expect_almost_eq_const %y22, dense<[1.414213562373095, 0.8164965809277261, 0.48507125007266594]> : tensor<3xf64>
  %x23 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y23 = stablehlo.sign %x23 : tensor<3xf64>
  check.expect_almost_eq_const %y23, dense<[-1.0, 1.0, 1.0]> : tensor<3xf64>
  %x24 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y24 = stablehlo.sine %x24 : tensor<3xf64>
  check.expect_almost_eq_const %y24, dense<[-0.9974949866040544, 0.24740395925452294, 0.9092974268256817]> : tensor<3xf64>
  %x25 = stablehlo.constant dense<[0.5, 1.5, 4.25]> : tensor<3xf64>
  %y25 = stablehlo.sqrt %x25 : tensor<3xf64>
  check.expect_almost_eq_const %y25, dense<[0.7071067811865476, 1.224744871391589, 2.0615528128088303]> : tensor<3xf64>
  %x26 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %y26 = stablehlo.tan %x26 : tensor<3xf64>
  check.expect_almost_eq_const %y26, dense<[-14.101419947171719, 0.25534192122103627, -2.185039863261519]> : tensor<3xf64>
  %xb4 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %zb4 = stablehlo.constant dense<[-0.75, 0.0, 0.5]> : tensor<3xf64>
  %yb4 = stablehlo.maximum %xb4, %zb4 : tensor<3xf64>
  check.expect_almost_eq_const %yb4, dense<[-0.75, 0.25, 2.0]> : tensor<3xf64>
  %xb5 = stablehlo.constant dense<[0.5, 1.5, 4.25]> : tensor<3xf64>
  %zb5 = stablehlo.constant dense<[-1.5, 0.25, 2.0]> : tensor<3xf64>
  %yb5 = stablehlo.power %xb5, %zb5 : tensor<3xf64>
  check.expect_almost_eq_const %yb5, dense<[2.8284271247461903, 1.1066819197003215, 18.0625]> : tensor<3xf64>
  return
}
