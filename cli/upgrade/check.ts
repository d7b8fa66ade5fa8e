import { join } from 'node:path'
import { pino } from 'pino'
import { startServer } from '../../server/server.ts'
import type { Settings } from '../../server/settings.ts'
import { databasesIn } from './data-files.ts'
import { readDatabase } from './read-database.ts'

/**
 * Finds out whether SQLite's files are in order.
 *
 * @throws Error naming the first that is not, and what SQLite says of it
 */
export function checkDatabases(dataDir: string): void {
  for (const path of databasesIn(dataDir)) {
    const found = readDatabase<{ said: string }>(
      join(dataDir, path),
      ['said'],
      'select quick_check from pragma_quick_check',
    )
    if (found[0]?.said !== 'ok') throw new Error(`${path} is not in order: ${found[0]?.said}`)
  }
}

/**
 * Starts the site where nobody reaches it, and has it make its front page. Nothing is delivered, sent
 * or backed up meanwhile.
 *
 * @throws Error, or StartError, when that fails; with hosted content not when Sanity is away
 */
export async function checkSite(settings: Settings): Promise<void> {
  // The Studio is none of this check's business, and takes a minute to build in a checkout.
  process.env.STUDIO_BUILD = 'never'
  const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
  const server = await startServer(
    { ...settings, PORT: 0, HOST: '127.0.0.1', FORM_ENDPOINT_URL: undefined, BACKUP_TO: undefined },
    log,
  )
  try {
    const { status } = await fetch(server.url, { signal: AbortSignal.timeout(timeoutMs) })
    if (status === 503 && settings.SANITY_PROJECT_ID) return
    if (status >= 500) throw new Error(`the front page is answered by ${status}`)
  } finally {
    await server.close()
  }
}

/** The first page after a start takes half a second; a busy machine's longer. */
const timeoutMs = 30_000
