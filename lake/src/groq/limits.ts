import type { ExprNode } from 'groq-js'
import { LakeError } from '../errors.ts'

const MAX_JOINED_LISTS = 12

/** What a query may take up. */
export interface QueryLimits {
  /** Its time, from parsing on. */
  milliseconds: number
  /** Objects, lists, texts, numbers, … in its result. */
  values: number
  /** Of all texts in its result. */
  characters: number
}

/** For whoever may read everything. */
export const WIDE_LIMITS: QueryLimits = {
  milliseconds: 5000,
  values: 2_000_000,
  characters: 64_000_000,
}

/** For anonymous requests: while one is worked on, everybody else waits. */
export const TIGHT_LIMITS: QueryLimits = {
  milliseconds: 500,
  values: 500_000,
  characters: 16_000_000,
}

/**
 * Throws a `LakeError` 400 for a query that puts lists together more than
 * twelve times: each time may double what comes out, and memory would be gone
 * before the time is up.
 */
export function checkTree(tree: ExprNode): void {
  let joined = 0
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type } = node as { type?: unknown }
    // A constant may hold anything, even what looks like a node.
    if (type === 'Value') return
    if (type === 'ArrayElement' && (node as { isSplat?: unknown }).isSplat) joined++
    if (type === 'OpCall') {
      const call = node as ExprNode & { type: 'OpCall' }
      if (call.op === '+' && !isText(call)) joined++
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(tree)
  if (joined > MAX_JOINED_LISTS) {
    const reason = `The query joins lists more than ${MAX_JOINED_LISTS} times`
    throw new LakeError(400, 'queryError', reason)
  }
}

/** Is the value a string whenever it is not null? */
function isText(node: ExprNode): boolean {
  if (node.type === 'Group') return isText(node.base)
  if (node.type === 'Value') return typeof node.value === 'string'
  return node.type === 'OpCall' && node.op === '+' && (isText(node.left) || isText(node.right))
}

/**
 * Throws a `LakeError` 400 when a result is too large to be sent. A projection
 * can hold the same value many times over, at no cost until it is written out.
 */
export function checkResult(result: unknown, limits: QueryLimits): void {
  let values = 0
  let characters = 0
  const visit = (value: unknown): void => {
    values++
    if (typeof value === 'string') characters += value.length
    if (values > limits.values || characters > limits.characters) {
      throw new LakeError(400, 'queryError', 'The result is too large')
    }
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) for (const item of value) visit(item)
    else for (const item of Object.values(value)) visit(item)
  }
  visit(result)
}
