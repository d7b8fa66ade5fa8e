import { type EvaluateOptions, type ExprNode, parse } from 'groq-js'
import type { SanityDocument } from '../documents/document.ts'
import { LakeError } from '../errors/errors.ts'
import { evaluateTree } from '../groq/evaluate-tree.ts'
import { checkResult } from '../groq/limits.ts'
import { withTimeLimit } from '../groq/time-limit.ts'
import type { HookRule } from './webhook.ts'

/** A changed document: before, after, or both. */
export interface HookChange {
  before?: SanityDocument | undefined
  after?: SanityDocument | undefined
}

const MAX_PAYLOAD_BYTES = 1_000_000

/**
 * Returns the payload of each change as JSON, or null for changes that the filter rejects. Throws a `LakeError` 400 for
 * an invalid rule.
 *
 * @param options the documents for sub-queries and references, and the names for `sanity::` functions
 */
export function hookPayloads(
  { filter, projection }: HookRule,
  changes: readonly HookChange[],
  options: EvaluateOptions,
  timeoutMs: number,
): (string | null)[] {
  const filterTree = filter ? parseDelta(filter) : undefined
  const projectionTree = projection ? parseDelta(projection) : undefined
  return withTimeLimit(timeoutMs, () =>
    changes.map(({ before, after }) => {
      const root = after ?? before
      const context = { ...options, root, before: before ?? null, after: after ?? null }
      if (filterTree && evaluateTree(filterTree, context) !== true) return null
      const payload = projectionTree ? evaluateTree(projectionTree, context) : root
      checkResult(payload, MAX_PAYLOAD_BYTES)
      return JSON.stringify(payload ?? null)
    }),
  )
}

/** Parses a filter or projection of a webhook. Throws a `LakeError` 400. */
function parseDelta(text: string): ExprNode {
  try {
    return parse(text, { mode: 'delta', params: {} })
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new LakeError(400, 'queryParseError', `Invalid GROQ in a webhook: ${reason}`, {
      query: text,
    })
  }
}
