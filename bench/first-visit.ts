import { chromium } from '@playwright/test'
import { findChromium } from '../tests/chromium.ts'
import { startWarmSite } from './warm-site.ts'

const paths = ['/services/local', '/support/faq', '/index', '/', '/waitlist', '/onboarding']
const kinds = ['Document', 'Stylesheet', 'Script', 'Font', 'Image'] as const

/** Requests and bytes on the wire of a browser's first visit, by what they are. */
export async function benchFirstVisit(): Promise<string> {
  const site = await startWarmSite()
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const lines: string[] = []
    for (const path of paths) {
      // The first visitor of all might come before the smallest coding is ready.
      await visit(path)
      const received = await visit(path)
      const cells = kinds.map((kind) => {
        const sizes = received.get(kind) ?? []
        return `${sizes.length} · ${sizes.reduce((sum, size) => sum + size, 0)}`
      })
      lines.push(`| ${path} | ${cells.join(' | ')} |`)
    }
    return [
      '| page, requests · bytes | HTML | styles | scripts | fonts | pictures |',
      '|---|---:|---:|---:|---:|---:|',
      ...lines,
    ].join('\n')
  } finally {
    await browser.close()
    await site.remove()
  }

  async function visit(path: string): Promise<Map<string, number[]>> {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
    const page = await context.newPage()
    const protocol = await context.newCDPSession(page)
    const [kindOf, received] = [new Map<string, string>(), new Map<string, number[]>()]
    protocol.on('Network.responseReceived', ({ requestId, type }) => kindOf.set(requestId, type))
    protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kindOf.get(requestId) ?? 'other'
      received.set(kind, [...(received.get(kind) ?? []), encodedDataLength])
    })
    await protocol.send('Network.enable')
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    await context.close()
    return received
  }
}
