import { type RequestHandler, Router } from 'express'
import { sendErrorPage } from 'halvi-site/error-page'
import { officeHeaders } from 'halvi-site/office-protocol'
import { isServerPath } from 'halvi-site/server-paths'
import { keepPreviewsPrivate, limitPreview } from './middleware.ts'
import { openPreview } from './open-preview.ts'
import { type PreviewParts, renderPreviews } from './render-pages.ts'

/** What the routes are made from. */
type Parts = Omit<PreviewParts, 'preview' | 'leads' | 'countRejection'> &
  Parameters<typeof openPreview>[0] & {
    pageLeads: PreviewParts['leads']
    metrics: Pick<PreviewParts, 'countRejection'>
  }

/** Returns the routes of pages in preview, and of those that open and close previews. */
export function previewRoutes(parts: Parts): Router {
  const { countRejection } = parts.metrics
  const preview = openPreview(parts)
  const router = Router()
  router.use(keepPreviewsPrivate(preview))
  router.use('/preview', ownForms, limitPreview(countRejection))
  router.use(
    onlyPages,
    renderPreviews({ ...parts, leads: parts.pageLeads, preview, countRejection }),
  )
  return router
}

/** Rejects forms that another site submits. */
const ownForms: RequestHandler = ({ method, headers }, response, next) => {
  const reads = method === 'GET' || method === 'HEAD'
  if (!reads && headers[officeHeaders.origin] === 'other') {
    return sendErrorPage(response, 403, 'This form was sent from another site.')
  }
  // Remix compares Origin with Host, which differ behind a proxy.
  delete headers.origin
  next()
}

/** Passes on paths of the office that nothing serves, such as an unknown one of the lake. */
const onlyPages: RequestHandler = ({ path }, _response, next) =>
  isServerPath(path) && !/^\/preview(\/|$)/.test(path) ? next('router') : next()
