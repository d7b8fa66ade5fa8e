import { CheckmarkCircleIcon, UndoIcon } from '@sanity/icons'
import { useToast } from '@sanity/ui'
import { useEffect } from 'react'
import {
  type DocumentActionComponent,
  type DocumentBadgeComponent,
  useClient,
  useCurrentUser,
} from 'sanity'
import { mayEdit } from '../people/access.ts'
import { requestId, useReviewRequest } from './requests.ts'

/** The request of a document whose draft was published or discarded. The condition is checked on the server. */
const outdated = '*[_id == $request && !defined(*[_id == $draft][0])]'

/** The document action that marks a draft as ready for review, or takes the mark back. */
export const reviewAction: DocumentActionComponent = ({ id, draft, version, ready }) => {
  const client = useClient({ apiVersion: '2025-02-19' })
  const request = useReviewRequest(id)
  const user = useCurrentUser()
  const toast = useToast()
  const mayWrite = mayEdit(user)
  const isOutdated = Boolean(mayWrite && ready && request && !draft)

  useEffect(() => {
    if (!isOutdated) return
    const params = { request: requestId(id), draft: `drafts.${id}` }
    // The next person who opens the document tries again.
    client.delete({ query: outdated, params }).catch(() => {})
  }, [client, id, isOutdated])

  if (!user || !mayWrite || version) return null
  const attempt = (change: Promise<unknown>, done: string) =>
    change.then(
      () => toast.push({ status: 'success', title: done }),
      (error: Error) =>
        toast.push({ status: 'error', title: 'Not saved', description: error.message }),
    )
  if (request && draft) {
    return {
      label: 'Not ready for review',
      icon: UndoIcon,
      onHandle: () => attempt(client.delete(requestId(id)), 'No longer marked as ready for review'),
    }
  }
  const document = { _id: requestId(id), _type: 'reviewRequest', documentId: id, author: user.id }
  return {
    label: 'Ready for review',
    icon: CheckmarkCircleIcon,
    disabled: !draft,
    ...(!draft && { title: 'There are no changes to review' }),
    onHandle: () => attempt(client.createOrReplace(document), 'Marked as ready for review'),
  }
}
reviewAction.action = 'review' as DocumentActionComponent['action']

/** The badge of a draft that is ready for review. */
export const reviewBadge: DocumentBadgeComponent = ({ id, draft }) => {
  const request = useReviewRequest(id)
  return request && draft ? { label: 'Ready for review', color: 'warning' } : null
}
