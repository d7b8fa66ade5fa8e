import type { TestInfo } from '@playwright/test'
import type { RunningSite } from './running-site.ts'

/** Maximum number of log lines to print. */
const maxLines = 50

/**
 * A Playwright fixture that prints the site's warnings and errors of a failed test. Only this log contains the cause
 * of an error page.
 */
export async function printLogOfFailure(
  { site }: { site: RunningSite },
  use: () => Promise<void>,
  test: TestInfo,
): Promise<void> {
  const first = site.lines.length
  await use()
  if (test.status === test.expectedStatus) return
  const warnings = site.lines.slice(first).filter((line) => !/"level":[123]0\b/.test(line))
  console.error(
    `${test.title}: warnings and errors of the site:`,
    warnings.slice(-maxLines).join('\n') || '–',
  )
}
