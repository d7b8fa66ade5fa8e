import type { RequestHandler } from 'express'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import type { Logger } from 'pino'
import type { ShareImages } from '../share-images/share-images.ts'
import { readHead } from '../share-images/shared-page.ts'

interface Options {
  images: ShareImages
  /** Resolves to the public page at an address of this site, or undefined if it has no page. */
  pageAt(address: string): Promise<Buffer | undefined>
  log: Logger
}

/** The site's default share image, which fits every page. */
const general = '/sharing.png'

/**
 * Returns a handler that serves `/share/<path of a page>.png`. The text of an image always comes from the page, so
 * that nobody can generate images with other text.
 */
export function shareImages({ images, pageAt, log }: Options): RequestHandler {
  return asyncHandler(async (request, response, next) => {
    const [, path] = /^\/share((?:\/[\w%-]+)*)\.png$/.exec(request.path) ?? []
    if (path === undefined || !['GET', 'HEAD'].includes(request.method)) return next()
    const page = await pageAt(path || '/')
    const head = page && readHead(page)
    if (!head) return next()
    const file = await images.fileOf(head).catch((err) => {
      log.error({ err, path }, 'drawing a share image failed')
    })
    if (!file) return response.set('Cache-Control', 'no-store').redirect(302, general)
    const isCurrent = request.query.v === head.version
    response.set('Content-Type', 'image/png')
    response.set(
      'Cache-Control',
      isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
    )
    response.sendFile(file, { cacheControl: false, dotfiles: 'allow' }, (error) => {
      if (error && !response.headersSent) next(error)
    })
  })
}
