/* Publish/subscribe over plain libzmq, nothing on disk: the time from zmq_send in one process to the message in the
   other. GAP_US between two messages; 0 sends as fast as it goes (the rate is then what arrived).

   zmq_pubsub ENDPOINT GAP_US SECONDS   ->   rate p50_us p99_us */
#include "peer.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void publish(const char *endpoint, int64_t gap_ns) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  void *context = zmq_ctx_new();
  void *publisher = zmq_socket(context, ZMQ_XPUB);
  MUST(zmq_bind(publisher, endpoint) == 0);
  char body[MESSAGE_BYTES] = {0};
  MUST(zmq_recv(publisher, body, sizeof body, 0) > 0); /* the subscription has arrived */
  for (int64_t next = now_ns();; next += gap_ns) {
    struct timespec wait = {next / 1000000000, next % 1000000000};
    if (gap_ns > 0) clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wait, NULL);
    int64_t sent = now_ns();
    memcpy(body, &sent, sizeof sent);
    MUST(zmq_send(publisher, body, MESSAGE_BYTES, 0) == MESSAGE_BYTES);
  }
}

int main(int count, char **arguments) {
  if (count != 4) return fprintf(stderr, "zmq_pubsub ENDPOINT GAP_US SECONDS\n"), 2;
  pid_t publisher = fork();
  MUST(publisher >= 0);
  if (publisher == 0) publish(arguments[1], atoll(arguments[2]) * 1000);

  void *context = zmq_ctx_new();
  void *subscriber = zmq_socket(context, ZMQ_SUB);
  int timeout = 10000;
  zmq_setsockopt(subscriber, ZMQ_RCVTIMEO, &timeout, sizeof timeout);
  MUST(zmq_setsockopt(subscriber, ZMQ_SUBSCRIBE, "", 0) == 0);
  MUST(zmq_connect(subscriber, arguments[1]) == 0);

  char body[MESSAGE_BYTES];
  int64_t *samples = new_samples();
  size_t taken = 0;
  MUST(zmq_recv(subscriber, body, MESSAGE_BYTES, 0) == MESSAGE_BYTES);
  int64_t began = now_ns(), end = began + (int64_t)(atof(arguments[3]) * 1e9);
  while (now_ns() < end && taken < SAMPLE_LIMIT) {
    int64_t sent;
    MUST(zmq_recv(subscriber, body, MESSAGE_BYTES, 0) == MESSAGE_BYTES);
    memcpy(&sent, body, sizeof sent);
    samples[taken++] = now_ns() - sent;
  }
  report(samples, taken, taken / ((now_ns() - began) / 1e9));
  kill(publisher, SIGKILL);
  waitpid(publisher, NULL, 0);
  return 0;
}
