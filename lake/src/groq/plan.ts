import type { ExprNode, ValueNode } from 'groq-js'
import { constraintOf } from './constraint.ts'
import { mapChildren } from './map-children.ts'
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
        return mapChildren(node, rewrite)
      default:
        return mapChildren(node, rewrite)
    }
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
