import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sanity/client'
import { buildIfStale } from '../scripts/build.js'
import type { RunningSite } from '../tests/running-site.ts'
import { arrive } from './measuring/arrivals.ts'
import { pin } from './measuring/cpu.ts'
import { type Measurement, summary } from './measuring/measure.ts'
import { pageCosts } from './page-cost.ts'
import { startServer } from './servers/start.ts'
import { visit } from './visits.ts'
import { startWarmSite } from './warm-site.ts'

const path = '/support/faq'
const rounds = 9
const requests = 20_000

/** Measures the cost of a cached page, and the time until published content is visible. */
export async function benchPages(): Promise<Measurement[]> {
  await buildIfStale()
  const site = await startWarmSite()
  try {
    return [await cachedPage(site), await crowdOfVisitors(site), await publishToVisible(site)]
  } finally {
    await site.remove()
  }
}

/** Measures the CPU time per cached page in turns with a bare server that sends the same bytes. */
async function cachedPage(site: RunningSite): Promise<Measurement> {
  const bare = await startServer('bare', site.url + path)
  try {
    const contenders = [
      { title: 'site', url: site.url + path, process: site.process },
      { title: 'bare', ...bare },
    ]
    const costs = await pageCosts(contenders, rounds, requests)
    const ours = summary(costs.get('site') ?? [])
    const bareCost = summary(costs.get('bare') ?? [])
    const ratio = (ours.median / bareCost.median).toFixed(2)
    return {
      name: `CPU time per cached page, ${ratio} × the ${bareCost.median.toFixed(1)} µs of a bare server`,
      ...ours,
      unit: 'µs',
      target: '≤ 1.5 × the bare server',
    }
  } finally {
    bare.process.kill()
  }
}

/** Measures a page at 5,000 visitors per second. With `taskset`, the site runs on one CPU. */
async function crowdOfVisitors(site: RunningSite): Promise<Measurement> {
  const last = availableParallelism() - 1
  const unpin = [pin(site.process.pid, `${last}`), pin(process.pid, `0-${Math.max(0, last - 1)}`)]
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const headers = { 'accept-encoding': 'br', 'sec-fetch-site': 'none' }
  const open = () => visit({ url: site.url + path, agent, headers, status: 200 })
  await arrive({ rate: 2_000, seconds: 3 }, open)
  const { median, p99, rate } = await arrive({ rate: 5_000, seconds: 10 }, open)
  agent.destroy()
  for (const restore of unpin) restore()
  return { name: `a page at ${rate} requests per second`, median, p99, target: 'p99 ≤ 2 ms' }
}

/** Measures the time from publishing until a visitor gets the new text, 100 times. */
async function publishToVisible(site: RunningSite): Promise<Measurement> {
  const client = createClient({
    projectId: 'halvi',
    dataset: 'production',
    apiVersion: '2025-02-19',
    useCdn: false,
    apiHost: site.url,
    useProjectHostname: false,
    token: readFileSync(join(site.dataDir, 'lake-token'), 'utf8').trim(),
  })
  const times: number[] = []
  for (let edition = 0; edition < 100; edition++) {
    const intro = `Edition ${edition} of the questions.`
    await client.createOrReplace({
      ...(await client.getDocument('faqPage')),
      _id: 'drafts.faqPage',
      _type: 'faqPage',
      intro,
    })
    const started = performance.now()
    await client.action({
      actionType: 'sanity.action.document.publish',
      draftId: 'drafts.faqPage',
      publishedId: 'faqPage',
    })
    while (!(await (await fetch(site.url + path)).text()).includes(intro)) {
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    times.push(performance.now() - started)
  }
  return { name: 'from publishing to visible', ...summary(times), target: 'p99 ≤ 1000 ms' }
}
