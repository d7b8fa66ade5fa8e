import { useCurrentUser, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { usePages, verbs } from '../activity/use-pages.ts'
import { titleOf } from '../links/document-links.tsx'
import { Time } from '../ui/time.tsx'
import { Box, Row } from './box.tsx'

/** The maximum number of changes in the list. */
const listed = 6

/** Lists the newest changes of other people. Only the embedded content API has this list. */
export function Others() {
  const user = useCurrentUser()
  const schema = useSchema()
  const { entries = [] } = usePages('activity')
  const others = entries.flatMap(({ id, kind, document, author, timestamp }) => {
    if (!kind || !document || !schema.get(document._type) || author.id === user?.id) return []
    const title = titleOf(document, schema)
    const params = { id, type: document._type }
    const link =
      kind === 'deleted' ? (
        title
      ) : (
        <IntentLink intent="edit" params={params}>
          {title}
        </IntentLink>
      )
    return [
      <Row key={`${timestamp} ${id} ${kind}`} link={link}>
        {author.name} {verbs[kind]} it, <Time at={timestamp} long />
      </Row>,
    ]
  })
  if (others.length === 0) return null
  return <Box title="What others did">{others.slice(0, listed)}</Box>
}
