import type { ExprNode } from 'groq-js'
import { LakeError } from '../errors/errors.ts'

const MAX_JOINED_LISTS = 12

/** What a query may take up. */
export interface QueryLimits {
  /** Its time, from parsing on; `Infinity` for queries that are known. */
  milliseconds: number
  /** Of its result as JSON. */
  answerBytes: number
}

/** For programs in the process that has the dataset, which ask what they want to ask. */
export const PROGRAM_LIMITS: QueryLimits = { milliseconds: 5000, answerBytes: 64_000_000 }

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
      if (call.op === '+' && !isScalar(call)) joined++
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(tree)
  if (joined > MAX_JOINED_LISTS) {
    const reason = `The query joins lists more than ${MAX_JOINED_LISTS} times`
    throw new LakeError(400, 'queryError', reason)
  }
}

/** Is the value never a list? A sum with a text or number is a text, a number, a time or null. */
function isScalar(node: ExprNode): boolean {
  if (node.type === 'Group') return isScalar(node.base)
  if (node.type === 'Value') return typeof node.value !== 'object' || node.value === null
  if (node.type !== 'OpCall') return false
  return node.op !== '+' || isScalar(node.left) || isScalar(node.right)
}

/**
 * Throws a `LakeError` 400 when a result would be larger as JSON than it may be. A projection can hold
 * the same value many times over, at no cost until it is written out; names and escapes count too.
 */
export function checkResult(result: unknown, maxBytes: number): void {
  let bytes = 0
  const add = (more: number) => {
    bytes += more
    if (bytes > maxBytes) throw new LakeError(400, 'queryError', 'The result is too large')
  }
  const addText = (text: string) => {
    // A text that is put together costs nothing until somebody looks at it.
    add(text.length + 2)
    add(Buffer.byteLength(JSON.stringify(text)) - text.length - 2)
  }
  const visit = (value: unknown): void => {
    if (typeof value === 'string') addText(value)
    else if (Array.isArray(value)) {
      add(2 + value.length)
      for (const item of value) visit(item)
    } else if (typeof value === 'object' && value !== null) {
      add(2)
      for (const [name, child] of Object.entries(value)) {
        addText(name)
        add(2)
        visit(child)
      }
    } else add(String(value).length)
  }
  visit(result)
}
