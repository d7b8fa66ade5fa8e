import type { Page } from '@playwright/test'
import { isNightly } from '../nightly.ts'
import { expectTabReachesAll, smallTargets } from './keyboard.ts'
import { excessiveShift, overflowing, waitForNoAnimation } from './layout.ts'
import { internalLinks, missingFragments } from './links.ts'
import { canonicalPaths, contentPaths, layoutPaths } from './paths.ts'
import {
  allowStatusErrors,
  expect,
  expectAccessible,
  test,
  themeRules,
  waitForIslands,
} from './site.ts'

/** Returns the basic structure of a page after its scripts ran. tests/pages.test.ts checks the HTML without scripts. */
const structure = (page: Page) =>
  page.evaluate(() => ({
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    title: document.title,
    description: document.querySelector('meta[name=description]')?.getAttribute('content'),
  }))

/** Collects the paths of the scripts that the page requests. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  return scripts
}

/** Links that returned 200 in this worker. */
const working = new Set<string>()

async function expectWorking(origin: string, link: string): Promise<void> {
  const { status } = await fetch(origin + link)
  expect.soft(status, link).toBe(200)
  if (status === 200) working.add(link)
}

test.describe('on a first visit by phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  // One test checks everything about a page in as few visits as possible. Only layout shifts during loading need one
  // visit per window size.
  for (const path of canonicalPaths) {
    const tag = layoutPaths.includes(path) ? [] : '@nightly'
    test(`${path} is complete, accessible, and stable, and its links work`, { tag }, async ({
      page,
      site,
    }) => {
      const isContent = contentPaths.includes(path)
      const open = async () => {
        const response = await page.goto(path)
        if (!isContent) await waitForIslands(page)
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
        expect.soft(await excessiveShift(page)).toEqual([])
        // 640 px is a window of 1280 px at 200% zoom.
        for (const width of [360, 320, 640, 768]) {
          await page.setViewportSize({ width, height: 800 })
          expect.soft(await overflowing(page), `at ${width} px`).toEqual([])
        }
      })

      await test.step('on a desktop', async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await open()
        expect.soft(await excessiveShift(page)).toEqual([])
        expect.soft(await overflowing(page)).toEqual([])
        expect.soft(await smallTargets(page)).toEqual([])
      })

      // With reduced motion, themes change without a transition.
      await test.step('with reduced motion', async () => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.evaluate(() => scrollTo(0, 0))
        // Animations that already run may finish.
        await waitForNoAnimation(page)
      })

      await test.step('in both themes', async () => {
        await expectAccessible(page)
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
        await expectAccessible(page, themeRules)
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      })

      await test.step('in forced colors', async () => {
        if (!isNightly) return
        await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
        await expectAccessible(page, themeRules)
        await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
      })

      await test.step('by keyboard', () => expectTabReachesAll(page))

      await test.step('links', async () => {
        expect.soft(await missingFragments(page)).toEqual([])
        const links = await internalLinks(page)
        expect.soft(links.length).toBeGreaterThan(20)
        const unchecked = links.filter((link) => !working.has(link))
        await Promise.all(unchecked.map((link) => expectWorking(site.url, link)))
      })

      await test.step('with enlarged text', async () => {
        for (const size of ['150%', '200%', '']) {
          await page.evaluate((fontSize) => {
            document.documentElement.style.fontSize = fontSize
          }, size)
          for (const width of [360, 720]) {
            await page.setViewportSize({ width, height: 740 })
            expect.soft(await overflowing(page), `${size} at ${width} px`).toEqual([])
          }
        }
      })

      await test.step('from right to left', async () => {
        const excess = await page.evaluate(() => {
          const { documentElement: root } = document
          root.dir = 'rtl'
          return root.scrollWidth - root.clientWidth
        })
        expect.soft(excess).toBe(0)
      })
    })
  }
})

test('an unknown URL shows the 404 page and logs its path in the console', async ({
  page,
  pageErrors,
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
  allowStatusErrors(pageErrors, 404)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the menu fits on the screen with a larger font size in the browser’s settings', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const size = 32
  await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
  for (const path of ['/', '/onboarding']) {
    await page.goto(path)
    expect.soft(await overflowing(page), path).toEqual([])
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.locator('#menu a').last()).toBeVisible()
    expect.soft(await overflowing(page), `menu at ${path}`).toEqual([])
    await page.keyboard.press('Escape')
  }
})
