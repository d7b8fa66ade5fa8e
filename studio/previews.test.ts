import { schemaTypes } from 'halvi-schemas'
import { createSchema, prepareForPreview } from 'sanity'
import { expect, it } from 'vitest'
import * as addresses from '../app/addresses.ts'
import { siteWords } from '../app/words/words.ts'

const schema = createSchema({ name: 'default', types: schemaTypes(addresses, siteWords) })
type Document = Parameters<typeof prepareForPreview>[0] & { _type: string }

function titleOf(document: Document) {
  const type = schema.get(document._type)
  if (!type) throw new Error(`Unknown type ${document._type}`)
  return prepareForPreview(document, type).title
}

it.each([
  ['rate', { rate: 20 }, '20%'],
  ['orderLimit', { orderLimit: 40_000 }, '40,000'],
  ['days', { challenge: { days: 4 } }, '4'],
  ['winnerTitle', { challenge: { winnerTitle: 'Special Affiliate' } }, 'Special Affiliate'],
  ['rate', {}, 'Commission'],
])('previews the fact %s of the program %o as %s', (fact, programme, expected) => {
  expect(titleOf({ _type: 'programmeFact', fact, programme } as Document)).toBe(expected)
})
