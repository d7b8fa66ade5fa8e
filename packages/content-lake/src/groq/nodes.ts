import type { ExprNode } from 'groq-js'

export const item: ExprNode = { type: 'This' }

/**
 * Returns a copy of a node with `map` applied to each direct child. Does not look into constants, because they can
 * contain any value.
 */
export function mapChildren(node: ExprNode, map: (child: ExprNode) => ExprNode): ExprNode {
  if (node.type === 'Value') return node
  const copy: Record<string, unknown> = { ...node }
  for (const [key, child] of Object.entries(copy)) {
    if (Array.isArray(child)) {
      copy[key] = child.map((item: unknown) => (isNode(item) ? map(item) : item))
    } else if (isNode(child)) copy[key] = map(child)
  }
  return copy as unknown as ExprNode
}

/** Returns a node for `base[0]`. */
export function first(base: ExprNode): ExprNode {
  return { type: 'AccessElement', base, index: 0 }
}

/** Returns a node that evaluates an expression for each item of a list. */
export function eachOf(base: ExprNode, expr: ExprNode): ExprNode {
  return { type: 'Map', base, expr }
}

/** Returns a node for a list with one item. */
export function listOf(value: ExprNode): ExprNode {
  return { type: 'Array', elements: [{ type: 'ArrayElement', value, isSplat: false }] }
}

/** Returns a node for `coalesce(…)`. */
export function coalesce(...args: ExprNode[]): ExprNode {
  return call('global', 'coalesce', args)
}

/** Returns a node for a function call. */
export function call(namespace: string, name: string, args: ExprNode[]): ExprNode {
  return { type: 'FuncCall', namespace, name, args }
}

/**
 * Returns whether a value is a node. Object attributes and array elements are not expressions, but they contain some,
 * so they count as nodes.
 */
export function isNode(value: unknown): value is ExprNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

/**
 * Returns the first node of a parsed query that passes a test. Does not look into constants, because they can contain
 * any value.
 */
export function findNode(tree: unknown, test: (node: ExprNode) => boolean): ExprNode | undefined {
  if (typeof tree !== 'object' || tree === null) return undefined
  if (isNode(tree)) {
    if (tree.type === 'Value') return undefined
    if (test(tree)) return tree
  }
  for (const child of Object.values(tree)) {
    const found = findNode(child, test)
    if (found) return found
  }
  return undefined
}
