import type { Server } from 'node:http'
import type { ViteDevServer } from 'vite'
import type { ServerBuild } from '../../app/handler/handler.ts'
import type { Pages } from './pages.ts'

/** The development tools that replace parts of the site: see scripts/dev.ts. */
export interface Development {
  /** Builds pages and scripts from their sources. */
  vite: ViteDevServer
  /** Handles the WebSocket upgrades of Vite's own scripts. */
  hotReload: Server
}

/** Returns a function that resolves to the pages as they are now. */
export const developmentBuild = (vite: ViteDevServer) => () =>
  vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>

/** Returns the pages as served by Vite with hot reload: changed files take effect from the next request. */
export function developmentPages({ vite, hotReload }: Development, server: Server): Pages {
  server.on('upgrade', (...upgrade) => hotReload.emit('upgrade', ...upgrade))
  return {
    build: developmentBuild(vite),
    files: vite.middlewares,
    // Shows an error that prevents pages from loading, such as a syntax error. Vite reloads the page after a change.
    showError(error, req, res, next) {
      if (res.headersSent) return next(error)
      req.log.error({ err: error }, 'loading the pages failed')
      const text = `${error?.stack ?? error}`.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`)
      const page = `<script type="module" src="/@vite/client"></script><pre>${text}</pre>`
      res.status(500).set('Cache-Control', 'no-store').type('html').send(page)
    },
  }
}
