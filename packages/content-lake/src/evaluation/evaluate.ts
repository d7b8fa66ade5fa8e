import type { EvaluatedDocuments } from '../dataset/dataset.ts'
import { LakeError, withStepError } from '../errors/errors.ts'
import { evaluateTree } from '../groq/evaluate-tree.ts'
import { checkResult, resultTooLarge } from '../groq/limits.ts'
import { inspect } from '../groq/predicate.ts'
import { parseQuery, runQuery } from '../groq/query.ts'
import { TimeLimitError, withTimeLimit } from '../groq/time-limit.ts'
import { staffTasks } from '../limits/limits.ts'
import { selectIds } from '../transactions/selection.ts'
import { Staging } from '../transactions/staging.ts'
import { hookPayloads } from '../webhooks/payloads.ts'
import type { HookTask, MatchTask, QueryTask, SelectTask, Task, TaskResults } from './messages.ts'
import { eventsOf, pastDocuments, transactionsOf } from './past.ts'

/** The names of a project and a dataset. */
interface DatasetNames {
  projectId: string
  dataset: string
}

/** The documents and the history of a dataset. */
interface TaskSource extends DatasetNames {
  directory: string
  replica: () => EvaluatedDocuments
}

/** Runs a task. Throws a `LakeError`, see the functions for each task. */
export function runTask(task: Task, source: TaskSource): TaskResults[Task['task']] {
  const { directory, replica } = source
  switch (task.task) {
    case 'start':
      return undefined
    case 'query':
      return evaluateQuery(task, replica(), source)
    case 'select':
      return selectByQueries(task, replica(), source)
    case 'inspect':
      return withTimeLimit(staffTasks.timeoutMs, () => inspect(parseQuery(task.query, task.params)))
    case 'match':
      return match(task)
    case 'hook':
      return evaluateHook(task, replica(), source)
    case 'transactions':
      return transactionsOf(task, directory)
    case 'documents':
      return pastDocuments(task, directory)
    case 'events':
      return eventsOf(task, directory)
  }
}

/** Returns the JSON response body of `data/query`. Throws a `LakeError` 400, see `runQuery`. */
function evaluateQuery(
  task: QueryTask,
  replica: EvaluatedDocuments,
  { projectId, dataset }: DatasetNames,
): Uint8Array {
  const names = { projectId, dataset }
  const start = performance.now()
  const { query, params, perspective, identity, limits, sourceMap, returnQuery } = task
  const view = replica.views.of(perspective)
  const context = { view, perspective, identity, ...names, limits, sourceMap }
  const found = runQuery(query, params, context)
  if (found.resultSourceMap) checkResult(found.resultSourceMap, limits.responseBytes)
  const ms = Math.round(performance.now() - start)
  const body = Buffer.from(JSON.stringify({ ...(returnQuery && { query }), ...found, ms }))
  // As JSON, a character may take up to six bytes.
  if (body.length > limits.responseBytes) throw resultTooLarge()
  return body
}

/**
 * Applies all mutations to a copy of the documents and returns the ids that their queries select. Stores nothing.
 * Throws as `Dataset.transact` does.
 */
function selectByQueries(
  task: SelectTask,
  replica: EvaluatedDocuments,
  { projectId, dataset }: DatasetNames,
): TaskResults['select'] {
  const { documents, views, seq } = replica
  const selected: string[][] = []
  const stored = { projectId, dataset, view: () => views.of('raw'), documents }
  const staging = new Staging(
    (id) => documents.get(id),
    (query, params, staged) => {
      const ids = selectIds(query, params, staged, stored)
      selected.push(ids)
      return ids
    },
    { transactionId: task.transactionId, timestamp: new Date().toISOString(), author: '' },
  )
  for (const [index, mutation] of task.mutations.entries()) {
    withStepError('mutation', index, () => staging.apply(mutation))
  }
  return { seq, selected }
}

/**
 * Returns for each document whether the query, evaluated over that document alone, returns anything. If evaluation
 * fails for a document, its value is false. Throws a `LakeError` 400 after the timeout.
 */
function match({ query, params, identity, documents, timeoutMs }: MatchTask): boolean[] {
  const selects = () => {
    const tree = parseQuery(query, params)
    return documents.map((document) => {
      try {
        const data = evaluateTree(tree, { dataset: [document], params, identity })
        return Array.isArray(data) ? data.length > 0 : Boolean(data)
      } catch {
        return false
      }
    })
  }
  try {
    return withTimeLimit(timeoutMs, selects)
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error
    throw new LakeError(400, 'queryTimeoutError', 'The query took too long', { query })
  }
}

/** Returns the payloads of a webhook, see `hookPayloads`. References lead to the current documents. */
function evaluateHook(
  task: HookTask,
  { documents }: EvaluatedDocuments,
  { projectId, dataset }: DatasetNames,
) {
  const context = {
    ...{ dataset: [...documents.values()], params: {}, sanity: { projectId, dataset } },
    dereference: ({ _ref }: { _ref: string }) => documents.get(_ref),
  }
  return hookPayloads(task.rule, task.changes, context, task.timeoutMs)
}
