import { Badge, Box, Button, Card, Flex, Inline, Stack, Text } from '@sanity/ui'
import { isTranslatable, nameOf } from 'halvi-schemas'
import { List, Loading, Note } from 'halvi-staff-studio/ui'
import { useEffect, useState } from 'react'
import { type SanityDocument, useClient, useSchema } from 'sanity'
import { titleOf } from '../links/document-links.tsx'
import { publishedId } from '../links/published-id.ts'
import { useListened } from './languages.ts'
import { CONTENT_QUERY, type Content, type Row, rowsOf, withoutSameTexts } from './states.ts'
import { useOpenTranslation } from './use-open-translation.ts'

const states = {
  outdated: { title: 'Outdated', tone: 'caution' },
  missing: { title: 'Missing', tone: 'default' },
  ready: { title: 'Ready', tone: 'positive' },
} as const

type State = keyof typeof states

const content = {
  fetch: CONTENT_QUERY,
  listen: '*[_type in $types || _type == "translation.metadata"]',
}

/** Lists all documents with the state of their translation to a language. */
export function TranslationsList({ options }: { options?: { language?: string } }) {
  const language = options?.language ?? ''
  const rows = useRows(language)
  const [shown, setShown] = useState<State>()
  if (!rows) return <Loading />
  return (
    <Stack space={4} padding={4} data-testid="translations">
      <Inline space={2}>
        {Object.entries(states).map(([name, { title }]) => (
          <Button
            key={name}
            mode={shown === name ? 'default' : 'ghost'}
            aria-pressed={shown === name}
            fontSize={1}
            text={`${title}: ${rows.filter(({ state }) => state === name).length}`}
            onClick={() => setShown(shown === name ? undefined : (name as State))}
          />
        ))}
      </Inline>
      <List space={2}>
        {rows
          .filter(({ state }) => !shown || state === shown)
          .map((row) => (
            <RowCard key={publishedId(row.document._id)} row={row} language={language} />
          ))}
      </List>
    </Stack>
  )
}

/** Opens the translation, or creates it. */
function RowCard({ row, language }: { row: Row; language: string }) {
  const { document, original, translation, state, note } = row
  const schema = useSchema()
  const client = useClient({ apiVersion: '2025-02-19' })
  const { open, create } = useOpenTranslation()
  const onClick = async () => {
    if (translation) return open(translation)
    const params = { id: publishedId(document._id) }
    const whole = await client.fetch<SanityDocument | null>('*[_id == $id][0]', params, {
      perspective: 'drafts',
    })
    if (whole) await create(whole, { id: language, title: nameOf(language) })
  }
  const shown = { ...(original ?? document), _id: publishedId((original ?? document)._id) }
  const { title, tone } = states[state]
  return (
    <Card as="li" data-state={state}>
      <Card as="button" border radius={2} padding={3} onClick={() => void onClick()}>
        <Flex gap={3} align="center">
          <Stack space={2} flex={1}>
            <Text size={1} weight="medium">
              {titleOf(shown, schema)}
            </Text>
            <Note>{[schema.get(document._type)?.title, note].filter(Boolean).join(' · ')}</Note>
          </Stack>
          <Box>
            <Badge tone={tone}>{title}</Badge>
          </Box>
        </Flex>
      </Card>
    </Card>
  )
}

/** Returns the rows, and updates them when a document changes. Compares outdated rows with earlier revisions. */
function useRows(language: string): Row[] | undefined {
  const schema = useSchema()
  const client = useClient({ apiVersion: '2025-02-19' })
  const types = schema.getLocalTypeNames().filter((name) => {
    return isTranslatable({ name, type: schema.get(name)?.type?.name }) && isSite(name)
  })
  const found = useListened<Content>(content, { types, language }, 'raw')
  const [rows, setRows] = useState<Row[]>()
  useEffect(() => {
    if (!found) return
    let isCurrent = true
    const all = rowsOf(found, language)
    withoutSameTexts(client, schema, all)
      .catch(() => all)
      .then((checked) => isCurrent && setRows(checked))
    return () => {
      isCurrent = false
    }
  }, [client, schema, found, language])
  return rows
}

/** Returns whether a type is one of this site, and not of Sanity or a plugin. */
const isSite = (name: string) => !name.includes('.')
