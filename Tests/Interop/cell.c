/* Puts itself into the cell of the picture worker and tries to get out: a line for each way, with what the kernel
   said to it. Before that it shows that the ways are open. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "../../Shared/CVips/confine.h"

static void tell(const char *way, long result) {
  const char *said = result >= 0 ? "allowed" : errno == EPERM ? "EPERM" : errno == ENOMEM ? "ENOMEM" : strerror(errno);
  printf("%s: %s\n", way, said);
}

static void *nothing(void *argument) { return argument; }

static long start_thread(void) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, nothing, NULL);
  if (error == 0) pthread_join(thread, NULL);
  errno = error;
  return error == 0 ? 0 : -1;
}

static long start_process(void) {
  long child = fork();
  if (child == 0) _exit(0);
  return child;
}

int main(int count, char **words) {
  (void)count;
  int kept = open("kept", O_RDWR | O_CREAT, 0600);
  int other = socket(AF_UNIX, SOCK_STREAM, 0);
  printf("before: socket %d, write %d, thread %d\n", other >= 0, kept >= 0, start_thread() == 0);
  dup2(kept, 3);
  int error = quad_confine(4, getppid());
  if (error != 0) {
    fprintf(stderr, "not confined: %s\n", strerror(error));
    return 1;
  }
  tell("read a file", open("/proc/self/exe", O_RDONLY));
  tell("write an open file", write(3, "x", 1));
  tell("thread", start_thread());
  tell("signal to itself", kill(getpid(), 0));
  struct rlimit limit;
  tell("own limits", getrlimit(RLIMIT_AS, &limit));
  if (limit.rlim_max != QUAD_MAX_MEMORY) return 2;
  if (getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_cur != 10) return 3;
  if (getrlimit(RLIMIT_CORE, &limit) != 0 || limit.rlim_max != 0) return 4;

  tell("600 MiB", mmap(NULL, 600 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
  tell("socket", socket(AF_INET, SOCK_STREAM, 0));
  tell("socket to the kernel", socket(AF_NETLINK, SOCK_RAW, 0));
  tell("socketpair", syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, &limit));
  tell("connect", connect(3, NULL, 0));
  tell("execve", execv(words[0], words));
  tell("fork", start_process());
  tell("vfork", syscall(SYS_clone, SIGCHLD | CLONE_VM | CLONE_VFORK, 0, 0, 0, 0));
  tell("ptrace", ptrace(PTRACE_ATTACH, getppid(), 0, 0));
  struct iovec part = {words[0], 1};
  tell("memory of the parent", process_vm_readv(getppid(), &part, 1, &part, 1, 0));
  tell("signal to the parent", kill(getppid(), 0));
  tell("signal to all", kill(-1, 0));
  tell("signal to a thread", syscall(SYS_tkill, getppid(), 0));
  tell("pidfd", syscall(SYS_pidfd_open, getppid(), 0));
  tell("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
  tell("unshare", unshare(CLONE_NEWUSER));
  tell("setns", setns(3, 0));
  tell("bpf", syscall(SYS_bpf, 0, NULL, 0));
  tell("io_uring", syscall(SYS_io_uring_setup, 1, NULL));
  tell("perf", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
  tell("keys", syscall(SYS_keyctl, 0, 0, 0, 0, 0));
  tell("create a file", open("new", O_WRONLY | O_CREAT, 0600));
  tell("nameless file", open(".", O_TMPFILE | O_RDWR, 0600));
  tell("write a file", open("kept", O_RDWR));
  tell("delete", unlink("kept"));
  tell("rename", rename("kept", "new"));
  tell("mode", chmod("kept", 0777));
  struct rlimit higher = {RLIM_INFINITY, RLIM_INFINITY};
  tell("higher limit", setrlimit(RLIMIT_CPU, &higher));
  return 0;
}
