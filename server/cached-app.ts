import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'
import type { ContentUpdates } from '../app/content/content-updates.ts'
import { LiveCounts } from '../app/metrics/live-counts.ts'
import { type AppParts, createApp } from './app.ts'
import { figuresLimits } from './limits.ts'
import { asyncHandler } from './middleware/async-handler.ts'
import { logMissingPages } from './middleware/missing-pages.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { PageCache } from './page-cache/page-cache.ts'
import { PictureWarming } from './page-cache/picture-warming.ts'
import { createRender } from './page-cache/render.ts'
import { siteRoutes } from './page-cache/site-routes.ts'
import { UnknownPaths } from './page-cache/unknown-paths.ts'
import { createSiteHandler } from './remix.ts'

interface Parts extends Omit<AppParts, 'headers' | 'liveCounts'> {
  updates: Pick<ContentUpdates, 'connected' | 'onChange'>
}

/** The site, its kept pages in front. */
export interface CachedApp {
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

/** What a request meets first: the page cache, then everything else. There is none while developing. */
export function createCachedApp({ updates, ...parts }: Parts): CachedApp {
  const { settings, siteUrl, content, leads, preview, shutdownSignal, pages, metrics, lake, log } =
    parts
  const headers = securityHeaders({ https: siteUrl.startsWith('https:') })
  const liveCounts = new LiveCounts({
    leads,
    limits: figuresLimits,
    shutdownSignal,
    onRefused: () => metrics.refused('figures'),
    log,
  })
  const onMissing = logMissingPages(log)
  if (!pages.version) {
    const answerMissing: RequestHandler = (_request, _response, next) => next()
    const app = createApp({ ...parts, headers, liveCounts, onMissing, answerMissing })
    return { handle: app, close: async () => {} }
  }
  const build = pages.build as ServerBuild
  const routeAt = siteRoutes(build)
  const handle = createSiteHandler(build, settings.NODE_ENV)
  const unknown = new UnknownPaths({ routeAt, content, updates })
  // A hosted project makes its own.
  const pictures =
    lake && new PictureWarming({ keepReady: (...given) => lake.assets.keepReady(...given), log })
  const cache = new PageCache({
    // What previews are made with is not among it.
    render: createRender({ siteUrl, content, leads, liveCounts, shutdownSignal, log, handle }),
    updates,
    folder: join(settings.DATA_DIR, 'pages'),
    // Canonical links are part of the pages.
    build: `${pages.version} ${siteUrl}`,
    headers,
    isUnknown: (path) => unknown.has(path),
    onMissing,
    isInPreview: (cookies) => preview?.sessionOf(cookies) !== undefined,
    log,
    onWarm: (bodies) => pictures?.start(bodies),
  })
  const answerMissing = asyncHandler(async (request, response, next) => {
    if (!(await cache.answerMissing(request.path, request, response))) next()
  })
  const app = createApp({ ...parts, headers, liveCounts, routeAt, answerMissing, onMissing })
  metrics.observeCache(() => ({ ...cache.counts, ...cache.size, connected: updates.connected }))
  return {
    handle(request, response) {
      try {
        cache.handle(request, response, () => app(request, response))
      } catch (error) {
        log.error({ err: error }, 'request failed before the site')
        response.destroy()
      }
    },
    close: async () => {
      pictures?.close()
      await cache.close()
    },
  }
}
