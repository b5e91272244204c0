#ifndef QUAD_CZMQ_SHIM_H
#define QUAD_CZMQ_SHIM_H

#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <zmq.h>

/* sys/eventfd.h is not visible through Glibc. */
static inline int quad_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

static inline void quad_eventfd_wake(int descriptor) {
  uint64_t one = 1;
  ssize_t written;
  do { written = write(descriptor, &one, sizeof one); } while (written < 0 && errno == EINTR);
}

static inline void quad_eventfd_clear(int descriptor) {
  uint64_t count;
  ssize_t got;
  do { got = read(descriptor, &count, sizeof count); } while (got < 0 && errno == EINTR);
}

static inline void quad_close(int descriptor) { close(descriptor); }

/* ZMQ_ZAP_ENFORCE_DOMAIN works in Debian's 4.3.4 although zmq.h guards it as a draft: with it a CURVE
   server without a ZAP handler refuses everybody instead of admitting everybody. */
enum { QUAD_ZMQ_ZAP_ENFORCE_DOMAIN = 93 };

#endif
