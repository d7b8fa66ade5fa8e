import { Badge } from '@sanity/ui'
import { type SanityDocument, useSchema, useUser } from 'sanity'
import { IntentLink } from 'sanity/router'
import { titleOf } from '../links/document-links.tsx'
import { publishedId } from '../links/published-id.ts'
import { useReviewRequests } from '../review/requests.ts'
import { Time } from '../ui/time.tsx'
import { Box, Row } from './box.tsx'
import { type HomeContent, listed, type Release, versionsOf } from './content.ts'
import { upcomingDates } from './dates.ts'

interface BoxesProps {
  content: HomeContent & { authors: Map<string, string>; loadedAt: number }
}

/** Lists the documents with changes that visitors can't see yet. */
export function Unpublished({ content: { drafts, draftCount, authors } }: BoxesProps) {
  const ready = new Set(useReviewRequests()?.map(({ documentId }) => documentId))
  const more = draftCount - drafts.length
  return (
    <Box
      title="Not published yet"
      empty="Everything is published."
      note={more > 0 ? `The newest ${listed} of ${draftCount} documents.` : undefined}
    >
      {drafts.map((draft) => (
        <Row
          key={draft._id}
          link={<DocumentLink document={draft} />}
          badge={
            ready.has(publishedId(draft._id)) && <Badge tone="caution">Ready for review</Badge>
          }
        >
          {authors.has(draft._id) && <Author id={String(authors.get(draft._id))} />}
          <Time at={draft._updatedAt} long />
        </Row>
      ))}
    </Box>
  )
}

/** Lists the releases that are scheduled, or were not published at their time, if there are any. */
export function Scheduled({ content: { releases, versions } }: BoxesProps) {
  if (releases.length === 0) return null
  return (
    <Box title="Scheduled">
      {releases.map((release) => (
        <Row
          key={release._id}
          link={<ReleaseLink release={release} documents={versionsOf(release, versions)} />}
          badge={release.error && <Badge tone="critical">Not published</Badge>}
        >
          {release.error ? (
            <Reason release={release} documents={versionsOf(release, versions)} />
          ) : (
            <>
              Goes live <Time at={String(release.publishAt)} long />
            </>
          )}
        </Row>
      ))}
    </Box>
  )
}

/** Lists the dates in content that have passed or pass soon. */
export function Dates({ content }: BoxesProps) {
  const dates = upcomingDates(content, content.loadedAt)
  return (
    <Box title="Dates" empty="No date passes in the next 60 days.">
      {dates.map(({ title, changesAt, field }) => (
        <Row
          key={title}
          link={
            <IntentLink intent="edit" params={field}>
              {title}
            </IntentLink>
          }
          badge={changesAt === undefined && <Badge tone="caution">Passed</Badge>}
        >
          {changesAt === undefined ? (
            'Set another date, or change the status.'
          ) : (
            <>
              Texts change <Time at={new Date(changesAt).toISOString()} long />
            </>
          )}
        </Row>
      ))}
    </Box>
  )
}

function DocumentLink({ document }: { document: SanityDocument }) {
  const schema = useSchema()
  const { _id, _type } = document
  return (
    <IntentLink intent="edit" params={{ id: publishedId(_id), type: _type }}>
      {titleOf({ ...document, _id: publishedId(_id) }, schema)}
    </IntentLink>
  )
}

/** A scheduled draft is a release with one document, which has no title of its own. */
function ReleaseLink({ release, documents }: { release: Release; documents: SanityDocument[] }) {
  const { name, metadata } = release
  const [document] = documents
  if (metadata?.cardinality === 'one' && document) return <DocumentLink document={document} />
  const count = `${documents.length} ${documents.length === 1 ? 'document' : 'documents'}`
  return (
    <IntentLink intent="release" params={{ id: name }}>
      {metadata?.title || 'Untitled release'} ({count})
    </IntentLink>
  )
}

/** Shows why a release failed. The content API names documents by their ids, so those of the release get titles. */
function Reason({ release, documents }: { release: Release; documents: SanityDocument[] }) {
  const schema = useSchema()
  return documents.reduce((reason, document) => {
    const id = publishedId(document._id)
    return reason.replaceAll(`"${id}"`, () => `“${titleOf({ ...document, _id: id }, schema)}”`)
  }, release.error?.message ?? '')
}

function Author({ id }: { id: string }) {
  const [user] = useUser(id)
  return user?.displayName ? `${user.displayName}, ` : null
}
