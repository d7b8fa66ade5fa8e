import type { SanityClient } from '@sanity/client'
import type { ObjectSchemaType, SanityDocument, SchemaType } from 'sanity'
import { publishedId } from '../links/published-id.ts'

/** A translation's entry in the list that the plugin @sanity/document-internationalization keeps for an original. */
const entry = (language: string, id: string) => ({
  _key: crypto.randomUUID(),
  _type: 'internationalizedArrayReferenceValue',
  language,
  value: { _type: 'reference', _ref: id, _weak: true },
})

/**
 * Creates a translation with the texts of the original, as a draft, or in the release that the original is in.
 *
 * @returns the published id of the translation
 */
export async function createTranslation(
  client: SanityClient,
  type: SchemaType,
  original: SanityDocument,
  language: string,
): Promise<string> {
  const id = crypto.randomUUID()
  const originalId = publishedId(original._id)
  const [version = 'drafts.'] = /^versions\.[^.]+\./.exec(original._id) ?? []
  const found = await client.fetch<string | null>(
    '*[_type == "translation.metadata" && $id in translations[].value._ref][0]._id',
    { id: originalId },
    { perspective: 'raw' },
  )
  const metadata = found ?? `translations-${originalId}`
  const { _rev, _createdAt, _updatedAt, ...texts } = translatedParts(original, type)
  await client
    .transaction()
    .create({ ...texts, _id: version + id, _type: original._type, language })
    .createIfNotExists({
      ...{ _id: metadata, _type: 'translation.metadata', schemaTypes: [original._type] },
      translations: [entry('en', originalId)],
    })
    .patch(metadata, (patch) =>
      patch
        // The entry of a translation that was deleted.
        .unset([`translations[language == "${language}"]`])
        .insert('after', 'translations[-1]', [entry(language, id)]),
    )
    .commit()
  return id
}

/** Returns a value without the fields that only originals have. */
export function translatedParts<Value>(value: Value, type: SchemaType | undefined): Value {
  if (Array.isArray(value)) {
    const of = type && 'of' in type ? (type.of as SchemaType[]) : []
    const typeOf = (item: { _type?: string }) =>
      of.find(({ name }) => name === item?._type) ?? of[0]
    return value.map((item) => translatedParts(item, typeOf(item))) as Value
  }
  if (typeof value !== 'object' || value === null || !type || !('fields' in type)) return value
  const { fields } = type as ObjectSchemaType
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const field = fields.find((one) => one.name === name)?.type
    return isShared(field) ? [] : [[name, translatedParts(inner, field)]]
  })
  return Object.fromEntries(kept)
}

const isShared = (type: SchemaType | undefined) =>
  (type?.options as { documentInternationalization?: { exclude?: boolean } } | undefined)
    ?.documentInternationalization?.exclude === true

/** Returns all texts of a value, to compare two revisions. Leaves out ids, keys, and references. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  const names = Object.keys(value).filter((name) => !name.startsWith('_'))
  // The order of an object's fields has no meaning.
  return (Array.isArray(value) ? names : names.sort()).flatMap((name) =>
    textsOf((value as Record<string, unknown>)[name]),
  )
}

/** Reads published documents as they were at a time. Leaves out those that the history does not have. */
export async function readPast(
  client: SanityClient,
  ids: readonly string[],
  time: string,
): Promise<SanityDocument[]> {
  const uri = `/data/history/${client.config().dataset}/documents/${ids.slice(0, 100).join(',')}`
  return client
    .request<{ documents: SanityDocument[] }>({ uri, query: { time } })
    .then(({ documents }) => documents)
    .catch(() => [])
}
