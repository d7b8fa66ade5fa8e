import type { ExprNode } from 'groq-js'

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
  const name = attributeName(attribute)
  if (!name || value.type !== 'Value') return undefined
  return { attribute: name, values: strings([value.value]) }
}

function membership(attribute: ExprNode, list: ExprNode): Constraint | undefined {
  const name = attributeName(attribute)
  if (!name) return undefined
  const items: unknown = list.type === 'Value' ? list.value : undefined
  if (Array.isArray(items)) return { attribute: name, values: strings(items) }
  if (list.type !== 'Array') return undefined
  const values = list.elements.map(({ value, isSplat }) => (isSplat ? undefined : value))
  if (!values.every((value) => value?.type === 'Value')) return undefined
  return { attribute: name, values: strings(values.map((value) => value.value)) }
}

/** Returns the ids in the arguments of `references(…)`. */
function referencing({
  namespace,
  name,
  args,
}: ExprNode & { type: 'FuncCall' }): Constraint | undefined {
  if (namespace !== 'global' || name !== 'references') return undefined
  const values: unknown[] = []
  for (const argument of args) {
    if (argument.type !== 'Value') return undefined
    values.push(argument.value)
  }
  return { attribute: 'references', values: strings(values.flat()) }
}

function attributeName(expr: ExprNode): '_id' | '_type' | undefined {
  if (expr.type !== 'AccessAttribute') return undefined
  if (expr.base && expr.base.type !== 'This') return undefined
  return expr.name === '_id' || expr.name === '_type' ? expr.name : undefined
}

/**
 * Returns the strings among the values. Every document's `_id`, `_type`, and reference is a string, so other values
 * match nothing.
 */
function strings(values: unknown[]): ReadonlySet<string> {
  return new Set(values.filter((value) => typeof value === 'string'))
}
