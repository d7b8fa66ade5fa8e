import { Heading, Stack } from '@sanity/ui'
import { isTranslatable } from 'halvi-schemas'
import { apiVersion } from 'halvi-schemas/api-version'
import { mayEdit, mayPublish } from 'halvi-staff-studio'
import { List, ListCard, Loading, Note, SmallButton } from 'halvi-staff-studio/ui'
import { useEffect, useState } from 'react'
import { useClient, useCurrentUser, useSchema } from 'sanity'
import { titleOf } from '../links/document-links.tsx'
import { publishedId } from '../links/published-id.ts'
import { useContent } from './languages.ts'
import { type Row, rowsOf, type TranslationState, withTexts } from './states.ts'
import { useTranslationActions } from './use-translation-actions.ts'

/** The parts of the list, with what to do in each. */
const parts: [TranslationState, title: string, note: string][] = [
  ['problem', 'Problems', 'The site may not show these translations.'],
  [
    'outdated',
    'Outdated',
    'The English text has changed since the translation was published. Open the translation, change the marked texts, ' +
      'and publish it. If there is nothing to change, mark it as up to date.',
  ],
  [
    'partial',
    'Partly in English',
    'Published, but with English texts. Open the translation, and translate the marked texts.',
  ],
  [
    'missing',
    'Missing',
    'Until a translation is published, visitors get the English page, and lists such as the FAQ leave the entry out.',
  ],
  ['ready', 'Ready', 'Published in this language, and no English text has changed since.'],
]

/** Lists all documents by the state of their translation to a language. */
export function TranslationsList({ options }: { options?: { language?: string } }) {
  const language = options?.language ?? ''
  const rows = useRows(language)
  if (!rows) return <Loading />
  return (
    <Stack space={5} padding={4} data-testid="translations">
      {parts.map(([name, title, note]) => {
        const some = rows.filter(({ state }) => state === name)
        if (some.length === 0) return null
        return (
          <Stack key={name} as="section" space={3} data-testid={name}>
            <Heading as="h2" size={1}>{`${title}: ${some.length}`}</Heading>
            <Note>{note}</Note>
            <List space={2}>
              {some.map((row) => (
                <RowCard
                  key={publishedId((row.original ?? row.translation)?._id ?? '')}
                  row={row}
                  language={language}
                />
              ))}
            </List>
          </Stack>
        )
      })}
    </Stack>
  )
}

function RowCard({ row, language }: { row: Row; language: string }) {
  const { original, translation, state, note } = row
  const schema = useSchema()
  const user = useCurrentUser()
  const { open, create, markAsUpToDate } = useTranslationActions()
  const shown = original ?? translation
  if (!shown) return null
  const title = titleOf(shown, schema)
  const type = schema.get(shown._type)?.title
  const notes = [type !== title && type, note].filter(Boolean).join(' · ')
  const isSettled = translation && publishedId(translation._id) === translation._id
  return (
    <ListCard title={title} notes={notes ? [notes] : []}>
      {isSettled && state === 'outdated' && mayPublish(user) && (
        <SmallButton
          text="Mark as up to date"
          onClick={() => void markAsUpToDate(translation, language)}
        />
      )}
      {translation ? (
        <SmallButton text="Open" onClick={() => open(translation)} />
      ) : (
        mayEdit(user) && <SmallButton text="Create" onClick={() => void create(shown, language)} />
      )}
    </ListCard>
  )
}

/** Returns the rows, and updates them when a document changes. */
function useRows(language: string): Row[] | undefined {
  const schema = useSchema()
  const client = useClient({ apiVersion })
  const found = useContent(
    schema.getLocalTypeNames().filter((name) => {
      // Names with a dot are types of Sanity or a plugin.
      return isTranslatable({ name, type: schema.get(name)?.type?.name }) && !name.includes('.')
    }),
  )
  const [rows, setRows] = useState<Row[]>()
  useEffect(() => {
    if (!found) return
    let isCurrent = true
    const all = rowsOf(found, language)
    withTexts(client, schema, all)
      .catch(() => all)
      .then((checked) => isCurrent && setRows(checked))
    return () => {
      isCurrent = false
    }
  }, [client, schema, found, language])
  return rows
}
