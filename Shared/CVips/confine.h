#ifndef QUAD_CVIPS_CONFINE_H
#define QUAD_CVIPS_CONFINE_H

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The limits of a process that reads a stranger's picture, and the system calls it may still make. Nothing in
   here needs a privilege. Tests/Unit/ImagesTests compiles a program with this file. */

#if defined(__x86_64__)
#define QUAD_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define QUAD_AUDIT_ARCH AUDIT_ARCH_AARCH64
#else
#error "the filter of system calls knows x86-64 and arm64"
#endif

/* There in a build with that sanitizer. */
extern void __asan_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));

/* A sanitizer maps terabytes of addresses, and writes its reports to files. */
static inline int quad_is_sanitized(void) { return __asan_init != 0 || __tsan_init != 0; }

/* Refused with EPERM, whatever their arguments. */
static const uint16_t quad_refused_calls[] = {
  /* the network */
  SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendto,
  SYS_sendmsg, SYS_sendmmsg, SYS_recvfrom, SYS_recvmsg, SYS_recvmmsg,
  /* other programs */
  SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_tkill,
  SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
#ifdef SYS_pidfd_open
  SYS_pidfd_open, SYS_pidfd_getfd, SYS_pidfd_send_signal,
#endif
#ifdef SYS_process_madvise
  SYS_process_madvise,
#endif
  /* the kernel */
  SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_bpf, SYS_perf_event_open,
  SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_init_module, SYS_finit_module,
  SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl,
  SYS_personality, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_sethostname,
  SYS_setdomainname, SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_setrlimit,
#ifdef SYS_io_uring_setup
  SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
#endif
#ifdef SYS_fsopen
  SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_move_mount, SYS_open_tree,
#endif
#ifdef SYS_mount_setattr
  SYS_mount_setattr,
#endif
  /* names and modes of files; it writes to what it has open */
  SYS_unlinkat, SYS_renameat2, SYS_linkat, SYS_symlinkat, SYS_mkdirat, SYS_mknodat, SYS_fchmodat, SYS_fchmod,
  SYS_fchownat, SYS_fchown, SYS_truncate, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
#ifdef SYS_renameat
  SYS_renameat,
#endif
#ifdef __x86_64__
  SYS_fork, SYS_vfork, SYS_creat, SYS_unlink, SYS_rename, SYS_link, SYS_symlink, SYS_mkdir, SYS_rmdir, SYS_mknod,
  SYS_chmod, SYS_chown, SYS_lchown, SYS_iopl, SYS_ioperm, SYS_modify_ldt,
#endif
};

enum {
  QUAD_REFUSED_CALLS = sizeof quad_refused_calls / sizeof *quad_refused_calls,
  QUAD_MAX_FILTER = 2 * QUAD_REFUSED_CALLS + 64,
  QUAD_CLONE_THREAD = 0x00010000,
  /* Newer than some headers; the numbers are the same on both. */
  QUAD_SYS_clone3 = 435,
  QUAD_SYS_openat2 = 437,
  QUAD_SYS_fchmodat2 = 452,
};

struct quad_filter {
  struct sock_filter code[QUAD_MAX_FILTER];
  unsigned short count;
};

static inline void quad_filter_add(
  struct quad_filter *filter, unsigned short code, uint32_t value, unsigned char yes, unsigned char no) {
  struct sock_filter step = {code, yes, no, value};
  filter->code[filter->count++] = step;
}

