import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { endpointFixture, type FormEndpoint } from '../form-endpoint.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { tellLog } from '../tell-log.ts'

interface WorkerFixtures {
  /** A site of this worker's own, delivering to `endpoint`. */
  site: RunningSite
  /** What receives the leads. */
  endpoint: FormEndpoint
}

interface TestFixtures {
  /** Console errors and warnings, script errors and requests to other hosts; must stay empty. */
  complaints: string[]
  /** Says what the site warned of during a test that fails. */
  warnings: undefined
}

/** Playwright's test with a running site; whatever a page complains of fails the test. */
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
  // First, to hear of what the others find at the end.
  warnings: [
    ({ site }, use, test) => tellLog({ site }, () => use(undefined), test),
    { auto: true },
  ],
  complaints: [
    async ({ page, site }, use) => {
      const complaints = watch(page, site.url)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

function watch(page: Page, origin: string): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) complaints.push(url.href)
  })
  return complaints
}

/** Waits until the page's form is sent by its script; before, and without it, a page is loaded. */
export async function formReady(page: Page): Promise<void> {
  const script = await page.locator('script[data-form]').getAttribute('data-form')
  await page.evaluate(`import(${JSON.stringify(script)})`)
}

/** Waits until the islands run that start by themselves and are in view. */
export async function started(page: Page): Promise<void> {
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

/** The same for a page whose time stands still; its intervals begin within the last 50 ms. */
export async function startedAtRest(page: Page): Promise<void> {
  // The islands start one frame after the page is there, their effects after the next.
  await page.clock.runFor(50)
  await started(page)
  await page.clock.runFor(50)
}

/**
 * Chromium itself reports a page's own failing status to the console; that one is expected. Of what the
 * server could not do the form's script tells there, too.
 */
export function expectStatusComplaint(complaints: string[], status: number): void {
  const expected = [`status of ${status}`, ...(status >= 500 ? ['Form submission failed'] : [])]
  for (const part of expected) {
    const index = complaints.findIndex((text) => text.includes(part))
    if (index >= 0) complaints.splice(index, 1)
  }
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Rules of axe whose finding depends on the theme. */
export const themeRules: string[] = ['color-contrast']

/**
 * Fails on any accessibility finding that axe calls serious or critical, once colours have stopped
 * changing; with `rules`, on findings of these alone, `within` a part of the page. Asked directly: its package for Playwright opens
 * one more window for each answer.
 */
export async function expectAccessible(
  page: Page,
  rules?: string[],
  within?: string,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const grave = await page.evaluate(
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
  expect.soft(grave).toEqual([])
}
