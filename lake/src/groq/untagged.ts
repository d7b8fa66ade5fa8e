import type { ExprNode } from 'groq-js'
import { call, coalesce, eachOf, first, item, listOf, mapChildren } from './nodes.ts'

/** Functions that pass a text on as it is, or that don't look into it. */
const TRANSPARENT = new Set(['coalesce', 'count', 'defined', 'references', 'boost'])

/** Makes a query compute with plain texts, while results keep their tags, by groq-js's own functions. */
export function untagged(tree: ExprNode, separator: string): ExprNode {
  return rewrite(tree)

  function rewrite(node: ExprNode): ExprNode {
    const copy = mapChildren(node, rewrite)
    switch (copy.type) {
      case 'OpCall':
        return { ...copy, left: plain(copy.left), right: plain(copy.right) }
      case 'InRange':
        return mapChildren(copy, plain)
      case 'FuncCall':
        // Selectors, among the arguments of `diff::`, have to stay selectors.
        return TRANSPARENT.has(copy.name) || copy.namespace === 'diff'
          ? copy
          : { ...copy, args: copy.args.map(plain) }
      case 'PipeFuncCall':
        return copy.name === 'order' ? { ...copy, args: copy.args.map(plain) } : copy
      default:
        return copy
    }
  }

  /** The value without a tag; that of a list without those of its items. */
  function plain(node: ExprNode): ExprNode {
    if (node.type === 'Asc' || node.type === 'Desc') return { ...node, base: plain(node.base) }
    if (!mayBeTagged(node)) return node
    // In a list of its own, so that it is evaluated once however often it is used.
    return first(
      eachOf(listOf(node), coalesce(cut(item), eachOf(item, coalesce(cut(item), item)), item)),
    )
  }

  /** A text up to its tag; null for what is no text. */
  function cut(text: ExprNode): ExprNode {
    return first(call('string', 'split', [text, { type: 'Value', value: separator }]))
  }
}

function mayBeTagged(node: ExprNode): boolean {
  if (node.type === 'Group') return mayBeTagged(node.base)
  if (node.type === 'FuncCall') return node.name === 'coalesce'
  if (node.type === 'AccessAttribute') return !node.name.startsWith('_')
  return !['Value', 'Parameter', 'OpCall', 'And', 'Or', 'Not'].includes(node.type)
}
