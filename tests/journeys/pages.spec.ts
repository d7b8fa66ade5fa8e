import type { Page } from '@playwright/test'
import { expectTabReachesAll, smallTargets } from './keyboard.ts'
import { beyondTheEdge, moving, tooMuchShift } from './layout.ts'
import { internalLinks, missingFragments } from './links.ts'
import { canonicalPaths, contentPaths, furtherPaths } from './paths.ts'
import {
  expect,
  expectAccessible,
  expectStatusComplaint,
  started,
  test,
  themeRules,
} from './site.ts'

/** What every page has, once its scripts have run; without them it is asked in tests/pages.test.ts. */
const structure = (page: Page) =>
  page.evaluate(() => ({
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    title: document.title,
    description: document.querySelector('meta[name=description]')?.getAttribute('content'),
  }))

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

async function expectAnswer(origin: string, link: string): Promise<void> {
  const { status } = await fetch(origin + link)
  expect.soft(status, link).toBe(200)
  if (status === 200) answering.add(link)
}

test.describe('on its first visit by phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  // All that concerns one page, in as few visits as that takes: only what moves while a page opens
  // needs one visit for each kind of window.
  for (const path of canonicalPaths) {
    // `npm run test:changed` leaves out pages of a kind that it has opened.
    const tag = furtherPaths.includes(path) ? '@further' : []
    test(`${path} is whole, accessible, steady and in order`, { tag }, async ({ page, site }) => {
      const isContent = contentPaths.includes(path)
      const open = async () => {
        const response = await page.goto(path)
        if (!isContent) await started(page)
        return response?.status()
      }

      await test.step('on a phone', async () => {
        const scripts = watchScripts(page)
        expect.soft(await open()).toBe(200)
        expect.soft(await structure(page)).toEqual({
          headings: 1,
          mains: 1,
          title: expect.stringMatching(/\S/),
          description: expect.stringMatching(/\S/),
        })
        expect.soft(await smallTargets(page)).toEqual([])
        if (isContent) expect.soft(scripts).toEqual([])
        expect.soft(await tooMuchShift(page)).toEqual([])
        // 640 px are a window of 1280 px at 200 % zoom.
        for (const width of [360, 320, 640, 768]) {
          await page.setViewportSize({ width, height: 800 })
          expect.soft(await beyondTheEdge(page), `at ${width} px`).toEqual([])
        }
      })

      await test.step('on a desktop', async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await open()
        expect.soft(await tooMuchShift(page)).toEqual([])
        expect.soft(await beyondTheEdge(page)).toEqual([])
        expect.soft(await smallTargets(page)).toEqual([])
      })

      // Nothing fades from one theme to the other then.
      await test.step('with motion reduced', async () => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.evaluate(() => scrollTo(0, 0))
        // What moved already when the wish came may come to its end.
        await expect.poll(() => moving(page)).toEqual([])
      })

      await test.step('in both themes', async () => {
        await expectAccessible(page)
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
        await expectAccessible(page, themeRules)
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      })

      await test.step('in forced colours', async () => {
        await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
        await expectAccessible(page, themeRules)
        await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
      })

      await test.step('by keyboard', () => expectTabReachesAll(page))

      await test.step('its links', async () => {
        expect.soft(await missingFragments(page)).toEqual([])
        const links = await internalLinks(page)
        expect.soft(links.length).toBeGreaterThan(20)
        const unasked = links.filter((link) => !answering.has(link))
        await Promise.all(unasked.map((link) => expectAnswer(site.url, link)))
      })

      await test.step('with enlarged text', async () => {
        for (const size of ['150%', '200%']) {
          await page.evaluate((fontSize) => {
            document.documentElement.style.fontSize = fontSize
          }, size)
          for (const width of [360, 720]) {
            await page.setViewportSize({ width, height: 740 })
            expect.soft(await beyondTheEdge(page), `${size} at ${width} px`).toEqual([])
          }
        }
      })
    })
  }
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

test('the menu is within reach with enlarged text, by the browser’s own setting, too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  for (const size of [24, 32]) {
    await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
    for (const path of ['/', '/onboarding', '/affiliates/challenge']) {
      await page.goto(path)
      expect.soft(await beyondTheEdge(page), `${size} px at ${path}`).toEqual([])
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.locator('#menu a').last()).toBeVisible()
      expect.soft(await beyondTheEdge(page), `menu at ${path}`).toEqual([])
      await page.keyboard.press('Escape')
    }
  }
})
