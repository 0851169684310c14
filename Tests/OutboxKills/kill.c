// Preloaded before a program, this ends it with SIGKILL before the n-th call that changes a file of one folder, or in the
// middle of it: half of a write's bytes are written then. It also counts the calls.
//
//   OUTBOX_KILL_FOLDER   the folder whose files count
//   OUTBOX_KILL_AT       n, from 0; unset: never
//   OUTBOX_KILL_TORN     if set, a write is cut in half
//   OUTBOX_KILL_COUNTS   a file that gets the counts when the program ends by itself
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum call { WRITES, SYNCS, TRUNCATES, NAMES, KINDS };
static const char *const kind_names[KINDS] = {"writes", "syncs", "truncates", "names"};

static const char *folder;
static long kill_at = -1;
static int torn;
static atomic_long calls;
static atomic_long counts[KINDS];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    folder = getenv("OUTBOX_KILL_FOLDER");
    torn = getenv("OUTBOX_KILL_TORN") != NULL;
    const char *at = getenv("OUTBOX_KILL_AT");
    if (at) kill_at = atol(at);
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("OUTBOX_KILL_COUNTS");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    for (int kind = 0; kind < KINDS; kind++) fprintf(file, "%s %ld\n", kind_names[kind], atomic_load(&counts[kind]));
    fclose(file);
}

static int counts_path(const char *path) { return folder && path && strncmp(path, folder, strlen(folder)) == 0; }

static int counts_descriptor(int descriptor) {
    if (!folder) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return counts_path(path);
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

// Whether this is the call to die in. A call that is not a write dies here, before it has any effect.
static int reached(enum call kind) {
    atomic_fetch_add(&counts[kind], 1);
    if (atomic_fetch_add(&calls, 1) != kill_at) return 0;
    if (!torn || kind != WRITES) die();
    return 1;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    if (counts_descriptor(descriptor) && reached(WRITES)) {
        REAL(write)(descriptor, bytes, count / 2);
        die();
    }
    return REAL(write)(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    if (counts_descriptor(descriptor) && reached(WRITES)) {
        REAL(pwrite)(descriptor, bytes, count / 2, offset);
        die();
    }
    return REAL(pwrite)(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    if (counts_descriptor(descriptor) && reached(WRITES)) {
        REAL(pwrite64)(descriptor, bytes, count / 2, offset);
        die();
    }
    return REAL(pwrite64)(descriptor, bytes, count, offset);
}

int fsync(int descriptor) {
    if (counts_descriptor(descriptor)) reached(SYNCS);
    return REAL(fsync)(descriptor);
}

int fdatasync(int descriptor) {
    if (counts_descriptor(descriptor)) reached(SYNCS);
    return REAL(fdatasync)(descriptor);
}

int ftruncate(int descriptor, off_t length) {
    if (counts_descriptor(descriptor)) reached(TRUNCATES);
    return REAL(ftruncate)(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
    if (counts_descriptor(descriptor)) reached(TRUNCATES);
    return REAL(ftruncate64)(descriptor, length);
}

int posix_fallocate64(int descriptor, off64_t offset, off64_t length) {
    if (counts_descriptor(descriptor)) reached(TRUNCATES);
    return REAL(posix_fallocate64)(descriptor, offset, length);
}

int unlink(const char *path) {
    if (counts_path(path)) reached(NAMES);
    return REAL(unlink)(path);
}

int rename(const char *from, const char *to) {
    if (counts_path(from)) reached(NAMES);
    return REAL(rename)(from, to);
}
