import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import { leadForms } from 'halvi-leads/forms'
import type { Content } from 'halvi-site/content/content'
import type { ContentUpdates } from 'halvi-site/content/content-updates'
import { notFoundPath } from 'halvi-site/content/load-page'
import { pagesInSitemap } from 'halvi-site/content/site-addresses'
import { english } from 'halvi-site/language/language'
import { addressIn } from 'halvi-site/language/local-path'
import type { Settings } from 'halvi-site/settings/settings'
import type { SiteLanguages } from 'halvi-site/site-languages'
import type { Logger } from 'pino'
import type { SiteContext } from '../../app/handler/context.ts'
import type { ServerBuild, SiteHandler } from '../../app/handler/handler.ts'
import { locationIn } from '../../app/handler/location.ts'
import { siteRoutes } from '../../app/handler/site-routes.ts'
import { clientAddress } from '../connections/client.ts'
import { ImageCache } from '../images/image-cache.ts'
import { imageLimits } from '../limits.ts'
import type { OnNotFound } from '../middleware/request-log.ts'
import { shareImages } from '../middleware/share-images.ts'
import { ShareImages } from '../share-images/share-images.ts'
import type { SitePages } from '../site-pages.ts'
import type { PassThrough } from '../to-office/pass-through.ts'
import { openVisits } from '../visits/visits.ts'
import { whenIdle } from './event-loop.ts'
import type { CachingOptions } from './kept-pages.ts'
import { requestOf } from './key.ts'
import { PageCache } from './page-cache.ts'
import { canonicalPaths, type PageAddress, pagePolicies } from './policy.ts'
import { createRender } from './rendering/render.ts'
import { UnknownPaths } from './unknown-paths.ts'

/** The paths of the pages after an application, which show the visitor's own address. */
const confirmations = new Set(
  leadForms
    .filter(({ isApplication }) => isApplication !== false)
    .map(({ confirmation }) => confirmation.split('?', 1)[0]),
)

/** The parts of the site that rendering needs, independent of the visitor. */
export interface SiteParts extends Pick<SiteContext, 'leads' | 'siteUrl'> {
  content: Content
  languages: SiteLanguages
  updates: Pick<ContentUpdates, 'connected' | 'lastEventId' | 'onChange'>
  settings: Settings
  /** Returns whether a browser with these cookies may see drafts. The office renders its pages. */
  isInPreview(cookies: string | undefined): boolean
  passThrough: Pick<PassThrough, 'get'>
  caching?: CachingOptions | undefined
  log: Logger
}

interface Options extends SiteParts {
  build: ServerBuild
  handle: SiteHandler
  sitePages: SitePages
  /** A version that changes with each build. */
  version: string
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>
  onNotFound: OnNotFound
}

/**
 * Opens the page cache of the site, and returns it with request handlers that use it. Pages in it are rendered without
 * any preview data.
 */
export function openPageCache(options: Options) {
  const { build, handle, version, content, updates, settings, headers, onNotFound, log } = options
  const { siteUrl, leads, languages, sitePages, isInPreview } = options
  const routes = siteRoutes(build)
  const unknown = new UnknownPaths({ routeAt: routes.at, pages: sitePages, origin: siteUrl })
  const shared = new ShareImages(join(settings.DATA_DIR, 'share-images'))
  const images = new ImageCache({
    folder: join(settings.DATA_DIR, 'images'),
    passThrough: options.passThrough,
    addressOf: (request) => clientAddress(request, settings.TRUST_PROXY),
    log,
  })
  let warming = new AbortController()
  /** Drops images that no page shows. Gets missing ones after a delay. Cancels an earlier call that is still running. */
  async function keepImages(pages: readonly Buffer[]): Promise<void> {
    warming.abort()
    warming = new AbortController()
    const { signal } = warming
    try {
      // Sanity sends the images of hosted projects.
      if (!settings.SANITY_PROJECT_ID) await images.show(pages, signal)
      await sleep(imageLimits.aheadAfterMs, undefined, { ref: false, signal })
      await images.keepReady(whenIdle, signal)
      await shared.keepReady(pages, whenIdle, signal)
    } catch (err) {
      if (!signal.aborted) log.error({ err }, 'generating images in advance failed')
    }
  }
  const visits = openVisits({
    leads,
    describe(page) {
      const { language, path } = requestOf(page)
      const address = addressIn(languages.find(language.code) ?? english, path)
      return { address, hasForm: routes.at(path)?.formName !== undefined }
    },
    log,
  })
  /** Resolves to the pages for paths that don't exist, and the pages in the sitemap. */
  async function listed(): Promise<PageAddress[]> {
    const missing = languages.all.map((language) => ({ language, path: notFoundPath }))
    try {
      const { pages } = await sitePages.read()
      const inSitemap = pagesInSitemap(pages, languages.all).flatMap((page) =>
        page.languages.map((language) => ({ language, path: encodeURI(page.path) })),
      )
      return [...missing, { language: english, path: '/sitemap.xml' }, ...inSitemap]
    } catch (err) {
      log.error({ err }, 'reading the list of pages failed')
      return missing
    }
  }
  const cache: PageCache = new PageCache({
    render: createRender({
      ...{ siteUrl, content, leads, log, handle, languages },
      pages: async () => (await sitePages.read()).pages,
      onPeopleChanged: () => cache.pages.dropPeople(),
    }),
    policyOf: pagePolicies(build, languages),
    canonicalOf: canonicalPaths(build),
    isConfirmation: (path) => confirmations.has(path),
    updates,
    folder: join(settings.DATA_DIR, 'pages'),
    // The build version includes the site's URL because pages contain canonical links.
    build: `${version} ${siteUrl}`,
    headers,
    notFoundPath,
    listed,
    isUnknown: (address) => unknown.has(address),
    async redirectAt(address) {
      const redirect = await unknown.redirectAt(address)
      if (!redirect) return undefined
      const { status, headers } = redirect
      const Location = locationIn(address.language, headers.Location, siteUrl)
      return { status, headers: { ...headers, Location } }
    },
    onNotFound,
    caching: options.caching,
    onSeen: visits.count,
    isInPreview,
    log,
    onWarm: keepImages,
  })
  languages.onChange(() => cache.pages.invalidate('everything'))
  sitePages.onChange(() => cache.pages.invalidate('everything'))
  return {
    cache,
    routeAt: routes.at,
    /** Handles requests for paths without a page. */
    sendWithoutPage: asyncHandler(async (request, response, next) => {
      if (!(await cache.sendWithoutPage(request, response))) next()
    }),
    /** Handles requests for images that pages show. */
    sendImage: images.handle.bind(images),
    /** Handles requests for share images of pages. */
    shareImages: shareImages({
      images: shared,
      pageAt: (address) => cache.page(languages.addressOf(address)),
      log,
    }),
    async close(): Promise<void> {
      warming.abort()
      await cache.pages.close()
      await visits.close()
    },
  }
}
