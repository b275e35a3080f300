// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _GNU_SOURCE

#include "support/nets.h"

#include "support/allocator.h"
#include "support/check.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_ON           1
#endif

enum { PAGE = 4096, ROOM = 65536, SYSCALL_BYTES = 2 };

Nets nets;

static volatile char selector; ///< 0: system calls pass, 1: they are trapped
static volatile int out;       ///< The nets are out
static bool can_trap, is_locked;
static struct rusage before;

/********* What stands before the C library's *********/

static bool allocator_may(const void *caller) {
    (void)caller;
    nets.allocations += out;
    return true;
}

static void allocator_gave(const void *memory, const void *old) {
    (void)memory;
    (void)old;
}

static void allocator_takes(const void *memory) {
    nets.allocations += out && memory;
}

static int (*real_lock)(pthread_mutex_t *), (*real_trylock)(pthread_mutex_t *);

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    nets.locks += out;
    if (!real_lock) {
        *(void **)&real_lock = dlsym(RTLD_NEXT, "pthread_mutex_lock");
    }
    return real_lock(mutex);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    nets.locks += out;
    if (!real_trylock) {
        *(void **)&real_trylock = dlsym(RTLD_NEXT, "pthread_mutex_trylock");
    }
    return real_trylock(mutex);
}

/********* The nets *********/

/// Counts the call, and lets it and those that follow pass: it is made again.
static void on_call(int number, siginfo_t *info, void *context) {
    ucontext_t *c = context;
    (void)number;
    selector = 0;
    ++nets.calls;
    nets.last_call = info->si_syscall;
#if defined(__x86_64__)
    c->uc_mcontext.gregs[REG_RIP] -= SYSCALL_BYTES;
    c->uc_mcontext.gregs[REG_RAX] = info->si_syscall;
#else
    (void)c;
#endif
}

bool nets_can_trap(void) {
#if defined(__x86_64__)
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    can_trap = !sigaction(SIGSYS, &action, NULL) &&
               !prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, 0, 0, &selector);
#endif
    return can_trap;
}

bool nets_lock_memory(void) {
    is_locked = !mlockall(MCL_CURRENT | MCL_FUTURE);
    return is_locked;
}

void nets_begin(void) {
    getrusage(RUSAGE_THREAD, &before);
    out = 1;
    selector = can_trap;
}

void nets_end(void) {
    struct rusage after;
    selector = 0;
    out = 0;
    getrusage(RUSAGE_THREAD, &after);
    ++nets.blocks;
    nets.faults += after.ru_minflt - before.ru_minflt + after.ru_majflt - before.ru_majflt;
    nets.waits += after.ru_nvcsw - before.ru_nvcsw;
}

void nets_clear(void) {
    nets = (Nets){.last_call = -1};
}

/********* What they must catch *********/

static void *volatile planted;

static void forget_page(volatile char *page) {
    *page = 1;
}

static void sleep_a_little(void) {
    // clock_nanosleep() would be a system call that is caught: this net is tested by itself.
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

bool nets_catch(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    char *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    munlock(page, PAGE);
    madvise(page, PAGE, MADV_DONTNEED);
    // The allocator has room then, and asks the system for none.
    planted = malloc(ROOM);
    free(planted);
    nets_clear();
    nets_begin();
    planted = malloc(100);
    free(planted);
    planted = calloc(3, 5);
    free(planted);
    pthread_mutex_lock(&mutex);
    (void)syscall(SYS_getppid);
    nets_end();
    pthread_mutex_unlock(&mutex);
    check_between((double)nets.allocations, 4, 4, "planted: allocations and releases caught of 4");
    check_between((double)nets.locks, 1, 1, "planted: locks caught of 1");
    check_between((double)nets.calls, can_trap, can_trap, "planted: system calls caught");
    check(!can_trap || nets.last_call == SYS_getppid, "and named");
    nets_clear();
    nets_begin();
    forget_page(page);
    nets_end();
    check_between((double)nets.faults, 1, 2, "planted: page faults caught of 1");
    nets_clear();
    const bool could = can_trap;
    can_trap = false;
    nets_begin();
    sleep_a_little();
    nets_end();
    can_trap = could;
    check_between((double)nets.waits, 1, 9, "planted: waits caught of 1 at least");
    munmap(page, PAGE);
    nets_clear();
    return check_n_failed == 0;
}

bool nets_empty(const char *what) {
    const int n_failed = check_n_failed;
    printf("%s: %ld blocks\n", what, nets.blocks);
    check(nets.blocks > 0, "something was watched");
    check_between((double)nets.allocations, 0, 0, "allocations");
    check_between((double)nets.locks, 0, 0, "locks");
    check_between((double)nets.waits, 0, 0, "waits");
    // Without the right to lock memory, a page may be touched for the first time.
    check_below((double)nets.faults, is_locked ? 0.0 : 0.02 * (double)nets.blocks, "page faults");
    if (can_trap) {
        check_between((double)nets.calls, 0, 0, "system calls (the last was %ld)", nets.last_call);
    } else {
        printf("no Syscall User Dispatch here: system calls were not watched\n");
    }
    return check_n_failed == n_failed;
}
