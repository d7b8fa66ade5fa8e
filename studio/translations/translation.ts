import type { SanityClient } from '@sanity/client'
import type { ObjectSchemaType, SanityDocument, Schema, SchemaType } from 'sanity'

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
