import type { Request, Response } from 'express'
import { networkOf } from 'halvi-kit/network'
import { addressIn } from 'halvi-site/language/local-path'
import type { SiteContext } from '../app/handler/context.ts'
import type { SiteHandler } from '../app/handler/handler.ts'
import { sendResponse, webRequest } from '../app/handler/node-adapter.ts'
import type { Staff } from '../office/staff/member.ts'
import { isUnvouched } from './middleware/origin.ts'
import type { RenderQueue } from './middleware/render-queue.ts'
import type { SiteParts } from './page-cache/open-page-cache.ts'
import type { SitePages } from './site-pages.ts'

interface Options extends SiteParts {
  handle: SiteHandler
  sitePages: SitePages
  staff: Staff
  queue: RenderQueue
}

/**
 * Returns a function that runs the route of a request and sends its response. It resolves once the response has been
 * written or a stream has started.
 *
 * @throws when the routes can't be loaded; errors in routes become responses
 */
export function renderRequests(
  options: Options,
): (request: Request, response: Response) => Promise<void> {
  const { handle, content, languages, sitePages, preview, staff, queue } = options
  const { leads, siteUrl, shutdownSignal } = options

  async function contextOf(request: Request, response: Response): Promise<SiteContext> {
    const { language, path, formLanguage } = request.address
    const previewSession = await preview?.sessionOf(request.headers.cookie)
    return {
      content:
        (previewSession && preview?.reader(previewSession, request.originalUrl, language)) ??
        content.reader(language),
      ...{ language, path, formLanguage },
      addressOf: (path) => addressIn(language, path),
      languages: languages.all,
      pages: previewSession ? undefined : async () => (await sitePages.read()).pages,
      preview,
      previewOwner: async () => {
        const member = await staff.memberOf(request)
        return member?.permissions.includes('preview:share') ? member : undefined
      },
      previewSession,
      leads,
      siteUrl,
      shutdownSignal,
      log: request.log,
      requestId: String(request.id),
      clientNetwork: networkOf(request.ip ?? ''),
      isUnvouched: isUnvouched(request),
      inTurn: (page) => queue.inTurn(request, response, page),
      // A copy in the web request would take as long as validating the form.
      body: request.body ?? undefined,
    }
  }
  return async (request, response) => {
    const page = webRequest(urlOf(request), request, response)
    await sendResponse(await handle(page, await contextOf(request, response)), response)
  }
}

/** Returns the URL of a request's page, which has the prefix of its language. */
function urlOf(request: Request): string {
  const { language, path, search, isForClient } = request.address
  // An untrusted value of this header has been removed in origin.ts.
  const forwarded = request.get('x-forwarded-host')?.split(',')[0]?.trim()
  const origin = `${request.protocol}://${forwarded || request.get('host')}`
  return origin + (isForClient ? request.url : addressIn(language, path) + search)
}
