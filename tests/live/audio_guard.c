// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Preloaded into the player: watches what its audio callbacks do that they must not.
//
// Around each callback the kernel is told to deliver system calls of that thread as
// SIGSYS (Syscall User Dispatch, Linux 5.11); allocations and locks are counted by
// standing before the C library's, page faults and switches by getrusage(). At the
// end the counts go to the file named in $AUDIO_GUARD.
//
// Where the kernel's clock cannot be read without a system call (no vDSO, or a clock source that it
// does not know), that is the machine's doing: those calls are counted by themselves.

#define _GNU_SOURCE

#include "support/allocator.h"

#include <dlfcn.h>
#include <jack/jack.h>
#include <portaudio.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_OFF          0
#define PR_SYS_DISPATCH_ON           1
#endif

enum { ALLOW = 0, BLOCK = 1, WARM_UP = 200, SYSCALL_BYTES = 2 };

static _Thread_local volatile char selector __attribute__((tls_model("initial-exec")));
static _Thread_local bool inside __attribute__((tls_model("initial-exec")));
static _Thread_local bool armed __attribute__((tls_model("initial-exec")));

static atomic_ulong n_callbacks;
static atomic_ulong n_syscalls;
static atomic_ulong n_clock_calls;
static atomic_bool clock_is_call;
static _Thread_local bool trying __attribute__((tls_model("initial-exec")));
static atomic_long first_syscall = -1;
static atomic_ulong n_allocations;
static atomic_ulong n_locks;
static atomic_ulong n_faults;
static atomic_ulong n_early_faults;
static atomic_ulong n_waits;
static atomic_bool refused; // The kernel has no Syscall User Dispatch

/*** What stands before the C library's ***/

static bool allocator_may(const void *caller) {
    (void)caller;
    atomic_fetch_add(&n_allocations, inside);
    return true;
}

static void allocator_gave(const void *memory, const void *old) {
    (void)memory;
    (void)old;
}

static void allocator_takes(const void *memory) {
    atomic_fetch_add(&n_allocations, inside && memory);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    static int (*real)(pthread_mutex_t *);
    if (!real) {
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_mutex_lock");
    }
    atomic_fetch_add(&n_locks, inside);
    return real(mutex);
}

/*** The callback, watched ***/

#ifdef __x86_64__
static bool is_machines(int call) {
    return call == SYS_clock_gettime && (clock_is_call || trying);
}

// Counts the call, then lets this callback have its way: the call is made again.
static void catch_call(int number, siginfo_t *info, void *context) {
    ucontext_t *c = context;
    (void)number;
    selector = ALLOW;
    if (is_machines(info->si_syscall)) {
        atomic_fetch_add(&n_clock_calls, 1);
    } else {
        long none = -1;
        atomic_fetch_add(&n_syscalls, 1);
        atomic_compare_exchange_strong(&first_syscall, &none, info->si_syscall);
    }
    c->uc_mcontext.gregs[REG_RIP] -= SYSCALL_BYTES;
    c->uc_mcontext.gregs[REG_RAX] = info->si_syscall;
}

static void try_clock(void) {
    struct timespec t;
    trying = true;
    selector = BLOCK;
    clock_gettime(CLOCK_MONOTONIC, &t);
    selector = ALLOW;
    trying = false;
    clock_is_call = atomic_load(&n_clock_calls) > 0;
}

static void arm(void) {
    struct sigaction action = {.sa_sigaction = catch_call, .sa_flags = SA_SIGINFO};
    armed = true;
    sigaction(SIGSYS, &action, NULL);
    if (prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, 0, 0, &selector)) {
        atomic_store(&refused, true);
        return;
    }
    try_clock();
}
#else
static void arm(void) {
    armed = true;
    atomic_store(&refused, true);
}
#endif

static void begin(struct rusage *before) {
    if (!armed) {
        arm();
    }
    getrusage(RUSAGE_THREAD, before);
    inside = true;
    selector = BLOCK;
}

