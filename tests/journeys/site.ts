import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { TestSmtp } from '../../packages/leads/mail/testing/test-smtp.ts'
import { mailSettings, smtpFixture } from '../applicant-mail.ts'
import { endpointFixture, type FormEndpoint } from '../form-endpoint.ts'
import { printLogOfFailure } from '../print-log.ts'
import { type RunningSite, startSite } from '../running-site.ts'

interface WorkerFixtures {
  /** A site for this worker. It delivers leads to `endpoint`. */
  site: RunningSite
  /** The form endpoint that receives the leads. */
  endpoint: FormEndpoint
}

interface TestFixtures {
  /** Console errors and warnings, script errors, and requests to other hosts. Must be empty at the end of a test. */
  pageErrors: string[]
  /** Prints the site's log of a test that fails. */
  warnings: undefined
}

/** Playwright's test with a running site. Any error on a page fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  endpoint: endpointFixture,
  site: [
    async ({ endpoint }, use) => {
      const site = await startSite({ FORM_ENDPOINT_URL: endpoint.url })
      await use(site)
      await site.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url)
  },
  // This fixture is first, so that it finishes after the checks of the others.
  warnings: [
    ({ site }, use, test) => printLogOfFailure({ site }, () => use(undefined), test),
    { auto: true },
  ],
  pageErrors: [
    async ({ page, site }, use) => {
      const pageErrors = watchErrors(page, site.url)
      await use(pageErrors)
      expect(pageErrors).toEqual([])
    },
    { auto: true },
  ],
})

/** Tests with a site that also sends mail, to `smtp`. */
export const mailTest = test.extend<object, { smtp: TestSmtp }>({
  smtp: smtpFixture,
  site: [
    async ({ smtp, endpoint }, use) => {
      const site = await startSite({ ...mailSettings(smtp), FORM_ENDPOINT_URL: endpoint.url })
      await use(site)
      await site.remove()
    },
    { scope: 'worker' },
  ],
})

export { expect }

function watchErrors(page: Page, origin: string): string[] {
  const pageErrors: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => pageErrors.push(error.message))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) pageErrors.push(url.href)
  })
  return pageErrors
}

/** Waits until the form's script has loaded. Before that, the browser sends the form with a page load. */
export async function waitForFormScript(page: Page): Promise<void> {
  const script = await page.locator('script[data-form]').getAttribute('data-form')
  await page.evaluate(`import(${JSON.stringify(script)})`)
}

/** Waits until the draft of a form, which is stored under this key, contains a text. */
export async function waitForDraft(page: Page, key: string, text: string): Promise<void> {
  await page.waitForFunction(
    ([name = '', part = '']) => localStorage.getItem(name)?.includes(part),
    [key, text],
  )
}

/** Waits until the islands that are in view have started. Islands that start on a press do not count. */
export async function waitForIslands(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('[data-island]:not([data-started])')].every(
      ({ dataset, firstElementChild }) => {
        const { top = 0, bottom = 0 } = firstElementChild?.getBoundingClientRect() ?? {}
        const isInView = top < innerHeight && bottom > 0
        return dataset.start === 'press' || (dataset.start === 'visible' && !isInView)
      },
    ),
  )
}

/** Waits like `started` on a page with a paused clock, which it advances by 100 ms. */
export async function waitForIslandsWithPausedClock(page: Page): Promise<void> {
  // The islands start one frame after loading, and their effects run a frame later.
  await page.clock.runFor(50)
  await waitForIslands(page)
  await page.clock.runFor(50)
}

/**
 * Removes the console errors that an error status causes. Chromium logs the status, and for 5xx the form's script
 * logs a second message.
 */
export function allowStatusErrors(pageErrors: string[], status: number): void {
  const expected = [`status of ${status}`, ...(status >= 500 ? ['Form submission failed'] : [])]
  for (const part of expected) {
    const index = pageErrors.findIndex((text) => text.includes(part))
    if (index >= 0) pageErrors.splice(index, 1)
  }
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Rules of axe whose result depends on the theme. */
export const themeRules: string[] = ['color-contrast']

/**
 * Asserts that axe finds no serious or critical accessibility violations after color transitions have finished.
 * `rules` limits the check to these rules, and `within` to a part of the page. Calls axe directly, because its
 * package for Playwright opens an additional window for each check.
 */
export async function expectAccessible(
  page: Page,
  rules?: string[],
  within?: string,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violationTexts = await page.evaluate(
    async ([runOnly, part]) => {
      const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(transitions.map(({ finished }) => finished))
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const { violations } = await run(part ?? document, {
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    [rules, within] as const,
  )
  expect.soft(violationTexts).toEqual([])
}
