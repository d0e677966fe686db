//===- ProfileTest.cpp - The times of events ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Runtime/Profile.h"
#include "MeshRun.h"

#include <atomic>
#include <chrono>

using namespace dtensor::runtime::test;

static constexpr int64_t kOuter[] = {0, DT_CONTROL_EVENT, -1};
static constexpr int64_t kInner[] = {1, DT_LOOPS_EVENT, 64};
static constexpr int64_t kMeeting[] = {2, DT_BARRIER_EVENT, -1};
static constexpr const char *kText = "op\ta.mlir:1:2\n";

static void compute(double seconds) {
  auto start = std::chrono::steady_clock::now();
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
             .count() < seconds)
    ;
}

static std::vector<DtSpan> getSpans(DtContext *context, int64_t device) {
  std::vector<DtSpan> spans;
  for (int64_t i = 0; i < dt_profile_num_spans(context, device); ++i)
    spans.push_back(dt_profile_span(context, device, i));
  return spans;
}

TEST(ProfileTest, TimesAreOfEachEventAlone) {
  Mesh mesh({1}, 1, 1, {});
  ASSERT_EQ(dt_profile_begin(mesh.get()), 0);
  mesh.runOk([&](DtDevice *device, int64_t) {
    dt_begin_event(device, kOuter, kText);
    compute(0.01);
    for (int i = 0; i < 2; ++i) {
      dt_begin_event(device, kInner, kText);
      compute(0.02);
      dt_end_event(device);
    }
    dt_end_event(device);
    compute(0.03);
  });
  dt_profile_end(mesh.get());
  ASSERT_EQ(dt_profile_num_totals(mesh.get(), 0, 0), 2);
  DtEventTotal outer = dt_profile_total(mesh.get(), 0, 0, 0);
  DtEventTotal inner = dt_profile_total(mesh.get(), 0, 0, 1);
  EXPECT_EQ(outer.count, 1);
  EXPECT_EQ(inner.count, 2);
  EXPECT_EQ(inner.bytes, 64);
  EXPECT_STREQ(inner.text, kText);
  // Another process may take the core at any time, so there is no upper bound.
  EXPECT_GE(outer.seconds, 0.0099);
  EXPECT_GE(inner.seconds, 0.0398);
  EXPECT_GE(dt_profile_other_seconds(mesh.get(), 0, 0), 0.0298);
  EXPECT_EQ(dt_profile_num_runs(mesh.get(), 0, 0), 1);
  EXPECT_NEAR(outer.seconds + inner.seconds +
                  dt_profile_other_seconds(mesh.get(), 0, 0),
              dt_profile_run_seconds(mesh.get(), 0, 0), 1e-6);
  // Each span lies within the ones that end after it and begin before it.
  std::vector<DtSpan> spans = getSpans(mesh.get(), 0);
  ASSERT_EQ(spans.size(), 4u);
  EXPECT_EQ(spans[0].number, 1);
  EXPECT_EQ(spans[2].number, 0);
  EXPECT_EQ(spans[3].kind, DT_RUN_EVENT);
  EXPECT_LE(spans[3].begin, spans[2].begin);
  EXPECT_LE(spans[2].begin, spans[0].begin);
  EXPECT_LE(spans[0].end, spans[1].begin);
  EXPECT_LE(spans[1].end, spans[2].end);
}

TEST(ProfileTest, TheDeviceThatComesFirstWaits) {
  for (int64_t workers : {1, 2}) {
    Mesh mesh({2}, workers, 1, {});
    ASSERT_EQ(dt_profile_begin(mesh.get()), 0);
    std::atomic<bool> hasCome{false};
    mesh.runOk([&](DtDevice *device, int64_t index) {
      if (index == 0)
        hasCome = true;
      while (!hasCome)
        ;
      if (index == 1)
        compute(0.05);
      dt_begin_event(device, kMeeting, kText);
      dt_barrier(device, 1, "meeting");
      dt_end_event(device);
    });
    dt_profile_end(mesh.get());
    DtEventTotal first = dt_profile_total(mesh.get(), 0, 0, 2);
    // It may have been interrupted before it waited.
    EXPECT_GE(first.wait, 0.01);
    EXPECT_LE(first.wait, first.seconds);
    EXPECT_LT(dt_profile_total(mesh.get(), 1, 0, 2).wait, first.wait);
    std::vector<DtSpan> spans = getSpans(mesh.get(), 0);
    ASSERT_EQ(spans.size(), 3u);
    EXPECT_EQ(spans[0].kind, DT_WAIT_EVENT);
    EXPECT_LE(spans[1].begin, spans[0].begin);
    EXPECT_LE(spans[0].end, spans[1].end);
  }
}

