import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@sanity/client'
import autocannon from 'autocannon'
import { buildIfStale } from '../server/build.js'
import { root } from '../server/root.ts'
import { type RunningSite, startSite } from '../tests/running-site.ts'
import { type Figure, summary } from './measure.ts'
import { processorTimeOf } from './processor.ts'

const path = '/support/faq'
const rounds = 9
const requests = 20_000

/** What a page out of the cache costs, and how soon a publish is seen. */
export async function benchPages(): Promise<Figure[]> {
  await buildIfStale()
  const site = await startSite()
  try {
    return [await cachedPage(site), await publishToVisible(site)]
  } finally {
    await site.remove()
  }
}

/** Processor time for each request, beside a bare server that sends as many bytes, in turns. */
async function cachedPage(site: RunningSite): Promise<Figure> {
  await compressed(site.url + path)
  const { length } = await compressed(site.url + path)
  const bare = await startBare(length)
  try {
    const costs = { site: [] as number[], bare: [] as number[] }
    for (let round = -1; round < rounds; round++) {
      const own = await costOf(site.process, site.url + path)
      const least = await costOf(bare.process, bare.url)
      // The first round warms both up.
      if (round < 0) continue
      costs.site.push(own)
      costs.bare.push(least)
    }
    const [ours, least] = [summary(costs.site), summary(costs.bare)]
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

/** The page in brotli, which is ready a moment after the page. */
async function compressed(url: string): Promise<{ length: number }> {
  const headers = { 'Accept-Encoding': 'br' }
  for (;;) {
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    const length = Number(response.headers.get('content-length'))
    if (response.headers.get('content-encoding') === 'br') return { length }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function startBare(bytes: number): Promise<{ url: string; process: ChildProcess }> {
  const program = ['--import', 'tsx', join(root, 'bench/bare-server.ts'), String(bytes)]
  const child = spawn(process.execPath, program, {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: root,
  })
  const [line] = await once(child.stdout, 'data')
  return { url: String(line).trim(), process: child }
}

/** Microseconds of processor time that a process takes for each request. */
async function costOf({ pid }: ChildProcess, url: string): Promise<number> {
  const before = processorTimeOf(pid)
  const headers = { 'Accept-Encoding': 'gzip, deflate, br', 'Sec-Fetch-Site': 'none' }
  const result = await autocannon({ url, connections: 10, amount: requests, headers })
  if (result['2xx'] !== requests) throw new Error(`Only ${result['2xx']} of ${requests} answered`)
  return ((processorTimeOf(pid) - before) / requests) * 1_000_000
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
