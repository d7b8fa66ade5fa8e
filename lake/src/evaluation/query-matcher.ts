import { inspectPlain } from '../groq/predicate.ts'
import type { QueryMatcher } from '../listen/listener.ts'
import type { Evaluator } from './evaluator.ts'

/**
 * Returns a matcher that inspects and evaluates listeners' queries in the evaluation process. They share its fair
 * queue with other queries.
 */
export function queryMatcher(evaluator: Evaluator): QueryMatcher {
  const { timeoutMs } = evaluator.limits
  return {
    inspect: async ({ query, params }) =>
      inspectPlain(query, params) ?? evaluator.run('listeners', { task: 'inspect', query, params }),
    match: ({ query, params, identity }, documents) =>
      evaluator.run('listeners', {
        task: 'match',
        query,
        params,
        identity,
        documents,
        timeoutMs,
      }),
  }
}
