import { Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type SanityDocument, useClient } from 'sanity'
import { DocumentLinks } from '../links/document-links.tsx'

/** Everything that may have texts. */
const query = '*[!(_type match "sanity.*") && !(_type match "system.*")] | order(_type, _id)'

/** The documents whose texts have the sentence about a date, drafts before what is published. */
export function SentencePlaces({ about }: { about: string }) {
  const client = useClient({ apiVersion: '2025-02-19' })
  const [documents, setDocuments] = useState<SanityDocument[]>()
  useEffect(() => {
    let isCurrent = true
    client
      .fetch<SanityDocument[]>(query, {}, { perspective: 'drafts' })
      .then((all) => isCurrent && setDocuments(all.filter((one) => hasSentence(one, about))))
      // Without the list the rest still stands.
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [client, about])
  if (!documents?.length) return null
  return (
    <Stack space={3}>
      <Text size={1} muted>
        It stands in {documents.length} {documents.length === 1 ? 'document' : 'documents'}:
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
