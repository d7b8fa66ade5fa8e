import type { ExprNode, ValueNode } from 'groq-js'
import { constraintOf } from './constraint.ts'
import type { Source } from './tagged-view.ts'
import type { Dependencies } from './tags.ts'

/**
 * Rewrites a parsed query so that it can be evaluated over one view:
 * - each `*[…]` that demands ids or types starts from those documents alone;
 *   its filter still runs, so the result is the same;
 * - what each `*` depends on is noted in `dependencies`.
 */
export function plan(tree: ExprNode, view: Source, dependencies: Dependencies): ExprNode {
  return rewrite(tree)

  function rewrite(node: ExprNode): ExprNode {
    switch (node.type) {
      case 'Value':
        return node
      case 'Everything':
        dependencies.everything()
        return source(view.documents)
      case 'Filter':
        return {
          ...node,
          base: (isEverything(node.base) && narrowed(node.expr)) || rewrite(node.base),
          expr: rewrite(node.expr),
        }
      case 'FuncCall':
        if (node.namespace === 'releases') dependencies.type('system.release')
        return rewriteChildren(node)
      default:
        return rewriteChildren(node)
    }
  }

  function rewriteChildren(node: ExprNode): ExprNode {
    const copy: Record<string, unknown> = { ...node }
    for (const [key, child] of Object.entries(copy)) {
      if (Array.isArray(child)) {
        copy[key] = child.map((item: unknown) => (isNode(item) ? rewrite(item) : item))
      } else if (isNode(child)) copy[key] = rewrite(child)
    }
    return copy as unknown as ExprNode
  }

  function narrowed(filter: ExprNode): ExprNode | undefined {
    const constraint = constraintOf(filter)
    if (!constraint) return undefined
    const { attribute, values } = constraint
    for (const value of values) {
      if (attribute === '_id') dependencies.document(value)
      else dependencies.type(value)
    }
    return source(attribute === '_id' ? view.withIds(values) : view.withTypes(values))
  }

  function source(value: unknown): ValueNode {
    return { type: 'Value', value }
  }
}

function isEverything(node: ExprNode): boolean {
  return node.type === 'Everything' || (node.type === 'Group' && isEverything(node.base))
}

/** Attributes of an object and elements of an array are no expressions, but hold some: they are walked alike. */
function isNode(value: unknown): value is ExprNode {
  return typeof value === 'object' && value !== null && 'type' in value
}
