import type { TestInfo } from '@playwright/test'
import type { RunningSite } from './running-site.ts'

/** Enough of it to tell what went wrong. */
const mostLines = 50

/**
 * A fixture of tests in the browser: of one that fails it writes out what the site has warned of meanwhile.
 * Why a page was answered by an error stands there alone.
 */
export async function tellLog(
  { site }: { site: RunningSite },
  use: () => Promise<void>,
  test: TestInfo,
): Promise<void> {
  const first = site.lines.length
  await use()
  if (test.status === test.expectedStatus) return
  const warnings = site.lines.slice(first).filter((line) => !/"level":[123]0\b/.test(line))
  console.error(`${test.title}: the site warned of`, warnings.slice(-mostLines).join('\n') || '–')
}
