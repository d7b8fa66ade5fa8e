import { serveWorker } from 'halvi-runtime/processes/serve-worker'
import { type Job, openJobs } from '../index/lead-index.ts'
import type { LeadSource } from '../index/open-index.ts'

// The program that indexes leads and answers queries of staff: see index-process.ts.

/** A job, and the location of the leads, which is the same for all jobs. */
export interface Request {
  source: LeadSource
  name: Job
  argument: unknown
}

let opened: ReturnType<typeof openJobs> | undefined

serveWorker({
  run(message) {
    const { source, name, argument } = message as Request
    opened ??= openJobs(source)
    return opened.run(name, argument as never)
  },
  serializeError: ({ name, message }: Error) => ({ name, message }),
} as Parameters<typeof serveWorker>[0])
