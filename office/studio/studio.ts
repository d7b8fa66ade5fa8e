import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import { serveFiles } from 'halvi-kit/http/serve-files'
import { sendErrorPage } from 'halvi-site/error-page'
import { studioFolder } from 'halvi-site/root'
import type { Settings } from 'halvi-site/settings/settings'
import type { Logger } from 'pino'
import { startStudioBuild } from './build.ts'
import { studioPolicy } from './policy.ts'

/** The Studio as a part of the site. */
export interface Studio {
  /** Handles all requests below /studio. */
  handle: RequestHandler
  /** Stops a build in progress. */
  close(): void
}

type ContentSettings = Pick<Settings, 'SANITY_PROJECT_ID' | 'SANITY_DATASET'>

/**
 * Serves the built Studio. Until the build is ready, serves a page that says so.
 *
 * @param builder the program that builds the Studio, if its build is missing or stale
 */
export function openStudio(settings: ContentSettings, log: Logger, builder?: string): Studio {
  const build = startStudioBuild(log, builder)
  let built: { page: string; assets: RequestHandler } | undefined
  const load = () => {
    if (build.state !== 'ready') return
    built = {
      page: pageFor(settings, readFileSync(join(studioFolder, 'index.html'), 'utf8')),
      assets: serveFiles(join(studioFolder, 'assets'), {
        immutable: true,
        maxAge: 31_536_000,
        brotli: true,
        gzip: true,
      }),
    }
  }
  load()
  build.done.then(load)

  const router = Router()
  const policy = studioPolicy(settings.SANITY_PROJECT_ID)
  router.use((request, response, next) => {
    response.set({ 'Content-Security-Policy': policy, 'X-Robots-Tag': 'noindex' })
    if (request.method === 'GET' || request.method === 'HEAD') return next()
    response.set('Allow', 'GET, HEAD')
    sendErrorPage(response, 405, 'The Studio supports only GET requests.')
  })
  router.use('/assets', (request, response, next) => {
    if (!built) return next()
    built.assets(request, response, () => {
      sendErrorPage(response, 404, 'The Studio has been updated. Please reload the page.')
    })
  })
  router.use((_request, response) => {
    if (built) return response.set('Cache-Control', 'no-cache').type('html').send(built.page)
    if (build.state === 'failed') {
      return sendErrorPage(
        response,
        503,
        'The Studio could not be built. See the log of the site for the reason.',
      )
    }
    response.status(503).set({ 'Cache-Control': 'no-store', 'Retry-After': '5' })
    response.type('html').send(preparing)
  })
  return { handle: router, close: () => build.stop() }
}

/** Returns the Studio's page with the location of the content, which `studio/connection.ts` reads. */
export function pageFor(settings: ContentSettings, page: string): string {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset } = settings
  const hosted = projectId ? ` data-project-id="${projectId}"` : ''
  return page.replace('<div id="studio"', `<div id="studio"${hosted} data-dataset="${dataset}"`)
}

const preparing = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Halvi Studio</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto; padding: 0 1rem }</style>
<h1>The Studio is being prepared</h1>
<p role="status">This takes a few seconds after an update. The page opens automatically. The site is not affected.</p>
</html>
`
