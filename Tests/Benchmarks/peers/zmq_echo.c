/* Request/reply over libzmq without JSON, 256 bytes each way. A ROUTER echoes in its own process; a DEALER keeps
   IN_FLIGHT requests on the way. With `curve`, encrypted as the bus is, and with the bytes of its header besides.

   zmq_echo ENDPOINT IN_FLIGHT SECONDS [curve]   ->   rate p50_us p99_us */
#include "peer.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEY_TEXT = 41, HEADER_BYTES = 134 };

static int is_encrypted, size = MESSAGE_BYTES;
static char server_key[KEY_TEXT], server_secret[KEY_TEXT];

static void serve(const char *endpoint) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  void *context = zmq_ctx_new();
  void *router = zmq_socket(context, ZMQ_ROUTER);
  if (is_encrypted) {
    int yes = 1;
    MUST(zmq_setsockopt(router, ZMQ_CURVE_SERVER, &yes, sizeof yes) == 0);
    MUST(zmq_setsockopt(router, ZMQ_CURVE_SECRETKEY, server_secret, KEY_TEXT) == 0);
  }
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
  MUST(zmq_send(dealer, body, size, 0) == size);
}

static int64_t reply(void *dealer, char *body) {
  int64_t sent;
  MUST(zmq_recv(dealer, body, size, 0) == size);
  memcpy(&sent, body, sizeof sent);
  return now_ns() - sent;
}

int main(int count, char **arguments) {
  is_encrypted = count == 5 && strcmp(arguments[4], "curve") == 0;
  if (count != 4 && !is_encrypted) return fprintf(stderr, "zmq_echo ENDPOINT IN_FLIGHT SECONDS [curve]\n"), 2;
  const char *endpoint = arguments[1];
  int in_flight = atoi(arguments[2]);
  double seconds = atof(arguments[3]);

  if (is_encrypted) {
    size += HEADER_BYTES;
    MUST(zmq_curve_keypair(server_key, server_secret) == 0);
  }
  pid_t server = fork();
  MUST(server >= 0);
  if (server == 0) serve(endpoint);

  void *context = zmq_ctx_new();
  void *dealer = zmq_socket(context, ZMQ_DEALER);
  int timeout = 10000;
  zmq_setsockopt(dealer, ZMQ_RCVTIMEO, &timeout, sizeof timeout);
  if (is_encrypted) {
    char key[KEY_TEXT], secret[KEY_TEXT];
    MUST(zmq_curve_keypair(key, secret) == 0);
    MUST(zmq_setsockopt(dealer, ZMQ_CURVE_SERVERKEY, server_key, KEY_TEXT) == 0);
    MUST(zmq_setsockopt(dealer, ZMQ_CURVE_PUBLICKEY, key, KEY_TEXT) == 0);
    MUST(zmq_setsockopt(dealer, ZMQ_CURVE_SECRETKEY, secret, KEY_TEXT) == 0);
  }
  MUST(zmq_connect(dealer, endpoint) == 0);

  char body[MESSAGE_BYTES + HEADER_BYTES] = {0};
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
