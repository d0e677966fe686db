// RUN: dtensor-opt %s --dtensor-bfloats-to-integers | FileCheck %s
// RUN: dtensor-opt %s --dtensor-bfloats-to-integers | mlir-translate --mlir-to-llvmir | llc -mtriple=x86_64-linux-gnu -mcpu=haswell -O0 -relocation-model=pic -o - | FileCheck %s --check-prefix=CODE

// 1.0 is 0x3f80, 16256; -2.0 is 0xc000.
// CHECK: llvm.mlir.global private constant @numbers(dense<[16256, -16384]> : tensor<2xi16>)
// CHECK-SAME: !llvm.array<2 x i16>
llvm.mlir.global private constant @numbers(dense<[1.0, -2.0]> : tensor<2xbf16>) : !llvm.array<2 x bf16>

// What comes from a branch needs no conversion.
// CHECK-LABEL: llvm.func @branch
// CHECK: llvm.mlir.constant(16256 : i16) : i16
// CHECK: llvm.load %{{.+}} : !llvm.ptr -> i16
// CHECK: llvm.cond_br %{{.+}}, ^bb1(%{{.+}} : i16), ^bb1(%{{.+}} : i16)
// CHECK: ^bb1(%[[X:.+]]: i16):
// CHECK-NOT: bitcast
// CHECK: llvm.store %[[X]], %{{.+}} : i16, !llvm.ptr
// CHECK-NOT: bf16
// CODE-LABEL: branch:
// CODE-NOT: call
llvm.func @branch(%c: i1, %p: !llvm.ptr) {
  %one = llvm.mlir.constant(1.0 : bf16) : bf16
  %a = llvm.load %p : !llvm.ptr -> bf16
  llvm.cond_br %c, ^bb1(%a : bf16), ^bb1(%one : bf16)
^bb1(%x: bf16):
  %bits = llvm.bitcast %x : bf16 to i16
  %back = llvm.bitcast %bits : i16 to bf16
  llvm.store %back, %p : bf16, !llvm.ptr
  llvm.return
}
