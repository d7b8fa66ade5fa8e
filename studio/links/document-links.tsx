import { Stack, Text } from '@sanity/ui'
import { type SanityDocument, type Schema, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'

/** A document to link to, and what to say of it beside its title. */
export interface LinkedDocument {
  document: SanityDocument
  note?: string | undefined
}

/** Documents by their titles, each as a link to its form. */
export function DocumentLinks({ documents }: { documents: readonly LinkedDocument[] }) {
  const schema = useSchema()
  return (
    <Stack as="ul" space={2} paddingLeft={3}>
      {documents.map(({ document, note }) => (
        <li key={document._id}>
          <Text size={1}>
            <IntentLink
              intent="edit"
              params={{ id: document._id.replace(/^drafts\./, ''), type: document._type }}
            >
              {titleOf(document, schema)}
            </IntentLink>
            {note && `: ${note}`}
          </Text>
        </li>
      ))}
    </Stack>
  )
}

/** What a document is called: its own words, or those of its type, of which it may be the only one. */
export function titleOf(document: SanityDocument, schema: Schema): string {
  const { title, name, question, from, originalFilename, _id, _type } = document
  if (_id.replace(/^drafts\./, '') === _type) return schema.get(_type)?.title ?? _type
  return String(
    title ?? name ?? question ?? from ?? originalFilename ?? schema.get(_type)?.title ?? _type,
  )
}
