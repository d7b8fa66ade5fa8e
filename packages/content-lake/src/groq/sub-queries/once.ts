import { DateTime, type ExprNode, Path } from 'groq-js'
import { call, coalesce, eachOf, first, item, listOf } from '../nodes.ts'

/**
 * Returns an expression that is evaluated when its value is first needed, and only once: a constant with a getter.
 */
export function once(evaluate: () => unknown): ExprNode {
  const result = memoized(evaluate)
  return {
    type: 'Value',
    get value() {
      return result()
    },
  }
}

/**
 * Returns an expression for `left in …` with a list that is evaluated once and looked up in sets. A right side that
 * is not a list keeps its value.
 */
export function inSet(left: ExprNode, evaluate: () => unknown): ExprNode {
  const members = memoized(() => membersOf(evaluate()))
  const isIn = (value: ExprNode, of: keyof Members): ExprNode => ({
    type: 'OpCall',
    op: 'in',
    left: value,
    right: once(() => members()[of]),
  })
  const lookUp = (value: ExprNode) =>
    coalesce(
      isIn(value, 'texts'),
      isIn(call('global', 'string', [value]), 'others'),
      isIn(value, 'rest'),
    )
  // An attribute can be read several times. Any other expression is wrapped in a list, so that it is evaluated once.
  return isAttribute(left) ? lookUp(left) : first(eachOf(listOf(left), lookUp(item)))
}

function isAttribute(node: ExprNode): boolean {
  if (node.type === 'AccessAttribute') return !node.base || isAttribute(node.base)
  return node.type === 'This' || node.type === 'Parent'
}

/**
 * The items of a list by type: `texts` are strings, `others` are numbers, booleans, and dates as strings, `rest` is
 * null values.
 */
interface Members {
  texts: unknown
  others: unknown
  rest: unknown
}

function membersOf(list: unknown): Members {
  if (!Array.isArray(list)) return { texts: list, others: list, rest: list }
  const texts = new Set<string>()
  const others = new Set<string>()
  let hasNull = false
  for (const value of list) {
    if (typeof value === 'string') texts.add(value)
    else if (value === null || value === undefined) hasNull = true
    // Lists and objects are never equal to anything.
    else if (isComparable(value)) others.add(String(value))
  }
  return { texts: new SetPath(texts), others: new SetPath(others), rest: hasNull ? [null] : [] }
}

function isComparable(value: unknown): boolean {
  if (typeof value !== 'object') return true
  // An invalid date is not even equal to itself.
  return value instanceof DateTime && !Number.isNaN(value.date.getTime())
}

/** A set in the form of a groq-js path, which matches the strings of the set. */
class SetPath extends Path {
  constructor(private readonly texts: ReadonlySet<string>) {
    super('')
  }

  override matches(text: string): boolean {
    return this.texts.has(text)
  }
}

function memoized<Value>(calculate: () => Value): () => Value {
  let known: { value: Value } | undefined
  return () => {
    known ??= { value: calculate() }
    return known.value
  }
}
