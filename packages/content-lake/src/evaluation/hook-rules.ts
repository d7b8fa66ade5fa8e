import { staffTasks } from '../limits/limits.ts'
import type { EvaluateRule } from '../webhooks/webhooks.ts'
import type { TaskRunner } from './evaluator.ts'

const WEBHOOKS = { name: 'webhooks', isAnonymous: false }

/**
 * Returns a function that evaluates the rules of webhooks in the evaluation processes of their datasets. A rule for all
 * datasets, which is checked before there is a change, is evaluated in any.
 */
export function evaluateRules(
  evaluatorOf: (dataset: string) => TaskRunner | undefined,
): EvaluateRule {
  return async (dataset, rule, changes) => {
    const { timeoutMs } = staffTasks
    const task = { task: 'hook', rule, changes, timeoutMs } as const
    return (await evaluatorOf(dataset)?.run(WEBHOOKS, task)) ?? []
  }
}
