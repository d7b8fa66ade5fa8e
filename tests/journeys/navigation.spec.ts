import type { Page } from '@playwright/test'
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
