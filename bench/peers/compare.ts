import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { prepare } from '../outside.ts'
import { pageCost } from '../page-cost.ts'
import { startServer } from '../servers/start.ts'
import { startWarmSite } from '../warm-site.ts'
import { type PageParts, peersFor } from './peers.ts'

/** What serves the page: its name, where, and the process to be measured. */
interface Contender {
  title: string
  url: string
  process: ChildProcess
}

const path = '/services/local'
const rounds = 5
const requests = 5_000

/**
 * The processor time of one page in µs, served by a bare node:http server from memory, by the site
 * and by other frameworks, in turns. Prints medians and ratios to the bare server.
 */
export async function comparePages(): Promise<string> {
  const site = await startWarmSite()
  const page = partsOf(await (await fetch(site.url + path)).text())
  const bare = await startServer('bare', site.url + path)
  const contenders: Contender[] = [
    { title: 'bare node:http server', ...bare },
    { title: 'this site', url: site.url + path, process: site.process },
  ]
  try {
    for (const peer of peersFor(page)) {
      contenders.push(await startPeer(peer.title, await prepare(peer), peer.start))
    }
    const costs = new Map(contenders.map(({ title }) => [title, [] as number[]]))
    for (let round = 0; round <= rounds; round++) {
      for (const { title, url, process } of contenders) {
        const cost = await pageCost(process, url, requests)
        // The first round warms up.
        if (round > 0) costs.get(title)?.push(cost)
      }
    }
    return table(costs)
  } finally {
    for (const { process } of contenders) process.kill('SIGKILL')
    await site.remove()
  }
}

function partsOf(html: string): PageParts {
  const find = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  return {
    title: find(/<title>(.*?)<\/title>/s),
    styles: find(/<style[^>]*>(.*?)<\/style>/s),
    body: find(/<body>(.*)<\/body>/s).replace(/<script.*?<\/script>/gs, ''),
  }
}

async function startPeer(title: string, cwd: string, start: string[]): Promise<Contender> {
  const port = await freePort()
  const child = spawn(process.execPath, start, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}/`
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) break
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return { title, url, process: child }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`${title} did not start`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

function table(costs: Map<string, number[]>): string {
  const median = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  const bare = median(costs.values().next().value ?? [])
  const lines = [...costs].map(([title, values]) => {
    const cost = median(values)
    return `| ${title} | ${cost.toFixed(0)} | ${(cost / bare).toFixed(2)} |`
  })
  return ['| server | CPU a page, µs | ratio |', '|---|---:|---:|', ...lines].join('\n')
}
