import type { Page, Response } from '@playwright/test'
import { expectTabReachesAll, smallTargets } from './keyboard.ts'
import { beyondTheEdge, layoutShift, moving } from './layout.ts'
import { internalLinks, missingFragments } from './links.ts'
import { canonicalPaths, contentPaths } from './paths.ts'
import { expect, expectAccessible, expectStatusComplaint, test } from './site.ts'

async function expectWhole(page: Page, response: Response | null): Promise<void> {
  const { pathname } = new URL(page.url())
  expect.soft(response?.status(), pathname).toBe(200)
  await expect.soft(page.locator('h1'), pathname).toHaveCount(1)
  await expect.soft(page.locator('main'), pathname).toHaveCount(1)
  expect.soft(await page.title(), pathname).not.toBe('')
  const description = page.locator('meta[name=description]')
  await expect.soft(description, pathname).toHaveAttribute('content', /\S/)
}

/** Paths of the scripts that a page asks for from now on. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  return scripts
}

/** Links that this worker has found to answer. */
const answering = new Set<string>()

/** Pages that differ most from each other. */
const enlargedPaths = ['/', '/waitlist', '/affiliates/challenge', '/support/contact']

// All that concerns one page, in as few visits as that takes.
for (const path of canonicalPaths) {
  test(`${path} is whole, accessible, steady and in order`, async ({ page, request }) => {
    test.setTimeout(60_000)

    await test.step('on a phone', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      const scripts = watchScripts(page)
      const response = await page.goto(path, { waitUntil: 'networkidle' })
      await expectWhole(page, response)
      if (contentPaths.includes(path)) {
        const own = /^\/assets\/countdown-[\w-]+\.js$/
        expect.soft(scripts.filter((script) => !own.test(script))).toEqual([])
      }
      expect.soft(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      expect.soft(await smallTargets(page)).toEqual([])
      // 640 px are a window of 1280 px at 200 % zoom.
      for (const width of [360, 320, 640, 768]) {
        await page.setViewportSize({ width, height: 800 })
        expect.soft(await beyondTheEdge(page), `at ${width} px`).toEqual([])
      }
    })

    await test.step('on a desktop', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path, { waitUntil: 'networkidle' })
      expect.soft(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      expect.soft(await beyondTheEdge(page)).toEqual([])
      expect.soft(await smallTargets(page)).toEqual([])
      await page.evaluate(() => scrollTo(0, 0))
      await expectAccessible(page)
      await expectTabReachesAll(page)
    })

    await test.step('in the dark theme', async () => {
      await page.evaluate(() => scrollTo(0, 0))
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page)
    })

    await test.step('with motion reduced', async () => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(path)
      expect.soft(await moving(page)).toEqual([])
    })

    await test.step('its links', async () => {
      expect.soft(await missingFragments(page)).toEqual([])
      const links = await internalLinks(page)
      expect.soft(links.length).toBeGreaterThan(20)
      for (const link of links.filter((one) => !answering.has(one))) {
        const answer = await request.get(link)
        expect.soft(answer.status(), link).toBe(200)
        if (answer.ok()) answering.add(link)
      }
    })

    if (!enlargedPaths.includes(path)) return
    await test.step('with text at twice its size', async () => {
      await page.setViewportSize({ width: 720, height: 900 })
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      expect.soft(await beyondTheEdge(page)).toEqual([])
    })
  })
}

test('every page is whole without script @no-script', async ({ page, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled !== false, 'with script, each page has a test of its own')
  test.setTimeout(60_000)
  for (const path of canonicalPaths) await expectWhole(page, await page.goto(path))
})

test('an unknown address says so, keeps its status and names the path in the console', async ({
  page,
  complaints,
  site,
}) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expectAccessible(page)
  expect(logged.some((text) => text.includes('/no/such/page'))).toBe(true)
  expect(site.lines.some((line) => line.includes('/no/such/page'))).toBe(true)
  expectStatusComplaint(complaints, 404)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})
