import { availableParallelism } from 'node:os'
import { startEndpoint } from '../leads/testing/test-endpoint.ts'
import { buildIfStale } from '../scripts/build.js'
import type { RunningSite } from '../tests/running-site.ts'
import { arrive } from './measuring/arrivals.ts'
import type { Figure } from './measuring/measure.ts'
import { memoryOf, pin, processorTimeOf } from './measuring/processor.ts'
import { startServer } from './servers/start.ts'
import { applicants, flood, submit } from './submissions.ts'
import { startWarmSite } from './warm-site.ts'

/**
 * Waitlist applications, each one different, through the real action into a database on disk. Where
 * `taskset` can do it, the site has one processor for itself.
 */
export async function benchForms(): Promise<Figure[]> {
  await buildIfStale()
  const last = availableParallelism() - 1
  const endpoint = await startEndpoint()
  const setFree = pin(process.pid, last > 0 ? `0-${last - 1}` : '0')
  try {
    return [
      await withSite({}, last, crowd),
      await withSite({}, last, steady),
      await withSite({ RATE_LIMIT: '30/10m', TRUST_PROXY: '1' }, last, flooded),
      await withSite({ FORM_ENDPOINT_URL: endpoint.url }, last, delivered),
    ]
  } finally {
    await endpoint.close()
    setFree()
  }
}

async function withSite(
  settings: Record<string, string>,
  processor: number,
  bench: (site: RunningSite) => Promise<Figure>,
): Promise<Figure> {
  const site = await startWarmSite({ LOG_LEVEL: 'info', ...settings })
  pin(site.process.pid, String(processor))
  try {
    return await bench(site)
  } finally {
    await site.remove()
  }
}

/** 100,000 as fast as they are taken, what that does to the memory, and what plain Remix takes. */
async function crowd(site: RunningSite): Promise<Figure> {
  await submit(site.url, 20_000)
  const before = memoryOf(site.process.pid)
  const worked = processorTimeOf(site.process.pid)
  const { p50, p99, rate } = await submit(site.url, 80_000)
  const after = memoryOf(site.process.pid)
  const each = ((processorTimeOf(site.process.pid) - worked) / 80_000) * 1000
  const plain = await plainAction()
  return {
    name: `${rate} leads a second, ${each.toFixed(2)} ms of processor each; an action in plain Remix that stores nothing: ${plain.rate} a second; ${before} MB after 20,000, ${after} MB after 100,000`,
    median: p50,
    p99,
    target: '≥ 1,500 a second; < 200 MB, flat',
  }
}

/** As many submissions as plain Remix takes without keeping them: it bounds what can be reached. */
async function plainAction(): Promise<{ rate: number }> {
  const server = await startServer('plain-action')
  pin(server.process.pid, String(availableParallelism() - 1))
  try {
    await submit(server.url, 20_000)
    return await submit(server.url, 40_000)
  } finally {
    server.process.kill()
  }
}

async function steady(site: RunningSite): Promise<Figure> {
  // Node has compiled what is used by then.
  await submit(site.url, 30_000)
  const arrivals = { rate: 500, seconds: 10 }
  await arrive(arrivals, applicants(site.url))
  const { median, p99, rate } = await arrive({ ...arrivals, seconds: 30 }, applicants(site.url))
  return { name: `leads at ${rate} a second`, median, p99, target: 'p99 ≤ 100 ms' }
}

/** Each is accepted by an endpoint that answers at once before its visitor is told so. */
async function delivered(site: RunningSite): Promise<Figure> {
  await submit(site.url, 5_000)
  const { p50, p99, rate } = await submit(site.url, 10_000)
  const name = `${rate} leads a second, stored and delivered before the answer`
  return { name, median: p50, p99, target: '' }
}

/** Honest visitors, each from an address of its own, before and while another address floods. */
async function flooded(site: RunningSite): Promise<Figure> {
  const honest = applicants(site.url, { manyAddresses: true })
  await arrive({ rate: 300, seconds: 20 }, honest)
  // Long enough for several full collections of garbage on either side: they make the slowest answers.
  const arrivals = { rate: 100, seconds: 30 }
  const alone = await arrive(arrivals, honest)
  const flooding = flood(site.url, 34)
  const { median, p99 } = await arrive(arrivals, honest)
  const turnedAway = await flooding
  return {
    name: `leads beside ${turnedAway} a second that are turned away; ${alone.p99.toFixed(1)} ms p99 without`,
    median,
    p99,
    target: 'p99 ≤ 3 × without',
  }
}
