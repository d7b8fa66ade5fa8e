import type { Settings } from '../../../server/settings/settings.ts'
import { ask } from './ask.ts'
import { type Finding, fail, problemsOr, warn } from './finding.ts'
import { readLeadStore } from './lead-store.ts'

/**
 * Smaller differences are not reported, in milliseconds: `Date` headers have whole seconds, and responses take time.
 */
const toleranceMs = 5_000

/**
 * The maximum difference, in milliseconds. Receivers of signed deliveries reject a larger one (Standard Webhooks).
 */
const maxMs = 5 * 60_000

/** Compares this machine's clock with the clocks of other machines and with the time of the newest lead. */
export async function checkClock(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const urls = [settings.SITE_URL, settings.FORM_ENDPOINT_URL].filter((url) => url !== undefined)
  const others = await Promise.all(urls.map((url) => aheadOf(url, signal)))
  const store = await readLeadStore(settings)
  // Errors of the database are reported by `checkDatabases`.
  const { server, newest = '' } = store && !('error' in store) ? store : {}
  const clocks = [{ name: 'PostgreSQL', aheadMs: server?.aheadMs ?? Number.NaN }, ...others].filter(
    (one) => !Number.isNaN(one.aheadMs),
  )
  const problems = clocks.map(compare)
  if (Date.parse(newest) > Date.now() + toleranceMs) {
    const found = `the newest lead is dated ${newest}, in the future: the clock was set back`
    problems.push(fail(found, 'synchronize the clock with NTP: timedatectl set-ntp true'))
  }
  const names = clocks.map(({ name }) => name).join(' and ')
  const found = names
    ? `agrees with ${names}`
    : `${new Date().toISOString()}; nothing to compare with`
  return problemsOr(found, problems)
}

function compare({ name, aheadMs }: { name: string; aheadMs: number }): Finding | undefined {
  const differenceMs = Math.abs(aheadMs)
  if (differenceMs < toleranceMs) return undefined
  const found = `this machine's clock is ${Math.round(differenceMs / 1000)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} ${name}`
  const todo = 'synchronize the clocks of both machines with NTP: timedatectl set-ntp true'
  return differenceMs < maxMs ? warn(found, todo) : fail(found, todo)
}

/**
 * Resolves to the number of milliseconds that another machine's clock is ahead of this one, or to NaN if the response
 * has no `Date` header.
 */
async function aheadOf(url: string, signal: AbortSignal) {
  const { origin, host, pathname, search } = new URL(url)
  const sentAt = Date.now()
  // `fetch` rejects addresses with a name and a password.
  const { date } = await ask(new URL(pathname + search, origin), signal, { method: 'HEAD' })
  // The header is rounded down to the second: half a second is its average error.
  return { name: host, aheadMs: Date.parse(date ?? '') + 500 - (sentAt + Date.now()) / 2 }
}
