import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import { retryThroughOutage } from './outage.ts'
import { retryAfterSignIn } from './session.ts'

/**
 * A client of the content API on this page's own host. The Studio makes its clients with it, and
 * derives all others from them.
 */
export function embeddedClient(config: ClientConfig): SanityClient {
  return createClient({
    ...config,
    apiHost: location.origin,
    useProjectHostname: false,
    useCdn: false,
    withCredentials: true,
    _requestHandler: (request, send) =>
      retryAfterSignIn(() => retryThroughOutage(request.body, () => send(request))),
  })
}