TEST(ProfileTest, TotalsCountSpansThatAreNotKept) {
  Mesh mesh({1}, 1, 1, {});
  constexpr int64_t kCount = (1 << 20) + 1000;
  ASSERT_EQ(dt_profile_begin(mesh.get()), 0);
  mesh.runOk([&](DtDevice *device, int64_t) {
    for (int64_t i = 0; i < kCount; ++i) {
      dt_begin_event(device, kInner, kText);
      dt_end_event(device);
    }
  });
  dt_profile_end(mesh.get());
  EXPECT_EQ(dt_profile_total(mesh.get(), 0, 0, 1).count, kCount);
  EXPECT_EQ(dt_profile_num_spans(mesh.get(), 0), 1 << 20);
  // The run is a span too.
  EXPECT_EQ(dt_profile_num_lost(mesh.get(), 0), 1001);
}

TEST(ProfileTest, NothingIsRecordedOutsideOfAProfile) {
  Mesh mesh({2}, 2, 1, {});
  auto run = [&](DtDevice *device, int64_t) {
    dt_begin_event(device, kMeeting, kText);
    dt_barrier(device, 1, "meeting");
    dt_end_event(device);
  };
  mesh.runOk(run);
  EXPECT_EQ(dt_profile_num_runs(mesh.get(), 0, 0), 0);
  ASSERT_EQ(dt_profile_begin(mesh.get()), 0);
  mesh.runOk(run);
  mesh.runOk(run);
  dt_profile_end(mesh.get());
  mesh.runOk(run);
  EXPECT_EQ(dt_profile_num_runs(mesh.get(), 0, 0), 2);
  EXPECT_EQ(dt_profile_total(mesh.get(), 1, 0, 2).count, 2);
  // Another profile begins with nothing.
  ASSERT_EQ(dt_profile_begin(mesh.get()), 0);
  dt_profile_end(mesh.get());
  EXPECT_EQ(dt_profile_num_runs(mesh.get(), 0, 0), 0);
}

TEST(ProfileTest, ARunThatFailsLeavesNothingOpen) {
  Mesh mesh({1}, 1, 1, {});
  ASSERT_EQ(dt_profile_begin(mesh.get()), 0);
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t) {
    dt_begin_event(device, kOuter, kText);
    dt_fail(device, "on purpose", "");
  }),
            1);
  mesh.runOk([&](DtDevice *device, int64_t) {
    dt_begin_event(device, kInner, kText);
    dt_end_event(device);
  });
  dt_profile_end(mesh.get());
  EXPECT_EQ(dt_profile_num_runs(mesh.get(), 0, 0), 1);
  EXPECT_EQ(dt_profile_total(mesh.get(), 0, 0, 0).count, 0);
  EXPECT_EQ(dt_profile_total(mesh.get(), 0, 0, 1).count, 1);
}

static void runInner(DtDevice *device, void **) {
  dt_begin_event(device, kInner, kText);
  dt_end_event(device);
}

static void runOuter(DtDevice *device, void **) {
  dt_begin_event(device, kOuter, kText);
  dt_end_event(device);
}

TEST(ProfileTest, ProgramsHaveEventsOfTheirOwn) {
  Mesh mesh({1}, 1, 1, {});
  ASSERT_EQ(dt_profile_begin(mesh.get()), 0);
  void **arguments[] = {nullptr};
  for (DtProgram program : {runInner, runOuter, runInner})
    ASSERT_EQ(dt_run(mesh.get(), program, arguments), 0);
  dt_profile_end(mesh.get());
  ASSERT_EQ(dt_profile_num_programs(mesh.get(), 0), 2);
  EXPECT_EQ(dt_profile_program(mesh.get(), 0, 0), runInner);
  EXPECT_EQ(dt_profile_program(mesh.get(), 0, 1), runOuter);
  EXPECT_EQ(dt_profile_num_runs(mesh.get(), 0, 0), 2);
  EXPECT_EQ(dt_profile_num_runs(mesh.get(), 0, 1), 1);
  EXPECT_EQ(dt_profile_total(mesh.get(), 0, 0, 1).count, 2);
  ASSERT_EQ(dt_profile_num_totals(mesh.get(), 0, 1), 1);
  EXPECT_EQ(dt_profile_total(mesh.get(), 0, 1, 0).count, 1);
  std::vector<int64_t> programs;
  for (const DtSpan &span : getSpans(mesh.get(), 0))
    programs.push_back(span.program);
  EXPECT_EQ(programs, (std::vector<int64_t>{0, 0, 1, 1, 0, 0}));
  // There is no third one.
  EXPECT_EQ(dt_profile_program(mesh.get(), 0, 2), nullptr);
  EXPECT_EQ(dt_profile_num_runs(mesh.get(), 0, 2), 0);
}
