//===- Liveness.cpp - Notice of the end of other processes ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Liveness.h"
#include "Meeting.h"
#include "Neighbours.h"
#include "Peer.h"
#include "Sentinel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <optional>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>

using namespace dtensor::runtime;
using Clock = Peer::Clock;

static constexpr std::chrono::milliseconds kBeat{250};
/// The silence after which a process is said not to answer.
static constexpr std::chrono::seconds kSilence{1};
/// The time that a leaving process gives its neighbours to leave too.
static constexpr std::chrono::seconds kLeave{1};
/// The time that news has to reach neighbours which are not yet connected.
static constexpr std::chrono::milliseconds kTell{300};

static int64_t getSeconds(Clock::duration time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time).count();
}

/// The channel's thread and its state. Members without a comment belong to the
/// thread.
class Liveness::Channel {
public:
  Channel(LivenessOptions options, Callback onNews)
      : silenceSeconds(options.silenceSeconds), options(std::move(options)),
        onNews(std::move(onNews)),
        neighbours(this->options.rank, this->options.numProcesses) {}
  ~Channel();

  bool start(const Exchange &exchange, std::string &error);
  void fail(const std::string &text);
  bool end();

  SilenceTable silences;
  std::atomic<double> silenceSeconds;

private:
  enum { kStart = 0, kEnd = 1, kNumMeetings = 2 };

  bool startThread(std::string &error);
  void run();
  void step();
  void acceptLinks();
  void greet(const Poller &poller);
  void handle(Peer &peer, const Message &message);
  void judge(const Poller &poller);
  void beat();
  void meet();
  void release(int64_t meeting);
  void leave();
  /// Takes news that `from` has sent, or nobody.
  void raise(const News &news, Peer *from, bool isOwn = false);
  void tellNews();
  void sendToAll(Message::Kind kind, const std::string &fields,
                 const Peer *except = nullptr);
  Peer *findPeer(int64_t rank);
  void wake();
  /// Comes to a meeting and waits for all. Returns whether all came before the
  /// time and before any news.
  bool comeTo(int64_t meeting, double seconds);

  const LivenessOptions options;
  const Callback onNews;
  const Neighbours neighbours;
  Endpoint own;
  Descriptor listener;
  Descriptor wakeUp;
  Descriptor launcher;
  int64_t launcherId = 0;
  std::vector<std::unique_ptr<Peer>> peers;
  /// Connections of processes that have not said who they are.
  std::vector<Link> strangers;
  Clock::time_point lastStep = Clock::now();
  Clock::time_point lastBeat;
  std::optional<Clock::time_point> left;
  Clock::time_point newsTime;
  bool isOwnNews = false;
  std::thread thread;

  /// Guards the members below, which other threads use as well.
  std::mutex mutex;
  std::condition_variable changed;
  Meeting meetings[kNumMeetings];
  std::optional<std::string> failure;
  std::optional<News> firstNews;
  bool isTold = false;
  bool stopping = false;
};

bool Liveness::Channel::start(const Exchange &exchange, std::string &error) {
  own.name = ProcessName::getOwn(options.rank, options.devices);
  listener = listenAt(own, options.interface, error);
  if (!listener.isOpen())
    return false;
  wakeUp = Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wakeUp.isOpen()) {
    error = std::string("cannot watch other processes: ") + strerror(errno);
    return false;
  }
  if (options.watchLauncher) {
    launcherId = getppid();
    launcher = watchProcess(launcherId);
  }
  std::vector<std::string> theirs = exchange(own.write(), neighbours.get());
  if (theirs.size() != neighbours.get().size()) {
    error = "processes could not exchange their addresses";
    return false;
  }
  for (size_t i = 0; i < theirs.size(); ++i) {
    Endpoint endpoint;
    if (!endpoint.read(theirs[i]) ||
        endpoint.name.rank != neighbours.get()[i]) {
      error = "required the addresses of process " +
              std::to_string(neighbours.get()[i]) + ", found other bytes";
      return false;
    }
    peers.push_back(
        std::make_unique<Peer>(own, std::move(endpoint), options.hostSeconds));
  }
  if (!startThread(error))
    return false;
  if (comeTo(kStart, options.startSeconds))
    return true;
  std::lock_guard<std::mutex> lock(mutex);
  error = firstNews
              ? firstNews->describe()
              : "not all processes have joined the liveness channel in " +
                    std::to_string(static_cast<int64_t>(options.startSeconds)) +
                    " s";
  for (const Silence &silence : silences.get())
    if (!firstNews)
      error += "; " + silence.describe();
  return false;
}

