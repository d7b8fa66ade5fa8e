import type { IncomingMessage, ServerResponse } from 'node:http'
import { codingsFor } from './store/encoding.ts'
import type { Page, Variant } from './store/page.ts'
import type { RenderedPage } from './store/rendered-page.ts'

/**
 * Answers with a kept page: in the smallest form that the client takes and that is ready, without
 * its body to a HEAD, as `304` to who has it. A Range is not for pages: the whole is sent (RFC 9110,
 * section 14.2). `age` in seconds goes along when the page is older than it should be.
 */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: Page,
  age?: number,
): void {
  const { method, headers } = request
  const accepted = headers['accept-encoding'] as string | undefined
  const same = page.status === 200 && sameAs(headers['if-none-match'], page)
  const variant = same || variantFor(page, accepted)
  const ready = same ? variant.headersIfSame : variant.headers
  const sent = age === undefined ? ready : [...ready, 'Age', String(age)]
  response.writeHead(same ? 304 : page.status, sent as string[])
  if (same || method === 'HEAD') response.end()
  else response.end(variant.body)
}

function variantFor({ variants }: Page, accepted: string | undefined): Variant {
  for (const coding of codingsFor(accepted)) {
    const variant = variants.get(coding)
    if (variant) return variant
  }
  throw new Error('A page without a body')
}

/**
 * The form of this page that a client has already, by its If-None-Match. Weak tags do not count:
 * the comparison is the weak one (RFC 9110, section 13.1.2).
 */
function sameAs(condition: string | undefined, { variants }: Page): Variant | undefined {
  if (condition === undefined) return undefined
  if (condition.trim() === '*') return variants.get('identity')
  const named = condition.match(/"[^"]*"/g)
  for (const variant of variants.values()) {
    if (named?.includes(variant.etag)) return variant
  }
  return undefined
}

/** Answers with a page that says that something went wrong. Nobody keeps it. */
export function sendFailure(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers: own, body }: RenderedPage,
  headers: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of [...Object.entries(headers), ...own]) response.setHeader(name, value)
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Length', body.length)
  response.statusCode = status
  if (method === 'HEAD') response.end()
  else response.end(body)
}
