//===- TwoHostsTest.cpp - The liveness channel between two hosts ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job.h"

#include <fcntl.h>
#include <sched.h>

using namespace dtensor::runtime;
using namespace std::chrono_literals;

namespace {

/// Two hosts joined by a cable: network namespaces and a pair of virtual
/// interfaces. Processes 0 and 1 are on the first host, 2 and 3 on the other
/// one. They see each other's ids, but the channel must not use that, since the
/// networks differ.
class TwoHostsTest : public testing::Test {
protected:
  void SetUp() override {
    std::string id = std::to_string(getpid());
    for (int host : {0, 1}) {
      names[host] = "dtensor-" + id + (host ? "b" : "a");
      links[host] = (host ? "dtb" : "dta") + id;
      if (!run("ip netns add " + names[host]))
        GTEST_SKIP() << "network namespaces need the program 'ip' and the "
                        "rights of an administrator";
    }
    ASSERT_TRUE(run("ip link add " + links[0] + " netns " + names[0] +
                    " type veth peer name " + links[1] + " netns " + names[1]));
    for (int host : {0, 1}) {
      ASSERT_TRUE(runOn(host, "ip addr add 10.213.7." +
                                  std::to_string(host + 1) + "/24 dev " +
                                  links[host]));
      ASSERT_TRUE(runOn(host, "ip link set lo up"));
      ASSERT_TRUE(runOn(host, "ip link set " + links[host] + " up"));
    }
  }
  void TearDown() override {
    for (const std::string &name : names)
      run("ip netns del " + name);
  }

  static bool run(const std::string &command) {
    return system((command + " >/dev/null 2>&1").c_str()) == 0;
  }
  bool runOn(int host, const std::string &command) {
    return run("ip netns exec " + names[host] + " " + command);
  }

  void start(Job &job,
             const std::function<void(Liveness &, int64_t rank)> &body) {
    LivenessOptions options;
    options.hostSeconds = 2;
    job.start(body, options, [&](int64_t rank) {
      int host = open(("/run/netns/" + names[rank / 2]).c_str(), O_RDONLY);
      if (host < 0 || setns(host, CLONE_NEWNET) != 0)
        _exit(4);
    });
  }

  std::string names[2];
  std::string links[2];
};

TEST_F(TwoHostsTest, AllEndWell) {
  Job job(4);
  start(job, [](Liveness &, int64_t) {});
  ASSERT_TRUE(job.waitForAll(10s));
  for (int64_t rank = 0; rank < 4; ++rank)
    EXPECT_EQ(job.codes[rank], 0) << job.slots[rank].newsText;
}

TEST_F(TwoHostsTest, Kills) {
  for (int64_t victim = 0; victim < 4; ++victim) {
    Job job(4);
    start(job, [](Liveness &, int64_t) { pause(); });
    ASSERT_TRUE(job.waitUntilJoined());
    kill(job.slots[victim].pid, SIGKILL);
    ASSERT_TRUE(job.waitForAll(1s));
    for (int64_t rank = 0; rank < 4; ++rank) {
      if (rank == victim)
        continue;
      EXPECT_EQ(job.codes[rank], 1);
      EXPECT_EQ(job.slots[rank].newsAbout, victim);
    }
  }
}

TEST_F(TwoHostsTest, StoppedProcess) {
  Job job(4);
  start(job, [&](Liveness &liveness, int64_t rank) {
    while (true) {
      std::vector<Silence> silences = liveness.getSilences();
      job.slots[rank].note =
          silences.size() == 1 && silences[0].about.rank == 2;
      std::this_thread::sleep_for(10ms);
    }
  });
  ASSERT_TRUE(job.waitUntilJoined());
  kill(job.slots[2].pid, SIGSTOP);
  // It is named, and is not lost: its host still answers after the time.
  EXPECT_TRUE(job.waitFor(
      [&] {
        return job.slots[0].note == 1 && job.slots[1].note == 1 &&
               job.slots[3].note == 1;
      },
      4s));
  std::this_thread::sleep_for(4s);
  for (int64_t rank = 0; rank < 4; ++rank)
    EXPECT_EQ(job.slots[rank].newsAbout, -1) << job.slots[rank].newsText;
}

TEST_F(TwoHostsTest, CutCable) {
  Job job(4);
  start(job, [](Liveness &, int64_t) { pause(); });
  ASSERT_TRUE(job.waitUntilJoined());
  Job::Clock::time_point cut = Job::Clock::now();
  ASSERT_TRUE(runOn(0, "ip link set " + links[0] + " down"));
  // Twice the time without an answer: the system looks when it sends again.
  ASSERT_TRUE(job.waitForAll(4s));
  double seconds =
      std::chrono::duration<double>(Job::Clock::now() - cut).count();
  std::printf("the loss of a host was noticed after %.1f s\n", seconds);
  for (int64_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(job.codes[rank], 1);
    // Each side has lost the other one.
    EXPECT_EQ(job.slots[rank].newsAbout / 2, 1 - rank / 2);
    EXPECT_NE(std::string(job.slots[rank].newsText)
                  .find("was lost: its host does not answer"),
              std::string::npos)
        << job.slots[rank].newsText;
  }
}

} // namespace
