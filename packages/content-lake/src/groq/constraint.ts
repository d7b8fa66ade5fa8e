import type { ExprNode } from 'groq-js'
import type { Path, Scalar } from '../documents/indexes/attribute.ts'
import type { Lookup } from '../documents/indexes/indexes.ts'
import { patternsIn } from '../documents/indexes/words.ts'
import { originalOf } from './untagged.ts'

/** A set of ids, types, or referenced ids. Every document that passes the filter has one of them. */
export interface Constraint {
  attribute: '_id' | '_type' | 'references'
  values: ReadonlySet<string>
  /** Beside references: the types that the filter requires, too. */
  types?: ReadonlySet<string>
}

/**
 * Returns the ids, types, or references that a filter requires by comparing with constants. Parameters are constants
 * after parsing.
 */
export function constraintOf(expr: ExprNode): Constraint | undefined {
  if (expr.type === 'Group') return constraintOf(expr.base)
  if (expr.type === 'And') return narrower(constraintOf(expr.left), constraintOf(expr.right))
  if (expr.type === 'Or') return either(constraintOf(expr.left), constraintOf(expr.right))
  if (expr.type === 'FuncCall') return referencing(expr)
  if (expr.type !== 'OpCall') return undefined
  const { op, left, right } = expr
  if (op === '==') return equality(left, right) ?? equality(right, left)
  return op === 'in' ? membership(left, right) : undefined
}

/** Returns the lookups that every document passes that passes the filter. */
export function lookupsOf(expr: ExprNode): Lookup[] {
  if (expr.type === 'Group') return lookupsOf(expr.base)
  if (expr.type === 'And') return [...lookupsOf(expr.left), ...lookupsOf(expr.right)]
  if (expr.type !== 'OpCall') return []
  const { op, left, right } = expr
  if (op === '==') return [...equals(left, right), ...equals(right, left)]
  const path = pathOf(left)
  const items = path && listIn(right)
  if (!path || !items) return []
  if (op === 'in' && items.every(isScalar) && !isIndexed(path))
    return [{ path, values: new Set(items) }]
  if (op !== 'match' || !items.every((item) => typeof item === 'string')) return []
  const words = patternsIn(items)
  return words.length > 0 ? [{ path, words }] : []
}

function equals(attribute: ExprNode, { type, value }: ExprNode & { value?: unknown }): Lookup[] {
  const path = pathOf(attribute)
  if (!path || isIndexed(path) || type !== 'Value' || !isScalar(value)) return []
  return [{ path, values: new Set([value]) }]
}

/** Returns whether a view always has an index of an attribute, see `Constraint`. */
function isIndexed([name]: Path): boolean {
  return name === '_id' || name === '_type'
}

/** Returns the items of a constant list, or of a constant on the right of `match`. */
function listIn(node: ExprNode): unknown[] | undefined {
  if (node.type === 'Value') return Array.isArray(node.value) ? node.value : [node.value]
  if (node.type !== 'Array') return undefined
  const items = node.elements.map(({ value, isSplat }) => (isSplat ? undefined : value))
  if (!items.every((item) => item?.type === 'Value')) return undefined
  return items.map((item) => item.value)
}

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

/** Returns the path of an attribute of the current document, such as `slug.current`. */
export function pathOf(given: ExprNode): Path | undefined {
  const node = originalOf(given)
  if (node.type !== 'AccessAttribute') return undefined
  if (!node.base || node.base.type === 'This') return [node.name]
  const outer = pathOf(node.base)
  return outer && [...outer, node.name]
}

function narrower(a: Constraint | undefined, b: Constraint | undefined): Constraint | undefined {
  if (!a || !b) return a ?? b
  if (a.attribute === '_id' || b.attribute === '_id') {
    if (a.attribute !== b.attribute) return a.attribute === '_id' ? a : b
  } else if (a.attribute === 'references') return { ...a, types: a.types ?? typesOf(b) }
  else if (b.attribute === 'references') return { ...b, types: b.types ?? typesOf(a) }
  const values = new Set([...a.values].filter((value) => b.values.has(value)))
  return { attribute: a.attribute, values }
}

const typesOf = ({ attribute, values, types }: Constraint) =>
  attribute === '_type' ? values : types

function either(a: Constraint | undefined, b: Constraint | undefined): Constraint | undefined {
  if (!a || !b || a.attribute !== b.attribute) return undefined
  return { attribute: a.attribute, values: new Set([...a.values, ...b.values]) }
}

function equality(attribute: ExprNode, value: ExprNode): Constraint | undefined {
  return value.type === 'Value' ? valuesOf(attribute, [value.value]) : undefined
}

function membership(attribute: ExprNode, list: ExprNode): Constraint | undefined {
  if (list.type === 'Value' && !Array.isArray(list.value)) return undefined
  return valuesOf(attribute, listIn(list))
}

function valuesOf(attribute: ExprNode, values: unknown[] | undefined): Constraint | undefined {
  const [name, ...inner] = pathOf(attribute) ?? []
  const isKnown = (name === '_id' || name === '_type') && inner.length === 0
  return isKnown && values ? { attribute: name, values: strings(values) } : undefined
}

/** Returns the ids in the arguments of `references(…)`. */
function referencing({
  namespace,
  name,
  args,
}: ExprNode & { type: 'FuncCall' }): Constraint | undefined {
  if (namespace !== 'global' || name !== 'references') return undefined
  if (!args.every((argument) => argument.type === 'Value')) return undefined
  return { attribute: 'references', values: strings(args.flatMap(({ value }) => value)) }
}

/**
 * Returns the strings among the values. Every document's `_id`, `_type`, and reference is a string, so other values
 * match nothing.
 */
function strings(values: unknown[]): ReadonlySet<string> {
  return new Set(values.filter((value) => typeof value === 'string'))
}
