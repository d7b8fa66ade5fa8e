import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localOrigin } from '../../server/settings/local-origin.ts'
import type { Settings } from '../../server/settings/settings.ts'

/** What the running site says of itself in `/metrics`. */
interface RunningSite {
  /** TRUST_PROXY, which may be set where this command does not see it, such as in systemd's unit. */
  trustProxy: number
  /** How many leads wait for the endpoint; NaN when its store does not answer. */
  pendingLeads: number
  /** For how long the oldest has been waiting, in seconds. */
  oldestPendingSeconds: number
}

/** Resolves to what the site at HOST and PORT says; undefined when none answers with this folder's token. */
export async function askRunningSite(
  settings: Settings,
  signal: AbortSignal,
): Promise<RunningSite | undefined> {
  try {
    const file = join(settings.DATA_DIR, 'metrics-token')
    const token = settings.METRICS_TOKEN ?? readFileSync(file, 'utf8').trim()
    const response = await fetch(`${localOrigin(settings)}/metrics`, {
      headers: { Authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
    })
    const text = await response.text()
    if (!response.ok || !text.includes('halvi_')) return undefined
    const metric = (name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
    return {
      trustProxy: metric('halvi_trusted_proxies'),
      pendingLeads: metric('halvi_leads_pending'),
      oldestPendingSeconds: metric('halvi_leads_oldest_pending_age_seconds'),
    }
  } catch {
    return undefined
  }
}
