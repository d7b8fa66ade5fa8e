import { availableParallelism } from 'node:os'
import { startEndpoint } from '../packages/leads/testing/test-endpoint.ts'
import { buildSite } from '../scripts/build.js'
import type { RunningSite } from '../tests/running-site.ts'
import { arrive } from './measuring/arrivals.ts'
import { cpuTimeOf, memoryOf, pin } from './measuring/cpu.ts'
import type { Measurement } from './measuring/measure.ts'
import { startServer } from './servers/start.ts'
import { applicants, flood, submit } from './submissions.ts'
import { startWarmSite } from './warm-site.ts'

/**
 * Measures submissions of unique waitlist applications to the real action with a database on disk. With `taskset`,
 * the site has one CPU for itself.
 */
export async function benchForms(): Promise<Measurement[]> {
  await buildSite()
  const last = availableParallelism() - 1
  const endpoint = await startEndpoint()
  const unpin = pin(process.pid, last > 0 ? `0-${last - 1}` : '0')
  try {
    return [
      await withSite({}, last, crowd),
      await withSite({}, last, steady),
      await withSite({ RATE_LIMIT: '30/10m', TRUST_PROXY: '1' }, last, flooded),
      await withSite({ FORM_ENDPOINT_URL: endpoint.url }, last, delivered),
    ]
  } finally {
    await endpoint.close()
    unpin()
  }
}

async function withSite(
  settings: Record<string, string>,
  cpu: number,
  bench: (site: RunningSite) => Promise<Measurement>,
): Promise<Measurement> {
  const site = await startWarmSite({ LOG_LEVEL: 'info', ...settings })
  pin(site.process.pid, String(cpu))
  try {
    return await bench(site)
  } finally {
    await site.remove()
  }
}

/** Sends 100,000 submissions at full speed. Measures the rate, the memory, and the rate of a plain Remix action. */
async function crowd(site: RunningSite): Promise<Measurement> {
  await submit(site.url, 20_000)
  const before = memoryOf(site.process.pid)
  const worked = cpuTimeOf(site.process.pid)
  const { p50, p99, rate } = await submit(site.url, 80_000)
  const after = memoryOf(site.process.pid)
  const each = ((cpuTimeOf(site.process.pid) - worked) / 80_000) * 1000
  const plain = await plainAction()
  return {
    name: `${rate} leads per second with ${each.toFixed(2)} ms of CPU time each (an action in plain Remix that stores nothing: ${plain.rate} per second); ${before} MB of memory after 20,000 leads, ${after} MB after 100,000`,
    median: p50,
    p99,
    target: '≥ 1,500 per second; < 200 MB, not growing',
  }
}

/** Measures the rate of a plain Remix action that stores nothing, which is an upper bound. */
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

async function steady(site: RunningSite): Promise<Measurement> {
  // Warms up until Node has compiled the code.
  await submit(site.url, 30_000)
  const arrivals = { rate: 500, seconds: 10 }
  await arrive(arrivals, applicants(site.url))
  const { median, p99, rate } = await arrive({ ...arrivals, seconds: 30 }, applicants(site.url))
  return { name: `leads at ${rate} per second`, median, p99, target: 'p99 ≤ 100 ms' }
}

/** Measures submissions with a form endpoint that responds immediately: each is delivered before the response. */
async function delivered(site: RunningSite): Promise<Measurement> {
  await submit(site.url, 5_000)
  const { p50, p99, rate } = await submit(site.url, 10_000)
  const name = `${rate} leads per second, stored and delivered before the response`
  return { name, median: p50, p99, target: '' }
}

/** Measures submissions of visitors with different addresses, without and with a flood from another address. */
async function flooded(site: RunningSite): Promise<Measurement> {
  const honest = applicants(site.url, { manyAddresses: true })
  await arrive({ rate: 300, seconds: 20 }, honest)
  // Long enough for several full garbage collections in both phases, because they cause the slowest responses.
  const arrivals = { rate: 100, seconds: 30 }
  const alone = await arrive(arrivals, honest)
  const flooding = flood(site.url, 34)
  const { median, p99 } = await arrive(arrivals, honest)
  const rejected = await flooding
  return {
    name: `leads during a flood of ${rejected} rejected submissions per second; p99 without it: ${alone.p99.toFixed(1)} ms`,
    median,
    p99,
    target: 'p99 ≤ 3 × without it',
  }
}
