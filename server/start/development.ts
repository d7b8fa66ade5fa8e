import type { Server } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import type { ViteDevServer } from 'vite'
import type { createServer } from '../../studio/vite.js'
import type { ServerBuild } from '../remix/remix.ts'
import type { Pages } from './pages.ts'

/**
 * The development tools that replace parts of the site. They stay the same when the site restarts, see
 * scripts/development/.
 */
export interface Development {
  /** Builds pages and scripts from their sources. */
  vite: ViteDevServer
  /** Returns the Vite server of the Studio, which starts on first use. */
  studio(): ReturnType<typeof createServer>
  /** Returns a page that shows an error to the developer. */
  errorPage(error: unknown): string
  /** Handles the WebSocket upgrades of Vite's own scripts. */
  hotReload: Server
  /** Directs connections to this server from now on. Resolves to the origin, as `listen` does. */
  listen(server: Server, port: number, host: string): Promise<string>
}

/** Returns the pages as served by Vite with hot reload: changed files take effect from the next request. */
export function developmentPages(
  { vite, errorPage, hotReload }: Development,
  server: Server,
): Pages {
  server.on('upgrade', (...upgrade) => hotReload.emit('upgrade', ...upgrade))
  return {
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
    files: vite.middlewares,
    showError: showErrorBy(errorPage),
  }
}

/** Returns a handler that shows errors that prevent pages from loading, such as a syntax error. */
function showErrorBy(errorPage: Development['errorPage']): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) return next(error)
    req.log.error({ err: error }, 'loading the pages failed')
    res.status(500).set('Cache-Control', 'no-store').type('html').send(errorPage(error))
  }
}
