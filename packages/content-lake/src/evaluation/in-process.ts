import { runTask } from './evaluate.ts'
import type { EvaluatorOptions, TaskRunner } from './evaluator.ts'

/**
 * Evaluates GROQ in this process, for a lake in memory: nothing has to start before the first query. A query that
 * takes long delays other requests, up to its time limit.
 */
export function evaluateInProcess(
  options: Pick<EvaluatorOptions, 'dataset' | 'projectId' | 'name'>,
): TaskRunner {
  const { dataset, projectId, name } = options
  const { directory } = dataset
  const source = { directory, projectId, dataset: name, replica: () => dataset.replica }
  return {
    run: async (_, task, signal) => {
      signal?.throwIfAborted()
      return runTask(task, source) as never
    },
    close() {},
  }
}
