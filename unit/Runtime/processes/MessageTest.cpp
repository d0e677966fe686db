//===- MessageTest.cpp - Tests of the bytes between processes -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "processes/Endpoint.h"
#include "processes/Link.h"
#include "processes/News.h"

#include <gtest/gtest.h>
#include <random>
#include <sys/socket.h>

using namespace dtensor::runtime;

namespace {
struct Pair {
  Pair() {
    int sockets[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, sockets), 0);
    a = Link(Descriptor(sockets[0]));
    b = Link(Descriptor(sockets[1]));
  }
  Link a, b;
};
} // namespace

static News getExample() {
  return {News::Kind::Failed, {2, 17, "a", "devices 4 to 7"}, "no memory"};
}

TEST(MessageTest, NewsComeAsTheyWere) {
  Pair pair;
  pair.a.send(Message::Kind::Beat);
  pair.a.send(Message::Kind::News, getExample().write());
  EXPECT_TRUE(pair.b.receive());
  std::optional<Message> message = pair.b.next();
  ASSERT_TRUE(message);
  EXPECT_EQ(message->kind, Message::Kind::Beat);
  message = pair.b.next();
  ASSERT_TRUE(message);
  FieldReader fields(message->fields);
  EXPECT_EQ(News::read(fields).describe(),
            "process 2 (host a, pid 17, devices 4 to 7) failed: no memory");
  EXPECT_TRUE(fields.isGood());
  EXPECT_FALSE(pair.b.next());
}

TEST(MessageTest, LastWordsAreHeard) {
  Pair pair;
  pair.a.send(Message::Kind::Bye);
  pair.a.close();
  EXPECT_FALSE(pair.b.receive());
  ASSERT_TRUE(pair.b.next());
  EXPECT_EQ(pair.b.getEnd(), "it ended without notice");
}

TEST(MessageTest, ManyMessagesWaitForTheReceiver) {
  Pair pair;
  std::string fields(100000, 'x');
  for (int i = 0; i < 20; ++i)
    pair.a.send(Message::Kind::News, fields);
  EXPECT_TRUE(pair.a.hasUnsent());
  int numMessages = 0;
  while (numMessages < 20) {
    ASSERT_TRUE(pair.b.receive());
    while (std::optional<Message> message = pair.b.next()) {
      EXPECT_EQ(message->fields, fields);
      ++numMessages;
    }
    pair.a.flush();
  }
  EXPECT_FALSE(pair.a.hasUnsent());
}

TEST(MessageTest, ForeignBytesAreRefused) {
  Pair pair;
  std::string text = "GET / HTTP/1.1\r\n\r\n";
  ASSERT_EQ(::send(pair.a.getSocket(), text.data(), text.size(), 0),
            static_cast<ssize_t>(text.size()));
  EXPECT_TRUE(pair.b.receive());
  EXPECT_FALSE(pair.b.next());
  EXPECT_FALSE(pair.b.isOpen());
  EXPECT_EQ(pair.b.getEnd(), "it sent bytes that are no message");
}

TEST(MessageTest, AnyBytesCanBeRead) {
  std::mt19937 random(1);
  std::string news = getExample().write();
  Endpoint endpoint;
  endpoint.addresses = {"10.0.0.1", "::1"};
  std::string good = endpoint.write();
  EXPECT_TRUE(endpoint.read(good));
  EXPECT_EQ(endpoint.addresses.size(), 2u);
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = i % 2 ? news : good;
    for (unsigned change = 0; change <= random() % 4; ++change)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    bytes.resize(random() % (bytes.size() + 1));
    FieldReader fields(bytes);
    News::read(fields).describe();
    endpoint.read(bytes);
  }
  EXPECT_FALSE(endpoint.read(good.substr(0, good.size() - 1)));
}
