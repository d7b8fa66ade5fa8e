import type { WorkerAnswer, WorkerRequest } from './worker-messages.ts'

/** What a worker program does. */
export interface WorkerProgram {
  /** Does a job; what it throws goes back as `toAnswer` puts it. */
  run(message: unknown): unknown
  /** Takes note of what it was told. */
  told?(message: unknown): void
  /** An error as a plain object. */
  toAnswer(error: unknown): unknown
}

/**
 * Serves the process that forked this one, a job at a time and in order, until that process ends or
 * disconnects.
 */
export function serveWorker({ run, told, toAnswer }: WorkerProgram): void {
  let last: Promise<void> = Promise.resolve()
  process.on('message', ({ id, message }: WorkerRequest) => {
    last = last.then(async () => {
      if (id === undefined) return told?.(message)
      let answer: WorkerAnswer
      try {
        answer = { id, answer: await run(message) }
      } catch (error) {
        answer = { id, error: toAnswer(error) ?? {} }
      }
      process.send?.(answer)
    })
  })
  process.on('disconnect', () => process.exit(0))
  // Ctrl-C reaches all processes of a terminal; whoever forked this one ends it when it is done.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}
