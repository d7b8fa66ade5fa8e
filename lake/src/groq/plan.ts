import type { ExprNode, ValueNode } from 'groq-js'
import { constraintOf } from './constraint.ts'
import { mapChildren } from './nodes.ts'
import { independentIn } from './sub-queries/independent.ts'
import { inOnce, once } from './sub-queries/once.ts'
import type { Source } from './tagged-view.ts'
import type { Dependencies } from './tags.ts'

/**
 * Rewrites a parsed query so that it can be evaluated over one view:
 * - each `*[…]` that demands ids or types starts from those documents alone;
 *   its filter still runs, so the result is the same;
 * - what each `*` depends on is noted in `dependencies`;
 * - sub-queries that do not depend on the document at hand are evaluated once, by `evaluate`.
 */
export function plan(
  tree: ExprNode,
  view: Source,
  dependencies: Dependencies,
  evaluate: (tree: ExprNode) => unknown,
): ExprNode {
  const independent = independentIn(tree)
  return rewrite(tree)

  function rewrite(node: ExprNode): ExprNode {
    return independent.has(node) ? once(result(node)) : narrow(node)
  }

  /** Evaluates an independent sub-query. What it depends on is noted at once. */
  function result(node: ExprNode): () => unknown {
    const planned = narrow(node)
    return () => evaluate(planned)
  }

  function narrow(node: ExprNode): ExprNode {
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
      case 'OpCall':
        if (node.op !== 'in') return mapChildren(node, rewrite)
        return independent.has(node.right)
          ? inOnce(rewrite(textOfPath(node)), result(node.right))
          : mapChildren({ ...node, left: textOfPath(node) }, rewrite)
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

/** `path(a) in path(b)` is `a in path(b)`, where groq-js compares a text alone. */
function textOfPath({ left, right }: ExprNode & { type: 'OpCall' }): ExprNode {
  const [text] = isPath(left) && isPath(right) ? left.args : []
  return text ?? left
}

function isPath(node: ExprNode): node is ExprNode & { type: 'FuncCall' } {
  return node.type === 'FuncCall' && node.namespace === 'global' && node.name === 'path'
}

function isEverything(node: ExprNode): boolean {
  return node.type === 'Everything' || (node.type === 'Group' && isEverything(node.base))
}
