import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitLimits } from '../server/limits.ts'
import { type RemoteLake, startCachedSite, startLake } from './cached-site.ts'

let lake: RemoteLake
let dataDir: string
beforeAll(async () => {
  lake = await startLake()
  dataDir = mkdtempSync(join(tmpdir(), 'visits-'))
})
afterAll(async () => {
  await lake.close()
  rmSync(dataDir, { recursive: true })
})

const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' }

function visits() {
  const database = new Database(join(dataDir, 'leads.db'), { readonly: true, timeout: 5_000 })
  const rows = database
    .prepare(
      `select page, campaign, sum(seen) as seen, sum(opened) as opened
       from lead_visit group by page, campaign order by page, campaign`,
    )
    .raw()
    .all([]) as [page: string, campaign: string, seen: number, opened: number][]
  database.close()
  return rows
}

/** Starts a site, sends the requests, and closes the site. */
async function ask(requests: readonly [path: string, headers?: object, method?: string][]) {
  const site = await startCachedSite(lake, dataDir)
  for (const [path, headers = {}, method] of requests) {
    await site.request(path, { ...browser, ...headers }, method)
  }
  await site.close()
}

it('page views are counted by campaign and kept across restarts', async () => {
  const link = '?utm_source=mail&utm_campaign=Eid%202026'
  await ask([
    [`/services/eats${link}`],
    ['/services/eats', { 'Sec-Fetch-Site': 'same-origin' }],
    [`/waitlist${link}`, { 'Sec-Purpose': 'prefetch;prerender' }],
    ['/business/commission/calculator?branch=local&sales=5000'],
    // These requests do not count as page views.
    ['/services/eats', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['/services/eats', { 'User-Agent': '' }],
    ['/services/eats', { 'Sec-Purpose': 'prefetch' }],
    ['/services/eats', { Purpose: 'prefetch' }],
    ['/services/eats', {}, 'HEAD'],
    ['/nothing-is-here'],
    ['/sitemap.xml'],
  ])
  await ask([['/services/eats']])
  expect(visits()).toEqual([
    ['/business/commission/calculator', '', 1, 0],
    ['/services/eats', '', 2, 0],
    ['/services/eats', 'Eid 2026', 1, 0],
    ['/waitlist', 'Eid 2026', 1, 1],
  ])
})

it('the number of counted campaigns is limited', async () => {
  const invented = Array.from({ length: visitLimits.campaigns + 20 }, (_, index) => index)
  await ask(invented.map((index) => [`/support/faq?utm_campaign=${index}${'x'.repeat(300)}`]))
  const campaigns = visits().filter(([page]) => page === '/support/faq')
  expect(campaigns).toHaveLength(visitLimits.campaigns + 1)
  expect(campaigns.find(([, campaign]) => campaign === '(other)')).toContain(20)
})
