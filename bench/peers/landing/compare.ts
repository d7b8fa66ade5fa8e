import type { Browser } from '@playwright/test'
import { inBrowser } from '../../browser/browser.ts'
import { startEmptyPage } from '../../browser/empty-page.ts'
import { prepareLighthouse, runs } from '../../browser/examine.ts'
import { prepareProject } from '../../browser/external-project.ts'
import { visitPage } from '../../browser/page-visit.ts'
import type { Contender } from '../../page-cost.ts'
import { startWarmSite } from '../../warm-site.ts'
import { startPeer } from '../start-peer.ts'
import { serveCompressed } from './compressed.ts'
import { bundleIslands, fixedProps } from './islands.ts'
import { readLanding } from './page.ts'
import { type LandingParts, landingPeers } from './peers.ts'

/**
 * Measures the downloads and the loading times of the landing page, of this site and of other frameworks with the
 * same text and animations. Resolves to a table.
 */
export async function compareLanding(): Promise<string> {
  const examine = await prepareLighthouse()
  const site = await startWarmSite()
  const ours = { title: 'this site', url: site.url, process: site.process }
  const contenders: Contender[] = [ours]
  const closing: (() => void)[] = []
  try {
    for (const peer of landingPeers(await inBrowser((browser) => partsOf(browser, site.url)))) {
      contenders.push(await startPeer(peer, await prepareProject(peer)))
    }
    const empty = await startEmptyPage()
    closing.push(empty.close)
    const servers = [{ title: 'an empty page', url: empty.url }]
    for (const { title, url } of contenders) {
      const proxy = await serveCompressed(url)
      closing.push(proxy.close)
      servers.push({ title, url: proxy.url })
    }
    const lines: string[] = []
    for (const { title, url } of servers) {
      const sizes = await inBrowser((browser) => weigh(browser, url))
      const { performance, largestPaint, blocking } = await examine(url)
      lines.push(`| ${[title, sizes, performance, largestPaint, blocking].join(' | ')} |`)
    }
    return [introduction, '', ...head, ...lines].join('\n')
  } finally {
    for (const { process } of contenders) process.kill('SIGKILL')
    for (const close of closing) close()
    await site.remove()
  }
}

const introduction = `Each is behind a proxy that caches and compresses. Lighthouse's mobile preset, median of ${runs} visits.
The other frameworks have the rotating words and the live card, but not the gallery and prefetching.`

const head = [
  '| landing page | scripts (files · bytes in Brotli) | all except images | performance | LCP, ms | TBT, ms |',
  '|---|---:|---:|---:|---:|---:|',
]

async function partsOf(browser: Browser, url: string): Promise<LandingParts> {
  const page = await readLanding(browser, url)
  for (const island of page.islands) island.props = fixedProps(island.props)
  const fonts: Record<string, Buffer> = {}
  for (const [, path = ''] of page.styles.matchAll(/url\((\/assets\/[^)]+\.woff2)\)/g)) {
    fonts[path] = Buffer.from(await (await fetch(url + path)).arrayBuffer())
  }
  return { page, fonts, islands: await bundleIslands() }
}

async function weigh(browser: Browser, url: string): Promise<string> {
  const received = await visitPage(browser, url)
  const bodies = (kinds: string[]) =>
    received.filter(({ kind }) => kinds.includes(kind)).map(({ body }) => body)
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
  const scripts = bodies(['script'])
  const all = bodies(['document', 'stylesheet', 'script', 'font'])
  return `${scripts.length} · ${sum(scripts)} | ${sum(all)}`
}
