import { DateTime, type ExprNode, Path } from 'groq-js'
import { isRecord } from '../documents/values.ts'
import { isOwnCall, withArguments } from './calls.ts'
import { call, coalesce, eachOf, first, item, listOf, mapChildren } from './nodes.ts'

/** Functions that return a string unchanged, or that do not read it. */
const TRANSPARENT = new Set(['coalesce', 'count', 'defined', 'references', 'boost'])

const originals = new WeakMap<ExprNode, ExprNode>()

/** Returns the expression without the part that removes its tags. */
export function originalOf(node: ExprNode): ExprNode {
  return originals.get(node) ?? node
}

/** Records that an expression stands for another one, which indexes can use. */
export function setOriginal(node: ExprNode, original: ExprNode): void {
  originals.set(node, original)
}

/**
 * Rewrites a query so that it computes with plain strings while its results keep their tags. Uses only functions of
 * groq-js.
 */
export function untagged(tree: ExprNode, separator: string): ExprNode {
  return rewrite(tree)

  function rewrite(node: ExprNode): ExprNode {
    const copy = mapChildren(node, rewrite)
    switch (copy.type) {
      case 'OpCall':
        if (isOwnCall(copy)) return withArguments(copy, (value) => withoutTags(value, separator))
        return { ...copy, left: plain(copy.left), right: plain(copy.right) }
      case 'InRange':
        return mapChildren(copy, plain)
      case 'FuncCall':
        // Selectors in the arguments of `diff::` must remain selectors.
        return TRANSPARENT.has(copy.name) || copy.namespace === 'diff'
          ? copy
          : { ...copy, args: copy.args.map(plain) }
      case 'PipeFuncCall':
        return copy.name === 'order' ? { ...copy, args: copy.args.map(plain) } : copy
      default:
        return copy
    }
  }

  /**
   * Returns an expression for the value without its tag. If the value is a list, for the list without the tags of its
   * items.
   */
  function plain(node: ExprNode): ExprNode {
    if (node.type === 'Asc' || node.type === 'Desc') return { ...node, base: plain(node.base) }
    if (!mayBeTagged(node)) return node
    // Wrapped in a list, so that the value is evaluated once although the expression uses it several times.
    const text = coalesce(cut(item), eachOf(item, coalesce(cut(item), item)), item)
    const wrapped = first(eachOf(listOf(node), text))
    originals.set(wrapped, node)
    return wrapped
  }

  /** Returns an expression for a string up to its tag. Its value is null if the input is not a string. */
  function cut(text: ExprNode): ExprNode {
    return first(call('string', 'split', [text, { type: 'Value', value: separator }]))
  }
}

/** Returns a copy of a value whose strings have no tags. */
function withoutTags(value: unknown, separator: string): unknown {
  if (typeof value === 'string') return value.split(separator)[0]
  if (Array.isArray(value)) return value.map((item) => withoutTags(item, separator))
  if (!isRecord(value) || value instanceof DateTime || value instanceof Path) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, child]) => [name, withoutTags(child, separator)]))
}

function mayBeTagged(node: ExprNode): boolean {
  if (node.type === 'Group') return mayBeTagged(node.base)
  if (node.type === 'FuncCall') return node.name === 'coalesce'
  if (node.type === 'AccessAttribute') return !node.name.startsWith('_')
  return !['Value', 'Parameter', 'OpCall', 'And', 'Or', 'Not'].includes(node.type)
}
