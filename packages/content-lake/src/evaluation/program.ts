/**
 * The main program of the evaluation process. It reads the documents at startup, receives each later transaction, and
 * runs one task at a time. A crash or a slow query here does not affect the process that serves requests.
 */

import { serveWorker } from 'halvi-kit/processes/serve-worker'
import { LakeError } from '../errors/errors.ts'
import { runTask } from './evaluate.ts'
import type { ReplicatedTransaction, Task } from './messages.ts'
import { Replica } from './replica.ts'

const [, , directory = '', projectId = '', dataset = ''] = process.argv
const replica = new Replica(directory)
const source = { directory, projectId, dataset, replica: () => replica }

serveWorker({
  run: (message) => runTask(message as Task, source),
  onNotification: (message) => replica.apply(message as ReplicatedTransaction),
  serializeError: (error) =>
    error instanceof LakeError
      ? { ...error, message: error.message }
      : { message: error instanceof Error ? error.message : String(error) },
})
