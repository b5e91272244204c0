/* Power loss for one process, without root: cc -shared -fPIC -o powerloss.so powerloss.c; LD_PRELOAD=powerloss.so.
 *
 * Files under POWERLOSS_DIR are read and written in memory. fsync and fdatasync bring a file's writes into the
 * real one; SIGKILL then leaves what a disk holds after a power cut when nothing unsynced got there. Names
 * (create, unlink, rename) are on disk at once. Mapped files ("-shm") are left alone: delete them after a cut.
 *
 * POWERLOSS_LEAK=n   n of 100 writes reach the disk early, cut at a sector: a disk may do that too.
 * POWERLOSS_EIO=n    the n-th sync fails once, and what it should have brought never gets there, although
 *                    later syncs succeed and reads still show it: that is what Linux does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MAX_FD = 4096, MAX_FILES = 256, SECTOR = 512 };
typedef struct { size_t from, to; } range;
typedef struct {
  dev_t device; ino_t inode; int used;
  char *bytes; size_t size, room;
  range *dirty; size_t count, dirty_room;
  size_t cut; int is_cut; /* the least size since the last sync: beyond it the real file is out of date */
} file;

static file files[MAX_FILES];
static file *by_fd[MAX_FD];
static size_t position[MAX_FD];
static char root[4096];
static int leak, fail_at, syncs;
static unsigned seed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FILE_OF(fd) ((fd) >= 0 && (fd) < MAX_FD ? by_fd[fd] : NULL)
#define LOCKED(expression) ({ pthread_mutex_lock(&lock); __typeof__(expression) r_ = (expression); \
  pthread_mutex_unlock(&lock); r_; })

static int number(const char *name) { const char *text = getenv(name); return text ? atoi(text) : 0; }
static void stop(const char *why) { fprintf(stderr, "powerloss: %s\n", why); _exit(99); }

__attribute__((constructor)) static void start(void) {
  const char *folder = getenv("POWERLOSS_DIR");
  if (!folder || !realpath(folder, root)) stop("POWERLOSS_DIR is missing");
  leak = number("POWERLOSS_LEAK"), fail_at = number("POWERLOSS_EIO"), seed = (unsigned)getpid();
}

static file *find(const struct stat *info) {
  for (int i = 0; i < MAX_FILES; i++)
    if (files[i].used && files[i].inode == info->st_ino && files[i].device == info->st_dev) return &files[i];
  return NULL;
}

static void grow(file *f, size_t size) {
  if (size > f->room && !(f->bytes = realloc(f->bytes, f->room = size * 2))) stop("no memory");
  if (size > f->size) memset(f->bytes + f->size, 0, size - f->size), f->size = size;
}

static int is_ours(int fd, struct stat *info) {
  char link[32], path[4096];
  if (fd < 0 || fd >= MAX_FD || REAL(fstat)(fd, info) != 0 || !S_ISREG(info->st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 4) return 0;
  path[length] = 0;
  return strncmp(path, root, strlen(root)) == 0 && strcmp(path + length - 4, "-shm") != 0;
}

static file *load(int fd, const struct stat *info) {
  file *f = NULL;
  char link[32];
  for (int i = 0; i < MAX_FILES && !f; i++) if (!files[i].used) f = &files[i];
  if (!f) stop("too many files");
  memset(f, 0, sizeof *f);
  f->used = 1, f->inode = info->st_ino, f->device = info->st_dev;
  grow(f, (size_t)info->st_size);
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int reader = REAL(open)(link, O_RDONLY);
  if (info->st_size && REAL(pread)(reader, f->bytes, f->size, 0) != info->st_size) stop("cannot read");
  REAL(close)(reader);
  return f;
}

static int adopt(int fd, int flags) {
  struct stat info;
  int saved = errno;
  pthread_mutex_lock(&lock);
  if (is_ours(fd, &info)) {
    file *f = find(&info);
    if (!f) f = load(fd, &info);
    if (flags & O_TRUNC) f->size = 0, f->count = 0;
    by_fd[fd] = f, position[fd] = 0;
  }
  pthread_mutex_unlock(&lock);
  errno = saved;
  return fd;
}

static ssize_t get(file *f, void *bytes, size_t count, size_t at) {
  if (at >= f->size) return 0;
  if (count > f->size - at) count = f->size - at;
  memcpy(bytes, f->bytes + at, count);
  return (ssize_t)count;
}

static ssize_t put(int fd, file *f, const void *bytes, size_t count, size_t at) {
  grow(f, at + count);
  memcpy(f->bytes + at, bytes, count);
  if (f->count == f->dirty_room) {
    f->dirty_room = f->dirty_room ? f->dirty_room * 2 : 64;
    if (!(f->dirty = realloc(f->dirty, f->dirty_room * sizeof(range)))) stop("no memory");
  }
  f->dirty[f->count++] = (range){at, at + count};
  if (leak && rand_r(&seed) % 100 < leak) {
    size_t sectors = (size_t)rand_r(&seed) % (count / SECTOR + 1);
    if (sectors) (void)!REAL(pwrite)(fd, bytes, sectors * SECTOR, (off_t)at);
  }
  return (ssize_t)count;
}

static int settle(int fd, file *f) {
  int is_lost = ++syncs == fail_at;
  if (!is_lost) {
    if (f->is_cut && REAL(ftruncate)(fd, (off_t)f->cut) != 0) stop("cannot cut");
    for (size_t i = 0; i < f->count; i++) {
      size_t from = f->dirty[i].from, to = f->dirty[i].to < f->size ? f->dirty[i].to : f->size;
      if (from < to && REAL(pwrite)(fd, f->bytes + from, to - from, (off_t)from) != (ssize_t)(to - from))
        stop("cannot write");
    }
    if (REAL(ftruncate)(fd, (off_t)f->size) != 0) stop("cannot cut");
  }
  f->count = 0, f->is_cut = 0;
  if (is_lost) errno = EIO;
  return is_lost ? -1 : 0;
}

static int cut(file *f, size_t size) {
  if (size < f->size && (!f->is_cut || size < f->cut)) f->is_cut = 1, f->cut = size;
  if (size > f->size) grow(f, size);
  f->size = size;
  return 0;
}

static void forget(const char *path) {
  struct stat info;
  if (REAL(stat)(path, &info) != 0 || info.st_nlink != 1) return;
  pthread_mutex_lock(&lock);
  file *f = find(&info);
  if (f) f->inode = 0; /* who has it open goes on with it; the next file of this inode is another one */
  pthread_mutex_unlock(&lock);
}

static int patch(int code, struct stat *info) {
  if (code != 0 || !S_ISREG(info->st_mode)) return code;
  pthread_mutex_lock(&lock);
  file *f = find(info);
  if (f) info->st_size = (off_t)f->size;
  pthread_mutex_unlock(&lock);
  return code;
}

#define MODE(last) mode_t mode = 0; if (flags & (O_CREAT | __O_TMPFILE)) { va_list list; va_start(list, last); \
  mode = va_arg(list, mode_t); va_end(list); }
