import { Router } from 'express'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import { withTimeout } from 'halvi-kit/timeout'
import { officeHeaders, officePaths } from 'halvi-site/office-protocol'
import { createSiteHandler } from '../app/handler/handler.ts'
import { loadBuild } from '../app/handler/load-build.ts'
import { checkTimeoutMs } from './limits.ts'
import type { OpenedContent } from './open-content.ts'
import type { OpenedLeads } from './open-leads.ts'
import type { OfficeShared } from './options.ts'
import { previewRoutes } from './preview/routes.ts'
import { allEndpoints } from './staff/endpoints.ts'
import { staffApi } from './staff/router.ts'
import { developmentStudio } from './studio/development.ts'
import { openStudio } from './studio/studio.ts'

/** Everything that the routes serve. */
type Parts = OfficeShared & OpenedContent & OpenedLeads & { shutdownSignal: AbortSignal }

/** Returns the routes of the office besides the lake: the Studio, the staff API, previews, and what the site asks. */
export async function officeRoutes(parts: Parts): Promise<Router> {
  const { settings, options, metrics, staff, leads, log, shutdown } = parts
  const { development } = options
  const { countRejection } = metrics
  const studio = development
    ? developmentStudio(settings, development)
    : openStudio(settings, log, options.studioBuilder)
  shutdown.onClose(() => studio.close())
  metrics.observeMail(() => withTimeout(leads.mailCounts(), checkTimeoutMs))
  const build = development?.build ?? (await loadBuild())
  const own = Router()
  own.get(officePaths.check, (_request, response) => void response.status(204).end())
  own.get(
    officePaths.metrics,
    asyncHandler(async (_request, response) => response.json(await metrics.values())),
  )
  const router = Router()
  // Requests that the site passes on say where they come from. Its own do not.
  router.use((request, response, next) =>
    request.headers[officeHeaders.origin] === undefined ? own(request, response, next) : next(),
  )
  router.use('/studio', studio.handle)
  router.use('/staff/v1', staffApi({ endpoints: allEndpoints, leads, staff, countRejection, log }))
  const handle = createSiteHandler(build, settings.NODE_ENV)
  router.use(previewRoutes({ ...parts, siteUrl: parts.config.siteUrl, handle }))
  return router
}
