import type { ErrorRequestHandler, RequestHandler } from 'express'
import { serveFiles } from 'halvi-kit/http/serve-files'
import { buildFolder } from 'halvi-site/root'
import { forDocuments } from 'halvi-site/security-headers'
import type { ServerBuild } from '../../app/handler/handler.ts'
import { buildVersion, loadBuild } from '../../app/handler/load-build.ts'

/** The built site: a build that Remix runs, and static files. */
export interface Pages {
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** A version that changes with each build. Absent in development, where pages are not cached. */
  version?: string
  /** Serves styles, scripts, and the files of public/. */
  files: RequestHandler
  /** Shows errors that prevent pages from loading. Only in development. */
  showError?: ErrorRequestHandler
}

/** Loads the production build. */
export async function loadPages(): Promise<Pages> {
  return {
    build: await loadBuild(),
    version: buildVersion(),
    files: serveFiles(`${buildFolder}client`, {
      brotli: true,
      gzip: true,
      etag: true,
      setHeaders(response, path) {
        // File names in /assets/ contain a hash of the content.
        const isAsset = path.startsWith('/assets/')
        const time = isAsset ? 'max-age=31536000, immutable' : 'max-age=3600'
        response.setHeader('Cache-Control', `public, ${time}`)
        if (isAsset) for (const name of forDocuments) response.removeHeader(name)
      },
    }),
  }
}
