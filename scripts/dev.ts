// npm run dev: serves the site and the Studio from their sources, with hot reload. tsx restarts this process after a
// change of the server's code; pages that are open then reload.
import { createServer as createHttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { root } from 'halvi-site/root'
import { createServer } from 'vite'
import { officeInProcess } from '../office/in-process.ts'
import { runSite } from '../server/main.ts'
import { developmentBuild } from '../server/start/development.ts'
import { loadEnv } from '../site/settings/load-env.js'

loadEnv()
process.umask(0o077)

/** Never listens itself: the site passes it the WebSocket connections of Vite's scripts in open pages. */
const hotReload = createHttpServer()
const server = {
  middlewareMode: true,
  hmr: { server: hotReload },
  // A build or a test at the same time must not reload pages.
  watch: { ignored: [`${root}build/**`, `${root}studio/dist/**`, `${root}test-results/**`] },
}
const vite = await createServer({ root, server })

let studio: ReturnType<typeof import('../studio/vite.js').createServer> | undefined
// Started at the first request of the Studio: preparing its packages takes about ten seconds the first time.
const openStudio = () => {
  const configFile = fileURLToPath(new URL('../studio/vite.config.ts', import.meta.url))
  studio ??= import('../studio/vite.js').then((vite) =>
    vite.createServer({ configFile, appType: 'custom', server }),
  )
  return studio
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // Open pages would delay the restart with their connections. They reload when the site responds again.
  process.once(signal, async () => {
    await Promise.all([vite.ws.close(), studio?.then(({ ws }) => ws.close())])
  })
}

await runSite({
  development: { vite, hotReload },
  startOffice: (settings, log) =>
    officeInProcess(settings, log, {
      development: { build: developmentBuild(vite), studio: openStudio },
    }),
})
