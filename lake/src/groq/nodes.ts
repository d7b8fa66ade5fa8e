import type { ExprNode } from 'groq-js'

/** The value that an expression is evaluated for: `@`. */
export const item: ExprNode = { type: 'This' }

/**
 * A node of a parsed query with `map` applied to each node right below it. Constants are handed back as
 * they are: they may hold anything, even what looks like a node.
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

export function first(base: ExprNode): ExprNode {
  return { type: 'AccessElement', base, index: 0 }
}

/** `expr` for each item, which is its `@`. */
export function eachOf(base: ExprNode, expr: ExprNode): ExprNode {
  return { type: 'Map', base, expr }
}

export function listOf(value: ExprNode): ExprNode {
  return { type: 'Array', elements: [{ type: 'ArrayElement', value, isSplat: false }] }
}

export function coalesce(...args: ExprNode[]): ExprNode {
  return call('global', 'coalesce', args)
}

export function call(namespace: string, name: string, args: ExprNode[]): ExprNode {
  return { type: 'FuncCall', namespace, name, args }
}

/** Attributes of an object and elements of an array are no expressions, but hold some: they are walked alike. */
export function isNode(value: unknown): value is ExprNode {
  return typeof value === 'object' && value !== null && 'type' in value
}
