import type { ClientConfig } from '@sanity/client'
import { retryThroughOutage } from './outage.ts'
import { retryAfterSignIn } from './session.ts'
import { reportUpload } from './upload-reasons.tsx'

/** The options of a client for the content API on this page's host. */
export const clientOptions: Partial<ClientConfig> = {
  useProjectHostname: false,
  useCdn: false,
  withCredentials: true,
  // With a header, the client takes its streams from `@sanity/eventsource`: see event-source.ts.
  headers: { 'X-Studio': 'embedded' },
  _requestHandler: (request, send) =>
    reportUpload(
      request.url,
      retryAfterSignIn(() => retryThroughOutage(request.body, () => send(request))),
    ),
}
