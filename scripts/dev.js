// npm run dev: serves the site with hot reload. After a change of server code, the site restarts within a second.
import { existsSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { errorPage } from './development/error-page.js'
import { DevelopmentSite } from './development/site.js'
import { SiteListener } from './development/site-listener.js'
import { logListenerErrors } from './development/watcher.js'

const root = fileURLToPath(new URL('..', import.meta.url))

if (existsSync('.env')) process.loadEnvFile('.env')
process.umask(0o077)
process.env.NODE_ENV = 'development'

/** Never listens itself: the site passes it the WebSocket connections of Vite's scripts in open pages. */
const hotReload = createHttpServer()
const server = {
  middlewareMode: true,
  hmr: { server: hotReload },
  // A build at the same time must not reload pages.
  watch: { ignored: [`${root}build*/**`, `${root}studio/dist*/**`, `${root}test-results/**`] },
}
const vite = await createServer({ root, server })
logListenerErrors(vite)

/** @type {ReturnType<typeof import('../studio/vite.js').createServer> | undefined} */
let studio
// Started at the first request of the Studio: pre-bundling its packages takes about ten seconds the first time.
const openStudio = () => {
  const configFile = fileURLToPath(new URL('../studio/vite.config.ts', import.meta.url))
  studio ??= import('../studio/vite.js').then((vite) =>
    vite.createServer({ configFile, appType: 'custom', server }),
  )
  return studio
}

const siteListener = new SiteListener()
/** @type {string} */
let url
const { createLog } = await vite.ssrLoadModule('/server/log.ts')
const { listen } = await vite.ssrLoadModule('/server/start/listen.ts')
const log = createLog(process.env.LOG_LEVEL || 'info')
const { writeVersionIfNew } = await vite.ssrLoadModule('/cli/upgrade/data/state.ts')
const { readSettings } = await vite.ssrLoadModule('/server/settings/settings.ts')
try {
  writeVersionIfNew(readSettings(process.env).DATA_DIR)
} catch {
  // The site reports invalid settings when it starts, and `npm start` reports errors of the data folder.
}
const site = new DevelopmentSite({
  vite,
  listener: siteListener,
  log,
  development: {
    vite,
    studio: openStudio,
    errorPage,
    hotReload,
    listen: async (siteServer, port, host) => {
      url ??= await listen(siteListener.listener, port, host)
      siteListener.attach(siteServer)
      return url
    },
  },
})
if (!(await site.start())) process.exit(1)

let isShuttingDown = false
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, async () => {
    if (isShuttingDown) process.exit(1)
    isShuttingDown = true
    await site.close()
    await Promise.all([vite.close(), studio?.then((opened) => opened.close())])
    process.exit(0)
  })
}
process.on('uncaughtException', (err) => log.error({ err }, 'uncaught error'))
