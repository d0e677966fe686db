// RUN: dtensor-opt %s --dtensor-mark-no-alias | FileCheck %s

// CHECK: llvm.func @dt_arena(!llvm.ptr, i64) -> (!llvm.ptr {llvm.noalias})
llvm.func @dt_arena(!llvm.ptr, i64) -> !llvm.ptr

// CHECK: llvm.func @main(%{{.+}}: !llvm.ptr {llvm.noalias}, %{{.+}}: i64, %{{.+}}: !llvm.ptr {llvm.noalias})
llvm.func @main(%a: !llvm.ptr, %n: i64, %b: !llvm.ptr) {
  llvm.return
}

// CHECK: llvm.func @main__entry(%{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr)
llvm.func @main__entry(%device: !llvm.ptr, %args: !llvm.ptr) {
  llvm.return
}