#define OPEN(name) int name(const char *path, int flags, ...) { MODE(flags) \
  return adopt(REAL(name)(path, flags, mode), flags); }
#define OPENAT(name) int name(int folder, const char *path, int flags, ...) { MODE(flags) \
  return adopt(REAL(name)(folder, path, flags, mode), flags); }
#define CREAT(name) int name(const char *path, mode_t mode) { return adopt(REAL(name)(path, mode), O_TRUNC); }
#define PREAD(name, type) ssize_t name(int fd, void *bytes, size_t count, type at) { file *f = FILE_OF(fd); \
  return f ? LOCKED(get(f, bytes, count, (size_t)at)) : REAL(name)(fd, bytes, count, at); }
#define PWRITE(name, type) ssize_t name(int fd, const void *bytes, size_t count, type at) { \
  file *f = FILE_OF(fd); \
  return f ? LOCKED(put(fd, f, bytes, count, (size_t)at)) : REAL(name)(fd, bytes, count, at); }
#define CUT(name, type) int name(int fd, type size) { file *f = FILE_OF(fd); \
  return f ? LOCKED(cut(f, (size_t)size)) : REAL(name)(fd, size); }
#define SYNC(name) int name(int fd) { file *f = FILE_OF(fd); \
  return f ? LOCKED(settle(fd, f)) : REAL(name)(fd); }
#define STAT(name, subject, kind) int name(subject which, struct kind *info) { \
  return patch(REAL(name)(which, info), (struct stat *)info); }

OPEN(open) OPEN(open64) OPENAT(openat) OPENAT(openat64) CREAT(creat) CREAT(creat64)
PREAD(pread, off_t) PREAD(pread64, off64_t) PWRITE(pwrite, off_t) PWRITE(pwrite64, off64_t)
CUT(ftruncate, off_t) CUT(ftruncate64, off64_t) SYNC(fsync) SYNC(fdatasync)
STAT(stat, const char *, stat) STAT(stat64, const char *, stat64) STAT(lstat, const char *, stat)
STAT(lstat64, const char *, stat64) STAT(fstat, int, stat) STAT(fstat64, int, stat64)

ssize_t read(int fd, void *bytes, size_t count) {
  file *f = FILE_OF(fd);
  if (!f) return REAL(read)(fd, bytes, count);
  ssize_t done = LOCKED(get(f, bytes, count, position[fd]));
  position[fd] += (size_t)done;
  return done;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  file *f = FILE_OF(fd);
  if (!f) return REAL(write)(fd, bytes, count);
  if (fcntl(fd, F_GETFL) & O_APPEND) position[fd] = f->size;
  ssize_t done = LOCKED(put(fd, f, bytes, count, position[fd]));
  position[fd] += (size_t)done;
  return done;
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  if (!FILE_OF(fd)) return REAL(pwritev)(fd, parts, count, at);
  ssize_t done = 0;
  for (int i = 0; i < count; i++) done += pwrite(fd, parts[i].iov_base, parts[i].iov_len, at + done);
  return done;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (!FILE_OF(fd)) return REAL(writev)(fd, parts, count);
  ssize_t done = 0;
  for (int i = 0; i < count; i++) done += write(fd, parts[i].iov_base, parts[i].iov_len);
  return done;
}

off_t lseek(int fd, off_t offset, int whence) {
  file *f = FILE_OF(fd);
  if (!f) return REAL(lseek)(fd, offset, whence);
  off_t from = whence == SEEK_END ? (off_t)f->size : whence == SEEK_CUR ? (off_t)position[fd] : 0;
  return (off_t)(position[fd] = (size_t)(from + offset));
}

int close(int fd) {
  if (FILE_OF(fd)) by_fd[fd] = NULL;
  return REAL(close)(fd);
}

int unlink(const char *path) { forget(path); return REAL(unlink)(path); }
int rename(const char *from, const char *to) { forget(to); return REAL(rename)(from, to); }
