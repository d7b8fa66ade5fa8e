import type { ExprNode } from 'groq-js'
import { LakeError } from '../errors/errors.ts'
import { isOwnCall } from './calls.ts'
import { findNode } from './nodes.ts'

const MAX_JOINED_LISTS = 12

export interface QueryLimits {
  /** Timeout including parsing. */
  timeoutMs: number
  responseBytes: number
  /** How much longer each attempt may take after one that got little CPU time, see `withTimeLimit`. */
  growth?: number
}

export const PROGRAM_LIMITS: QueryLimits = { timeoutMs: 5000, responseBytes: 64_000_000 }

/**
 * Throws a `LakeError` 400 if a query concatenates lists more than 12 times. Each concatenation can double the
 * result, which would exhaust the memory before the timeout.
 */
export function checkTree(tree: ExprNode): void {
  let joined = 0
  findNode(tree, (node) => {
    if (node.type === 'OpCall')
      joined += node.op === '+' && !isOwnCall(node) && !isScalar(node) ? 1 : 0
    else if ('isSplat' in node && node.isSplat) joined++
    return joined > MAX_JOINED_LISTS
  })
  if (joined > MAX_JOINED_LISTS) {
    const reason = `The query joins lists more than ${MAX_JOINED_LISTS} times`
    throw new LakeError(400, 'queryError', reason)
  }
}

/**
 * Returns whether an expression never returns a list. A sum with a string or number is a string, a number, a date, or
 * null.
 */
function isScalar(node: ExprNode): boolean {
  if (node.type === 'Group') return isScalar(node.base)
  if (node.type === 'Value') return typeof node.value !== 'object' || node.value === null
  if (node.type !== 'OpCall') return false
  return node.op !== '+' || isScalar(node.left) || isScalar(node.right)
}

/**
 * Throws a `LakeError` 400 if a result is too large as JSON. A small result in memory can contain the same value many
 * times.
 */
export function checkResult(result: unknown, maxBytes: number): void {
  let bytes = 0
  const add = (more: number) => {
    bytes += more
    if (bytes > maxBytes) throw new LakeError(400, 'queryError', 'The result is too large')
  }
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      // Check the length before reading the string, because reading a concatenated string copies it.
      add(value.length + 2)
      add(Buffer.byteLength(JSON.stringify(value)) - value.length - 2)
    } else if (typeof value !== 'object' || value === null) add(String(value).length)
    else {
      add(2)
      if (Array.isArray(value)) {
        add(value.length)
        for (const item of value) visit(item)
        return
      }
      for (const [name, child] of Object.entries(value)) {
        visit(name)
        add(2)
        visit(child)
      }
    }
  }
  visit(result)
}
