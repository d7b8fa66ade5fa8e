import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import { Subject, tap } from 'rxjs'
import { retryThroughOutage } from './outage.ts'
import { retryAfterSignIn } from './session.ts'

/** The errors of failed uploads, whose reasons the Studio does not show. */
export const uploadErrors = new Subject<unknown>()

/** Creates a client for the lake on this page's host. Its requests wait for a sign-in, and changes for the server. */
export function lakeClient(config: ClientConfig): SanityClient {
  return createClient({
    ...config,
    useProjectHostname: false,
    useCdn: false,
    withCredentials: true,
    // With a header, the client takes its streams from `@sanity/eventsource`: see event-source.ts.
    headers: { 'X-Studio': 'embedded' },
    _requestHandler: (request, send) => {
      const isUpload = /\/assets\/(images|files)\//.test(request.url)
      return retryAfterSignIn(() => retryThroughOutage(request.body, () => send(request))).pipe(
        tap({ error: (error) => isUpload && uploadErrors.next(error) }),
      )
    },
  })
}
