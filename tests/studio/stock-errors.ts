import type { BrowserContext } from '@playwright/test'

/** Hosts of Sanity that a page of `sanity dev` asks for its dashboard, fonts, newer versions, and a feedback form. */
const sanity =
  /^https:\/\/(?:(?:core\.)?sanity-cdn\.com|(?:studio-static|design-system-static|api)\.sanity\.io)\//

/** Messages that are not about the lake. */
const expected = [
  // The requests to the hosts above, which are blocked.
  /^Failed to load resource: net::ERR_FAILED https/,
  /^Failed to fetch version for package/,
  // Nobody is signed in yet.
  /status of 401 .*\/(?:users\/me|auth\/id)\?/,
  // React's development build mounts everything twice, so that the first socket closes at once.
  /WebSocket is closed before the connection is established/,
  // A slow machine.
  /^Building schema for synchronization/,
  // Sanity's preview of a document that changed while it loaded. It has the change already.
  /^Document out of sync, skipping mutation/,
  // Sanity's own components.
  /^(?:styled-components: it looks like an unknown prop|React does not recognize the `%s` prop)/,
]

/**
 * Collects what goes wrong on all pages of a context: console errors and warnings, script errors, failed requests, and
 * requests to hosts other than localhost. Adds them to `complaints`.
 */
export async function collectStockErrors(
  context: BrowserContext,
  complaints: string[],
): Promise<void> {
  const complain = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text)
  }
  await context.route(sanity, (route) => route.abort())
  context.on('weberror', (error) => complain(String(error.error())))
  context.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`
    if (['error', 'warning'].includes(message.type())) complain(text)
  })
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const isLocal = !protocol.startsWith('http') || /(?:^|\.)localhost$/.test(hostname)
    if (!isLocal && !sanity.test(request.url())) complain(`Request to ${request.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Pages end their streams, and everything when they are left.
    if (reason !== 'net::ERR_ABORTED' && !sanity.test(request.url())) {
      complain(`${reason} ${request.url()}`)
    }
  })
  context.on('response', (response) => {
    const status = response.status()
    if (status >= 400) complain(`status of ${status} ${response.url()}`)
  })
}
