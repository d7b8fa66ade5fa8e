import { randomBytes } from 'node:crypto'
import type { Mutation } from '../documents/document.ts'
import { checkValue, isRecord } from '../documents/values.ts'

/** Returns a JSON value in which each object in a list has a `_key`, as actions require. */
export function withArrayKeys<Value>(value: Value): Value {
  return keyed(value) as Value
}

/**
 * Returns a mutation with generated keys in its document or in the values of its patch. Throws as `checkValue` does.
 */
export function mutationWithArrayKeys(mutation: Mutation): Mutation {
  // Reject values that are nested too deeply before recursing into them.
  checkValue(mutation)
  if (!isRecord(mutation)) return mutation
  const entries = Object.entries(mutation as Record<string, unknown>).map(([kind, argument]) => {
    if (kind === 'delete' || !isRecord(argument)) return [kind, argument]
    // The parameters of a query are not stored.
    const { params, ...values } = argument
    if (kind !== 'patch' || params === undefined) return [kind, withArrayKeys(argument)]
    return [kind, { ...withArrayKeys(values), params }]
  })
  return Object.fromEntries(entries) as unknown as Mutation
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
