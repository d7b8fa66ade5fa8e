import type { IncomingMessage } from 'node:http'
import { hostPattern } from 'halvi-kit/network'
import { sentIdIn } from 'halvi-leads/submit'
import { previewCookie } from 'halvi-site/preview/cookie'

/** Rules for requests that may get a page of their own. */
export interface PublicRequestOptions {
  /** Returns whether a browser with these cookies may see drafts. */
  isInPreview(cookies: string): boolean
  /** Returns whether a path is that of a page after a form, which is the own page of a visitor who has just sent it. */
  isConfirmation(path: string): boolean
}

/**
 * Matches cookies that may belong to a preview. Most visitors have none, and verifying the signature takes longer
 * than sending a page.
 */
const mayBeInPreview = new RegExp(`(^|[;\\s])${previewCookie}=`)

/** Returns whether a request is for a page that is the same for all visitors. */
export function isPublic(
  { method, headers, address }: IncomingMessage,
  { isInPreview, isConfirmation }: PublicRequestOptions,
): boolean {
  if (address.isMoved || address.isForClient) return false
  if (method !== 'GET' && method !== 'HEAD') return false
  const { cookie } = headers
  if (sentIdIn(cookie) !== undefined && isConfirmation(address.path)) return false
  if (cookie !== undefined && mayBeInPreview.test(cookie) && isInPreview(cookie)) return false
  return hostPattern.test(headers.host ?? '')
}
