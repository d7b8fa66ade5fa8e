import type { SanityClient } from '@sanity/client'
import type { SanityDocument, Schema } from 'sanity'
import { publishedId } from '../links/published-id.ts'
import { textsOf } from './translation.ts'

interface Entry {
  language?: string
  value?: { _ref?: string }
}

interface List {
  _id: string
  _rev: string
  translations: Entry[] | null
}

interface Found {
  lists: List[]
  documents: { _id: string; language: string | null }[]
  isTaken: boolean
}

/** Selects the lists that contain an original or its translation or have its id, and the documents of its type. */
const QUERY = `{
  "lists": *[_type == "translation.metadata" && !(_id in path("drafts.**")) && !(_id in path("versions.**"))
    && (_id == $listId || references($originalId) || references($ownId))] | order(_id){_id, _rev, translations},
  "documents": *[_type == $type]{_id, language},
  "isTaken": count(*[sanity::versionOf($ownId)]) > 0
}`

/** A translation's entry in the list that the plugin @sanity/document-internationalization keeps for an original. */
const entry = (language: string, id: string) => ({
  _key: language,
  _type: 'internationalizedArrayReferenceValue',
  language,
  value: { _type: 'reference', _ref: id, _weak: true },
})

type Arguments = [
  client: SanityClient,
  schema: Schema,
  originalId: string,
  language: string,
  perspective: string[],
]

/**
 * Creates a translation with the texts of the original, as a draft, or in the release that the original is in. If there
 * already is one, only adds it to the list. Its id is derived from the original's, so that two editors can't create two.
 * Afterwards, one list has the original and one document for each language.
 *
 * @param perspective the perspectives in which to read the original, the highest priority first
 * @returns the id of the created version, or of an existing one
 * @throws if the original can't be read, or if an id belongs to another document
 */
export const createTranslation = (...args: Arguments): Promise<string> =>
  // A conflict: another editor has changed the list in the meantime.
  tryToCreate(...args).catch((error: { statusCode?: number }) => {
    if (error.statusCode !== 409) throw error
    return tryToCreate(...args)
  })

async function tryToCreate(...[client, schema, originalId, language, perspective]: Arguments) {
  const original = await client.fetch<(SanityDocument & { _originalId: string }) | null>(
    '*[_id == $originalId][0]',
    { originalId },
    { perspective },
  )
  if (!original)
    throw new Error('The original isn’t in this perspective. Select Drafts, and try again.')
  const { _type: type, _originalId } = original
  const [ownId, listId] = [`${originalId}-${language}`, `translations-${originalId}`]
  const params = { originalId, ownId, listId, type }
  const { lists, documents, isTaken } = await client.fetch<Found>(QUERY, params, raw)
  const has = ({ language: code, value }: Entry) =>
    documents.some((one) => publishedId(one._id) === value?._ref && (one.language ?? 'en') === code)
  const isOriginal = ({ language: code, value }: Entry) =>
    code === 'en' && value?._ref === originalId
  const isOfOther = ({ translations }: List) =>
    translations?.some((one) => one.language === 'en' && !isOriginal(one) && has(one))
  const [list, ...others] = lists.filter((one) => !isOfOther(one))
  if (!list && lists.some(({ _id }) => _id === listId))
    throw new Error(`The list of translations with the ID ${listId} belongs to another document.`)

  // The first entry of a language with an existing document counts, or else its first one.
  const entries = [list, ...others].flatMap((one) => one?.translations ?? [])
  const own = entry(language, ownId)
  const existing = [...entries, own].filter(has)
  const members = new Map<string | undefined, Entry>()
  members.set('en', entries.find(isOriginal) ?? entry('en', originalId))
  for (const one of [...existing, ...entries]) {
    if (one.language && !members.has(one.language)) members.set(one.language, one)
  }
  const member = existing.find((one) => one.language === language) ?? own
  if (!has(member) && isTaken)
    throw new Error(`Another document has the ID ${ownId}. Delete it, and try again.`)
  members.set(language, member)

  const id = member.value?._ref ?? ownId
  const ids = documents.map(({ _id }) => _id).filter((one) => publishedId(one) === id)
  const [version = 'drafts.'] = /^versions\.[^.]+\./.exec(_originalId) ?? []
  const document = { ...textsOf(original, schema, type), _id: version + id, _type: type, language }
  const transaction = client.transaction()
  if (ids.length === 0) transaction.createIfNotExists(document)
  const translations = [...members.values()]
  if (!list) {
    const metadata = { _type: 'translation.metadata', schemaTypes: [type] }
    transaction.create({ _id: listId, ...metadata, translations })
  } else if (JSON.stringify(translations) !== JSON.stringify(list.translations)) {
    transaction.patch(list._id, { set: { translations }, ifRevisionID: list._rev })
  }
  for (const { _id } of others) transaction.delete(_id)
  if (transaction.toJSON().length > 0) await transaction.commit()
  return ids.find((one) => one.startsWith('drafts.')) ?? ids[0] ?? document._id
}

const raw = { perspective: 'raw' } as const
