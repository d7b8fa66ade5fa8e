import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sanity/client'
import { buildIfStale } from '../scripts/build.js'
import type { RunningSite } from '../tests/running-site.ts'
import { arrive } from './measuring/arrivals.ts'
import { type Figure, summary } from './measuring/measure.ts'
import { pin } from './measuring/processor.ts'
import { pageCosts } from './page-cost.ts'
import { startServer } from './servers/start.ts'
import { visit } from './visits.ts'
import { startWarmSite } from './warm-site.ts'

const path = '/support/faq'
const rounds = 9
const requests = 20_000

/** What a page out of the cache costs, and how soon a publish is seen. */
export async function benchPages(): Promise<Figure[]> {
  await buildIfStale()
  const site = await startWarmSite()
  try {
    return [await cachedPage(site), await crowdOfVisitors(site), await publishToVisible(site)]
  } finally {
    await site.remove()
  }
}

/** Processor time for each request, beside a bare server that sends the same bytes, in turns. */
async function cachedPage(site: RunningSite): Promise<Figure> {
  const bare = await startServer('bare', site.url + path)
  try {
    const contenders = [
      { title: 'site', url: site.url + path, process: site.process },
      { title: 'bare', ...bare },
    ]
    const costs = await pageCosts(contenders, rounds, requests)
    const ours = summary(costs.get('site') ?? [])
    const least = summary(costs.get('bare') ?? [])
    const ratio = (ours.median / least.median).toFixed(2)
    return {
      name: `processor time of a cached page, ${ratio} × a bare server's ${least.median.toFixed(1)} µs`,
      ...ours,
      unit: 'µs',
      target: '≤ 1.5 × the bare server',
    }
  } finally {
    bare.process.kill()
  }
}

/** The page for 5,000 visitors a second, the site on one processor where `taskset` can do it. */
async function crowdOfVisitors(site: RunningSite): Promise<Figure> {
  const last = availableParallelism() - 1
  const setFree = [pin(site.process.pid, `${last}`), pin(process.pid, `0-${Math.max(0, last - 1)}`)]
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const headers = { 'accept-encoding': 'br', 'sec-fetch-site': 'none' }
  const open = () => visit({ url: site.url + path, agent, headers, status: 200 })
  await arrive({ rate: 2_000, seconds: 3 }, open)
  const { median, p99, rate } = await arrive({ rate: 5_000, seconds: 10 }, open)
  agent.destroy()
  for (const free of setFree) free()
  return { name: `a page, ${rate} times a second`, median, p99, target: 'p99 ≤ 2 ms' }
}

/** From sending a publish until a visitor's request gets the new words, a hundred times. */
async function publishToVisible(site: RunningSite): Promise<Figure> {
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
  return { name: 'publish to visible', ...summary(times), target: 'p99 ≤ 1000 ms' }
}
