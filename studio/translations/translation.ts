import type { SanityClient } from '@sanity/client'
import type { ObjectSchemaType, SanityDocument, Schema, SchemaType } from 'sanity'
import { isA, isShared, itemType } from './texts.ts'

/** Fields of an image. A translation shows the picture of its original, unless it has its own. */
const pictureFields = ['asset', 'crop', 'hotspot', 'media']

/** Returns the fields of an original that its translations also have. */
export function textsOf(original: object, schema: Schema, type: string): object {
  const own = Object.entries(original).filter(([name]) => !name.startsWith('_'))
  return withoutFacts(Object.fromEntries(own), schema.get(type))
}

/** Returns a value without pictures and the fields that only originals have. */
function withoutFacts<Value>(value: Value, type: SchemaType | undefined): Value {
  if (Array.isArray(value))
    return value.map((item) => withoutFacts(item, itemType(type, item))) as Value
  if (typeof value !== 'object' || value === null || !type || !('fields' in type)) return value
  const { fields } = type as ObjectSchemaType
  const left = isA(type, 'image') ? pictureFields : []
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const field = fields.find((one) => one.name === name)?.type
    return isShared(field) || left.includes(name) ? [] : [[name, withoutFacts(inner, field)]]
  })
  return Object.fromEntries(kept)
}

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
