/* Shared by the C peers: a clock, percentiles, and a socket call that may not fail. */
#ifndef PEER_H
#define PEER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

enum { MESSAGE_BYTES = 256, SAMPLE_LIMIT = 8 * 1000 * 1000 };

#define MUST(claim)                                                                     \
  do {                                                                                  \
    if (!(claim)) {                                                                     \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #claim, zmq_strerror(zmq_errno())); \
      exit(1);                                                                          \
    }                                                                                   \
  } while (0)

static inline int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* Prints "rate p50_us p99_us". */
static inline void report(int64_t *samples, size_t count, double rate) {
  MUST(count > 0);
  qsort(samples, count, sizeof *samples, ascending);
  printf("%.0f %.1f %.1f\n", rate, samples[count / 2] / 1e3, samples[count * 99 / 100] / 1e3);
}

static inline int64_t *new_samples(void) {
  int64_t *samples = malloc(SAMPLE_LIMIT * sizeof *samples);
  MUST(samples != NULL);
  return samples;
}

#endif
