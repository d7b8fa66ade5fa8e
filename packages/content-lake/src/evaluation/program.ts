/**
 * The main program of the evaluation process. It reads the documents at startup, receives each later transaction, and
 * runs one task at a time. A crash or a slow query here does not affect the process that serves requests.
 */

import { serveWorker } from 'halvi-kit/processes/serve-worker'
import { LakeError } from '../errors/errors.ts'
import { inspect } from '../groq/predicate.ts'
import { parseQuery } from '../groq/query.ts'
import { withTimeLimit } from '../groq/time-limit.ts'
import { evaluateHook, evaluateQuery, match, selectByQueries } from './evaluate.ts'
import type { ReplicatedTransaction, Task } from './messages.ts'
import { pastDocuments, transactionsOf } from './past.ts'
import { Replica } from './replica.ts'

const [, , directory = '', projectId = '', dataset = '', timeoutMs = ''] = process.argv
const names = { projectId, dataset }
const replica = new Replica(directory)

serveWorker({
  run(message) {
    const task = message as Task
    switch (task.task) {
      case 'start':
        return undefined
      case 'query':
        return evaluateQuery(task, replica, names)
      case 'select':
        return selectByQueries(task, replica, names)
      case 'inspect':
        return withTimeLimit(Number(timeoutMs), () => inspect(parseQuery(task.query, task.params)))
      case 'match':
        return match(task)
      case 'hook':
        return evaluateHook(task, replica, names)
      case 'transactions':
        return transactionsOf(task, directory)
      case 'documents':
        return pastDocuments(task, directory)
    }
  },
  onNotification: (message) => replica.apply(message as ReplicatedTransaction),
  serializeError: (error) =>
    error instanceof LakeError
      ? { ...error, message: error.message }
      : { message: error instanceof Error ? error.message : String(error) },
})
