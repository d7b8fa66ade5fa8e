import type { ExprNode } from 'groq-js'
import { constraintOf } from './constraint.ts'
import { mapChildren } from './nodes.ts'
import { independentIn } from './sub-queries/independent.ts'
import { inSet, once } from './sub-queries/once.ts'
import type { Source } from './tagged-view.ts'
import type { Dependencies } from './tags.ts'

/**
 * Rewrites a parsed query for one view. Each `*[…]` that requires ids, types, or references starts from those
 * documents; its filter still runs. Records the dependencies. Independent sub-queries are evaluated once, by `evaluate`.
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

  /** Records the dependencies of an independent sub-query. Returns a function that evaluates it. */
  function result(node: ExprNode): () => unknown {
    const planned = narrow(node)
    return () => evaluate(planned)
  }

  function narrow(node: ExprNode): ExprNode {
    switch (node.type) {
      case 'Everything':
        dependencies.everything()
        return { type: 'Value', value: view.documents }
      case 'Filter':
        return {
          ...node,
          base: (isEverything(node.base) && narrowed(node.expr)) || rewrite(node.base),
          expr: rewrite(node.expr),
        }
      case 'OpCall':
        if (node.op !== 'in') return mapChildren(node, rewrite)
        return independent.has(node.right)
          ? inSet(rewrite(textOfPath(node)), result(node.right))
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
    const { attribute, values, types } = constraint
    if (attribute === 'references') {
      // Any document of the type can refer to these later.
      if (types) for (const type of types) dependencies.type(type)
      else dependencies.everything()
      return { type: 'Value', value: view.withReferencesTo(values) }
    }
    for (const value of values) {
      if (attribute === '_id') dependencies.document(value)
      else dependencies.type(value)
    }
    const value = attribute === '_id' ? view.withIds(values) : view.withTypes(values)
    return { type: 'Value', value }
  }
}

/**
 * Returns the left operand of `in`: `path(a) in path(b)` becomes `a in path(b)`, because groq-js only compares
 * strings with paths.
 */
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
