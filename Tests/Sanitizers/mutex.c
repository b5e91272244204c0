/* Tells ThreadSanitizer what a contended Synchronization.Mutex does.
 *
 * On Linux the mutex is a PI futex. Uncontended it is one compare-and-exchange in the program, which the sanitizer
 * sees. Contended, `_lockSlow` and `_unlockSlow` of libswiftSynchronization (not instrumented) let the kernel hand
 * the word over; the sanitizer then misses that the unlocking thread happens before the locking one, and takes every
 * access under the lock for a race. Preloaded, this file names both sides at the address of the lock. Nothing is
 * suppressed: an access without the lock is reported as before (Tests/Sanitizers/Planted).
 *
 * Both functions have Swift's calling convention; `self` comes in the context register.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

typedef SWIFT void (*lock_function)(uint32_t, CONTEXT void *);
typedef SWIFT bool (*try_lock_function)(CONTEXT void *);
typedef SWIFT void (*unlock_function)(CONTEXT void *);

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

SWIFT void lock_slow(uint32_t thread, CONTEXT void *self) __asm__(LOCK);
SWIFT bool try_lock_slow(CONTEXT void *self) __asm__(TRY_LOCK);
SWIFT void unlock_slow(CONTEXT void *self) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, CONTEXT void *self) {
  static lock_function original;
  lock_function function = __atomic_load_n(&original, __ATOMIC_RELAXED);
  if (!function) {
    function = (lock_function)next(LOCK);
    __atomic_store_n(&original, function, __ATOMIC_RELAXED);
  }
  function(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT bool try_lock_slow(CONTEXT void *self) {
  static try_lock_function original;
  try_lock_function function = __atomic_load_n(&original, __ATOMIC_RELAXED);
  if (!function) {
    function = (try_lock_function)next(TRY_LOCK);
    __atomic_store_n(&original, function, __ATOMIC_RELAXED);
  }
  bool is_locked = function(self);
  if (is_locked && __tsan_acquire) __tsan_acquire(self);
  return is_locked;
}

SWIFT void unlock_slow(CONTEXT void *self) {
  static unlock_function original;
  unlock_function function = __atomic_load_n(&original, __ATOMIC_RELAXED);
  if (!function) {
    function = (unlock_function)next(UNLOCK);
    __atomic_store_n(&original, function, __ATOMIC_RELAXED);
  }
  if (__tsan_release) __tsan_release(self);
  function(self);
}
