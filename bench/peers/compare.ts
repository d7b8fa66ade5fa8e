import { prepareProject } from '../browser/external-project.ts'
import { summary } from '../measuring/measure.ts'
import { type Contender, pageCosts } from '../page-cost.ts'
import { startServer } from '../servers/start.ts'
import { startWarmSite } from '../warm-site.ts'
import { type PageParts, peersFor } from './peers.ts'
import { startPeer } from './start-peer.ts'

const path = '/services/local'
const rounds = 5
const requests = 5_000

/**
 * Measures the CPU time of one page, served by a bare node:http server, by this site, and by other frameworks, in
 * turns. Resolves to a table of medians in µs and their ratios to the bare server.
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
      contenders.push(await startPeer(peer, await prepareProject(peer)))
    }
    return table(await pageCosts(contenders, rounds, requests))
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

function table(costs: Map<string, number[]>): string {
  const bare = summary(costs.values().next().value ?? []).median
  const lines = [...costs].map(([title, values]) => {
    const cost = summary(values).median
    return `| ${title} | ${cost.toFixed(0)} | ${(cost / bare).toFixed(2)} |`
  })
  return ['| server | CPU time per page, µs | ratio |', '|---|---:|---:|', ...lines].join('\n')
}
