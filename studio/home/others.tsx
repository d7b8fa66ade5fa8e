import { useCurrentUser, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { type Entry, usePages, verbs } from '../activity/use-pages.ts'
import { titleOf } from '../links/document-links.tsx'
import { Time } from '../ui/time.tsx'
import { Box, Row } from './box.tsx'

/** The maximum number of changes in the list. */
const listed = 6

/** The author of imports by a command, such as the import of the first content. */
const importer = 'import'

/** Lists the newest changes of other people, without uploads. Only the embedded content API has this list. */
export function Others() {
  const user = useCurrentUser()
  const schema = useSchema()
  const { entries = [] } = usePages('activity')
  const others = entries.filter(
    ({ kind, document, author }) =>
      kind &&
      document &&
      schema.get(document._type) &&
      !document._type.startsWith('sanity.') &&
      ![user?.id, importer].includes(author.id),
  )
  if (others.length === 0) return null
  return (
    <Box title="What others did">
      {others.slice(0, listed).map((entry) => (
        <OtherRow key={`${entry.timestamp} ${entry.id} ${entry.kind}`} entry={entry} />
      ))}
    </Box>
  )
}

function OtherRow({ entry: { id, kind, document, author, timestamp } }: { entry: Entry }) {
  const schema = useSchema()
  if (!kind || !document) return null
  const title = titleOf(document, schema)
  const params = { id, type: document._type }
  const link = (
    <IntentLink intent="edit" params={params}>
      {title}
    </IntentLink>
  )
  return (
    <Row link={kind === 'deleted' ? title : link}>
      {author.name} {verbs[kind]} it, <Time at={timestamp} long />
    </Row>
  )
}
