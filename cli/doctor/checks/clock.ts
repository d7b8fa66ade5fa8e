import type { Settings } from '../../../server/settings/settings.ts'
import { ask } from './ask.ts'
import { type Finding, fail, problemsOr, warn } from './finding.ts'
import { readLeadStore } from './lead-store.ts'

/** Differences below this are not reported: a header has whole seconds, and takes a moment. */
const toleranceMs = 5_000

/** Receivers of signed deliveries reject a larger difference (Standard Webhooks). */
const maxMs = 5 * 60_000

/** Compares this machine's clock with those of other machines and with the newest lead. */
export async function checkClock(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const urls = [settings.SITE_URL, settings.FORM_ENDPOINT_URL].filter((url) => url !== undefined)
  const others = await Promise.all(urls.map((url) => aheadOf(url, signal)))
  const store = await readLeadStore(settings)
  // What is wrong with the database is found by the check of databases.
  const { server, newest = '' } = store && !('error' in store) ? store : {}
  const clocks = [{ name: 'PostgreSQL', aheadMs: server?.aheadMs ?? Number.NaN }, ...others].filter(
    (one) => !Number.isNaN(one.aheadMs),
  )
  const problems = clocks.map(compare)
  if (Date.parse(newest) > Date.now() + toleranceMs) {
    const found = `the newest lead is dated ${newest}, in the future: the clock went back`
    problems.push(fail(found, 'set the clock by NTP: timedatectl set-ntp true'))
  }
  const names = clocks.map(({ name }) => name).join(' and ')
  const found = names
    ? `agrees with ${names}`
    : `${new Date().toISOString()}; nothing to compare with`
  return problemsOr(found, problems)
}

function compare({ name, aheadMs }: { name: string; aheadMs: number }): Finding | undefined {
  const apartMs = Math.abs(aheadMs)
  if (apartMs < toleranceMs) return undefined
  const found = `this clock is ${Math.round(apartMs / 1000)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} ${name}`
  const todo = 'set it by NTP on both machines: timedatectl set-ntp true'
  return apartMs < maxMs ? warn(found, todo) : fail(found, todo)
}

/** Resolves to how far another machine's clock is ahead, in milliseconds; NaN when it does not say. */
async function aheadOf(url: string, signal: AbortSignal) {
  const { origin, host, pathname, search } = new URL(url)
  const asked = Date.now()
  // `fetch` rejects addresses with a name and a password.
  const { date } = await ask(new URL(pathname + search, origin), signal, { method: 'HEAD' })
  // The header is cut to the second.
  return { name: host, aheadMs: Date.parse(date ?? '') + 500 - (asked + Date.now()) / 2 }
}
