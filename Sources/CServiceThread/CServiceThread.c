#include "CServiceThread.h"

#if defined(__APPLE__)
#include <pthread.h>
#elif defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

SERVICE_THREAD_LOCAL void *service_resolution_path;

// Exported by the Swift runtime. `withUnsafeCurrentTask` answers the same, but retains the task each time.
__attribute__((swiftcall)) extern void *swift_task_getCurrent(void);

__attribute__((swiftcall)) extern void *swift_task_localValueGet(const void *key);

const void *service_task_local_value(uintptr_t key) { return swift_task_localValueGet((const void *)key); }

uintptr_t service_current_task(void) { return (uintptr_t)swift_task_getCurrent(); }

// What the runtime calls a reference to a serial executor. Two of them with the same identity are the same executor.
struct service_executor {
    const void *identity;
    uintptr_t implementation;
};
__attribute__((swiftcall)) extern struct service_executor swift_task_getCurrentExecutor(void);
__attribute__((swiftcall)) extern struct service_executor swift_task_getMainExecutor(void);

#if defined(__APPLE__)
static int service_is_main_thread(void) { return pthread_main_np(); }
#elif defined(__linux__)
// Not `gettid`, which older C libraries lack.
static int service_is_main_thread(void) { return getpid() == syscall(SYS_gettid); }
#else
static int service_is_main_thread(void) { return 0; }
#endif

int service_is_on_main_actor(void) {
    const void *current = swift_task_getCurrentExecutor().identity;
    // Outside of any task there is no executor, but the main thread belongs to the main actor.
    if (!current) return service_is_main_thread();
    return current == swift_task_getMainExecutor().identity;
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SERVICE_THREAD_SANITIZER 1
#endif
#endif

#ifdef SERVICE_THREAD_SANITIZER
extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

const int service_is_watched_by_thread_sanitizer = 1;
void service_tell_of_lock_taken(const void *lock) { __tsan_acquire((void *)lock); }
void service_tell_of_lock_releasing(const void *lock) { __tsan_release((void *)lock); }
#else
const int service_is_watched_by_thread_sanitizer = 0;
void service_tell_of_lock_taken(const void *lock) { (void)lock; }
void service_tell_of_lock_releasing(const void *lock) { (void)lock; }
#endif
