import { inspectPlain } from '../groq/predicate.ts'
import { staffTasks } from '../limits/limits.ts'
import type { QueryMatcher } from '../listen/listener.ts'
import type { TaskRunner } from './evaluator.ts'

const LISTENERS = { name: 'listeners', isAnonymous: false }

/**
 * Returns a matcher that inspects and evaluates listeners' queries in the evaluation process. They share its
 * queue with other queries.
 */
export function queryMatcher(evaluator: TaskRunner): QueryMatcher {
  return {
    inspect: async ({ query, params }) =>
      inspectPlain(query, params) ?? evaluator.run(LISTENERS, { task: 'inspect', query, params }),
    match: ({ query, params, identity }, documents) =>
      evaluator.run(LISTENERS, {
        task: 'match',
        query,
        params,
        identity,
        documents,
        timeoutMs: staffTasks.timeoutMs,
      }),
  }
}
