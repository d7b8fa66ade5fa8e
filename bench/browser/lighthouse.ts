import { canonicalPaths } from '../../tests/journeys/paths.ts'
import { startWarmSite } from '../warm-site.ts'
import { startEmptyPage } from './empty-page.ts'
import { prepareLighthouse, type Report, runs } from './examine.ts'

/** Lighthouse's mobile preset on every page, and on one with nothing in it, as a table. */
export async function benchLighthouse(paths = canonicalPaths): Promise<string> {
  const examine = await prepareLighthouse()
  const site = await startWarmSite()
  const empty = await startEmptyPage()
  try {
    // What the machine itself takes.
    const lines = [lineOf('an empty page', await examine(empty.url))]
    for (const path of paths) {
      const line = lineOf(path, await examine(site.url + path))
      // It takes long: what was measured is not lost with what goes wrong later.
      console.error(line)
      lines.push(line)
    }
    return [
      `Median of ${runs} visits.`,
      '',
      '| page | performance | accessibility | best practices | SEO | largest paint, ms | blocking, ms | shift |',
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
