import type { ExprNode } from 'groq-js'
import type { SanityDocument } from '../documents/document.ts'
import { type Constraint, constraintOf, lookupsOf } from './constraint.ts'
import { mapChildren } from './nodes.ts'
import { collectPage, type OrderedPage, orderedPage } from './ordered-page.ts'
import { independentIn } from './sub-queries/independent.ts'
import { inSet, once } from './sub-queries/once.ts'
import type { Source } from './tagged-view.ts'
import type { Dependencies } from './tags.ts'

/** With fewer documents, searching all of them is as fast as an index. */
const MIN_INDEXED = 50

/**
 * Rewrites a parsed query for one view. Each `*[…]` that requires ids, types, references, values, or words starts from
 * those documents; its filter still runs. So does the first page of an order. Records the dependencies. Independent sub-queries are evaluated once, by `evaluate`.
 */
export function plan(
  tree: ExprNode,
  source: Source,
  dependencies: Dependencies,
  evaluate: (tree: ExprNode) => unknown,
): ExprNode {
  const { view } = source
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

  function shown(documents: readonly SanityDocument[]): ExprNode {
    return { type: 'Value', value: source.show(documents) }
  }

  function narrow(node: ExprNode): ExprNode {
    const page = orderedPage(node)
    if (page) return ordered(page)
    switch (node.type) {
      case 'Everything':
        dependencies.everything()
        return shown(view.documents)
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
    const lookups = constraint?.attribute === '_id' ? [] : lookupsOf(filter)
    if (!constraint && lookups.length === 0) return undefined
    record(constraint)
    for (const lookup of view.byId.size < MIN_INDEXED ? [] : lookups) {
      const found = view.withLookup(lookup)
      if (found) return shown(found)
    }
    return shown(documentsOf(constraint))
  }

  function record(constraint: Constraint | undefined): void {
    const { attribute, values, types } = constraint ?? {}
    if (attribute === '_id') for (const id of values ?? []) dependencies.document(id)
    else {
      // Any document of the type can refer to others later.
      const recorded = attribute === '_type' ? values : types
      if (recorded) for (const type of recorded) dependencies.type(type)
      else dependencies.everything()
    }
  }

  function documentsOf(constraint: Constraint | undefined): readonly SanityDocument[] {
    if (!constraint) return view.documents
    const { attribute, values } = constraint
    if (attribute === 'references') return view.withReferencesTo(values)
    return attribute === '_id' ? view.withIds(values) : view.withTypes(values)
  }

  function ordered({ node, order, filter, path, isDescending, count }: OrderedPage): ExprNode {
    const constraint = filter && constraintOf(filter)
    const types = constraint?.attribute === '_type' ? constraint.values : undefined
    const isWhole = !constraint || types?.size === 1
    const isSmall = view.byId.size < Math.max(MIN_INDEXED, count)
    if (!isWhole || isSmall || (filter && lookupsOf(filter).length > 0)) {
      return mapChildren(node, rewrite)
    }
    record(constraint)
    const expr = filter && rewrite(filter)
    const collect = () => {
      const sorted = view.sortedBy(path, types && [...types][0])
      return collectPage(sorted, { path, isDescending, count }, (documents) => {
        const base = shown(documents)
        return (
          expr ? evaluate({ type: 'Filter', base, expr }) : evaluate(base)
        ) as SanityDocument[]
      })
    }
    const page = { ...order, base: once(collect), args: order.args.map(rewrite) }
    return { ...node, base: page } as ExprNode
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