bool Liveness::Channel::startThread(std::string &error) {
  // Signals are for the threads of the program.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    thread = std::thread([this] { run(); });
  } catch (const std::system_error &problem) {
    error = std::string("cannot watch other processes: ") + problem.what();
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread.joinable();
}

Liveness::Channel::~Channel() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    stopping = true;
  }
  wake();
  if (thread.joinable())
    thread.join();
}

void Liveness::Channel::wake() {
  uint64_t one = 1;
  [[maybe_unused]] ssize_t count = write(wakeUp.get(), &one, sizeof(one));
}

bool Liveness::Channel::comeTo(int64_t meeting, double seconds) {
  std::unique_lock<std::mutex> lock(mutex);
  meetings[meeting].hasCome = true;
  wake();
  auto isOver = [&] { return meetings[meeting].isReleased || isTold; };
  if (seconds > 0)
    changed.wait_for(lock, std::chrono::duration<double>(seconds), isOver);
  else
    changed.wait(lock, isOver);
  return meetings[meeting].isReleased;
}

void Liveness::Channel::fail(const std::string &text) {
  std::unique_lock<std::mutex> lock(mutex);
  failure = text;
  wake();
  changed.wait_for(lock, 2 * kTell, [&] { return isTold; });
}

bool Liveness::Channel::end() { return comeTo(kEnd, /*seconds=*/0); }

void Liveness::Channel::run() {
  while (true) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (stopping && !left)
        return;
    }
    if (left && (Clock::now() - *left > kLeave ||
                 std::none_of(peers.begin(), peers.end(),
                              [](auto &peer) { return peer->isConnected(); })))
      return;
    step();
  }
}

void Liveness::Channel::step() {
  Poller poller;
  poller.add(wakeUp.get(), POLLIN);
  if (listener.isOpen())
    poller.add(listener.get(), POLLIN);
  if (launcher.isOpen())
    poller.add(launcher.get(), POLLIN);
  for (const Link &stranger : strangers)
    poller.add(stranger.getSocket(), POLLIN);
  for (const auto &peer : peers)
    peer->addTo(poller);
  poller.wait(kBeat.count());

  // After a stop of this process, its own past says nothing about others.
  Clock::time_point now = Clock::now();
  if (now - lastStep > kSilence)
    for (const auto &peer : peers)
      peer->heard = now;
  lastStep = now;

  uint64_t ignored;
  [[maybe_unused]] ssize_t count =
      read(wakeUp.get(), &ignored, sizeof(ignored));
  if (poller.isReady(listener.get()))
    acceptLinks();
  greet(poller);
  for (const auto &peer : peers) {
    peer->advance(poller);
    peer->link.flush();
    while (std::optional<Message> message = peer->link.next())
      handle(*peer, *message);
  }
  // Words of a process that has ended have been heard by now.
  judge(poller);
  meet();
  tellNews();
  beat();
}

