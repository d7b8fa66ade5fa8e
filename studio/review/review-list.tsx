import { CheckmarkCircleIcon } from '@sanity/icons'
import { Badge, Box, Text } from '@sanity/ui'
import { useSchema, useUser } from 'sanity'
import { IntentLink } from 'sanity/router'
import { titleOf } from '../links/document-links.tsx'
import { Note } from '../ui/controls.tsx'
import { Loading } from '../ui/states.tsx'
import { List, ListCard } from '../ui/tool-page.tsx'
import { type ReviewRequest, useReviewRequests } from './requests.ts'

/** The drafts that are ready for review, oldest request first. */
export function ReviewList() {
  const requests = useReviewRequests()
  const open = requests?.filter(({ draft }) => draft)
  return (
    <Box padding={4} data-testid="review-list">
      {!open && <Loading />}
      {open?.length === 0 && <Note>Nothing is waiting for a review.</Note>}
      <List>
        {open?.map((request) => (
          <ReviewItem key={request._id} {...request} />
        ))}
      </List>
    </Box>
  )
}

function ReviewItem({ documentId, author, draft }: ReviewRequest) {
  const schema = useSchema()
  const [user] = useUser(author)
  if (!draft) return null
  const title = (
    <Text size={1}>
      <IntentLink intent="edit" params={{ id: documentId, type: draft._type }}>
        {titleOf(draft, schema)}
      </IntentLink>
    </Text>
  )
  const notes = [
    schema.get(draft._type)?.title ?? draft._type,
    `Asked by ${user?.displayName ?? '…'}`,
  ]
  return (
    <ListCard title={title} notes={notes}>
      {null}
    </ListCard>
  )
}

/** The icon of the list, with the number of drafts that wait. */
export function ReviewIcon() {
  const waiting = useReviewRequests()?.filter(({ draft }) => draft).length ?? 0
  if (waiting === 0) return <CheckmarkCircleIcon />
  return (
    <Badge tone="caution" fontSize={0} aria-label={`${waiting} ready for review`}>
      {waiting}
    </Badge>
  )
}
