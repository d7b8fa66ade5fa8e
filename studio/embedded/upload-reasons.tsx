import type { SanityClient } from '@sanity/client'
import { useToast } from '@sanity/ui'
import { type ReactNode, useEffect } from 'react'
import { Subject, tap } from 'rxjs'
import { messageOf } from '../people/account-api.ts'

type Assets = SanityClient['observable']['assets']

const reasons = new Subject<string>()
let isReported = false

/** Reports why uploads by the Studio's clients fail. Its own message does not contain the server's reason. */
export function reportUploads(client: SanityClient): SanityClient {
  if (isReported) return client
  isReported = true
  // All clients that the Studio derives from this one share the prototype.
  const assets = Object.getPrototypeOf(client.observable.assets) as Assets
  const { upload } = assets
  assets.upload = function (this: Assets, ...given: Parameters<Assets['upload']>) {
    const error = (failure: unknown) => reasons.next(messageOf(failure))
    return upload.apply(this, given).pipe(tap({ error }))
  } as Assets['upload']
  return client
}

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
