import { type ExprNode, type PathNode, parsePath, type SegmentNode } from '@sanity/json-match'
import { checkKey, isRecord } from '../documents/values.ts'
import { mutationError } from '../errors/errors.ts'

const MAX_PATH_LENGTH = 2000

/** A place in a document: an attribute of an object, which can be missing, or an item of an array. */
export interface Slot {
  readonly parent: Record<string, unknown> | unknown[]
  readonly key: string | number
}

/**
 * Parses a path of a patch. Throws a `LakeError` 400 for an invalid path or a harmful name.
 * https://www.sanity.io/docs/json-match
 */
export function parsePatchPath(path: unknown): PathNode {
  if (typeof path !== 'string' || path.length === 0 || path.length > MAX_PATH_LENGTH) {
    throw invalid(`a path must be a string of at most ${MAX_PATH_LENGTH} characters`)
  }
  const node = parsed(path)
  if (node?.type !== 'Path') throw invalid(`${quoted(path)} is not a path`)
  checkNames(node)
  return node
}

function parsed(path: string) {
  try {
    return parsePath(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw invalid(`the path ${quoted(path)} is invalid: ${reason}`)
  }
}

function checkNames(node: unknown): void {
  if (Array.isArray(node)) node.forEach(checkNames)
  else if (isRecord(node)) {
    if (node.type === 'Identifier') checkKey(String(node.name))
    Object.values(node).forEach(checkNames)
  }
}

/**
 * Returns the places that a path selects. Items of arrays exist already. Attributes can be missing if `creates` is
 * true; then the objects around them are created.
 */
export function select(path: PathNode, root: Slot, creates = false): Slot[] {
  const { base, segment, recursive } = path
  const from = base ? select(base, root, creates && !recursive) : [root]
  const within = recursive ? from.flatMap(descendants) : from
  return unique(within.flatMap((slot) => step(slot, segment, creates && !recursive)))
}

export function valueAt({ parent, key }: Slot): unknown {
  return Object.hasOwn(parent, key) ? (parent as Record<string, unknown>)[key] : undefined
}

export function setAt({ parent, key }: Slot, value: unknown): void {
  ;(parent as Record<string, unknown>)[key] = value
}

function step(slot: Slot, segment: SegmentNode, creates: boolean): Slot[] {
  if (segment.type === 'This') return [slot]
  const value = valueAt(slot)
  if (segment.type === 'Wildcard') return children(value)
  if (segment.type === 'Identifier') {
    if (Array.isArray(value)) return []
    if (isRecord(value)) {
      return creates || Object.hasOwn(value, segment.name)
        ? [{ parent: value, key: segment.name }]
        : []
    }
    if (!creates) return []
    const created = {}
    setAt(slot, created)
    return [{ parent: created, key: segment.name }]
  }
  return segment.elements.flatMap((element) => {
    if (element.type === 'Path') return select(element, slot, creates)
    const items = Array.isArray(value) ? children(value) : []
    if (element.type === 'Number') return items.slice(...indexRange(element.value))
    if (element.type === 'Slice') return items.slice(element.start, element.end)
    if (element.type !== 'Comparison' && element.type !== 'Existence') return []
    const candidates = Array.isArray(value) ? items : [slot]
    return candidates.filter((one) =>
      element.type === 'Existence'
        ? select(element.base, one).length > 0
        : compare(evaluate(element.left, one), element.operator, evaluate(element.right, one)),
    )
  })
}

/** Returns the range of `Array.slice` that contains only the item at an index, counted from the end if negative. */
function indexRange(index: number): [number, number?] {
  return index === -1 ? [index] : [index, index + 1]
}

function children(value: unknown): Slot[] {
  if (Array.isArray(value)) return value.map((_, key) => ({ parent: value, key }))
  return isRecord(value) ? Object.keys(value).map((key) => ({ parent: value, key })) : []
}

function descendants(slot: Slot): Slot[] {
  return [slot, ...children(valueAt(slot)).flatMap(descendants)]
}

function unique(slots: Slot[]): Slot[] {
  const known = new Map<object, Set<string | number>>()
  return slots.filter(({ parent, key }) => {
    const keys = known.get(parent) ?? new Set()
    known.set(parent, keys)
    return keys.size < keys.add(key).size
  })
}

function evaluate(expression: ExprNode, slot: Slot): unknown {
  if (expression.type === 'Null') return null
  if (expression.type !== 'Path') return expression.value
  const [found] = select(expression, slot)
  return found && valueAt(found)
}

function compare(left: unknown, operator: string, right: unknown): boolean {
  if (left === undefined || right === undefined) return false
  if (operator === '==') return left === right
  if (operator === '!=') return left !== right
  if (typeof left !== typeof right || !['number', 'string'].includes(typeof left)) return false
  const [low, high] = operator.startsWith('<') ? [left, right] : [right, left]
  return (low as number) < (high as number) || (operator.endsWith('=') && left === right)
}

function quoted(path: string): string {
  return JSON.stringify(path.slice(0, 100))
}

function invalid(reason: string) {
  return mutationError(`Invalid patch: ${reason}`)
}
