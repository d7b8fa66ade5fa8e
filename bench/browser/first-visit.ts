import type { Browser } from '@playwright/test'
import { budgets } from '../../scripts/budgets.js'
import { startWarmSite } from '../warm-site.ts'
import { inBrowser } from './browser.ts'
import { type Received, visitPage } from './page-visit.ts'

const paths = [
  '/services/local',
  '/support/faq',
  '/index',
  '/',
  '/confirmation',
  '/affiliates/challenge',
  '/waitlist',
  '/onboarding',
]
const kinds = ['document', 'stylesheet', 'script', 'font', 'image'] as const

/**
 * Measures the requests and bytes of a browser's first visit, by type, with all islands started and a field of the
 * form focused. Resolves to a table.
 */
export async function benchFirstVisit(): Promise<string> {
  const site = await startWarmSite()
  try {
    const lines: string[] = []
    await inBrowser(async (browser) => {
      for (const path of paths) lines.push(`| ${path} | ${await visit(browser, site.url + path)} |`)
    })
    return [
      `Targets: at most ${budgets.scriptFiles} scripts with ${budgets.interactiveScripts} bytes without headers; at most ${budgets.landing} bytes for the landing page without images.`,
      '',
      '| page (requests · bytes) | HTML | stylesheets | scripts | scripts without headers | fonts | all of these | images |',
      '|---|---:|---:|---:|---:|---:|---:|---:|',
      ...lines,
    ].join('\n')
  } finally {
    await site.remove()
  }
}

async function visit(browser: Browser, url: string): Promise<string> {
  // The first response could be sent before the Brotli version is ready.
  await visitPage(browser, url)
  const received = await visitPage(browser, url)
  const [html, styles, scripts, fonts, images] = kinds.map((kind) =>
    received.filter((one) => one.kind === kind),
  ) as [Received[], Received[], Received[], Received[], Received[]]
  const all = [...html, ...styles, ...scripts, ...fonts]
  return [
    ...[html, styles, scripts].map((some) => countOf(some)),
    sum(scripts.map(({ body }) => body)),
    ...[fonts, all, images].map((some) => countOf(some)),
  ].join(' | ')
}

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)

const countOf = (some: Received[]) =>
  `${some.length} · ${sum(some.map(({ headers, body }) => headers + body))}`
