// Starts the site on restored or upgraded data, and requests a page: see snapshots/check-site.ts.
import { reasonOf } from 'halvi-runtime/reason'
import { askSite } from './ask-site.ts'
import { createLog } from './log.ts'
import { readSettings } from './settings/settings.ts'
import type { SiteAnswer } from './snapshots/check-site.ts'

// Whoever asked for it has died, perhaps while this was being loaded.
process.on('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)

async function look(): Promise<SiteAnswer> {
  const settings = readSettings(process.env)
  const [ready, page] = await askSite(settings, createLog(settings.LOG_LEVEL), ['/readyz', '/'])
  return { ready, page }
}

const answer = await look().catch((error: unknown) => ({ error: reasonOf(error) }))
process.send?.(answer, () => process.exit(0))
