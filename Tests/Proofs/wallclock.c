// Shifts the wall clock of one program (LD_PRELOAD) by the nanoseconds that stand in the file that
// WALLCLOCK_OFFSET names, a number of eight bytes, mapped: a test changes it while the program runs. Every
// other clock and all timers stay, as when somebody sets the machine's clock. (libfaketime 0.9.10 shifts
// timers of monotonic clocks too, whatever it is told: behind our time a program would sleep for as long as
// it is behind.)

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *offset;

__attribute__((constructor)) static void map(void) {
  const char *path = getenv("WALLCLOCK_OFFSET");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  void *found = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
  if (found == MAP_FAILED) abort();
  close(file);
  offset = found;
}

int clock_gettime(clockid_t clock, struct timespec *out) {
  int result = (int)syscall(SYS_clock_gettime, clock, out);
  if (result == 0 && offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    int64_t now = (int64_t)out->tv_sec * 1000000000 + out->tv_nsec + *offset;
    out->tv_sec = now / 1000000000;
    out->tv_nsec = now % 1000000000;
  }
  return result;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  out->tv_sec = now.tv_sec;
  out->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
