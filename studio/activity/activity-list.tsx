import { Text } from '@sanity/ui'
import { useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { titleOf } from '../links/document-links.tsx'
import { Time } from '../ui/time.tsx'
import { ListCard } from '../ui/tool-page.tsx'
import { EntryPages } from './entry-pages.tsx'
import { type Entry, usePages, verbs } from './use-pages.ts'

/** The changes of all documents, newest first. */
export function ActivityList() {
  const schema = useSchema()
  const render = (entry: Entry) => {
    const { id, kind, document, author, timestamp } = entry
    const type = document && schema.get(document._type)
    if (!kind || !document || !type) return null
    const title = titleOf(document, schema)
    return (
      <ListCard
        key={`${timestamp} ${id} ${kind}`}
        title={
          <Text size={1}>
            {author.name} {verbs[kind]}{' '}
            {kind === 'deleted' ? (
              title
            ) : (
              <IntentLink intent="edit" params={{ id, type: document._type }}>
                {title}
              </IntentLink>
            )}
          </Text>
        }
        notes={[type.title ?? type.name]}
      >
        <Text size={1} muted>
          <Time at={timestamp} />
        </Text>
      </ListCard>
    )
  }
  const empty = 'Nobody has changed anything yet.'
  return <EntryPages pages={usePages('activity')} empty={empty} render={render} />
}
