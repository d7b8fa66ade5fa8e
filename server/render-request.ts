import type { Request, Response } from 'express'
import { networkOf } from 'halvi-kit/network'
import { addressIn } from 'halvi-site/language/local-path'
import type { SiteContext } from '../app/handler/context.ts'
import type { SiteHandler } from '../app/handler/handler.ts'
import { sendResponse, webRequest } from '../app/handler/node-adapter.ts'
import { isUnvouched } from './middleware/origin.ts'
import type { RenderQueue } from './middleware/render-queue.ts'
import type { SiteParts } from './page-cache/open-page-cache.ts'
import type { SitePages } from './site-pages.ts'

interface Options extends Pick<SiteParts, 'content' | 'languages' | 'leads' | 'siteUrl'> {
  handle: SiteHandler
  sitePages: SitePages
  queue: RenderQueue
}

/**
 * Returns a function that runs the route of a request and sends its response. It resolves once the response has been
 * written or a stream has started.
 *
 * @throws when the routes can't be loaded; errors in routes become responses
 */
export function renderRequests({
  handle,
  content,
  languages,
  sitePages,
  queue,
  leads,
  siteUrl,
}: Options): (request: Request, response: Response) => Promise<void> {
  function contextOf(request: Request, response: Response): SiteContext {
    const { language, path, formLanguage } = request.address
    return {
      content: content.reader(language),
      ...{ language, path, formLanguage, leads, siteUrl },
      addressOf: (path) => addressIn(language, path),
      languages: languages.all,
      pages: async () => (await sitePages.read()).pages,
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
    // An untrusted value of this header has been removed in origin.ts.
    const forwarded = request.get('x-forwarded-host')?.split(',')[0]?.trim()
    const url = request.address.urlAt(`${request.protocol}://${forwarded || request.get('host')}`)
    const page = webRequest(url, request, response)
    await sendResponse(await handle(page, contextOf(request, response)), response)
  }
}
