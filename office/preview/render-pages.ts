import type { Request, RequestHandler } from 'express'
import { FairQueue, LimitReachedError } from 'halvi-kit/fair-queue'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import { networkOf } from 'halvi-kit/network'
import type { Leads } from 'halvi-leads'
import type { Content } from 'halvi-site/content/content'
import { sendErrorPage } from 'halvi-site/error-page'
import type { Preview } from 'halvi-site/preview/preview'
import type { SiteLanguages } from 'halvi-site/site-languages'
import { RequestAddress } from '../../app/handler/address.ts'
import type { SiteContext } from '../../app/handler/context.ts'
import type { SiteHandler } from '../../app/handler/handler.ts'
import { sendResponse, webRequest } from '../../app/handler/node-adapter.ts'
import { previewRenders } from '../limits.ts'
import type { Staff } from '../staff/member.ts'

/** What pages in preview are rendered from. */
export interface PreviewParts {
  handle: SiteHandler
  content: Content
  languages: SiteLanguages
  preview: Preview | undefined
  staff: Staff
  leads: Leads
  siteUrl: string
  shutdownSignal: AbortSignal
  countRejection(limit: string): void
}

/**
 * Returns a handler that renders pages with drafts, and the pages that open and close previews. A browser whose session
 * was revoked gets published content.
 */
export function renderPreviews(parts: PreviewParts): RequestHandler {
  const { handle, languages, preview, countRejection } = parts
  const queue = new FairQueue(previewRenders, 'preview')
  return asyncHandler(async (request, response) => {
    const previewSession = await preview?.sessionOf(request.headers.cookie)
    await languages.read()
    request.address = new RequestAddress(request, languages, () => undefined)
    // Public pages have no client of Remix.
    if (!previewSession && request.address.isForClient) {
      return sendErrorPage(response, 404, 'This page does not exist.')
    }
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    const render = async () => {
      const origin = `${request.protocol}://${request.get('x-forwarded-host')}`
      const page = webRequest(request.address.urlAt(origin), request, response)
      await sendResponse(await handle(page, contextOf(request, parts, previewSession)), response)
    }
    await queue
      .run(networkOf(request.ip ?? ''), render, disconnected.signal)
      .catch((error: unknown) => {
        if (response.destroyed) return
        if (!(error instanceof LimitReachedError)) throw error
        countRejection('preview')
        const message = 'Too many previews are being opened. Please try again in a few seconds.'
        sendErrorPage(response, 503, message, { 'Retry-After': '5' })
      })
  })
}

function contextOf(
  request: Request,
  { content, languages, preview, staff, leads, siteUrl, shutdownSignal }: PreviewParts,
  previewSession: SiteContext['previewSession'],
): SiteContext {
  const { language, path } = request.address
  return {
    content:
      (previewSession && preview?.reader(previewSession, request.originalUrl, language)) ??
      content.reader(language),
    ...{ language, path, preview, previewSession, leads, siteUrl, shutdownSignal },
    languages: languages.all,
    previewOwner: async () => {
      const member = await staff.memberOf(request)
      return member?.permissions.includes('preview:share') ? member : undefined
    },
    log: request.log,
    requestId: String(request.id),
    clientNetwork: networkOf(request.ip ?? ''),
  }
}
