// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What run() does is fit for the audio thread: it allocates nothing, locks nothing, calls no
// system, faults no page.
//
//     test_realtime BUNDLE
//
// Three nets, each of which misses what another catches: the C library's allocator and locks are
// replaced by counting ones, the kernel traps every system call (Syscall User Dispatch), and the
// thread's page faults and waits are read before and after.

#define _GNU_SOURCE

#include "files/preset_file.h"
#include "host.h"
#include "plugins.h"
#include "ports.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <dlfcn.h>
#include <errno.h>
#include <lv2/atom/atom.h>
#include <lv2/patch/patch.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_ON           1
#endif

enum { RATE = 48000 };

static volatile char selector; ///< 0: system calls pass, 1: they are trapped
static volatile int watching;  ///< Inside run()
static volatile long n_allocations, n_locks, n_calls, last_call;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

void *malloc(size_t size) {
    n_allocations += watching;
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
    n_allocations += watching;
    return __libc_calloc(n, size);
}

void *realloc(void *old, size_t size) {
    n_allocations += watching;
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    n_allocations += watching;
    return __libc_memalign(alignment, size);
}

void free(void *memory) {
    n_allocations += watching && memory;
    __libc_free(memory);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    static int (*lock)(pthread_mutex_t *);
    n_locks += watching;
    if (!lock) {
        *(void **)&lock = dlsym(RTLD_NEXT, "pthread_mutex_lock");
    }
    return lock(mutex);
}

static void on_call(int signal, siginfo_t *info, void *context) {
    (void)signal;
    (void)context;
    selector = 0;
    ++n_calls;
    last_call = info->si_syscall;
}

/// The kernel's trap; false where it has none.
static bool trap_calls(void) {
    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    return !sigaction(SIGSYS, &action, NULL) &&
           !prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, 0, 0, &selector);
}

typedef struct {
    long faults, waits;
} Usage;

static Usage usage(void) {
    struct rusage r;
    getrusage(RUSAGE_THREAD, &r);
    return (Usage){r.ru_minflt + r.ru_majflt, r.ru_nvcsw};
}

static long n_faults, n_waits;
static bool is_locked;

/// run() under all three nets.
static void watched_run(Host *host, uint32_t n, bool can_trap) {
    const LV2_URID chunk = host_map(LV2_ATOM__Chunk);
    host->notify.sequence.atom.type = chunk;
    host->notify.sequence.atom.size = host->notify_capacity;
    const Usage before = usage();
    watching = 1;
    selector = can_trap;
    host->descriptor->run(host->handle, n);
    selector = 0;
    watching = 0;
    const Usage after = usage();
    n_faults += after.faults - before.faults;
    n_waits += after.waits - before.waits;
    for (int i = 0; i < host->n_answers; ++i) {
        host->work->work_response(host->handle, host->answers[i].size, host->answers[i].data);
    }
    host->n_answers = 0;
    host->work->end_run(host->handle);
    host->control.sequence.atom.size = sizeof(LV2_Atom_Sequence_Body);
}

/// Everything that can happen to an instance, at random.
static void disturb(Host *host, uint64_t *seed) {
    static const char *const names[] = {"bench", "tanpura", "tanpura-point"};
    const uint64_t r = fixture_random(seed);
    switch (r % 8) {
    case 0:
    case 1:
        host_midi(host, (int64_t)(r >> 8 & 63), 0x90 + (int)(r >> 40 & 3), 40 + (int)(r >> 16 & 31),
                  (int)(r >> 24 & 127));
        break;
    case 2:
        host_midi(host, (int64_t)(r >> 8 & 63), 0xb0, (int)(r >> 16 & 127), (int)(r >> 24 & 127));
        break;
    case 3:
        host_midi(host, (int64_t)(r >> 8 & 63), 0xe0, (int)(r >> 16 & 127), (int)(r >> 24 & 127));
        break;
    case 4: {
        const JwParamId id = (JwParamId)((r >> 8) % JW_N_PARAMS);
        const JwParamInfo *info = jw_param_info(id);
        // Not the highest quality: it only takes longer.
        const double most = id == JW_P_QUALITY ? 2.0 : info->max;
        host_set(host, id, (float)fixture_uniform(seed, info->min, most));
        break;
    }
    case 5:
        host_position(host, (int64_t)(r >> 8 & 63), (double)(r >> 16 & 255), (double)(r >> 24 & 1),
                      (double)(r >> 32 & 15));
        break;
    case 6:
        *host_knob(host, JW_HOST_ENABLED) = r >> 8 & 7 ? 1.0f : 0.0f;
        host_patch(host, LV2_PATCH__Get, NULL, NULL, NULL, 3);
        break;
    default:
        if (r >> 8 & 1) {
            host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path,
                       names[(r >> 16) % 3], 5);
        }
        break;
    }
}

static void test(const char *bundle, const char *uri, int n_blocks, bool can_trap) {
    Host *host = host_new(
        &(HostConfig){.bundle = bundle, .uri = uri, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
    uint64_t seed = 17;
    host_activate(host);
    n_faults = n_waits = n_allocations = n_locks = n_calls = 0;
    for (int i = 0; i < n_blocks; ++i) {
        if (fixture_random(&seed) % 3 == 0) {
            disturb(host, &seed);
        }
        watched_run(host, 1 + (uint32_t)(fixture_random(&seed) % 256), can_trap);
        if (i % 5 == 0) {
            host_work(host);
        }
    }
    printf("%s:\n", uri);
    check_between((double)n_allocations, 0, 0, "allocations in %d blocks", n_blocks);
    check_between((double)n_locks, 0, 0, "locks");
    check_between((double)n_waits, 0, 0, "waits");
    check_below((double)n_faults, is_locked ? 0.0 : 0.02 * n_blocks, "page faults");
    if (can_trap) {
        check_between((double)n_calls, 0, 0, "system calls (the last was %ld)", last_call);
    }
    host_free(host);
}

/// The nets catch what they are for.
static void test_nets(bool can_trap) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    n_allocations = n_locks = n_calls = 0;
    watching = 1;
    void *volatile memory = malloc(100);
    free(memory);
    pthread_mutex_lock(&mutex);
    selector = can_trap;
    (void)syscall(SYS_getpid);
    selector = 0;
    watching = 0;
    pthread_mutex_unlock(&mutex);
    check_between((double)n_allocations, 2, 2, "allocations caught of 2");
    check_between((double)n_locks, 1, 1, "locks caught of 1");
    check_between((double)n_calls, can_trap, can_trap, "system calls caught");
}

int main(int argc, char **argv) {
    const bool can_trap = trap_calls();
    // Without the right to lock memory, pages may be touched for the first time in run().
    is_locked = !mlockall(MCL_CURRENT | MCL_FUTURE);
    if (!can_trap) {
        printf("no Syscall User Dispatch here: system calls are not watched\n");
    }
    test_nets(can_trap);
    for (int i = 0; i < JW_N_PLUGINS; ++i) {
        test(argc > 1 ? argv[1] : "", jw_plugin(i)->uri, 4000, can_trap);
    }
    return check_result();
}
