import { join } from 'node:path'
import { pino } from 'pino'
import { askSite } from '../../server/ask-site.ts'
import { databasesIn } from '../../server/data-folder/data-files.ts'
import type { Settings } from '../../server/settings/settings.ts'
import { readDatabase } from './data/read-database.ts'

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
 * Starts the site on what was upgraded, and has it make its front page.
 *
 * @throws Error, or StartError, when that fails; with hosted content not when Sanity is away
 */
export async function checkSite(settings: Settings): Promise<void> {
  const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
  const [status] = await askSite(settings, log, ['/'])
  if (status === 503 && settings.SANITY_PROJECT_ID) return
  if (status >= 500) throw new Error(`the front page is answered by ${status}`)
}
