// RUN: dtensor-opt %s --split-input-file --dtensor-outline-layers=min-ops=8 | FileCheck %s

// Layers that differ in their buffers, wherever these lie, and in texts are one
// function. Constants and space on the stack are its own.

// CHECK-LABEL: func.func private @layers__layer(
// CHECK-SAME: %[[DEVICE:[a-z0-9]+]]: !llvm.ptr, %[[TEXT:[a-z0-9]+]]: !llvm.ptr, %[[FROM:[a-z0-9]+]]: !llvm.ptr, %[[TO:[a-z0-9]+]]: !llvm.ptr)
// CHECK-SAME: attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]}
// CHECK: %[[SPACE:.+]] = llvm.alloca
// CHECK: %[[SEVEN:.+]] = llvm.mlir.constant(7 : i64)
// CHECK: llvm.store %[[SEVEN]], %[[SPACE]]
// CHECK: llvm.call @dt_use(%[[DEVICE]], %[[SPACE]], %[[TEXT]])
// CHECK: call @loops(
// CHECK: call @loops(
// CHECK: return
// CHECK-NOT: func.func private @layers__layer
// CHECK-LABEL: func.func @layers(
// CHECK-SAME: %[[DEVICE:.+]]: !llvm.ptr, %[[ARENA:.+]]: !llvm.ptr)
// CHECK-NOT: llvm.alloca
// CHECK: %[[AT64:.+]] = llvm.getelementptr %[[ARENA]][64] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: call @layers__layer(%[[DEVICE]], %{{.+}}, %[[ARENA]], %[[AT64]])
// CHECK: %[[AT64:.+]] = llvm.getelementptr %[[ARENA]][64]
// CHECK: %[[AT128:.+]] = llvm.getelementptr %[[ARENA]][128]
// CHECK: call @layers__layer(%[[DEVICE]], %{{.+}}, %[[AT64]], %[[AT128]])
// CHECK: call @layers__layer(
// CHECK-NOT: call
// CHECK: return
llvm.mlir.global internal constant @text_a("a")
llvm.mlir.global internal constant @text_b("b")
llvm.mlir.global internal constant @text_c("c")
llvm.func @dt_use(!llvm.ptr, !llvm.ptr, !llvm.ptr)
func.func private @loops(!llvm.ptr, !llvm.ptr, i64)
func.func @layers(%device: !llvm.ptr, %arena: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %seven = llvm.mlir.constant(7 : i64) : i64
  %space_a = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %space_b = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %space_c = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %text_a = llvm.mlir.addressof @text_a : !llvm.ptr
  %text_b = llvm.mlir.addressof @text_b : !llvm.ptr
  %text_c = llvm.mlir.addressof @text_c : !llvm.ptr
  %none = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %allocated = llvm.insertvalue %arena, %none[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %aligned = llvm.insertvalue %arena, %allocated[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %bytes = builtin.unrealized_conversion_cast %aligned : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<256xi8>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c192 = arith.constant 192 : index

  llvm.store %seven, %space_a : i64, !llvm.ptr
  llvm.call @dt_use(%device, %space_a, %text_a) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  %from_a = memref.view %bytes[%c0][] : memref<256xi8> to memref<16xf32>
  %from_a_fields = builtin.unrealized_conversion_cast %from_a : memref<16xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %from_a_pointer = llvm.extractvalue %from_a_fields[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %to_a = memref.view %bytes[%c64][] : memref<256xi8> to memref<16xf32>
  %to_a_fields = builtin.unrealized_conversion_cast %to_a : memref<16xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %to_a_pointer = llvm.extractvalue %to_a_fields[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  func.call @loops(%from_a_pointer, %to_a_pointer, %one) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  func.call @loops(%to_a_pointer, %from_a_pointer, %seven) : (!llvm.ptr, !llvm.ptr, i64) -> ()

  llvm.store %seven, %space_b : i64, !llvm.ptr
  llvm.call @dt_use(%device, %space_b, %text_b) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  %to_b = memref.view %bytes[%c128][] : memref<256xi8> to memref<16xf32>
  %to_b_fields = builtin.unrealized_conversion_cast %to_b : memref<16xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %to_b_pointer = llvm.extractvalue %to_b_fields[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  func.call @loops(%to_a_pointer, %to_b_pointer, %one) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  func.call @loops(%to_b_pointer, %to_a_pointer, %seven) : (!llvm.ptr, !llvm.ptr, i64) -> ()

  llvm.store %seven, %space_c : i64, !llvm.ptr
  llvm.call @dt_use(%device, %space_c, %text_c) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  %to_c = memref.view %bytes[%c192][] : memref<256xi8> to memref<16xf32>
  %to_c_fields = builtin.unrealized_conversion_cast %to_c : memref<16xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %to_c_pointer = llvm.extractvalue %to_c_fields[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  func.call @loops(%to_b_pointer, %to_c_pointer, %one) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  func.call @loops(%to_c_pointer, %to_b_pointer, %seven) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  return
}

// -----

// Another constant, another function: what is compiled knows its constants.

// CHECK-NOT: __layer
llvm.func @dt_use(!llvm.ptr, i64, i64, i64, i64)
func.func @constants(%device: !llvm.ptr) {
  %0 = llvm.mlir.constant(0 : i64) : i64
  %1 = llvm.mlir.constant(1 : i64) : i64
  %2 = llvm.mlir.constant(2 : i64) : i64
  %3 = llvm.mlir.constant(3 : i64) : i64
  llvm.call @dt_use(%device, %0, %0, %0, %0) : (!llvm.ptr, i64, i64, i64, i64) -> ()
  llvm.call @dt_use(%device, %0, %0, %0, %1) : (!llvm.ptr, i64, i64, i64, i64) -> ()
  llvm.call @dt_use(%device, %0, %0, %0, %0) : (!llvm.ptr, i64, i64, i64, i64) -> ()
  llvm.call @dt_use(%device, %0, %0, %0, %2) : (!llvm.ptr, i64, i64, i64, i64) -> ()
  llvm.call @dt_use(%device, %0, %0, %0, %0) : (!llvm.ptr, i64, i64, i64, i64) -> ()
  llvm.call @dt_use(%device, %0, %0, %0, %3) : (!llvm.ptr, i64, i64, i64, i64) -> ()
  return
}

// -----

// The same ops on each other's results in another way: two functions, and
// values that others use are results.

// CHECK-LABEL: func.func private @wires__layer(
// CHECK: %[[FIRST:.+]] = call @next(%{{.+}}, %{{.+}})
// CHECK: %[[SECOND:.+]] = call @next(%[[FIRST]], %{{.+}})
// CHECK: %[[THIRD:.+]] = call @next(%[[SECOND]], %{{.+}})
// CHECK: %[[FOURTH:.+]] = call @next(%[[THIRD]], %{{.+}})
// CHECK: return %[[FOURTH]] : i64
// CHECK-LABEL: func.func private @wires__layer_0(
// CHECK: %[[FIRST:.+]] = call @next(
// CHECK: call @next(%[[FIRST]],
// CHECK: call @next(%[[FIRST]],
// CHECK-LABEL: func.func @wires(
// CHECK: %[[A:.+]] = call @wires__layer(%{{.+}}) : (i64) -> i64
// CHECK: %[[B:.+]] = call @wires__layer(%[[A]]) : (i64) -> i64
// CHECK: %[[C:.+]] = call @wires__layer_0(%[[B]]) : (i64) -> i64
// CHECK: return %[[C]]
func.func private @next(i64, i64) -> i64
func.func @wires(%x: i64) -> i64 {
  %c = llvm.mlir.constant(1 : i64) : i64
  %a0 = func.call @next(%x, %c) : (i64, i64) -> i64
  %a1 = func.call @next(%a0, %c) : (i64, i64) -> i64
  %a2 = func.call @next(%a1, %c) : (i64, i64) -> i64
  %a3 = func.call @next(%a2, %c) : (i64, i64) -> i64
  %b0 = func.call @next(%a3, %c) : (i64, i64) -> i64
  %b1 = func.call @next(%b0, %c) : (i64, i64) -> i64
  %b2 = func.call @next(%b1, %c) : (i64, i64) -> i64
  %b3 = func.call @next(%b2, %c) : (i64, i64) -> i64
  %c0 = func.call @next(%b3, %c) : (i64, i64) -> i64
  %c1 = func.call @next(%c0, %c) : (i64, i64) -> i64
  %c2 = func.call @next(%c0, %c) : (i64, i64) -> i64
  %c3 = func.call @next(%c2, %c) : (i64, i64) -> i64
  return %c3 : i64
}

// -----

// A buffer at a place that is computed in the layer is found there again.

// CHECK-LABEL: func.func private @inside__layer(%{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr)
// CHECK: %[[PLACE:.+]] = llvm.call @dt_place
// CHECK: %[[BASE:.+]] = llvm.getelementptr %{{.+}}[%[[PLACE]]]
// CHECK: llvm.call @dt_use(%{{.+}}, %[[BASE]])
// CHECK-LABEL: func.func @inside(
// CHECK-COUNT-2: call @inside__layer(%{{.+}}, %{{.+}}) : (!llvm.ptr, !llvm.ptr) -> ()
llvm.func @dt_place(!llvm.ptr) -> i64
llvm.func @dt_use(!llvm.ptr, !llvm.ptr)
func.func @inside(%device: !llvm.ptr, %arena: !llvm.ptr) {
  %a = llvm.call @dt_place(%device) : (!llvm.ptr) -> i64
  %base_a = llvm.getelementptr %arena[%a] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.call @dt_use(%device, %base_a) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %base_a) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %base_a) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %base_a) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %base_a) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %base_a) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %arena) : (!llvm.ptr, !llvm.ptr) -> ()
  %b = llvm.call @dt_place(%device) : (!llvm.ptr) -> i64
  %base_b = llvm.getelementptr %arena[%b] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.call @dt_use(%device, %base_b) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %base_b) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %base_b) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %base_b) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %base_b) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %base_b) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %arena) : (!llvm.ptr, !llvm.ptr) -> ()
  return
}

