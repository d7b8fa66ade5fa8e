import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAdministrator } from '../administrator.ts'
import { launchOptions } from '../chromium.ts'
import { until } from '../until.ts'
import { type DevCopy, startDevCopy } from './dev-copy.ts'

let site: DevCopy
let browser: Browser
let page: Page
const health = 'server/middleware/health.ts'
/** Errors thrown by scripts of the page. */
const thrown: string[] = []

beforeAll(async () => {
  site = await startDevCopy()
  browser = await chromium.launch(launchOptions())
  page = await browser.newPage({ baseURL: site.url })
  page.setDefaultTimeout(50_000)
  page.on('pageerror', ({ message }) => thrown.push(message))
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await site?.remove()
}, 60_000)

const shows = (words: string) => page.getByText(words).first().waitFor()

/**
 * Waits until the page is idle. A page that is loading misses changes, and Vite may reload it after it has
 * optimized the packages, which takes seconds on a busy machine.
 */
const idle = async () => {
  await page.waitForTimeout(3_000)
  await page.waitForLoadState('networkidle')
}

it('updates a page after a change of its source, its query, or its styles', async () => {
  await page.goto('/support/contact')
  await shows('Subject')
  await idle()
  await site.edit('app/components/form/contact-form.tsx', 'label={words.subject}', 'label="Matter"')
  await shows('Matter')
  await idle()
  await site.edit(
    'site/content/queries/support.ts',
    '  title,\n  intro,\n  emailCard',
    '  "title": "Asked again",\n  intro,\n  emailCard',
  )
  await shows('Asked again')

  await idle()
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await site.edit('app/styles/components/frame.css', '', '.skip-link { letter-spacing: 3px }\n')
  await expect
    .poll(() => page.locator('.skip-link').evaluate((link) => getComputedStyle(link).letterSpacing))
    .toBe('3px')
  expect(await page.locator('body').getAttribute('data-same-page')).toBe('')
})

it('runs an island and updates it after a change', async () => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Pause the changing words' }).click()
  await page.getByRole('button', { name: 'Resume the changing words' }).waitFor()
  await site.edit(
    'app/components/islands/pause-button.tsx',
    '{paused ? resume : pause}',
    '{paused ? resume : "Hold on"}',
  )
  await page.getByRole('button', { name: 'Hold on' }).first().click()
  await page.getByRole('button', { name: 'Resume the changing words' }).waitFor()
  expect(thrown).toEqual([])
})

it('restarts after a change of the server or of leads', async () => {
  const body = async (path: string, init?: RequestInit) =>
    fetch(site.url + path, init).then(
      (response) => response.text(),
      () => 'restarting',
    )
  await site.edit(health, "{ status: 'up' }", "{ status: 'edited' }")
  await until(
    () => body('/healthz'),
    (text) => text.includes('edited'),
  )
  const post = () =>
    body('/support/contact', { method: 'POST', body: new URLSearchParams({ name: 'A' }) })
  await site.edit(
    'packages/leads/forms/words.ts',
    'Please fill in all fields',
    'All of them, please',
  )
  await until(post, (text) => text.includes('All of them, please'))
})

it('shows an error in the browser until it is fixed', async () => {
  await idle()
  await page.goto('/support/faq')
  const list = 'app/components/sections/faq-list.tsx'
  await idle()
  await site.edit(list, '<details', '<details ><')
  await shows('faq-list.tsx')
  await idle()
  await site.edit(list, '<details ><', '<details')
  await shows('Search')
})

it('opens the Studio from its sources and updates it after a change of a schema or of the Studio', async () => {
  thrown.length = 0
  const [name = '', value = ''] = (await createAdministrator(site)).split('=')
  await page.context().addCookies([{ name, value, url: site.url }])
  // Vite prepares the packages when the Studio first opens.
  await page.goto('/studio/intent/create/type=redirect;template=redirect/', { timeout: 180_000 })
  await shows('Temporary redirect')
  await idle()
  await site.edit('schemas/documents/redirect.ts', 'Temporary redirect', 'For some time')
  await shows('For some time')
  expect(thrown).toEqual([])
}, 300_000)
