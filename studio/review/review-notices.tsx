import { useToast } from '@sanity/ui'
import { useEffect, useRef } from 'react'
import { type LayoutProps, useCurrentUser, useSchema } from 'sanity'
import { titleOf } from '../links/document-links.tsx'
import { mayPublish } from '../people/access.ts'
import { useReviewRequests } from './requests.ts'

/** Shows a toast to people who may publish when a colleague marks a draft as ready for review. */
export function ReviewNotices(props: LayoutProps) {
  const user = useCurrentUser()
  return (
    <>
      {props.renderDefault(props)}
      {mayPublish(user) && <Notices />}
    </>
  )
}

function Notices() {
  const requests = useReviewRequests()
  const user = useCurrentUser()
  const schema = useSchema()
  const toast = useToast()
  const known = useRef<Set<string>>(undefined)
  useEffect(() => {
    if (!requests) return
    const before = known.current
    known.current = new Set(requests.map(({ _id }) => _id))
    for (const { _id, author, draft } of requests) {
      if (!before || before.has(_id) || author === user?.id || !draft) continue
      toast.push({ title: `Ready for review: ${titleOf(draft, schema)}`, duration: 10_000 })
    }
  }, [requests, user, schema, toast])
  return null
}