// -----

// A buffer of another shape at a place has the pointer of that place, and no
// descriptor.

// CHECK-LABEL: func.func private @shapes__layer(
// CHECK-LABEL: func.func @shapes(
// CHECK-SAME: %[[DEVICE:.+]]: !llvm.ptr, %[[ARENA:.+]]: !llvm.ptr)
// CHECK-NOT: llvm.extractvalue
// CHECK: call @shapes__layer(%[[DEVICE]], %[[ARENA]]) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK: %[[AT64:.+]] = llvm.getelementptr %[[ARENA]][64]
// CHECK-NOT: llvm.extractvalue
// CHECK: call @shapes__layer(%[[DEVICE]], %[[AT64]]) : (!llvm.ptr, !llvm.ptr) -> ()
llvm.func @dt_use(!llvm.ptr)
func.func private @rows(memref<16x1xf32>)
func.func @shapes(%device: !llvm.ptr, %arena: !llvm.ptr) {
  %none = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %allocated = llvm.insertvalue %arena, %none[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %aligned = llvm.insertvalue %arena, %allocated[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %bytes = builtin.unrealized_conversion_cast %aligned : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<256xi8>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %bytes[%c0][] : memref<256xi8> to memref<16xf32>
  %a2 = memref.expand_shape %a [[0, 1]] output_shape [16, 1] : memref<16xf32> into memref<16x1xf32>
  %b = memref.view %bytes[%c64][] : memref<256xi8> to memref<16xf32>
  %b2 = memref.expand_shape %b [[0, 1]] output_shape [16, 1] : memref<16xf32> into memref<16x1xf32>
  llvm.call @dt_use(%device) : (!llvm.ptr) -> ()
  func.call @rows(%a2) : (memref<16x1xf32>) -> ()
  func.call @rows(%a2) : (memref<16x1xf32>) -> ()
  func.call @rows(%a2) : (memref<16x1xf32>) -> ()
  func.call @rows(%a2) : (memref<16x1xf32>) -> ()
  func.call @rows(%a2) : (memref<16x1xf32>) -> ()
  func.call @rows(%a2) : (memref<16x1xf32>) -> ()
  func.call @rows(%a2) : (memref<16x1xf32>) -> ()
  llvm.call @dt_use(%device) : (!llvm.ptr) -> ()
  func.call @rows(%b2) : (memref<16x1xf32>) -> ()
  func.call @rows(%b2) : (memref<16x1xf32>) -> ()
  func.call @rows(%b2) : (memref<16x1xf32>) -> ()
  func.call @rows(%b2) : (memref<16x1xf32>) -> ()
  func.call @rows(%b2) : (memref<16x1xf32>) -> ()
  func.call @rows(%b2) : (memref<16x1xf32>) -> ()
  func.call @rows(%b2) : (memref<16x1xf32>) -> ()
  return
}

// -----

// Two spaces on the stack are not one: the layers are two functions.

// CHECK-LABEL: func.func private @spaces__layer(
// CHECK-COUNT-2: llvm.alloca
// CHECK-LABEL: func.func private @spaces__layer_0(
// CHECK: llvm.alloca
// CHECK-NOT: llvm.alloca
// CHECK-LABEL: func.func @spaces(
// CHECK-COUNT-2: call @spaces__layer(
// CHECK: call @spaces__layer_0(
// CHECK: return
llvm.func @dt_use(!llvm.ptr, !llvm.ptr, !llvm.ptr)
func.func @spaces(%device: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %a0 = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %a1 = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %b0 = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %b1 = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  %c0 = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  llvm.store %one, %a0 : i64, !llvm.ptr
  llvm.store %one, %a1 : i64, !llvm.ptr
  llvm.call @dt_use(%device, %a0, %a1) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %a0, %a1) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %a1, %a0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.store %one, %b0 : i64, !llvm.ptr
  llvm.store %one, %b1 : i64, !llvm.ptr
  llvm.call @dt_use(%device, %b0, %b1) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %b0, %b1) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %b1, %b0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.store %one, %c0 : i64, !llvm.ptr
  llvm.store %one, %c0 : i64, !llvm.ptr
  llvm.call @dt_use(%device, %c0, %c0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %c0, %c0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @dt_use(%device, %c0, %c0) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  return
}

// -----

// Ops in regions are compared as well, with what they take from outside. Equal
// constants may be one op in a layer and two in another.

// CHECK-LABEL: func.func private @regions__layer(
// CHECK-SAME: %[[DEVICE:[a-z0-9]+]]: !llvm.ptr, %[[ADDRESS:[a-z0-9]+]]: !llvm.ptr, %[[FLAG:[a-z0-9]+]]: i1)
// CHECK: scf.if %[[FLAG]]
// CHECK: llvm.call @dt_use(%[[DEVICE]], %[[ADDRESS]], %{{.+}}, %{{.+}})
// CHECK-NOT: __layer_0
// CHECK-LABEL: func.func @regions(
// CHECK-SAME: %[[DEVICE:.+]]: !llvm.ptr, %[[FLAG:.+]]: i1, %[[A:.+]]: !llvm.ptr, %[[B:.+]]: !llvm.ptr)
// CHECK: call @regions__layer({{.*}}%[[A]]{{.*}})
// CHECK: call @regions__layer({{.*}}%[[B]]{{.*}})
// CHECK: call @regions__layer({{.*}}%[[A]]{{.*}})
// CHECK-NOT: scf.if
// CHECK: return
llvm.func @dt_use(!llvm.ptr, !llvm.ptr, i64, i64)
func.func @regions(%device: !llvm.ptr, %flag: i1, %a: !llvm.ptr, %b: !llvm.ptr) {
  %two = llvm.mlir.constant(2 : i64) : i64
  %same = llvm.mlir.constant(2 : i64) : i64
  scf.if %flag {
    llvm.call @dt_use(%device, %a, %two, %same) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
    llvm.call @dt_use(%device, %a, %same, %two) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
    llvm.call @dt_use(%device, %a, %two, %two) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
  }
  llvm.call @dt_use(%device, %device, %two, %two) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
  scf.if %flag {
    llvm.call @dt_use(%device, %b, %two, %two) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
    llvm.call @dt_use(%device, %b, %two, %two) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
    llvm.call @dt_use(%device, %b, %two, %two) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
  }
  llvm.call @dt_use(%device, %device, %two, %two) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
  scf.if %flag {
    llvm.call @dt_use(%device, %a, %two, %two) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
    llvm.call @dt_use(%device, %a, %same, %two) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
    llvm.call @dt_use(%device, %a, %two, %same) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
  }
  llvm.call @dt_use(%device, %device, %two, %same) : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
  return
}
