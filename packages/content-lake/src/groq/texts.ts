import type { ExprNode } from 'groq-js'
import { comparable } from '../documents/text-order.ts'
import { ownCall } from './calls.ts'
import { setOriginal } from './untagged.ts'

const COMPARISONS = new Set(['<', '<=', '>', '>='])

/**
 * Returns an expression that compares and matches texts as GROQ does, and groq-js doesn't: by code points, and
 * regardless of how letters with marks are encoded.
 */
export function withTextRules(node: ExprNode): ExprNode {
  if (node.type === 'PipeFuncCall' && node.name === 'order') {
    return { ...node, args: node.args.map(sortKey) }
  }
  if (node.type !== 'OpCall') return node
  const { left, op, right } = node
  if (COMPARISONS.has(op)) {
    return { ...node, left: converted(left, comparable), right: converted(right, comparable) }
  }
  if (op !== 'match') return node
  return { ...node, left: converted(left, composed), right: converted(right, composed) }
}

function sortKey(node: ExprNode): ExprNode {
  if (node.type !== 'Asc' && node.type !== 'Desc') return converted(node, comparable)
  return { ...node, base: converted(node.base, comparable) }
}

/** Returns an expression for the converted value. */
function converted(node: ExprNode, convert: (value: unknown) => unknown): ExprNode {
  if (node.type === 'Value') return { ...node, value: convert(node.value) }
  // Ids, types, dates, and scores are ASCII.
  if (node.type === 'AccessAttribute' && node.name.startsWith('_')) return node
  const call = ownCall(convert, [node])
  setOriginal(call, node)
  return call
}

/** Returns a text, or the texts in a list, in Unicode's form NFC, and any other value unchanged. */
function composed(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize()
  return Array.isArray(value) ? value.map(composed) : value
}
