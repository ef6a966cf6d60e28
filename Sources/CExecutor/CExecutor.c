#include "CExecutor.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __linux__

#define SWIFT_CALL __attribute__((swiftcall))

/// The executor that a job runs on. Without an identity it is the one for all jobs that may run on any thread.
struct executor {
    void *identity;
    uintptr_t implementation;
};

// These are exported by Swift's library since 5.5. The hook gets the function that it replaces as its last argument.
typedef SWIFT_CALL void (*enqueue_hook)(cexecutor_job *, void *);
extern enqueue_hook swift_task_enqueueGlobal_hook;
extern SWIFT_CALL void swift_job_run(cexecutor_job *, struct executor);

static void (*enqueue)(cexecutor_job *);

static SWIFT_CALL void take(cexecutor_job *job, void *original) {
    (void)original;
    enqueue(job);
}

void cexecutor_take_jobs(void (*enqueue_job)(cexecutor_job *)) {
    enqueue = enqueue_job;
    swift_task_enqueueGlobal_hook = take;
}

void cexecutor_run(cexecutor_job *job) {
    swift_job_run(job, (struct executor){NULL, 0});
}

#endif
