import { readFileSync } from 'node:fs'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { serveFiles } from '../middleware/files.ts'
import { forDocuments } from '../middleware/security-headers.ts'
import type { ServerBuild } from '../remix/remix.ts'
import { buildFolder } from '../root.ts'

/** The built site, known as no more than files to send and a build for Remix to run. */
export interface Pages {
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** Changes with the build; absent while developing, when pages are not to be kept. */
  version?: string
  /** Serves styles, scripts and what lies in public/. */
  files: RequestHandler
  /** Shows what keeps the pages from loading, to who develops them. */
  showError?: ErrorRequestHandler
  close(): Promise<void>
}

/** Loads the finished build. */
export async function loadPages(): Promise<Pages> {
  return {
    build: (await import(/* @vite-ignore */ `${buildFolder}server/index.js`)) as ServerBuild,
    version: readFileSync(`${buildFolder}fingerprint`, 'utf8'),
    files: serveFiles(`${buildFolder}client`, {
      brotli: true,
      gzip: true,
      etag: true,
      setHeaders(response, path) {
        // Names under /assets/ carry a hash of their content.
        const isAsset = path.startsWith('/assets/')
        const time = isAsset ? 'max-age=31536000, immutable' : 'max-age=3600'
        response.setHeader('Cache-Control', `public, ${time}`)
        if (isAsset) for (const name of forDocuments) response.removeHeader(name)
      },
    }),
    close: async () => {},
  }
}
