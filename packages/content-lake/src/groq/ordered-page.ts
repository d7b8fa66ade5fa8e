import type { ExprNode } from 'groq-js'
import { byId, type SanityDocument } from '../documents/document.ts'
import { attributeAt, type Path } from '../documents/indexes/attribute.ts'
import { compareValues } from '../documents/indexes/sorted.ts'
import { pathOf } from './constraint.ts'
import { isIndependent } from './sub-queries/independent.ts'

/** The first documents in an order: `*[filter] | order(attribute)[0...count]`. */
export interface OrderedPage {
  node: ExprNode & { type: 'Slice' | 'AccessElement' }
  order: ExprNode & { type: 'PipeFuncCall' }
  filter: ExprNode | undefined
  path: Path
  isDescending: boolean
  /** The number of documents up to the end of the page. */
  count: number
}

/** How many documents to filter at first. */
const FIRST_STEP = 64

/** Returns the page that an expression selects, if it depends on nothing outside of it. */
export function orderedPage(node: ExprNode): OrderedPage | undefined {
  if (node.type !== 'Slice' && node.type !== 'AccessElement') return undefined
  const count = node.type === 'Slice' ? endOf(node) : node.index + 1
  const order = ungrouped(node.base)
  if (count <= 0 || order.type !== 'PipeFuncCall' || order.name !== 'order') return undefined
  const [first] = order.args
  const isDescending = first?.type === 'Desc'
  const path = first && pathOf(asKey(first))
  const base = ungrouped(order.base)
  const filter = base.type === 'Filter' ? base.expr : undefined
  const whole = base.type === 'Filter' ? ungrouped(base.base) : base
  if (!path || whole.type !== 'Everything' || !isIndependent(order)) return undefined
  return { node, order, filter, path, isDescending, count }
}

function endOf({ left, right, isInclusive }: ExprNode & { type: 'Slice' }): number {
  return left < 0 || right < 0 ? 0 : right + (isInclusive ? 1 : 0)
}

function asKey(node: ExprNode): ExprNode {
  return node.type === 'Asc' || node.type === 'Desc' ? node.base : node
}

function ungrouped(node: ExprNode): ExprNode {
  return node.type === 'Group' || node.type === 'ArrayCoerce' ? ungrouped(node.base) : node
}

/**
 * Returns at least the first documents of a sorted list that pass a filter, ordered by id. Documents with the same value
 * are returned all or none, because the other keys of the order decide between them.
 */
export function collectPage(
  sorted: readonly SanityDocument[],
  { path, isDescending, count }: Pick<OrderedPage, 'path' | 'isDescending' | 'count'>,
  filter: (documents: SanityDocument[]) => readonly SanityDocument[],
): SanityDocument[] {
  const { length } = sorted
  const at = (index: number) => sorted[isDescending ? length - 1 - index : index] as SanityDocument
  const isSame = (a: number, b: number) =>
    compareValues(attributeAt(at(a), path), attributeAt(at(b), path)) === 0
  const passed: SanityDocument[] = []
  let step = FIRST_STEP
  for (let start = 0; start < length && passed.length < count; step *= 2) {
    const documents: SanityDocument[] = []
    let end = start
    while (end < length && (end < start + step || isSame(end - 1, end))) documents.push(at(end++))
    for (const document of filter(documents)) passed.push(document)
    start = end
  }
  return passed.sort(byId)
}
