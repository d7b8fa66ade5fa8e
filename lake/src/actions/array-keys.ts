import { randomBytes } from 'node:crypto'
import { isRecord } from '../documents/values.ts'

/**
 * A JSON value in which each object that is an item of a list has a `_key`, as actions
 * promise (mutations do not): what is edited together is addressed by key.
 */
export function withArrayKeys<Value>(value: Value): Value {
  return keyed(value) as Value
}

function keyed(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown) => {
      const inner = keyed(item)
      return isRecord(inner) && inner._key === undefined
        ? { ...inner, _key: randomBytes(6).toString('hex') }
        : inner
    })
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keyed(inner)]))
}
