import { Card, Stack, Text } from '@sanity/ui'
import { apiVersion } from 'halvi-schemas/api-version'
import { useEffect, useState } from 'react'
import { type ObjectInputProps, type SanityDocument, useClient } from 'sanity'
import { DocumentLinks } from '../links/document-links.tsx'
import { publishedId } from '../links/published-id.ts'

const query = `*[references($id) && !(_type in ["siteSettings", "translation.metadata"])]
  | order(_type)`

/** Shows above the form of a question which pages list it, with drafts. */
export function QuestionPlaces(props: ObjectInputProps) {
  const id = publishedId(String(props.value?._id ?? ''))
  const client = useClient({ apiVersion })
  const [pages, setPages] = useState<SanityDocument[]>()
  useEffect(() => {
    client.fetch(query, { id }, { perspective: 'drafts' }).then(setPages, () => {})
  }, [client, id])
  return (
    <Stack space={5}>
      {pages && (
        <Card padding={4} radius={2} border data-testid="question-places">
          <Stack space={3}>
            <Text size={1} weight="semibold">
              Pages with this question
            </Text>
            {pages.length === 0 && <Text size={1}>No page lists this question yet.</Text>}
            <DocumentLinks documents={pages.map((document) => ({ document }))} />
          </Stack>
        </Card>
      )}
      {props.renderDefault(props)}
    </Stack>
  )
}
