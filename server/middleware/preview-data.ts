import type { RequestHandler } from 'express'
import type { Preview } from '../../app/preview/preview.ts'
import { asyncHandler } from './async-handler.ts'
import { sendErrorPage } from './error-page.ts'

/** What Remix's client asks for: a page's data alone, and which routes there are. */
const clientPaths = /\.data$|^\/__manifest$/i

/** Answers Remix's client in pages in preview, which alone have it. For others nothing is there. */
export function previewDataOnly(preview: Pick<Preview, 'sessionOf'> | undefined): RequestHandler {
  return asyncHandler(async (request, response, next) => {
    const { cookie } = request.headers
    // As Remix reads the path, which resolves dots and backslashes.
    const { pathname } = new URL(`http://here.invalid${request.path}`)
    if (!clientPaths.test(pathname) || (await preview?.sessionOf(cookie))) return next()
    sendErrorPage(response, 404, 'There is no such page.')
  })
}
