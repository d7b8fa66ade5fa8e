import type { Page } from '@playwright/test'
import { contentOf } from '../site-content.ts'
import { expect, test } from './site.ts'

/** Collects the paths that the page prefetches. */
function watchPrefetches(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.headers()['sec-purpose']?.startsWith('prefetch')) {
      paths.push(new URL(request.url()).pathname)
    }
  })
  return paths
}

test('after the first input, a few linked pages in view are prefetched', async ({ page }) => {
  const prefetched = watchPrefetches(page)
  await page.goto('/support/help', { waitUntil: 'networkidle' })
  expect(prefetched).toEqual([])
  await page.keyboard.press('Shift')
  await expect.poll(() => prefetched.length).toBeGreaterThan(0)
  await page.mouse.wheel(0, 10_000)
  await page.waitForLoadState('networkidle')
  expect(prefetched.length).toBeLessThanOrEqual(6)
  expect(new Set(prefetched).size).toBe(prefetched.length)
  expect(prefetched).not.toContain('/support/help')
})

test('nothing is prefetched with data saver on', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const prefetched = watchPrefetches(page)
  await page.goto('/support/help')
  const script = page.waitForResponse('**/prefetch-*.js')
  await page.keyboard.press('Shift')
  await script
  await page.waitForLoadState('networkidle')
  expect(prefetched).toEqual([])
})

test('the second page looks the same with stylesheets from files @no-script', async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled !== false, 'speculation rules would prerender the next page')
  await page.goto('/support/terms')
  const font = () => page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)
  const file = page.locator('link[rel=stylesheet]')
  const first = await font()
  await expect(file).toHaveCount(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/support/privacy')
  await expect(file).toHaveCount(2)
  await expect.poll(font).toBe(first)
})

test.describe('a menu with more links than fit in a row', () => {
  const settings = 'siteSettings'
  test.use({ viewport: { width: 1440, height: 900 } })

  for (const [count, label] of [
    [12, 'Halal restaurants'],
    [7, 'Lebensmittelgeschäfte in der Nähe'],
    [8, 'متاجر حلال'],
  ] as const) {
    test(`keeps a row of those that fit, and has all under More: ${label}`, async ({
      page,
      site,
    }) => {
      const content = contentOf(site)
      const before = await content.getDocument(settings)
      const link = before?.headerLinks[0]
      const added = Array.from({ length: count }, (_, at) => ({ ...link, _key: `k${at}`, label }))
      await content.patch(settings).insert('before', 'headerLinks[0]', added).commit()
      try {
        const row = page.locator('.menu-row a')
        await expect(async () => {
          await page.goto('/support/terms')
          await expect(row).toHaveCount(count + 6, { timeout: 500 })
        }).toPass()
        const shown = await row.evaluateAll((all) => {
          const { top, bottom } = (all[0] as Element).getBoundingClientRect()
          return all.filter((one) => one.getBoundingClientRect().top < bottom && top > 0).length
        })
        expect(shown).toBeGreaterThan(2)
        expect(shown).toBeLessThan(count + 6)
        await row.last().focus()
        await expect(row.last()).toBeInViewport()
        await page.getByRole('button', { name: 'More' }).click()
        await expect(page.locator('#menu a:visible')).toHaveCount(count + 10)
      } finally {
        if (before) await content.createOrReplace(before)
      }
    })
  }
})
