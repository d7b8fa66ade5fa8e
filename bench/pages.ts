import { Agent } from 'node:http'
import { availableParallelism } from 'node:os'
import { buildSite } from '../scripts/build.js'
import type { RunningSite } from '../tests/running-site.ts'
import { contentOf } from '../tests/site-content.ts'
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
  await buildSite()
  const site = await startWarmSite()
  try {
    return [
      await cachedPage(site),
      await crowdOfVisitors(site),
      await publishToVisible(site),
      await scheduledToVisible(site),
    ]
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
  const client = contentOf(site).withConfig({ perspective: 'published' })
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
    await untilVisible(site, intro)
    times.push(performance.now() - started)
  }
  return { name: 'from publishing to visible', ...summary(times), target: 'p99 ≤ 1000 ms' }
}

/** Measures the delay from the time of a scheduled release until a visitor gets the new text, 40 times. */
async function scheduledToVisible(site: RunningSite): Promise<Measurement> {
  const client = contentOf(site)
  const times: number[] = []
  for (let edition = 0; edition < 40; edition++) {
    const intro = `Scheduled edition ${edition} of the questions.`
    const releaseId = `edition-${edition}`
    await client.releases.create({ releaseId })
    await client.createVersion({ releaseId, publishedId: 'faqPage', baseId: 'faqPage' })
    await client.patch(`versions.${releaseId}.faqPage`).set({ intro }).commit()
    const due = Date.now() + 300
    await client.releases.schedule({ releaseId, publishAt: new Date(due).toISOString() })
    await untilVisible(site, intro)
    times.push(Date.now() - due)
  }
  return { name: 'from a scheduled time to visible', ...summary(times), target: 'p99 ≤ 1000 ms' }
}

/** Waits until a visitor gets a text on the page. */
async function untilVisible(site: RunningSite, text: string): Promise<void> {
  while (!(await (await fetch(site.url + path)).text()).includes(text)) {
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
