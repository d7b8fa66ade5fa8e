import { evaluate, parse } from 'groq-js'
import { expect, it } from 'vitest'
import { readSeedDocuments } from '../../seed/documents.ts'
import { type PlaceholderContent, placeholdersIn } from './placeholders.ts'
import { PLACEHOLDERS_QUERY } from './queries/placeholders.ts'

const documents = readSeedDocuments()

/** The ids and fields of what is found in the seed, after a change of a document's words. */
async function found(id = '', from = '', to = ''): Promise<string[]> {
  const dataset = documents.map((document) =>
    document._id === id ? JSON.parse(JSON.stringify(document).replace(from, to)) : document,
  )
  const value = await evaluate(parse(PLACEHOLDERS_QUERY), { dataset })
  const content = (await value.get()) as PlaceholderContent
  return placeholdersIn(content).map(({ id: of, path }) => `${of} ${path}`)
}

const all = [
  'legal-terms body',
  'legal-privacy body',
  'siteSettings contact.phone',
  'siteSettings socialLinks',
]

it('knows the placeholders of the seed as they are', async () => {
  expect(await found()).toEqual(all)
})

it.each([
  ['legal-terms body', 'legal-terms', 'binds neither of us', 'binds you'],
  ['legal-privacy body', 'legal-privacy', 'This site is for adults.', 'This is for everybody.'],
  ['siteSettings contact.phone', 'siteSettings', '"+12145550142"', '"+12145550742"'],
  ['siteSettings socialLinks', 'siteSettings', '"linkedin"}', '"linkedin","url":"https://x.test"}'],
])('%s is none any more once it was changed', async (placeholder, id, from, to) => {
  expect(await found(id, from, to)).toEqual(all.filter((one) => one !== placeholder))
})

it('finds none where there is no content', async () => {
  expect(placeholdersIn({})).toEqual([])
  expect(placeholdersIn({ settings: null, legal: [{ _id: 'legal-terms', words: null }] })).toEqual(
    [],
  )
})
