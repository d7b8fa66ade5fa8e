import { readFileSync } from 'node:fs'
import { nameOf, schemaTypes } from 'halvi-schemas'
import * as addresses from 'halvi-site/addresses'
import { siteWords } from 'halvi-site/words/words'
import { createSchema, prepareForPreview } from 'sanity'
import { expect, it } from 'vitest'

const schema = createSchema({ name: 'default', types: schemaTypes(addresses, siteWords) })
type Document = Parameters<typeof prepareForPreview>[0] & {
  _id?: string
  _type: string
  language?: string
}

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
])('previews the fact %s of the program %o as %s', (fact, program, expected) => {
  expect(titleOf({ _type: 'programFact', fact, program } as Document)).toBe(expected)
})

const seed = readFileSync(new URL('../seed/data.ndjson', import.meta.url), 'utf8')
const documents: Document[] = seed
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))

it('lists each translation with a title and its language', () => {
  const translations = documents.filter(({ language }) => language)
  expect(translations.length).toBeGreaterThan(100)
  for (const document of translations) {
    const type = schema.get(document._type)
    if (!type) throw new Error(`Unknown type ${document._type}`)
    const { title, subtitle } = prepareForPreview(document, type)
    expect([document._id, title]).toEqual([document._id, expect.stringMatching(/./)])
    expect(subtitle).toBe(nameOf(String(document.language)))
  }
})

it('titles the translation of a message as the original', () => {
  const message = (id: string) => documents.find(({ _id }) => _id === id) as Document
  for (const id of ['message-welcome-affiliate', 'message-confirm']) {
    expect(titleOf(message(`${id}-ar`))).toBe(titleOf(message(id)))
  }
})
