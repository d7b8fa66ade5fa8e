import { get } from 'node:http'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readState } from '../../cli/upgrade/data/state.ts'
import { launchOptions } from '../../scripts/chromium.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { version } from '../../server/version.ts'
import { createAdministrator } from '../administrator.ts'
import { type DevelopedCopy, startDevelopedCopy } from './developed-copy.ts'

let site: DevelopedCopy
let browser: Browser
let page: Page
const health = 'server/middleware/monitoring/health.ts'
/** What scripts of the page threw. */
const thrown: string[] = []

// Part of `npm run test:long`: Vite makes everything anew in the copy.
describe.skipIf(process.env.LONG !== '1')('npm run dev', () => {
  beforeAll(async () => {
    site = await startDevelopedCopy()
    browser = await chromium.launch(launchOptions())
    page = await browser.newPage({ baseURL: site.url })
    page.setDefaultTimeout(50_000)
    page.on('pageerror', ({ message }) => thrown.push(message))
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await site?.remove()
  }, 60_000)

  /** Asks on a connection of its own. @returns the status, or what came in its place */
  const newConnection = (url: string) =>
    new Promise<number | string | undefined>((resolve) => {
      get(url, { agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).on('error', ({ message }) => resolve(message))
    })

  const shows = (words: string) => page.getByText(words).first().waitFor()

  /**
   * A page that is just being loaded hears of no change. Vite may load it anew while it gets to know the
   * packages, seconds later on a busy machine.
   */
  const quiet = async () => {
    await page.waitForTimeout(3_000)
    await page.waitForLoadState('networkidle')
  }

  it('a new folder says what it is of, so that npm start upgrades nothing', async () => {
    const settings = readSettings({ DATA_DIR: site.dataDir })
    expect(await readState(settings)).toMatchObject({ version, needsUpgrade: false })
  })

  it('a page shows what was changed, its styles too', async () => {
    await page.goto('/support/faq')
    await shows('Search')
    await site.edit(
      'app/components/sections/search-form.tsx',
      '\n            Search\n',
      '\n            Find it\n',
    )
    await shows('Find it')

    await quiet()
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    await site.edit('app/styles/every-page/frame.css', '', '.skip-link { letter-spacing: 3px }\n')
    await expect
      .poll(() =>
        page.locator('.skip-link').evaluate((link) => getComputedStyle(link).letterSpacing),
      )
      .toBe('3px')
    expect(await page.locator('body').getAttribute('data-same-page')).toBe('')
  })

  it('a page with a form shows what was changed, and keeps what was typed', async () => {
    await page.goto('/support/contact')
    const message = page.getByLabel('Message')
    await quiet()
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
      '"contactPage"][0]{\n  "title": "Asked anew",',
    )
    await shows('Asked anew')
    await expect.poll(() => message.inputValue()).toBe('Not to be lost')
    expect(thrown).toEqual([])
  })

  it('an island runs, and shows what was changed', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Pause the changing words' }).click()
    await page.getByRole('button', { name: 'Resume the changing words' }).waitFor()
    await site.edit('app/components/islands/pause-button.tsx', "'Pause'", "'Hold'")
    await page.getByRole('button', { name: 'Hold the changing words' }).click()
    await page.getByRole('button', { name: 'Resume the changing words' }).waitFor()
    expect(thrown).toEqual([])
  })

  it('a change to the server refuses nobody, and is served', async () => {
    const statuses: (number | string | undefined)[] = []
    let isOver = false
    const asking = (async () => {
      while (!isOver) statuses.push(await newConnection(`${site.url}/healthz`))
    })()
    await site.edit(health, "{ status: 'up' }", "{ status: 'mended' }")
    await expect.poll(async () => (await fetch(`${site.url}/healthz`)).text()).toContain('mended')
    isOver = true
    await asking
    expect(new Set(statuses)).toEqual(new Set([200]))

    const post = () =>
      fetch(`${site.url}/support/contact`, {
        method: 'POST',
        body: new URLSearchParams({ name: 'A' }),
      })
    await site.edit('leads/forms/contact.ts', 'Please fill in all fields', 'All of them, please')
    await expect.poll(async () => (await post()).text()).toContain('All of them, please')
    // Whoever asks at that moment may get half a page.
    const starts = () => site.lines.filter((line) => line.includes('"msg":"site http')).length
    const before = starts()
    await site.edit('lake/src/handler.ts', '', '\n')
    await expect.poll(starts).toBeGreaterThan(before)
    await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200)
  })

  it('a mistake shows in the browser, and goes when it is mended', async () => {
    await page.goto('/support/faq')
    await shows('Find it')
    const list = 'app/components/sections/faq-list.tsx'
    await site.edit(list, '<details', '<details ><')
    await shows('faq-list.tsx')
    await quiet()
    await site.edit(list, '<details ><', '<details')
    await shows('Find it')

    // What the server is made of: the site goes on as it was.
    await site.edit(health, "'mended'", "'mended")
    await page.locator('vite-error-overlay').waitFor()
    expect(await (await fetch(`${site.url}/healthz`)).text()).toContain('mended')
    await site.edit(health, "'mended", "'mended twice'")
    await expect.poll(async () => (await fetch(`${site.url}/healthz`)).text()).toContain('twice')

    await quiet()
    // What is thrown while a page is made.
    await site.edit(list, '  return (', "  if (entries) throw new Error('on purpose')\n  return (")
    await shows('on purpose')
    await quiet()
    await site.edit(list, "  if (entries) throw new Error('on purpose')\n", '')
    await shows('Find it')
  })
  it('the Studio opens from its sources, and shows what was changed in a schema and in itself', async () => {
    thrown.length = 0
    const [name = '', value = ''] = (await createAdministrator(site)).split('=')
    await page.context().addCookies([{ name, value, url: site.url }])
    // Its packages are prepared when it is first opened.
    await page.goto('/studio/intent/create/type=redirect;template=redirect/', { timeout: 180_000 })
    await shows('Temporary redirect')
    await quiet()
    await site.edit('schemas/documents/redirect.ts', 'Temporary redirect', 'For some time')
    await shows('For some time')

    await quiet()
    await site.edit('studio/structure/structure.ts', "'Redirects'", "'Moved pages'")
    await shows('Moved pages')
    expect(thrown).toEqual([])
  }, 300_000)
})
