import { Stack, Text } from '@sanity/ui'
import { apiVersion } from 'halvi-schemas/api-version'
import { useEffect, useState } from 'react'
import { type SanityDocument, useClient } from 'sanity'
import { DocumentLinks } from '../links/document-links.tsx'

/** All documents that can contain text, without translations. */
const query =
  '*[!(_type match "sanity.*") && !(_type match "system.*") && !defined(language)] | order(_type, _id)'

/** Lists the documents that use the sentence about a date. If a document has a draft, the draft counts. */
export function SentenceUses({ about }: { about: string }) {
  const client = useClient({ apiVersion })
  const [documents, setDocuments] = useState<SanityDocument[]>()
  useEffect(() => {
    let isCurrent = true
    client
      .fetch<SanityDocument[]>(query, {}, { perspective: 'drafts' })
      .then((all) => isCurrent && setDocuments(all.filter((one) => hasSentence(one, about))))
      // If the list can't be loaded, the rest of the input still works.
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [client, about])
  if (!documents?.length) return null
  return (
    <Stack space={3}>
      <Text size={1} muted>
        Used in {documents.length} {documents.length === 1 ? 'document' : 'documents'}:
      </Text>
      <DocumentLinks documents={documents.map((document) => ({ document }))} />
    </Stack>
  )
}

function hasSentence(value: unknown, about: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('_type' in value && value._type === 'datedSentence') {
    return 'about' in value && value.about === about
  }
  return Object.values(value).some((inner) => hasSentence(inner, about))
}
