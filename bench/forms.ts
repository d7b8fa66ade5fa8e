import { availableParallelism } from 'node:os'
import { startEndpoint } from '../packages/leads/testing/test-endpoint.ts'
import { buildSite } from '../scripts/build.js'
import type { RunningSite } from '../tests/running-site.ts'
import { cpuTimeOf, memoryOf, pin } from './measuring/cpu.ts'
import type { Measurement } from './measuring/measure.ts'
import { submit } from './submissions.ts'
import { startWarmSite } from './warm-site.ts'

/**
 * Measures submissions of unique waitlist applications to the real action with a database on disk. With `taskset`,
 * the site has one CPU for itself.
 */
export async function benchForms(): Promise<Measurement[]> {
  await buildSite()
  const endpoint = await startEndpoint()
  try {
    return [
      await withSite({}, crowd),
      await withSite({ FORM_ENDPOINT_URL: endpoint.url }, delivered),
    ]
  } finally {
    await endpoint.close()
  }
}

async function withSite(
  settings: Record<string, string>,
  bench: (site: RunningSite) => Promise<Measurement>,
): Promise<Measurement> {
  const site = await startWarmSite({ LOG_LEVEL: 'info', ...settings })
  pin(site.process.pid, String(availableParallelism() - 1))
  try {
    return await bench(site)
  } finally {
    await site.remove()
  }
}

/** Sends 100,000 submissions at full speed. Measures the rate, the CPU time, and the memory. */
async function crowd(site: RunningSite): Promise<Measurement> {
  await submit(site.url, 20_000)
  const before = memoryOf(site.process.pid)
  const worked = cpuTimeOf(site.process.pid)
  const { p50, p99, rate } = await submit(site.url, 80_000)
  const after = memoryOf(site.process.pid)
  const each = ((cpuTimeOf(site.process.pid) - worked) / 80_000) * 1000
  return {
    name: `${rate} leads per second with ${each.toFixed(2)} ms of CPU time each; ${before} MB of memory after 20,000 leads, ${after} MB after 100,000`,
    median: p50,
    p99,
    target: '≥ 1,500 per second; < 200 MB, not growing',
  }
}

/** Measures submissions with a form endpoint that responds immediately: each is delivered before the response. */
async function delivered(site: RunningSite): Promise<Measurement> {
  await submit(site.url, 5_000)
  const { p50, p99, rate } = await submit(site.url, 10_000)
  const name = `${rate} leads per second, stored and delivered before the response`
  return { name, median: p50, p99, target: '' }
}
