import type { Server } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import type { ErrorRequestHandler } from 'express'
import type { ViteDevServer } from 'vite'
import { root } from '../root.ts'
import type { Pages } from './pages.ts'

/** The pages by Vite, with hot reload: a file that is changed counts from the next request on. */
export async function developedPages(server: Server): Promise<Pages> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } })
  ownListeners(vite)
  return {
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
    files: vite.middlewares,
    showError,
    close: () => vite.close(),
  }
}

/**
 * Remix's plugin reads the routes again when a file comes or goes, in a promise that nobody has: a
 * file without a proper name, such as an editor's while it saves, would end the process.
 */
function ownListeners({ watcher, config }: ViteDevServer): void {
  const fail = (error: Error) => config.logger.error(`${error.stack}`, { timestamp: true, error })
  for (const listener of watcher.listeners('all')) {
    watcher.off('all', listener as () => void)
    watcher.on('all', (...change) => {
      void Promise.resolve()
        .then(() => listener(...change))
        .catch(fail)
    })
  }
}

/**
 * Shows who develops what keeps the pages from loading, such as a mistake in a file. It goes when the
 * file is mended: Vite's script in the page loads it anew then.
 */
const showError: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent) return next(error)
  req.log.error({ err: error }, 'pages could not be loaded')
  const { message, stack, frame, loc } = error as ViteError
  const where = loc ? `${loc.file}:${loc.line}:${loc.column}` : ''
  const text = [message, where, frame, stack].filter(Boolean).join('\n\n')
  res
    .status(500)
    .set('Cache-Control', 'no-store')
    .type('html')
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Error</title>
<script type="module" src="/@vite/client"></script>
<h1>The pages could not be loaded</h1>
<pre>${text.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</pre>
</html>
`)
}

/** What Vite and its plugins say of a mistake in a file. */
interface ViteError extends Error {
  frame?: string
  loc?: { file?: string; line: number; column: number }
}
