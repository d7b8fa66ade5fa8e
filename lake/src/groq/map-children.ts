import type { ExprNode } from 'groq-js'

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

/** Attributes of an object and elements of an array are no expressions, but hold some: they are walked alike. */
function isNode(value: unknown): value is ExprNode {
  return typeof value === 'object' && value !== null && 'type' in value
}
