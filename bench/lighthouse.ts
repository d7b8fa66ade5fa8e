import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../tests/chromium.ts'
import { canonicalPaths } from '../tests/journeys/paths.ts'
import { prepare } from './outside.ts'
import { startWarmSite } from './warm-site.ts'

const run = promisify(execFile)

/** Runs a page; the median counts. */
const runs = 3

const chromeFlags =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking'

/** What Lighthouse says of a page: scores of 100, times in milliseconds, shift without a unit. */
interface Report {
  scores: number[]
  largestPaint: number
  blocking: number
  shift: number
}

/** Lighthouse's mobile preset on every page, as a table. */
export async function benchLighthouse(paths = canonicalPaths): Promise<string> {
  const folder = await prepare({
    name: 'lighthouse',
    dependencies: { lighthouse: '12.8.2' },
    // Later ones want a newer Node.
    overrides: { 'third-party-web': '0.27.0', 'legacy-javascript': '0.0.1' },
  })
  const site = await startWarmSite()
  const lines: string[] = []
  try {
    for (const path of paths) {
      const reports: Report[] = []
      for (let turn = 0; turn < runs; turn++) {
        // Now and then Chromium's trace lacks its beginning (NO_NAVSTART).
        const examined = () => examine(folder, site.url + path)
        reports.push(await examined().catch(examined))
      }
      lines.push(lineOf(path, reports))
    }
  } finally {
    await site.remove()
  }
  return [
    '| page | performance | accessibility | best practices | SEO | largest paint, ms | blocking, ms | shift |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}

/** Of each value the median. */
function lineOf(path: string, reports: Report[]): string {
  const middle = (value: (report: Report) => number | undefined) =>
    reports.map((report) => value(report) ?? Number.NaN).toSorted((a, b) => a - b)[1]
  const scores = [0, 1, 2, 3].map((index) => middle(({ scores }) => scores[index]))
  const times = [middle((report) => report.largestPaint), middle((report) => report.blocking)]
  const cells = [path, ...scores, ...times.map(Math.round as (value?: number) => number)]
  return `| ${[...cells, middle((report) => report.shift)].join(' | ')} |`
}

async function examine(folder: string, url: string): Promise<Report> {
  const file = join(folder, 'report.json')
  await rm(file, { force: true })
  await run(
    process.execPath,
    [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      url,
      '--output=json',
      `--output-path=${file}`,
      '--quiet',
      `--chrome-flags=${chromeFlags}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, maxBuffer: 1e8 },
  )
  const { categories, audits } = JSON.parse(await readFile(file, 'utf8'))
  const value = (audit: string) => Math.round(audits[audit].numericValue * 1000) / 1000
  return {
    scores: ['performance', 'accessibility', 'best-practices', 'seo'].map((name) =>
      Math.round(categories[name].score * 100),
    ),
    largestPaint: value('largest-contentful-paint'),
    blocking: Math.round(value('total-blocking-time')),
    shift: value('cumulative-layout-shift'),
  }
}
