import { useToast } from '@sanity/ui'
import { messageOf } from 'halvi-staff-studio'
import { type ReactNode, useEffect } from 'react'
import { type Observable, Subject, tap } from 'rxjs'

const reasons = new Subject<string>()

/** Reports why a request fails if it uploads a file. The Studio's own message does not contain the server's reason. */
export const reportUpload = <Event,>(url: string, response: Observable<Event>) =>
  /\/assets\/(images|files)\//.test(url)
    ? response.pipe(tap({ error: (failure: unknown) => reasons.next(messageOf(failure)) }))
    : response

/** Shows the reason when an upload fails. */
export function UploadReasons({ children }: { children: ReactNode }) {
  const { push } = useToast()
  useEffect(() => {
    const shown = reasons.subscribe((description) => {
      push({ status: 'error', title: 'Could not upload the file', description, duration: 15_000 })
    })
    return () => shown.unsubscribe()
  }, [push])
  return children
}
