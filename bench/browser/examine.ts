import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../../scripts/chromium.ts'
import { prepare } from './outside.ts'

const run = promisify(execFile)

/** Runs a page; the median counts. Five take half an hour for all pages. */
export const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 5)
/** Now and then Chromium's trace lacks its beginning (NO_NAVSTART), sometimes twice in a row. */
const tries = 5

const chromeFlags =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking'

/** What Lighthouse says of a page: scores of 100, times in milliseconds, shift without a unit. */
export interface Report {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  largestPaint: number
  blocking: number
  shift: number
}

/** Installs Lighthouse, unless it is there. @returns what examines an address with its mobile preset */
export async function prepareLighthouse(): Promise<(url: string) => Promise<Report>> {
  const folder = await prepare({
    name: 'lighthouse',
    dependencies: { lighthouse: '12.8.2' },
    // Later ones want a newer Node.
    overrides: { 'third-party-web': '0.27.0', 'legacy-javascript': '0.0.1' },
  })
  return async (url) => {
    const reports: Report[] = []
    for (let turn = 0; turn < runs; turn++) {
      reports.push(await tried(() => examine(folder, url)))
    }
    return medianOf(reports)
  }
}

async function tried<T>(what: () => Promise<T>, left = tries): Promise<T> {
  try {
    return await what()
  } catch (error) {
    if (left <= 1) throw error
    return tried(what, left - 1)
  }
}

/** Of each value the median. */
function medianOf(reports: Report[]): Report {
  const middle = (key: keyof Report) =>
    reports.map((report) => report[key]).toSorted((a, b) => a - b)[Math.floor(runs / 2)]
  const keys = Object.keys(reports[0] ?? {}) as (keyof Report)[]
  return Object.fromEntries(keys.map((key) => [key, middle(key)])) as unknown as Report
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
  const score = (category: string) => Math.round(categories[category].score * 100)
  const value = (audit: string) => audits[audit].numericValue as number
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaint: Math.round(value('largest-contentful-paint')),
    blocking: Math.round(value('total-blocking-time')),
    shift: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
  }
}
