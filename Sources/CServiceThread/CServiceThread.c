#include "CServiceThread.h"

SERVICE_THREAD_LOCAL void *service_resolution_path;

// Exported by the Swift runtime. `withUnsafeCurrentTask` answers the same, but retains the task each time.
__attribute__((swiftcall)) extern void *swift_task_getCurrent(void);

__attribute__((swiftcall)) extern void *swift_task_localValueGet(const void *key);

const void *service_task_local_value(uintptr_t key) { return swift_task_localValueGet((const void *)key); }

uintptr_t service_current_task(void) { return (uintptr_t)swift_task_getCurrent(); }

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
