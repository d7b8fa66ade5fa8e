import { join } from 'node:path'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Content } from '../../app/content/content.ts'
import type { ContentUpdates } from '../../app/content/content-updates.ts'
import type { SiteContext } from '../../app/context.ts'
import { asyncHandler } from '../middleware/async-handler.ts'
import type { OnNotFound } from '../middleware/not-found-pages.ts'
import { shareImages } from '../middleware/share-images.ts'
import { createSiteHandler, type ServerBuild } from '../remix/remix.ts'
import { type SiteRoute, siteRoutes } from '../remix/site-routes.ts'
import type { Settings } from '../settings/settings.ts'
import { ShareImages } from '../share-images/share-images.ts'
import type { EmbeddedLake } from '../start/embedded-lake.ts'
import { openVisits } from '../visits/visits.ts'
import { pictureAddresses } from './making/picture-addresses.ts'
import { PictureWarming } from './making/picture-warming.ts'
import { createRender } from './making/render.ts'
import { PageCache } from './page-cache.ts'
import { pagePolicies } from './policy.ts'
import { UnknownPaths } from './unknown-paths.ts'

interface Options
  extends Pick<SiteContext, 'leads' | 'liveCounts' | 'preview' | 'siteUrl' | 'shutdownSignal'> {
  build: ServerBuild
  /** Which build that is. */
  version: string
  content: Content
  updates: Pick<ContentUpdates, 'connected' | 'onChange'>
  settings: Pick<Settings, 'DATA_DIR' | 'NODE_ENV'>
  lake?: EmbeddedLake | undefined
  /** What every answer carries. */
  headers: Readonly<Record<string, string>>
  onNotFound: OnNotFound
  log: Logger
}

/** The page cache of a build, and what it knows of the build's paths. */
export interface KeptPages {
  cache: PageCache
  routeAt(path: string): SiteRoute | undefined
  /** Answers a request for the picture that a page is shared with. */
  shareImages: RequestHandler
  /** Answers a request for a path where nothing is, if that is known. */
  answerNotFound: RequestHandler
  close(): Promise<void>
}

/** Opens the page cache of the site. What previews are made with is not among what it renders with. */
export function openKeptPages(options: Options): KeptPages {
  const { build, version, content, updates, settings, lake, headers, onNotFound, log } = options
  const { siteUrl, leads, liveCounts, preview, shutdownSignal } = options
  const routeAt = siteRoutes(build)
  const handle = createSiteHandler(build, settings.NODE_ENV)
  const unknown = new UnknownPaths({ routeAt, content, updates })
  const images = new ShareImages(join(settings.DATA_DIR, 'share-images'), log)
  const pictures = new PictureWarming({
    async keepReady(pages, pause, signal) {
      // A hosted project makes its own.
      await lake?.assets.keepReady(pictureAddresses(pages), pause)
      await images.keepReady(pages, pause, signal)
    },
    log,
  })
  const hasForm = (path: string) => routeAt(path)?.formName() !== undefined
  const visits = openVisits({ leads, hasForm, log })
  const cache = new PageCache({
    render: createRender({ siteUrl, content, leads, liveCounts, shutdownSignal, log, handle }),
    policyOf: pagePolicies(build),
    updates,
    folder: join(settings.DATA_DIR, 'pages'),
    // Canonical links are part of the pages.
    build: `${version} ${siteUrl}`,
    headers,
    isUnknown: (path) => unknown.has(path),
    onNotFound,
    onSeen: visits.count,
    isInPreview: (cookies) => preview?.mayBeInPreview(cookies) === true,
    log,
    onWarm: (bodies) => pictures.start(bodies),
  })
  return {
    cache,
    routeAt,
    answerNotFound: asyncHandler(async (request, response, next) => {
      if (!(await cache.answerNotFound(request.path, request, response))) next()
    }),
    shareImages: shareImages({ images, pageAt: (path) => cache.page(path), log }),
    async close() {
      pictures.close()
      images.close()
      await cache.close()
      await visits.close()
    },
  }
}
