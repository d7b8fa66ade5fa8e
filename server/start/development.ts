import type { Server } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import type { ViteDevServer } from 'vite'
import type { createServer } from '../../studio/vite.js'
import type { ServerBuild } from '../remix/remix.ts'
import type { Pages } from './pages.ts'

/** What is different while the site is developed. It outlasts the site, see scripts/development/. */
export interface Development {
  /** Makes pages and scripts from their sources. */
  vite: ViteDevServer
  /** The same for the Studio, from when it is first asked for. */
  studio(): ReturnType<typeof createServer>
  /** A page that shows who develops what is wrong. */
  errorPage(error: unknown): string
  /** Takes the upgrades to WebSockets of Vite's own scripts. */
  hotReload: Server
  /** Leads connections to this server from now on, and resolves to the origin, as `listen` does. */
  listen(server: Server, port: number, host: string): Promise<string>
}

/** The pages by Vite, with hot reload: a file that is changed counts from the next request on. */
export function developedPages({ vite, errorPage, hotReload }: Development, server: Server): Pages {
  server.on('upgrade', (...upgrade) => hotReload.emit('upgrade', ...upgrade))
  return {
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
    files: vite.middlewares,
    showError: showErrorBy(errorPage),
    close: async () => {},
  }
}

/** Shows what keeps the pages from loading, such as a mistake in a file. */
function showErrorBy(errorPage: Development['errorPage']): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) return next(error)
    req.log.error({ err: error }, 'pages could not be loaded')
    res.status(500).set('Cache-Control', 'no-store').type('html').send(errorPage(error))
  }
}
