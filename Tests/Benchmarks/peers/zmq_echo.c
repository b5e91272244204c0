/* Request/reply over plain libzmq: no JSON, no CURVE, 256 bytes each way. A ROUTER echoes in its own process; a DEALER
   keeps IN_FLIGHT requests on the way.

   zmq_echo ENDPOINT IN_FLIGHT SECONDS   ->   rate p50_us p99_us */
#include "peer.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void serve(const char *endpoint) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  void *context = zmq_ctx_new();
  void *router = zmq_socket(context, ZMQ_ROUTER);
  MUST(zmq_bind(router, endpoint) == 0);
  for (;;) {
    zmq_msg_t part;
    MUST(zmq_msg_init(&part) == 0);
    MUST(zmq_msg_recv(&part, router, 0) >= 0);
    MUST(zmq_msg_send(&part, router, zmq_msg_more(&part) ? ZMQ_SNDMORE : 0) >= 0);
  }
}

/* A request carries the time it was sent at. */
static void request(void *dealer, char *body) {
  int64_t sent = now_ns();
  memcpy(body, &sent, sizeof sent);
  MUST(zmq_send(dealer, body, MESSAGE_BYTES, 0) == MESSAGE_BYTES);
}

static int64_t reply(void *dealer, char *body) {
  int64_t sent;
  MUST(zmq_recv(dealer, body, MESSAGE_BYTES, 0) == MESSAGE_BYTES);
  memcpy(&sent, body, sizeof sent);
  return now_ns() - sent;
}

int main(int count, char **arguments) {
  if (count != 4) return fprintf(stderr, "zmq_echo ENDPOINT IN_FLIGHT SECONDS\n"), 2;
  const char *endpoint = arguments[1];
  int in_flight = atoi(arguments[2]);
  double seconds = atof(arguments[3]);

  pid_t server = fork();
  MUST(server >= 0);
  if (server == 0) serve(endpoint);

  void *context = zmq_ctx_new();
  void *dealer = zmq_socket(context, ZMQ_DEALER);
  int timeout = 10000;
  zmq_setsockopt(dealer, ZMQ_RCVTIMEO, &timeout, sizeof timeout);
  MUST(zmq_connect(dealer, endpoint) == 0);

  char body[MESSAGE_BYTES] = {0};
  int64_t *samples = new_samples();
  size_t taken = 0;
  for (int i = 0; i < 1000; i++) { /* the connection and the caches */
    request(dealer, body);
    reply(dealer, body);
  }
  int64_t began = now_ns(), end = began + (int64_t)(seconds * 1e9);
  for (int i = 0; i < in_flight; i++) request(dealer, body);
  while (now_ns() < end && taken < SAMPLE_LIMIT) {
    samples[taken++] = reply(dealer, body);
    request(dealer, body);
  }
  double elapsed = (now_ns() - began) / 1e9;
  report(samples, taken, taken / elapsed);
  kill(server, SIGKILL);
  waitpid(server, NULL, 0);
  return 0;
}