void Liveness::Channel::acceptLinks() {
  while (true) {
    Descriptor socket(accept4(listener.get(), nullptr, nullptr,
                              SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket.isOpen())
      return;
    strangers.emplace_back(std::move(socket));
  }
}

/// Finds out who the strangers are.
void Liveness::Channel::greet(const Poller &poller) {
  for (size_t i = 0; i < strangers.size(); ++i) {
    Link &stranger = strangers[i];
    if (!poller.isReady(stranger.getSocket()))
      continue;
    bool good = stranger.receive();
    if (std::optional<Message> message = stranger.next()) {
      FieldReader fields(message->fields);
      bool isKnown = message->kind == Message::Kind::Hello &&
                     fields.readText() == own.secret;
      Peer *peer = isKnown ? findPeer(fields.readNumber()) : nullptr;
      good = false;
      if (peer && !peer->isConnected())
        peer->adopt(std::move(stranger));
    }
    if (!good)
      strangers.erase(strangers.begin() + i--);
  }
  // Neighbours have connected by the end of the first meeting.
  std::lock_guard<std::mutex> lock(mutex);
  if (meetings[kStart].isReleased) {
    strangers.clear();
    listener.close();
  }
}

Peer *Liveness::Channel::findPeer(int64_t rank) {
  for (const auto &peer : peers)
    if (peer->getName().rank == rank)
      return peer.get();
  return nullptr;
}

void Liveness::Channel::handle(Peer &peer, const Message &message) {
  peer.heard = Clock::now();
  FieldReader fields(message.fields);
  switch (message.kind) {
  case Message::Kind::Hello:
  case Message::Kind::Beat:
    return;
  case Message::Kind::Arrived:
  case Message::Kind::Released: {
    int64_t meeting = fields.readNumber();
    if (meeting < 0 || meeting >= kNumMeetings)
      return;
    if (message.kind == Message::Kind::Released)
      return release(meeting);
    std::lock_guard<std::mutex> lock(mutex);
    ++meetings[meeting].numArrived;
    return;
  }
  case Message::Kind::News:
    return raise(News::read(fields), &peer);
  case Message::Kind::Silent: {
    ProcessName about = ProcessName::read(fields);
    if (about.rank != options.rank && silences.add(about, fields.readNumber()))
      sendToAll(message.kind, message.fields, &peer);
    return;
  }
  case Message::Kind::Answers:
    if (silences.remove(fields.readNumber()))
      sendToAll(message.kind, message.fields, &peer);
    return;
  case Message::Kind::Bye:
    peer.hasLeft = true;
    // Nobody leaves before all have come to the last meeting.
    return release(kEnd);
  }
}

void Liveness::Channel::sendToAll(Message::Kind kind, const std::string &fields,
                                  const Peer *except) {
  for (const auto &peer : peers)
    if (peer.get() != except)
      peer->link.send(kind, fields);
}

void Liveness::Channel::raise(const News &news, Peer *from, bool isOwn) {
  if (from)
    from->knowsNews = true;
  std::lock_guard<std::mutex> lock(mutex);
  if (firstNews || left)
    return;
  firstNews = news;
  isOwnNews = isOwn;
  newsTime = Clock::now();
}

/// Tells the news to all neighbours, and then to this process, which ends.
/// Those that are still connecting are waited for. Otherwise they would see
/// that this process has ended, and take it for the lost one.
void Liveness::Channel::tellNews() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!firstNews || isTold)
      return;
  }
  bool isAll = true;
  for (const auto &peer : peers) {
    if (peer->isConnected() && !peer->knowsNews) {
      peer->link.send(Message::Kind::News, firstNews->write());
      peer->knowsNews = true;
    }
    isAll &= peer->knowsNews || peer->isForgotten();
  }
  if (!isAll && Clock::now() - newsTime < kTell)
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isTold = true;
  }
  changed.notify_all();
  if (!isOwnNews)
    onNews(*firstNews);
}

