import type { ExprNode } from 'groq-js'
import { LakeError } from '../errors/errors.ts'
import { findNode } from './nodes.ts'

const MAX_JOINED_LISTS = 12

export interface QueryLimits {
  /** Its time, from parsing on; `Infinity` for queries that are known. */
  milliseconds: number
  answerBytes: number
}

export const PROGRAM_LIMITS: QueryLimits = { milliseconds: 5000, answerBytes: 64_000_000 }

/** Throws a `LakeError` 400 for more than twelve joins of lists: each may double the result, and exhaust memory in time. */
export function checkTree(tree: ExprNode): void {
  let joined = 0
  findNode(tree, (node) => {
    if (node.type === 'OpCall') joined += node.op === '+' && !isScalar(node) ? 1 : 0
    else if ('isSplat' in node && node.isSplat) joined++
    return joined > MAX_JOINED_LISTS
  })
  if (joined > MAX_JOINED_LISTS) {
    const reason = `The query joins lists more than ${MAX_JOINED_LISTS} times`
    throw new LakeError(400, 'queryError', reason)
  }
}

/** Returns whether the value is never a list: a sum with a text or number is a text, a number, a time or null. */
function isScalar(node: ExprNode): boolean {
  if (node.type === 'Group') return isScalar(node.base)
  if (node.type === 'Value') return typeof node.value !== 'object' || node.value === null
  if (node.type !== 'OpCall') return false
  return node.op !== '+' || isScalar(node.left) || isScalar(node.right)
}

/** Throws a `LakeError` 400 when a result is too large as JSON: it can hold the same value many times at no cost. */
export function checkResult(result: unknown, maxBytes: number): void {
  let bytes = 0
  const add = (more: number) => {
    bytes += more
    if (bytes > maxBytes) throw new LakeError(400, 'queryError', 'The result is too large')
  }
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      // Before it is read: a text that is put together costs nothing until then.
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
