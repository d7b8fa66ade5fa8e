import { Stack, Text } from '@sanity/ui'
import { isTranslation, nameOf } from 'halvi-schemas'
import { type SanityDocument, type Schema, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { publishedId } from './published-id.ts'

/** A document to link to, with an optional note next to its title. */
export interface LinkedDocument {
  document: SanityDocument
  note?: string | undefined
}

/** Lists documents. Each title links to the document's form. */
export function DocumentLinks({ documents }: { documents: readonly LinkedDocument[] }) {
  const schema = useSchema()
  return (
    <Stack as="ul" space={2} paddingLeft={3}>
      {documents.map(({ document, note }) => (
        <li key={document._id}>
          <Text size={1}>
            <IntentLink
              intent="edit"
              params={{ id: publishedId(document._id), type: document._type }}
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

/** Returns the title of a document, with the language of a translation. */
export function titleOf(document: SanityDocument, schema: Schema): string {
  const title = ownTitleOf(document, schema)
  return isTranslation(document) ? `${title} (${nameOf(String(document.language))})` : title
}

/** Returns the title of a document. For singletons and documents without a title, returns the title of the type. */
function ownTitleOf(document: SanityDocument, schema: Schema): string {
  const { title, name, question, subject, from, originalFilename, _id, _type } = document
  if (publishedId(_id) === _type) return schema.get(_type)?.title ?? _type
  return String(
    title ??
      name ??
      question ??
      subject ??
      from ??
      originalFilename ??
      schema.get(_type)?.title ??
      _type,
  )
}
