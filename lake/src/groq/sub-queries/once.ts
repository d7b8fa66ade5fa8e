import { DateTime, type ExprNode, Path } from 'groq-js'
import { call, coalesce, eachOf, first, item, listOf } from '../nodes.ts'

/** Returns an expression that is evaluated when its value is first needed, and never again: a constant with a getter. */
export function once(evaluate: () => unknown): ExprNode {
  const result = memoized(evaluate)
  return {
    type: 'Value',
    get value() {
      return result()
    },
  }
}

/** Returns `left in …` for a list that is evaluated once and looked up in sets; other values stay what they are. */
export function inOnce(left: ExprNode, evaluate: () => unknown): ExprNode {
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
  // Anything but an attribute is put into a list, so that it is evaluated once.
  return isAttribute(left) ? lookUp(left) : first(eachOf(listOf(left), lookUp(item)))
}

function isAttribute(node: ExprNode): boolean {
  if (node.type === 'AccessAttribute') return !node.base || isAttribute(node.base)
  return node.type === 'This' || node.type === 'Parent'
}

/** The items of a list: texts, numbers and the like as texts, and everything else. */
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
    // Lists and objects equal nothing.
    else if (isComparable(value)) others.add(String(value))
  }
  return { texts: new SetPath(texts), others: new SetPath(others), rest: hasNull ? [null] : [] }
}

function isComparable(value: unknown): boolean {
  if (typeof value !== 'object') return true
  // An invalid time equals not even itself.
  return value instanceof DateTime && !Number.isNaN(value.date.getTime())
}

/** A set as groq-js asks a path: does it match this text? */
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
