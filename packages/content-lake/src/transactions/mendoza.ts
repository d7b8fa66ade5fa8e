import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../documents/values.ts'

// Opcodes of https://github.com/sanity-io/mendoza/blob/main/docs/format.md
const VALUE = 0
const PUSH_FIELD_COPY = 10
const PUSH_FIELD_BLANK = 11
const PUSH_ELEMENT_COPY = 12
const RETURN_INTO_OBJECT_SAME_KEY_POP = 15
const RETURN_INTO_ARRAY_POP = 16
const OBJECT_SET_FIELD_VALUE = 17
const OBJECT_DELETE_FIELD = 19
const ARRAY_APPEND_VALUE = 20
const ARRAY_APPEND_SLICE = 21
const STRING_APPEND_STRING = 22
const STRING_APPEND_SLICE = 23

/** Returns a Mendoza patch between two JSON values. Array items with a `_key` are recognized when they move. */
export function diff(left: unknown, right: unknown): unknown[] {
  return isRecord(left) && isRecord(right) ? diffObject(left, right) : [VALUE, right]
}

type Json = Record<string, unknown>

function diffObject(left: Json, right: Json): unknown[] {
  const patch: unknown[] = []
  for (const [index, key] of Object.keys(left).sort().entries()) {
    const from = left[key]
    const to = right[key]
    if (!Object.hasOwn(right, key)) patch.push(OBJECT_DELETE_FIELD, index)
    else if (isDeepStrictEqual(from, to)) continue
    else append(patch, diffField(index, key, from, to))
  }
  for (const key of Object.keys(right)) {
    if (!Object.hasOwn(left, key)) patch.push(OBJECT_SET_FIELD_VALUE, right[key], key)
  }
  return patch
}

/** Appends any number of values. Spread arguments are limited by the stack. */
function append(patch: unknown[], values: readonly unknown[]): void {
  for (const value of values) patch.push(value)
}

function diffField(index: number, key: string, from: unknown, to: unknown): unknown[] {
  if (isRecord(from) && isRecord(to)) {
    return [PUSH_FIELD_COPY, index, ...diffObject(from, to), RETURN_INTO_OBJECT_SAME_KEY_POP]
  }
  const inner =
    Array.isArray(from) && Array.isArray(to)
      ? diffArray(from, to)
      : typeof from === 'string' && typeof to === 'string'
        ? diffString(from, to)
        : undefined
  return inner
    ? [PUSH_FIELD_BLANK, index, ...inner, RETURN_INTO_OBJECT_SAME_KEY_POP]
    : [OBJECT_SET_FIELD_VALUE, to, key]
}

function diffArray(left: unknown[], right: unknown[]): unknown[] {
  if (right.length === 0) return [ARRAY_APPEND_SLICE, 0, 0]
  const positions = new Map<string, number>()
  left.forEach((item, index) => {
    positions.set(`=${JSON.stringify(item)}`, index)
    if (isRecord(item) && typeof item._key === 'string') positions.set(`#${item._key}`, index)
  })
  const patch: unknown[] = []
  let slice: [number, number] | undefined
  const endSlice = () => {
    if (slice) patch.push(ARRAY_APPEND_SLICE, ...slice)
    slice = undefined
  }
  right.forEach((item, index) => {
    const same = isDeepStrictEqual(left[index], item) ? index : undefined
    const position = same ?? positions.get(`=${JSON.stringify(item)}`)
    if (position !== undefined) {
      if (slice?.[1] === position) slice[1] += 1
      else {
        endSlice()
        slice = [position, position + 1]
      }
      return
    }
    endSlice()
    const keyed = isRecord(item) ? positions.get(`#${item._key}`) : undefined
    const former = keyed === undefined ? undefined : left[keyed]
    if (isRecord(former) && isRecord(item)) {
      append(patch, [
        ...[PUSH_ELEMENT_COPY, keyed],
        ...diffObject(former, item),
        RETURN_INTO_ARRAY_POP,
      ])
    } else patch.push(ARRAY_APPEND_VALUE, item)
  })
  endSlice()
  return patch
}

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Returns a patch between two strings, or undefined where replacing the whole string is shorter. Mendoza counts UTF-8
 * bytes.
 */
function diffString(left: string, right: string): unknown[] | undefined {
  const from = [...left]
  const to = [...right]
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && from[start] === to[start]) start++
  let end = 0
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end++
  if (start + end < 24 || LONE_SURROGATE.test(left) || LONE_SURROGATE.test(right)) return undefined
  const bytes = Buffer.byteLength(left)
  const head = Buffer.byteLength(from.slice(0, start).join(''))
  const tail = bytes - Buffer.byteLength(from.slice(from.length - end).join(''))
  const inserted = to.slice(start, to.length - end).join('')
  return [
    ...(head > 0 ? [STRING_APPEND_SLICE, 0, head] : []),
    ...(inserted ? [STRING_APPEND_STRING, inserted] : []),
    ...(tail < bytes ? [STRING_APPEND_SLICE, tail, bytes] : []),
  ]
}
