import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const types = readFileSync(new URL('../sanity.types.ts', import.meta.url), 'utf8')

/**
 * Matches fields in the generated types that no schema has: their type is null, or an empty array if the query uses
 * `coalesce`. The type check misses them where a view accepts null. Excludes `markDefs` and `_key`, which can be null
 * for valid content, and the fields of links' pages, of which each type has one.
 */
const unknown = /^ +"?(?!(?:markDefs|_key|slug|key)\b)\w+"?\??: (null|Array<never>);?$/gm

it('queries select only fields that the schemas have', () => {
  const results = types.split(/^export type (?=\w+ = )/m)
  const found = results.flatMap((result) => {
    const [name] = result.split(' ', 1)
    return (result.match(unknown) ?? []).map((field) => `${name}: ${field.trim()}`)
  })
  expect(found).toEqual([])
})
