import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { leadsFile } from 'halvi-leads/files'
import type { Settings } from '../../../server/settings/settings.ts'
import { openReadOnly } from '../files/read-only.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { askPostgres } from './postgres.ts'

/** A header tells whole seconds, and takes a moment. */
const noticedMs = 5_000

/** Receivers of signed deliveries refuse what is further away (Standard Webhooks). */
const mostMs = 5 * 60_000

/** This machine's clock, beside those of others and the newest lead. */
export async function checkClock(
  { DATA_DIR, DATABASE_URL, SITE_URL, FORM_ENDPOINT_URL }: Settings,
  signal: AbortSignal,
): Promise<Finding | Finding[]> {
  const findings: Finding[] = []
  const told: string[] = []
  const compare = (whose: string, aheadMs: number | undefined) => {
    if (aheadMs === undefined) return
    told.push(whose)
    const found = differs(whose, aheadMs)
    if (found) findings.push(found)
  }
  const [database, ...others] = await Promise.all([
    DATABASE_URL ? askPostgres(DATABASE_URL) : undefined,
    ...[SITE_URL, FORM_ENDPOINT_URL].map((url) => url && aheadOf(url, signal)),
  ])
  const known = database && !('error' in database) ? database : undefined
  compare('PostgreSQL', known?.aheadMs)
  ;[SITE_URL, FORM_ENDPOINT_URL].forEach((url, index) => {
    if (url) compare(new URL(url).host, others[index] as number | undefined)
  })
  const newest = DATABASE_URL ? known?.newestLead : newestIn(join(DATA_DIR, leadsFile))
  if (newest && Date.parse(newest) > Date.now() + noticedMs) {
    const found = `the newest lead is of ${newest}, which is yet to come: the clock went back`
    findings.push(fail(found, 'set the clock by NTP: timedatectl set-ntp true'))
  }
  if (findings.length > 0) return findings
  const now = new Date().toISOString()
  return ok(
    told.length > 0 ? `agrees with ${told.join(' and ')}` : `${now}; nobody to compare with`,
  )
}

function differs(whose: string, aheadMs: number): Finding | undefined {
  const apart = Math.abs(aheadMs)
  if (apart < noticedMs) return undefined
  const found = `this clock is ${Math.round(apart / 1000)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} ${whose}`
  const todo = 'set it by NTP on both machines: timedatectl set-ntp true'
  return apart < mostMs ? warn(found, todo) : fail(found, todo)
}

/** By how many milliseconds another machine's clock is ahead; undefined where it does not say. */
async function aheadOf(url: string, signal: AbortSignal): Promise<number | undefined> {
  const asked = Date.now()
  try {
    const response = await fetch(withoutCredentials(url), {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
    })
    const date = Date.parse(response.headers.get('date') ?? '')
    // The header is cut to the second.
    return Number.isNaN(date) ? undefined : date + 500 - (asked + Date.now()) / 2
  } catch {
    return undefined
  }
}

/** `fetch` refuses addresses that hold a name and a password. */
function withoutCredentials(url: string): URL {
  const { origin, pathname, search } = new URL(url)
  return new URL(pathname + search, origin)
}

function newestIn(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  try {
    const database = openReadOnly(file)
    const row = database.prepare('select created_at from lead order by id desc limit 1').get() as
      | { created_at: string }
      | undefined
    database.close()
    return row?.created_at
  } catch {
    // What is wrong with it is told by whoever reads it through.
    return undefined
  }
}
