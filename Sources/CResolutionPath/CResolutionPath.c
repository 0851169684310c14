#include "CResolutionPath.h"

static _Thread_local void *innermost;

void *service_resolution_path_get(void) { return innermost; }

void service_resolution_path_set(void *frame) { innermost = frame; }

uintptr_t service_thread_identity(void) { return (uintptr_t)&innermost; }

// Exported by the Swift runtime. `withUnsafeCurrentTask` answers the same, but retains the task each time.
__attribute__((swiftcall)) extern void *swift_task_getCurrent(void);

const void *service_current_task(void) { return swift_task_getCurrent(); }
