import type { Browser, Page, Request } from '@playwright/test'

/** The size of one response, in bytes on the wire. */
export interface Received {
  /** Playwright's resource type. Prefetched pages are `other`. */
  kind: string
  headers: number
  body: number
}

/** The time without a response after which a page counts as loaded, in milliseconds. */
const quietMs = 1_000

/**
 * Opens a page in a new browser context with the viewport of a phone. Scrolls to the end to start all islands, and
 * focuses a field of the form. Resolves to the sizes of all responses.
 */
export async function visitPage(browser: Browser, url: string): Promise<Received[]> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  try {
    const page = await context.newPage()
    const requests: Request[] = []
    page.on('requestfinished', (request) => requests.push(request))
    await page.goto(url, { waitUntil: 'networkidle' })
    await startAll(page)
    await untilQuiet(page, requests)
    return await Promise.all(requests.map(receivedFor))
  } finally {
    await context.close()
  }
}

async function startAll(page: Page): Promise<void> {
  const pages = await page.evaluate(() => document.body.scrollHeight / innerHeight)
  for (let scrolled = 0; scrolled < pages; scrolled++) {
    await page.mouse.wheel(0, 823)
    await page.waitForTimeout(100)
  }
  for (const button of await page.locator('[data-start=press] button').all()) await button.click()
  const field = page.locator('main form[method=post]').locator('input, select, textarea').first()
  if ((await field.count()) > 0) await field.focus()
}

async function untilQuiet(page: Page, requests: Request[]): Promise<void> {
  for (let before = -1; before !== requests.length; ) {
    before = requests.length
    await page.waitForTimeout(quietMs)
  }
}

async function receivedFor(request: Request): Promise<Received> {
  const { responseHeadersSize, responseBodySize } = await request.sizes()
  return { kind: request.resourceType(), headers: responseHeadersSize, body: responseBodySize }
}
