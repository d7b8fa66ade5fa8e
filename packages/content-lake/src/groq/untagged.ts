import type { ExprNode } from 'groq-js'
import { call, coalesce, eachOf, first, item, listOf, mapChildren } from './nodes.ts'

/** Functions that return a string unchanged, or that do not read it. */
const TRANSPARENT = new Set(['coalesce', 'count', 'defined', 'references', 'boost'])

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
    return first(
      eachOf(listOf(node), coalesce(cut(item), eachOf(item, coalesce(cut(item), item)), item)),
    )
  }

  /** Returns an expression for a string up to its tag. Its value is null if the input is not a string. */
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