static inline void quad_filter_load(struct quad_filter *filter, size_t offset) {
  quad_filter_add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static inline void quad_filter_return(struct quad_filter *filter, uint32_t value) {
  quad_filter_add(filter, BPF_RET | BPF_K, value, 0, 0);
}

/* The lower half of an argument; both systems are little-endian. */
static inline size_t quad_argument(int index) {
  return offsetof(struct seccomp_data, args) + (size_t)index * sizeof(uint64_t);
}

static inline void quad_filter_refuse(struct quad_filter *filter, uint32_t call, uint32_t error) {
  quad_filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
  quad_filter_return(filter, SECCOMP_RET_ERRNO | error);
}

/* Refuses the call unless the test of its argument is true. */
static inline void quad_filter_only(
  struct quad_filter *filter, uint32_t call, int argument, unsigned short test, uint32_t value) {
  quad_filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
  quad_filter_load(filter, quad_argument(argument));
  quad_filter_add(filter, (unsigned short)(BPF_JMP | test | BPF_K), value, 0, 1);
  quad_filter_return(filter, SECCOMP_RET_ALLOW);
  quad_filter_return(filter, SECCOMP_RET_ERRNO | EPERM);
}

/* Refuses the call if one of these bits is set in its argument. */
static inline void quad_filter_without(
  struct quad_filter *filter, uint32_t call, int argument, uint32_t bits) {
  quad_filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
  quad_filter_load(filter, quad_argument(argument));
  quad_filter_add(filter, BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
  quad_filter_return(filter, SECCOMP_RET_ALLOW);
  quad_filter_return(filter, SECCOMP_RET_ERRNO | EPERM);
}

/* Installs the filter, for this thread and the ones it starts. Returns 0 or errno. */
static inline int quad_filter_calls(int may_write_files) {
  struct quad_filter filter = {.count = 0};
  quad_filter_load(&filter, offsetof(struct seccomp_data, arch));
  quad_filter_add(&filter, BPF_JMP | BPF_JEQ | BPF_K, QUAD_AUDIT_ARCH, 1, 0);
  quad_filter_return(&filter, SECCOMP_RET_KILL_PROCESS);
  quad_filter_load(&filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  /* The calls of the x32 ABI: the same ones by other numbers. */
  quad_filter_add(&filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  quad_filter_return(&filter, SECCOMP_RET_ERRNO | ENOSYS);
#endif
  for (int index = 0; index < QUAD_REFUSED_CALLS; index++) {
    quad_filter_refuse(&filter, quad_refused_calls[index], EPERM);
  }
  /* A filter does not see what their pointers point to. glibc takes clone instead. */
  quad_filter_refuse(&filter, QUAD_SYS_clone3, ENOSYS);
  quad_filter_refuse(&filter, QUAD_SYS_openat2, ENOSYS);
  quad_filter_refuse(&filter, QUAD_SYS_fchmodat2, ENOSYS);
  uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  if (!may_write_files) {
    quad_filter_without(&filter, SYS_openat, 2, writing);
#ifdef __x86_64__
    quad_filter_without(&filter, SYS_open, 1, writing);
#endif
  }
  quad_filter_only(&filter, SYS_clone, 0, BPF_JSET, QUAD_CLONE_THREAD);
  uint32_t own = (uint32_t)getpid();
  quad_filter_only(&filter, SYS_kill, 0, BPF_JEQ, own);
  quad_filter_only(&filter, SYS_tgkill, 0, BPF_JEQ, own);
  /* Limits may be asked for, not set. */
  quad_filter_only(&filter, SYS_prlimit64, 2, BPF_JEQ, 0);
  quad_filter_return(&filter, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {filter.count, filter.code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : errno;
}

static inline int quad_limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit limit = {soft, hard};
  return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

enum {
  QUAD_MAX_MEMORY = 512 << 20,
  QUAD_MAX_SECONDS = 10,
  QUAD_MAX_DESCRIPTORS = 64,
  QUAD_MAX_FILE = 64 << 20,
};

/* Confines this process, which has no other thread yet. Descriptors from `first_free` on are closed. Returns 0
   or errno; on an error the process has to end. */
static inline int quad_confine(int first_free, int parent) {
  int error;
  /* Before anything else: the parent's death ends this process. If it has died by now, nobody signals. */
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
  if (getppid() != parent) return ESRCH;
  if (syscall(SYS_close_range, (unsigned)first_free, ~0U, 0U) != 0) return errno;
  /* A file that grows too large is an error of write. */
  signal(SIGXFSZ, SIG_IGN);
  if (!quad_is_sanitized() && (error = quad_limit(RLIMIT_AS, QUAD_MAX_MEMORY, QUAD_MAX_MEMORY))) return error;
  if ((error = quad_limit(RLIMIT_CPU, QUAD_MAX_SECONDS, QUAD_MAX_SECONDS + 1))) return error;
  if ((error = quad_limit(RLIMIT_NOFILE, QUAD_MAX_DESCRIPTORS, QUAD_MAX_DESCRIPTORS))) return error;
  if ((error = quad_limit(RLIMIT_FSIZE, QUAD_MAX_FILE, QUAD_MAX_FILE))) return error;
  if ((error = quad_limit(RLIMIT_CORE, 0, 0))) return error;
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  return quad_filter_calls(quad_is_sanitized());
}

#endif
