import type { SanityClient } from '@sanity/client'
import { schemaTypes } from 'halvi-schemas'
import * as addresses from 'halvi-site/addresses'
import { defaultWords, siteWords } from 'halvi-site/words/words'
import type { SeedDocument } from '../../seed/documents.ts'

/** The parts of a type of the schema that this file reads. */
interface Type {
  name?: string
  type?: string
  fields?: Type[]
  of?: Type[]
  options?: { list?: unknown; documentInternationalization?: { exclude?: boolean } }
}

const types = new Map(
  (schemaTypes(addresses, siteWords) as Type[]).map((type) => [String(type.name), type]),
)

/** Text fields with a value for programs: parts of addresses, and icons. */
const codes: ReadonlySet<unknown> = new Set(['anchor', 'query', 'icon', 'language'])

/** Returns the translation of a value with this type: its texts, without the fields that only originals have. */
function translated(value: unknown, type: Type | undefined, name?: string): unknown {
  const declared = (one: Type | undefined): Type | undefined =>
    one?.fields || one?.of || !one?.type ? one : (types.get(one.type) ?? one)
  const own = declared(type)
  if (typeof value === 'string') {
    const isText = type?.type === 'string' || type?.type === 'text'
    return isText && !type.options?.list && !codes.has(name) ? accented(value) : value
  }
  if (Array.isArray(value)) {
    const ofType = (item: { _type?: string } | null) =>
      own?.of?.find((one) => (one.name ?? one.type) === item?._type) ?? own?.of?.[0]
    return value.map((item) => translated(item, ofType(item)))
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    // The texts, the inserted facts, and the links of a paragraph.
    if (type?.type === 'block' && key === 'children') return [[key, inner.map(translatedSpan)]]
    const field = own?.fields?.find((one) => one.name === key)
    if (field?.options?.documentInternationalization?.exclude) return []
    return [[key, translated(inner, field, key)]]
  })
  return Object.fromEntries(entries)
}

function translatedSpan(child: { _type: string; text?: string }) {
  if (child._type !== 'span') return translated(child, types.get(child._type))
  return { ...child, text: child.text?.trim() ? accented(child.text) : child.text }
}

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const strange = [...'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ']

/**
 * Returns a text with brackets and accents on all letters, and with doubled vowels, which makes it 40% longer.
 * Placeholders and the syntax of messages, `{count, plural, other {…}}`, are unchanged.
 */
function accented(text: string): string {
  let depth = 0
  const letters = [...text].map((letter) => {
    if (letter === '{') depth++
    if (letter === '}') depth--
    const found = plain.indexOf(letter)
    if (depth % 2 === 1 || found < 0) return letter
    return strange[found]?.repeat(/[aeiou]/.test(letter) ? 2 : 1)
  })
  return `⟦${letters.join('')}⟧`
}

const words = Object.fromEntries(
  Object.entries(defaultWords).map(([group, texts]) => [
    group,
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, accented(text)])),
  ]),
)

/** The pseudo-languages: one is left-to-right, and one right-to-left. */
const languages = [
  { code: 'en-xa', letters: 'latin' },
  { code: 'ar-xb', letters: 'arabic' },
].map((one) => ({
  ...{ ...one, _key: one.code, _type: 'siteLanguage' },
  name: accented(one.code),
}))

const entry = (language: string, _ref: string) => ({
  ...{ _key: language, _type: 'internationalizedArrayReferenceValue', language },
  value: { _type: 'reference', _ref, _weak: true },
})

/** Turns on the pseudo-languages, with complete translations of all content and words, instead of other languages. */
export async function addPseudoLanguages(content: SanityClient): Promise<void> {
  const others = ['redirect', 'translation.metadata', 'words']
  const originals = await content.fetch<SeedDocument[]>(
    '*[!defined(language) && !(_type in $others) && _id in path("*") && !(_type match "sanity.*")]',
    { others },
  )
  const transaction = content.transaction()
  for (const original of [...originals, { _id: 'words', _type: 'words' }]) {
    const { _id, _type, _rev, _createdAt, _updatedAt, ...own } = original as SeedDocument
    const texts = _type === 'words' ? words : translated(own, types.get(String(_type)))
    for (const { code: language } of languages) {
      const id = { _id: `${_id}-${language}`, _type: String(_type), language }
      transaction.createOrReplace({ ...(texts as object), ...id })
    }
    transaction.createOrReplace({
      ...{ _id: `translations-${_id}`, _type: 'translation.metadata', schemaTypes: [_type] },
      translations: [
        entry('en', _id),
        ...languages.map(({ code }) => entry(code, `${_id}-${code}`)),
      ],
    })
  }
  await transaction.patch('siteSettings', { set: { languages } }).commit()
}
