import type { ExprNode } from 'groq-js'
import { constraintOf } from './constraint.ts'
import { parseQuery } from './query.ts'

/** A condition on a document's id and type that can be checked without GROQ. */
export type Predicate =
  | { attribute: '_id' | '_type'; values: ReadonlySet<string> }
  | { path: string }
  | { not: Predicate }
  | { and: readonly Predicate[] }
  | { or: readonly Predicate[] }

/** The documents that a listener's query selects: `exactly` these, or only some of those `within`. */
export type Inspected = { exactly: Predicate } | { within?: Predicate }

/** Returns whether the predicate holds for a document. */
export function holds(predicate: Predicate, document: { _id: string; _type: string }): boolean {
  if ('values' in predicate) return predicate.values.has(document[predicate.attribute])
  if ('path' in predicate) return isAt(predicate.path, document._id)
  if ('not' in predicate) return !holds(predicate.not, document)
  if ('and' in predicate) return predicate.and.every((part) => holds(part, document))
  return predicate.or.some((part) => holds(part, document))
}

/**
 * Analyzes a listener's query. The result is exact for `*` and for `*[…]` with conditions only on ids and types,
 * which are most of the Studio's queries.
 */
export function inspect(tree: ExprNode): Inspected {
  if (tree.type === 'Everything') return { exactly: { and: [] } }
  if (tree.type !== 'Filter' || tree.base.type !== 'Everything') return {}
  const exactly = predicateOf(tree.expr)
  const within = idsOrTypes(tree.expr)
  return exactly ? { exactly } : { ...(within && { within }) }
}

/**
 * Matches queries without functions, other attributes, or slow operators. They can be parsed within a few
 * milliseconds.
 */
const PLAIN =
  /^(?:\s|"[^"\\]*"|'[^'\\]*'|\$\w+\b|_id\b|_type\b|in\b|path\b|==|!=|&&|\|\||[*[\](),!])+$/
const PLAIN_LENGTH = 2_000

/** Analyzes a query that is simple enough to be parsed in this process. Returns undefined for any other query. */
export function inspectPlain(
  query: string,
  params: Record<string, unknown>,
): Inspected | undefined {
  if (query.length > PLAIN_LENGTH || !PLAIN.test(query)) return undefined
  try {
    const inspected = inspect(parseQuery(query, params))
    return 'exactly' in inspected ? inspected : undefined
  } catch {
    // The evaluation process parses the query and reports the error.
    return undefined
  }
}

function predicateOf(node: ExprNode): Predicate | undefined {
  if (node.type === 'Group') return predicateOf(node.base)
  if (node.type === 'Not') return negated(predicateOf(node.base))
  if (node.type === 'And' || node.type === 'Or') {
    const [left, right] = [predicateOf(node.left), predicateOf(node.right)]
    if (!left || !right) return undefined
    return node.type === 'And' ? { and: [left, right] } : { or: [left, right] }
  }
  if (node.type !== 'OpCall') return undefined
  if (node.op === 'in') return pathOf(node.left, node.right) ?? idsOrTypes(node)
  if (node.op === '==') return idsOrTypes(node)
  return node.op === '!=' ? negated(idsOrTypes({ ...node, op: '==' })) : undefined
}

/** Returns the ids or types that a filter requires. */
function idsOrTypes(filter: ExprNode): Predicate | undefined {
  const { attribute, values, types } = constraintOf(filter) ?? {}
  if (!attribute || !values) return undefined
  if (attribute !== 'references') return { attribute, values }
  return types && { attribute: '_type', values: types }
}

function negated(inner: Predicate | undefined): Predicate | undefined {
  return inner && { not: inner }
}

const PATTERN = /^(?:(?:[\w-]+|\*)\.)*(?:[\w-]+|\*\*?)$/

/** Returns the predicate for `_id in path("drafts.**")`. `**` is only supported at the end. */
function pathOf(left: ExprNode, right: ExprNode): Predicate | undefined {
  if (left.type !== 'AccessAttribute' || left.base || left.name !== '_id') return undefined
  if (right.type !== 'FuncCall' || right.namespace !== 'global' || right.name !== 'path')
    return undefined
  const [pattern] = right.args
  if (pattern?.type !== 'Value' || typeof pattern.value !== 'string') return undefined
  return PATTERN.test(pattern.value) ? { path: pattern.value } : undefined
}

function isAt(pattern: string, id: string): boolean {
  const wanted = pattern.split('.')
  const parts = id.split('.')
  const isOpen = wanted.at(-1) === '**'
  if (isOpen) wanted.pop()
  if (isOpen ? parts.length <= wanted.length : parts.length !== wanted.length) return false
  return wanted.every((part, index) => part === '*' || part === parts[index])
}
