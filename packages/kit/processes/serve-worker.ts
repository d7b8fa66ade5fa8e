import type { WorkerRequest, WorkerResult } from './worker-messages.ts'

/** The functions of a worker program. */
export interface WorkerProgram {
  /** Runs a job. Errors are sent back as `serializeError` returns them. */
  run(message: unknown): unknown
  /** Handles a message that gets no response. */
  onNotification?(message: unknown): void
  /** Returns an error as a plain object. */
  serializeError(error: unknown): unknown
}

/** Serves the parent process, one message at a time and in order, until the parent exits or disconnects. */
export function serveWorker({ run, onNotification, serializeError }: WorkerProgram): void {
  let last: Promise<void> = Promise.resolve()
  process.on('message', ({ id, message }: WorkerRequest) => {
    last = last.then(async () => {
      if (id === undefined) return onNotification?.(message)
      let result: WorkerResult
      try {
        result = { id, result: await run(message) }
      } catch (error) {
        result = { id, error: serializeError(error) ?? {} }
      }
      process.send?.(result)
    })
  })
  process.on('disconnect', () => process.exit(0))
  // Ctrl-C reaches all processes of a terminal. The parent process stops this one when it is done.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}
