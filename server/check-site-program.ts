// Starts the site of the settings where nobody can reach it, requests `/readyz` and the front page, and sends their
// statuses: see check-site.ts. Nothing is delivered, mailed, or backed up meanwhile.
import { reasonOf } from 'halvi-runtime/reason'
import { pino } from 'pino'
import { startServer } from './server.ts'
import { readSettings } from './settings/settings.ts'
import type { SiteAnswer } from './snapshots/check-site.ts'

// The parent has died, perhaps while this was being loaded.
process.on('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)

/** The first page after a start takes half a second; on a busy machine, longer. */
const timeoutMs = 30_000

async function answer(): Promise<SiteAnswer> {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.LOG_LEVEL }, pino.destination({ dest: 2, sync: true }))
  const site = await startServer(
    { ...settings, PORT: 0, HOST: '127.0.0.1', FORM_ENDPOINT_URL: undefined, BACKUP_TO: undefined },
    log,
    // Neither is looked at.
    { buildsStudio: false, caching: { ahead: false } },
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
