// Starts the site with the given settings on a loopback port, requests `/readyz` and the home page, and sends their
// statuses to the parent process; see check-site.ts. Nothing is delivered, mailed, or backed up.
import { reasonOf } from 'halvi-runtime/reason'
import { pino } from 'pino'
import { startServer } from './server.ts'
import { readSettings } from './settings/settings.ts'
import type { SiteResult } from './snapshots/check-site.ts'

// Exits when the parent process has exited, possibly while this module was loading.
process.on('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)

/** Timeout of each request. The first page takes half a second, longer on a busy machine. */
const timeoutMs = 30_000

async function answer(): Promise<SiteResult> {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.LOG_LEVEL }, pino.destination({ dest: 2, sync: true }))
  const site = await startServer(
    { ...settings, PORT: 0, HOST: '127.0.0.1', FORM_ENDPOINT_URL: undefined, BACKUP_TO: undefined },
    log,
    // The check needs neither the Studio nor cached pages.
    { buildsStudio: false, caching: { ahead: false }, answersByMail: false },
  )
  try {
    const statusOf = async (path: string) => {
      const response = await fetch(site.url + path, { signal: AbortSignal.timeout(timeoutMs) })
      await response.text()
      return response.status
    }
    return { ready: await statusOf('/readyz'), page: await statusOf('/') }
  } finally {
    await site.close(0)
  }
}

const found = await answer().catch((error: unknown) => ({ error: reasonOf(error) }))
process.send?.(found, () => process.exit(0))
