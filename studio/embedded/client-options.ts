import type { ClientConfig } from '@sanity/client'
import { retryThroughOutage } from './outage.ts'
import { retryAfterSignIn } from './session.ts'

/** The options of a client for the content API on this page's host. */
export const clientOptions: Partial<ClientConfig> = {
  useProjectHostname: false,
  useCdn: false,
  withCredentials: true,
  _requestHandler: (request, send) =>
    retryAfterSignIn(() => retryThroughOutage(request.body, () => send(request))),
}
