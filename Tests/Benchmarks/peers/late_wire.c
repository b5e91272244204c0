/* A wire of a given length between two Unix sockets: late_wire LISTEN TARGET MICROSECONDS. Each connection to LISTEN
   is one to TARGET, and every byte arrives so many microseconds after it was sent, in both directions, as over a network.
   The kernel's netem would do it, where it is built in. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { max_wires = 256, max_parts = 256, part_size = 8192 };

struct part {
  int64_t due;
  size_t size, sent;
  char bytes[part_size];
};

/* One direction: what was read from `from` and is not yet written to `to`, oldest first. */
struct wire {
  int from, to, ended;
  size_t first, count;
  struct part *parts;
};

static struct wire wires[max_wires];
static int wire_count;
static int64_t delay;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static struct sockaddr_un address(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    fprintf(stderr, "late_wire: the path is too long: %s\n", path);
    exit(1);
  }
  strcpy(address.sun_path, path);
  return address;
}

static void add(int from, int to) {
  if (wire_count == max_wires) {
    fprintf(stderr, "late_wire: too many connections\n");
    exit(1);
  }
  wires[wire_count++] = (struct wire){.from = from, .to = to, .parts = malloc(max_parts * sizeof(struct part))};
}

static void take(int listener, const struct sockaddr_un *target) {
  int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (client < 0 || server < 0) fail("late_wire: accept");
  if (connect(server, (const struct sockaddr *)target, sizeof *target) != 0) {
    close(client);
    close(server);
    return;
  }
  add(client, server);
  add(server, client);
}

static void receive(struct wire *wire) {
  struct part *part = &wire->parts[(wire->first + wire->count) % max_parts];
  ssize_t size = recv(wire->from, part->bytes, part_size, MSG_DONTWAIT);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  part->due = now() + delay;
  part->size = size < 0 ? 0 : (size_t)size;
  part->sent = 0;
  wire->ended = part->size == 0;
  wire->count++;
}

/* Sends what is due. An empty part is the end of the connection. */
static void deliver(struct wire *wire, int64_t time) {
  while (wire->count > 0) {
    struct part *part = &wire->parts[wire->first];
    if (part->due > time) return;
    if (part->size == 0) {
      shutdown(wire->to, SHUT_WR);
    } else {
      ssize_t sent = send(wire->to, part->bytes + part->sent, part->size - part->sent, MSG_DONTWAIT | MSG_NOSIGNAL);
      if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
        part->due = time + 50000;
        return;
      }
      if (sent < 0) shutdown(wire->from, SHUT_RDWR);
      else if ((part->sent += (size_t)sent) < part->size) return;
    }
    wire->first = (wire->first + 1) % max_parts;
    wire->count--;
  }
}

/* Both directions of a connection that has ended go; they are neighbors. */
static void sweep(void) {
  for (int index = 0; index < wire_count; index += 2) {
    struct wire *one = &wires[index], *other = &wires[index + 1];
    if (!one->ended || !other->ended || one->count > 0 || other->count > 0) continue;
    close(one->from);
    close(one->to);
    free(one->parts);
    free(other->parts);
    wires[index] = wires[wire_count - 2];
    wires[index + 1] = wires[wire_count - 1];
    wire_count -= 2;
    index -= 2;
  }
}

int main(int count, char **words) {
  if (count != 4) {
    fprintf(stderr, "late_wire LISTEN TARGET MICROSECONDS\n");
    return 2;
  }
  delay = atoll(words[3]) * 1000;
  struct sockaddr_un here = address(words[1]), target = address(words[2]);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&here, sizeof here) != 0 || listen(listener, 128) != 0) {
    fail("late_wire: listen");
  }
  /* Timers of the usual slack would be 50 microseconds late. */
  prctl(PR_SET_TIMERSLACK, 1);
  puts("listening");
  fflush(stdout);
  for (;;) {
    struct pollfd items[max_wires + 1] = {{.fd = listener, .events = POLLIN}};
    int64_t next = INT64_MAX;
    for (int index = 0; index < wire_count; index++) {
      struct wire *wire = &wires[index];
      int reads = !wire->ended && wire->count < max_parts;
      items[index + 1] = (struct pollfd){.fd = reads ? wire->from : -1, .events = POLLIN};
      if (wire->count > 0 && wire->parts[wire->first].due < next) next = wire->parts[wire->first].due;
    }
    int64_t left = next == INT64_MAX ? 0 : next - now();
    struct timespec wait = {.tv_sec = 0, .tv_nsec = left > 0 ? left % 1000000000 : 0};
    int known = wire_count;
    if (ppoll(items, (nfds_t)known + 1, next == INT64_MAX ? NULL : &wait, NULL) < 0 && errno != EINTR) {
      fail("late_wire: poll");
    }
    for (int index = 0; index < known; index++) {
      if (items[index + 1].revents != 0) receive(&wires[index]);
    }
    int64_t time = now();
    for (int index = 0; index < known; index++) deliver(&wires[index], time);
    if (items[0].revents != 0) take(listener, &target);
    sweep();
  }
}