/// Looks for processes that have ended, or do not answer.
void Liveness::Channel::judge(const Poller &poller) {
  for (const auto &peer : peers) {
    if (peer->isForgotten())
      continue;
    std::string end = peer->findEnd(poller);
    if (!end.empty()) {
      peer->forget();
      if (!peer->hasLeft)
        raise({News::Kind::Lost, peer->getName(), end}, peer.get());
      continue;
    }
    Clock::duration silence = Clock::now() - peer->heard;
    if (silence < kSilence && peer->toldSilence > 0) {
      peer->toldSilence = 0;
      silences.remove(peer->getName().rank);
      sendToAll(Message::Kind::Answers,
                FieldWriter().add(peer->getName().rank).get(), peer.get());
    }
    if (silence < kSilence)
      continue;
    double limit = silenceSeconds.load(std::memory_order_relaxed);
    if (limit > 0 && silence > std::chrono::duration<double>(limit))
      raise({News::Kind::Silent, peer->getName(),
             std::to_string(getSeconds(silence)) + " s"},
            nullptr);
    // At first, and then every five seconds.
    int64_t seconds = getSeconds(silence);
    if (peer->toldSilence > 0 && seconds < peer->toldSilence + 5)
      continue;
    peer->toldSilence = seconds;
    silences.add(peer->getName(), seconds);
    FieldWriter fields;
    peer->getName().write(fields);
    sendToAll(Message::Kind::Silent, fields.add(seconds).get(), peer.get());
  }
  if (launcher.isOpen() && poller.isReady(launcher.get())) {
    launcher.close();
    raise({News::Kind::LauncherLost, own.name,
           "process " + std::to_string(launcherId) + " of its host has ended"},
          nullptr);
  }
}

void Liveness::Channel::beat() {
  Clock::time_point now = Clock::now();
  if (now - lastBeat < kBeat || left)
    return;
  lastBeat = now;
  sendToAll(Message::Kind::Beat, "");
}

/// Goes on with the meetings, and tells an error of this process.
void Liveness::Channel::meet() {
  for (int64_t meeting = 0; meeting < kNumMeetings; ++meeting) {
    // Each neighbour has to be connected before any meeting ends.
    bool isReady =
        std::all_of(peers.begin(), peers.end(), [&](const auto &peer) {
          return peer->isConnected() || meeting != kStart;
        });
    bool isComplete;
    {
      std::lock_guard<std::mutex> lock(mutex);
      isComplete = isReady && meetings[meeting].isComplete(
                                  neighbours.getChildren().size());
    }
    if (!isComplete)
      continue;
    if (Peer *parent = findPeer(neighbours.getParent()))
      parent->link.send(Message::Kind::Arrived,
                        FieldWriter().add(meeting).get());
    else
      release(meeting);
  }
  std::optional<std::string> text;
  {
    std::lock_guard<std::mutex> lock(mutex);
    std::swap(text, failure);
  }
  if (text)
    raise({News::Kind::Failed, own.name, *text}, nullptr, /*isOwn=*/true);
}

void Liveness::Channel::release(int64_t meeting) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (meetings[meeting].isReleased || firstNews)
      return;
  }
  for (int64_t child : neighbours.getChildren())
    if (Peer *peer = findPeer(child))
      peer->link.send(Message::Kind::Released,
                      FieldWriter().add(meeting).get());
  if (meeting == kEnd)
    leave();
  {
    std::lock_guard<std::mutex> lock(mutex);
    meetings[meeting].isReleased = true;
  }
  changed.notify_all();
}

/// Says goodbye. Connections stay open until the neighbours have heard it.
void Liveness::Channel::leave() {
  sendToAll(Message::Kind::Bye, "");
  for (const auto &peer : peers) {
    peer->hasLeft = true;
    if (peer->isConnected())
      shutdown(peer->link.getSocket(), SHUT_WR);
  }
  left = Clock::now();
}

Liveness::Liveness(std::unique_ptr<Channel> channel)
    : channel(std::move(channel)) {}
Liveness::~Liveness() = default;

std::unique_ptr<Liveness> Liveness::start(LivenessOptions options,
                                          const Exchange &exchange,
                                          Callback onNews, std::string &error) {
  auto channel =
      std::make_unique<Channel>(std::move(options), std::move(onNews));
  if (!channel->start(exchange, error))
    return nullptr;
  return std::unique_ptr<Liveness>(new Liveness(std::move(channel)));
}

void Liveness::fail(const std::string &text) { channel->fail(text); }
bool Liveness::end() { return channel->end(); }
void Liveness::setSilenceLimit(double seconds) {
  channel->silenceSeconds.store(seconds, std::memory_order_relaxed);
}
std::vector<Silence> Liveness::getSilences() const {
  return channel->silences.get();
}