static void end(const struct rusage *before) {
    struct rusage after;
    selector = ALLOW;
    inside = false;
    getrusage(RUSAGE_THREAD, &after);
    const unsigned long faults =
        (unsigned long)(after.ru_minflt - before->ru_minflt + after.ru_majflt - before->ru_majflt);
    const bool warm = atomic_fetch_add(&n_callbacks, 1) >= WARM_UP;
    atomic_fetch_add(warm ? &n_faults : &n_early_faults, faults);
    // A first touch of a page may wait for it.
    if (warm) {
        atomic_fetch_add(&n_waits, (unsigned long)(after.ru_nvcsw - before->ru_nvcsw));
    }
}

// With $AUDIO_GUARD_SIN the callback does what it must not, so that the watch is tested too.
static void misbehave(void) {
    static int asked = -1;
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    if (asked < 0) {
        asked = getenv("AUDIO_GUARD_SIN") != NULL;
    }
    if (asked) {
        void *volatile block = malloc(64);
        free(block);
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        syscall(SYS_getppid);
    }
}

static JackProcessCallback jack_process;
static PaStreamCallback *pa_process;
static atomic_bool freewheel;
static JackFreewheelCallback jack_freewheel;

static int watched_jack(jack_nframes_t n, void *user) {
    struct rusage before;
    if (atomic_load(&freewheel)) {
        return jack_process(n, user);
    }
    begin(&before);
    misbehave();
    const int answer = jack_process(n, user);
    end(&before);
    return answer;
}

static int watched_pa(const void *in, void *out, unsigned long n, const PaStreamCallbackTimeInfo *t,
                      PaStreamCallbackFlags flags, void *user) {
    struct rusage before;
    begin(&before);
    misbehave();
    const int answer = pa_process(in, out, n, t, flags, user);
    end(&before);
    return answer;
}

static void watched_freewheel(int starting, void *user) {
    atomic_store(&freewheel, starting != 0);
    jack_freewheel(starting, user);
}

int jack_set_process_callback(jack_client_t *client, JackProcessCallback process, void *user) {
    int (*real)(jack_client_t *, JackProcessCallback, void *);
    *(void **)&real = dlsym(RTLD_NEXT, "jack_set_process_callback");
    // PortAudio's own callback has semaphores; ours, inside it, is what is watched.
    if (getenv("AUDIO_GUARD_PORTAUDIO")) {
        return real(client, process, user);
    }
    jack_process = process;
    return real(client, watched_jack, user);
}

int jack_set_freewheel_callback(jack_client_t *client, JackFreewheelCallback callback, void *user) {
    int (*real)(jack_client_t *, JackFreewheelCallback, void *);
    *(void **)&real = dlsym(RTLD_NEXT, "jack_set_freewheel_callback");
    jack_freewheel = callback;
    return real(client, watched_freewheel, user);
}

PaError Pa_OpenStream(PaStream **stream, const PaStreamParameters *in,
                      const PaStreamParameters *out, double rate, unsigned long n,
                      PaStreamFlags flags, PaStreamCallback *callback, void *user) {
    PaError (*real)(PaStream **, const PaStreamParameters *, const PaStreamParameters *, double,
                    unsigned long, PaStreamFlags, PaStreamCallback *, void *);
    *(void **)&real = dlsym(RTLD_NEXT, "Pa_OpenStream");
    pa_process = callback;
    return real(stream, in, out, rate, n, flags, watched_pa, user);
}

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("AUDIO_GUARD");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) {
        return;
    }
    fprintf(file, "callbacks = %lu\nsyscalls = %lu\nfirst_syscall = %ld\n", n_callbacks, n_syscalls,
            first_syscall);
    fprintf(file, "allocations = %lu\nlocks = %lu\n", n_allocations, n_locks);
    fprintf(file, "early_faults = %lu\nfaults = %lu\nwaits = %lu\nrefused = %d\n", n_early_faults,
            n_faults, n_waits, refused);
    fprintf(file, "clock_calls = %lu\n", n_clock_calls);
    fclose(file);
}
