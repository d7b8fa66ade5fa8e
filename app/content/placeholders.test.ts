import { evaluate, parse } from 'groq-js'
import { expect, it } from 'vitest'
import { readSeedDocuments } from '../../seed/documents.ts'
import { type PlaceholderContent, placeholdersIn, setApartPlaceholders } from './placeholders.ts'
import { PLACEHOLDERS_QUERY } from './queries/placeholders.ts'

const documents = readSeedDocuments()

/** Returns the ids and fields of the placeholders in the seed, after a replacement of text in one document. */
async function found(id = '', from = '', to = ''): Promise<string[]> {
  const dataset = documents.map((document) =>
    document._id === id ? JSON.parse(JSON.stringify(document).replace(from, to)) : document,
  )
  const value = await evaluate(parse(PLACEHOLDERS_QUERY), { dataset })
  const content = (await value.get()) as PlaceholderContent
  return placeholdersIn(content).map(({ id: of, path }) => `${of} ${path}`)
}

interface Block {
  style?: string
  children: { text?: string }[]
}

const legal = documents.filter(({ _type }) => _type === 'legalPage') as unknown as {
  _id: string
  body: Block[]
}[]

const edited = (body: Block[], from: string, to: string): Block[] =>
  JSON.parse(JSON.stringify(body).replace(from, to))
const lastSentence = (body: Block[]) => body.at(-1)?.children[0]?.text?.split(/(?<=\.) /)[0]

/** Returns the ids and fields of the placeholders in a legal page after a change of its body. */
async function foundWith(id: string, change: (body: Block[]) => Block[]) {
  const page = legal.find(({ _id }) => _id === id)
  const dataset = [{ ...page, body: change(page?.body ?? []) }]
  const value = await evaluate(parse(PLACEHOLDERS_QUERY), { dataset })
  return placeholdersIn(await value.get()).map(({ id: of, path }) => `${of} ${path}`)
}

const all = [
  'legal-terms body',
  'legal-privacy body',
  'siteSettings contact.phone',
  'siteSettings socialLinks',
]

it('finds all placeholders in the unchanged seed', async () => {
  expect(await found()).toEqual(all)
})

it.each([
  ['siteSettings contact.phone', 'siteSettings', '"+12145550142"', '"+12145550742"'],
  ['siteSettings socialLinks', 'siteSettings', '"linkedin"}', '"linkedin","url":"https://x.test"}'],
])('does not find %s after it was replaced', async (placeholder, id, from, to) => {
  expect(await found(id, from, to)).toEqual(all.filter((one) => one !== placeholder))
})

it.each([
  ['a heading is added', (body) => [{ children: [{ text: 'More' }] }, ...body]],
  ['a sentence is changed', (body) => edited(body, 'doesn’t bind either of us', 'binds you')],
  ['capitals and quotes are changed', (body) => edited(body, 'people’s data', "People's data")],
  ['one sentence remains', (body) => body.slice(3, 4)],
  [
    'one sentence remains among others',
    (body) => [{ children: [{ text: `Ours. ${lastSentence(body)}` }] }],
  ],
] as [string, (body: Block[]) => Block[]][])(
  'still finds the legal texts when %s',
  async (_, change) => {
    for (const id of ['legal-terms', 'legal-privacy']) {
      expect(await foundWith(id, change)).toContain(`${id} body`)
    }
  },
)

it.each([
  ['they are rewritten', () => [{ children: [{ text: 'You accept these terms.' }] }]],
  ['only headings remain', (body) => body.filter(({ style }) => style === 'h2')],
  ['they are empty', () => []],
] as [string, (body: Block[]) => Block[]][])(
  'does not find the legal texts when %s',
  async (_, change) => {
    for (const id of ['legal-terms', 'legal-privacy']) {
      expect(await foundWith(id, change)).not.toContain(`${id} body`)
    }
  },
)

it('recognizes every sentence of the legal texts in the seed', async () => {
  for (const { _id, body } of legal) {
    const sentences = body.flatMap((block) =>
      block.children.flatMap(({ text = '' }) => text.match(/[A-Z][^.!?]{20,}[.!?](?=\s|$)/g) ?? []),
    )
    expect(sentences.length).toBeGreaterThan(10)
    for (const text of sentences) {
      expect(await foundWith(_id, () => [{ children: [{ text }] }]), text).toContain(`${_id} body`)
    }
  }
})

it.each([
  ['+12145550142', false],
  ['+12145550742', true],
  ['+442071838750', true],
])('keeps the phone number %s: %s', (number, isKept) => {
  const phone = { display: 'Any', number }
  const result = setApartPlaceholders([
    { contact: { email: 'a@b.test', phone, phoneHours: '9-5' } },
  ])
  const contact = isKept ? { phone, phoneHours: '9-5' } : {}
  const apart = { samplePhone: phone, phone: null, phoneHours: null }
  expect(result).toEqual([{ contact: { email: 'a@b.test', ...(isKept ? contact : apart) } }])
})

it.each([
  ['+1 (214) 555-0142', null],
  ['+1 (214) 555\u200b-0142', null],
  ['(214) 555-0742', '(214) 555-0742'],
])('turns the phone number %j in a sentence into %j', (value, expected) => {
  const sentence = { _type: 'siteFact', fact: 'phone', value }
  expect(setApartPlaceholders({ children: [sentence] }).children[0]?.value).toBe(expected)
})

it('finds nothing without content', async () => {
  expect(placeholdersIn({})).toEqual([])
  expect(placeholdersIn({ settings: null, legal: [{ _id: 'legal-terms', words: null }] })).toEqual(
    [],
  )
})
