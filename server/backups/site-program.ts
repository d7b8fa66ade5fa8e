// The site on restored data, for as long as it takes to look at it: see check-site.ts.
import { reasonOf } from '../../app/leads/reason.ts'
import { createLog } from '../log.ts'
import { startServer } from '../server.ts'
import { readSettings } from '../settings.ts'
import type { SiteAnswer } from './check-site.ts'

// Whoever asked for it has died.
process.on('disconnect', () => process.exit(1))

async function look(): Promise<SiteAnswer> {
  const settings = readSettings(process.env)
  const site = await startServer(settings, createLog(settings.LOG_LEVEL))
  try {
    const ready = await fetch(`${site.url}/readyz`)
    await ready.text()
    const page = await fetch(site.url)
    await page.text()
    return { page: page.status, ready: ready.status }
  } finally {
    await site.close(0)
  }
}

const answer = await look().catch((error: unknown) => ({ error: reasonOf(error) }))
process.send?.(answer, () => process.exit(0))
