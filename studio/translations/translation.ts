import type { SanityClient } from '@sanity/client'
import type { ObjectSchemaType, SanityDocument, Schema, SchemaType } from 'sanity'

interface Found {
  original: (SanityDocument & { _originalId: string }) | null
  list: { _id: string; id: string | null } | null
}

/** A translation's entry in the list that the plugin @sanity/document-internationalization keeps for an original. */
const entry = (language: string, id: string) => ({
  _key: language,
  _type: 'internationalizedArrayReferenceValue',
  language,
  value: { _type: 'reference', _ref: id, _weak: true },
})

/**
 * Creates a translation with the texts of the original, as a draft, or in the release that the original is in. If there
 * already is one, only adds it to the list. Its id is derived from the original's, so that two editors can't create two.
 *
 * @param perspective the perspectives in which to read the original, the highest priority first
 * @returns the id of the created version, or of an existing one
 */
export async function createTranslation(
  client: SanityClient,
  schema: Schema,
  originalId: string,
  language: string,
  perspective: string[],
): Promise<string> {
  const { original, list } = await client.fetch<Found>(
    `{
      "original": *[_id == $originalId][0],
      "list": *[_type == "translation.metadata" && $originalId in translations[].value._ref][0]{
        _id, "id": translations[language == $language][0].value._ref
      }
    }`,
    { originalId, language },
    { perspective },
  )
  const { _id: listId = `translations-${originalId}`, id: listedId } = list ?? {}
  const id = listedId ?? `${originalId}-${language}`
  const ids = await client.fetch<string[]>('*[sanity::versionOf($id)]._id', { id }, raw)
  if (!original)
    throw new Error('The original isn’t in this perspective. Select Drafts, and try again.')
  const { _type, _originalId } = original
  const [version = 'drafts.'] = /^versions\.[^.]+\./.exec(_originalId) ?? []
  const document = { ...textsOf(original, schema, _type), _id: version + id, _type, language }
  const transaction = client.transaction()
  if (ids.length === 0) transaction.createIfNotExists(document)
  if (!listedId) {
    transaction
      .createIfNotExists({
        ...{ _id: listId, _type: 'translation.metadata', schemaTypes: [_type] },
        translations: [entry('en', originalId)],
      })
      .patch(listId, (patch) =>
        patch
          .unset([`translations[language == "${language}"]`])
          .insert('after', 'translations[-1]', [entry(language, id)]),
      )
  }
  await transaction.commit()
  return ids.find((one) => one.startsWith('drafts.')) ?? ids[0] ?? document._id
}

const raw = { perspective: 'raw' } as const

/** Returns the fields of an original that its translations also have. */
export function textsOf(original: object, schema: Schema, type: string): object {
  const own = Object.entries(original).filter(([name]) => !name.startsWith('_'))
  return withoutFacts(Object.fromEntries(own), schema.get(type))
}

/** Returns a value without the fields that only originals have. */
function withoutFacts<Value>(value: Value, type: SchemaType | undefined): Value {
  if (Array.isArray(value)) {
    const of = type && 'of' in type ? (type.of as SchemaType[]) : []
    const typeOf = (item: { _type?: string }) =>
      of.find(({ name }) => name === item?._type) ?? of[0]
    return value.map((item) => withoutFacts(item, typeOf(item))) as Value
  }
  if (typeof value !== 'object' || value === null || !type || !('fields' in type)) return value
  const { fields } = type as ObjectSchemaType
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const field = fields.find((one) => one.name === name)?.type
    return isShared(field) ? [] : [[name, withoutFacts(inner, field)]]
  })
  return Object.fromEntries(kept)
}

const isShared = (type: SchemaType | undefined) =>
  (type?.options as { documentInternationalization?: { exclude?: boolean } } | undefined)
    ?.documentInternationalization?.exclude === true

/** Returns a published document as it was at a time, or undefined if the history does not have it. */
export const readPast = (client: SanityClient, id: string, time: string) =>
  client
    .request<{ documents: SanityDocument[] }>({
      uri: `/data/history/${client.config().dataset}/documents/${id}`,
      query: { time },
    })
    .then(
      ({ documents }) => documents[0],
      () => undefined,
    )

/** Publishes a translation again, without changes. It must not have a draft. */
export function markUpToDate(client: SanityClient, id: string, language: string) {
  const ids = { publishedId: id, draftId: `drafts.${id}` }
  return client.action([
    { actionType: 'sanity.action.document.edit', ...ids, patch: { set: { language } } },
    { actionType: 'sanity.action.document.publish', ...ids },
  ])
}
