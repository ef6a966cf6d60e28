#pragma once

/// The hook by which Swift's concurrency hands its jobs to a program, which only C can name. It is used on Linux.

/// A part of a task that runs without waiting.
typedef struct cexecutor_job cexecutor_job;

/// Passes every job that may run on any thread to `enqueue`, in place of libdispatch. It may be called on any thread. Call this
/// before the first task.
void cexecutor_take_jobs(void (*enqueue)(cexecutor_job *));

/// Runs a job on the calling thread, once.
void cexecutor_run(cexecutor_job *job);
