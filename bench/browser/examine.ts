import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../../scripts/chromium.ts'
import { prepareProject } from './external-project.ts'

const run = promisify(execFile)

/** The number of runs per page, of which the median is used. Five runs of all pages take half an hour. */
export const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 5)
/**
 * The maximum number of attempts per run. Chromium's trace sometimes has no start (NO_NAVSTART), even twice in a row.
 */
const maxAttempts = 5

const chromeFlags =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking'

/** Lighthouse's results for a page: scores up to 100, times in milliseconds, and the layout shift without a unit. */
export interface Report {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  largestPaint: number
  blocking: number
  shift: number
}

/** Installs Lighthouse if necessary. Resolves to a function that examines a URL with the mobile preset. */
export async function prepareLighthouse(): Promise<(url: string) => Promise<Report>> {
  const folder = await prepareProject({
    name: 'lighthouse',
    dependencies: { lighthouse: '12.8.2' },
    // Newer versions need a newer Node.
    overrides: { 'third-party-web': '0.27.0', 'legacy-javascript': '0.0.1' },
  })
  return async (url) => {
    const reports: Report[] = []
    for (let run = 0; run < runs; run++) {
      reports.push(await retried(() => runLighthouse(folder, url)))
    }
    return medianOf(reports)
  }
}

async function retried<T>(work: () => Promise<T>, attempts = maxAttempts): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (attempts <= 1) throw error
    return retried(work, attempts - 1)
  }
}

/** Returns the median of each value. */
function medianOf(reports: Report[]): Report {
  const middle = (key: keyof Report) =>
    reports.map((report) => report[key]).toSorted((a, b) => a - b)[Math.floor(runs / 2)]
  const keys = Object.keys(reports[0] ?? {}) as (keyof Report)[]
  return Object.fromEntries(keys.map((key) => [key, middle(key)])) as unknown as Report
}

async function runLighthouse(folder: string, url: string): Promise<Report> {
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
