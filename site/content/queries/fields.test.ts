import { readdirSync, readFileSync } from 'node:fs'
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

it('each query has at most 8,000 characters and 40 subqueries', async () => {
  const folder = new URL('.', import.meta.url)
  const files = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)))
  const queries = modules.flatMap(Object.entries).filter(([name]) => name.endsWith('_QUERY'))
  expect(queries.length).toBeGreaterThan(20)
  const long = queries.filter(([, query]) => {
    return query.length > 8_000 || query.split('*[').length > 41
  })
  expect(long.map(([name]) => name)).toEqual([])
})
