import { get } from 'node:http'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchOptions } from '../../scripts/chromium.ts'
import { createAdministrator } from '../administrator.ts'
import { type DevCopy, startDevCopy } from './dev-copy.ts'

let site: DevCopy
let browser: Browser
let page: Page
const health = 'server/middleware/monitoring/health.ts'
/** Errors thrown by scripts of the page. */
const thrown: string[] = []

describe('npm run dev', () => {
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

  /** Sends a request on a new connection. @returns the status, or the message of the error */
  const newConnection = (url: string) =>
    new Promise<number | string | undefined>((resolve) => {
      get(url, { agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).on('error', ({ message }) => resolve(message))
    })

  const shows = (words: string) => page.getByText(words).first().waitFor()

  /**
   * Waits until the page is idle. A page that is loading misses changes, and Vite may reload it after it has
   * optimized the packages, which takes seconds on a busy machine.
   */
  const idle = async () => {
    await page.waitForTimeout(3_000)
    await page.waitForLoadState('networkidle')
  }

  it('updates a page after a change of its source or styles', async () => {
    await page.goto('/support/faq')
    await shows('Search')
    await site.edit(
      'app/components/sections/search-form.tsx',
      '\n            Search\n',
      '\n            Find it\n',
    )
    await shows('Find it')

    await idle()
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    await site.edit('app/styles/every-page/frame.css', '', '.skip-link { letter-spacing: 3px }\n')
    await expect
      .poll(() =>
        page.locator('.skip-link').evaluate((link) => getComputedStyle(link).letterSpacing),
      )
      .toBe('3px')
    expect(await page.locator('body').getAttribute('data-same-page')).toBe('')
  })

  it('updates a page with a form and keeps its values', async () => {
    await page.goto('/support/contact')
    const message = page.getByLabel('Message')
    await idle()
    await message.fill('Not to be lost')
    thrown.length = 0

    const form = 'app/components/form/contact-form.tsx'
    for (const [from, to] of [
      ['label="Subject"', 'label="Matter"'],
      ['label="Matter"', 'label="Concern"'],
    ] as const) {
      await site.edit(form, from, to)
      await shows(to.slice(7, -1))
      await expect.poll(() => message.inputValue()).toBe('Not to be lost')
    }
    await site.edit(
      'app/content/queries/support.ts',
      '"contactPage"][0]{\n  title,',
      '"contactPage"][0]{\n  "title": "Asked again",',
    )
    await shows('Asked again')
    await expect.poll(() => message.inputValue()).toBe('Not to be lost')
    expect(thrown).toEqual([])
  })

  it('runs an island and updates it after a change', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Pause the changing words' }).click()
    await page.getByRole('button', { name: 'Resume the changing words' }).waitFor()
    await site.edit('app/components/islands/pause-button.tsx', "'Pause'", "'Hold'")
    await page.getByRole('button', { name: 'Hold the changing words' }).click()
    await page.getByRole('button', { name: 'Resume the changing words' }).waitFor()
    expect(thrown).toEqual([])
  })

  it('serves all requests during a change of the server, then serves the change', async () => {
    const statuses: (number | string | undefined)[] = []
    let isStopped = false
    const asking = (async () => {
      while (!isStopped) statuses.push(await newConnection(`${site.url}/healthz`))
    })()
    await site.edit(health, "{ status: 'up' }", "{ status: 'edited' }")
    await expect.poll(async () => (await fetch(`${site.url}/healthz`)).text()).toContain('edited')
    isStopped = true
    await asking
    expect(new Set(statuses)).toEqual(new Set([200]))

    const post = () =>
      fetch(`${site.url}/support/contact`, {
        method: 'POST',
        body: new URLSearchParams({ name: 'A' }),
      })
    await site.edit('leads/forms/contact.ts', 'Please fill in all fields', 'All of them, please')
    await expect.poll(async () => (await post()).text()).toContain('All of them, please')
    // A request during this restart may get a truncated response, so none is sent.
    const starts = () => site.lines.filter((line) => line.includes('"msg":"site http')).length
    const before = starts()
    await site.edit('lake/src/handler.ts', '', '\n')
    await expect.poll(starts).toBeGreaterThan(before)
    await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200)
  })

  it('shows an error in the browser until it is fixed', async () => {
    await page.goto('/support/faq')
    await shows('Find it')
    const list = 'app/components/sections/faq-list.tsx'
    await site.edit(list, '<details', '<details ><')
    await shows('faq-list.tsx')
    await idle()
    await site.edit(list, '<details ><', '<details')
    await shows('Find it')

    // An error in a file of the server: the site continues with the previous code.
    await site.edit(health, "'edited'", "'edited")
    await page.locator('vite-error-overlay').waitFor()
    expect(await (await fetch(`${site.url}/healthz`)).text()).toContain('edited')
    await site.edit(health, "'edited", "'edited again'")
    await expect.poll(async () => (await fetch(`${site.url}/healthz`)).text()).toContain('again')

    await idle()
    // An error thrown while a page renders.
    await site.edit(list, '  return (', "  if (entries) throw new Error('on purpose')\n  return (")
    await shows('on purpose')
    await idle()
    await site.edit(list, "  if (entries) throw new Error('on purpose')\n", '')
    await shows('Find it')
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

    await idle()
    await site.edit('studio/structure/structure.ts', "'Redirects'", "'Moved pages'")
    await shows('Moved pages')
    expect(thrown).toEqual([])
  }, 300_000)
})
