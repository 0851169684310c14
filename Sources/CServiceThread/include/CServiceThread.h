#ifndef C_SERVICE_THREAD_H
#define C_SERVICE_THREAD_H

#include <stdint.h>

// Swift has no thread-local variables, and a task-local is inherited by every task that a factory starts. A
// synchronous factory runs on one thread from beginning to end, so where a resolution stands belongs to its thread.

// Without this model, each access calls a function. It needs the variable in the static block of the process, where a
// pointer finds room even in a library that is loaded later.
#if defined(__linux__)
#define SERVICE_THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))
#else
#define SERVICE_THREAD_LOCAL _Thread_local
#endif

extern SERVICE_THREAD_LOCAL void *_Nullable service_resolution_path;

/// Returns the innermost frame of the calling thread's resolution, or NULL outside any.
static inline void *_Nullable service_resolution_path_get(void) { return service_resolution_path; }

/// Makes `frame` the innermost frame of the calling thread's resolution.
static inline void service_resolution_path_set(void *_Nullable frame) { service_resolution_path = frame; }

/// Returns a number that no other running thread has.
static inline uintptr_t service_thread_identity(void) { return (uintptr_t)&service_resolution_path; }

/// Returns the address of the value that the Swift task or thread has bound to a task-local, or NULL if it has bound none.
///
/// The key is the address of the `TaskLocal`.
const void *_Nullable service_task_local_value(uintptr_t key);

/// Returns the identity of the Swift task that runs on the calling thread, or 0 outside any task.
uintptr_t service_current_task(void);

/// Returns whether the calling code runs on the main actor, without stopping the process where it does not.
int service_is_on_main_actor(void);

// The slow path of the standard library's mutex is not instrumented, so the thread sanitizer does not see who waited for
// whom. These tell it; in other builds they cost a look at a constant. (Swift's importer does not know of the sanitizer,
// so that an `#if` here would not see it.)

/// Whether this is a build for the thread sanitizer.
extern const int service_is_watched_by_thread_sanitizer;
void service_tell_of_lock_taken(const void *_Nonnull lock);
void service_tell_of_lock_releasing(const void *_Nonnull lock);

/// Says that the calling thread took a lock.
static inline void service_lock_taken(const void *_Nonnull lock) {
    if (service_is_watched_by_thread_sanitizer) service_tell_of_lock_taken(lock);
}

/// Says that the calling thread is about to release a lock.
static inline void service_lock_releasing(const void *_Nonnull lock) {
    if (service_is_watched_by_thread_sanitizer) service_tell_of_lock_releasing(lock);
}

#endif
