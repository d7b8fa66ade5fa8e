import { canonicalPaths } from '../../tests/journeys/paths.ts'
import { startWarmSite } from '../warm-site.ts'
import { startEmptyPage } from './empty-page.ts'
import { prepareLighthouse, type Report, runs } from './examine.ts'

/** Runs Lighthouse's mobile preset on every page and on an empty page. Resolves to a table. */
export async function benchLighthouse(paths = canonicalPaths): Promise<string> {
  const examine = await prepareLighthouse()
  const site = await startWarmSite()
  const empty = await startEmptyPage()
  try {
    // The minimum on this machine.
    const lines = [lineOf('an empty page', await examine(empty.url))]
    for (const path of paths) {
      const line = lineOf(path, await examine(site.url + path))
      // Printed immediately, so that a later error does not lose these results.
      console.error(line)
      lines.push(line)
    }
    return [
      `Median of ${runs} visits.`,
      '',
      '| page | performance | accessibility | best practices | SEO | LCP, ms | TBT, ms | CLS |',
      '|---|---:|---:|---:|---:|---:|---:|---:|',
      ...lines,
    ].join('\n')
  } finally {
    empty.close()
    await site.remove()
  }
}

function lineOf(page: string, report: Report): string {
  return `| ${[page, ...Object.values(report)].join(' | ')} |`
}
