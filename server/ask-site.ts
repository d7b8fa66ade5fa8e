import type { Logger } from 'pino'
import { startServer } from './server.ts'
import type { Settings } from './settings/settings.ts'

/** The first page after a start takes half a second; a busy machine's longer. */
const timeoutMs = 30_000

/**
 * Starts the real site on a data folder where nobody reaches it, asks for some paths, one after the other, and
 * ends it. Nothing is delivered, sent or backed up meanwhile. The folder is written to, as by any start. The
 * process should be of this alone, for what a site leaves behind in one.
 *
 * @returns the statuses of the answers
 * @throws Error, or StartError, when it does not start or does not answer
 */
export async function askSite<const Paths extends readonly string[]>(
  settings: Settings,
  log: Logger,
  paths: Paths,
): Promise<{ [Index in keyof Paths]: number }> {
  const site = await startServer(
    { ...settings, PORT: 0, HOST: '127.0.0.1', FORM_ENDPOINT_URL: undefined, BACKUP_TO: undefined },
    log,
    // Neither is looked at.
    { buildsStudio: false, caching: { ahead: false } },
  )
  try {
    const statuses: number[] = []
    for (const path of paths) {
      const response = await fetch(site.url + path, { signal: AbortSignal.timeout(timeoutMs) })
      await response.text()
      statuses.push(response.status)
    }
    return statuses as { [Index in keyof Paths]: number }
  } finally {
    await site.close(0)
  }
}
