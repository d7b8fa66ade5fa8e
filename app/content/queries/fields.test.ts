import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const types = readFileSync(new URL('../sanity.types.ts', import.meta.url), 'utf8')

/**
 * Of a field that no schema has, typegen knows that it is always null, or an empty list where the query
 * coalesces it. Where null will do the type check says nothing, so that this does. A block without marks
 * has null in their place, and what is no list no keys.
 */
const unknown = /^ +"?(?!(?:markDefs|_key)\b)\w+"?\??: (null|Array<never>);?$/gm

it('no query asks for a field that the schemas do not have', () => {
  const results = types.split(/^export type (?=\w+ = )/m)
  const found = results.flatMap((result) => {
    const [name] = result.split(' ', 1)
    return (result.match(unknown) ?? []).map((field) => `${name}: ${field.trim()}`)
  })
  expect(found).toEqual([])
})
