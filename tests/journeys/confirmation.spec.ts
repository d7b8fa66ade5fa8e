import type { Page } from '@playwright/test'
import { expect, test } from './site.ts'

const share = (page: Page) => page.getByRole('button', { name: 'Share' })
const link = (page: Page) => page.locator('#share-link')

test('Share copies the link and confirms this for two seconds', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/confirmation')
  await expect(share(page)).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const button = page.locator('main button')
  await share(page).click()
  await expect(page.getByRole('status')).toHaveText('Link copied to clipboard!')
  await expect(button).toHaveText('Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(page.url()).origin)
  await page.clock.runFor(1_900)
  await expect(button).toHaveText('Copied!')
  await page.clock.runFor(200)
  await expect(button).toHaveText('Share')
  await expect(page.getByRole('status')).toBeEmpty()
})

for (const [problem, clipboard] of [
  ['is missing', 'undefined'],
  [
    'denies access',
    '{ writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) }',
  ],
] as const) {
  test(`if the clipboard ${problem}, the link is selected for manual copying`, async ({ page }) => {
    await page.addInitScript(
      `Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`,
    )
    await page.goto('/confirmation')
    await share(page).click()
    await expect(link(page)).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(new URL(page.url()).origin)
    await expect(page.getByRole('status')).toBeEmpty()
    await expect(share(page)).toBeVisible()
  })
}

test('without JavaScript the Share button is hidden @no-script', async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled !== false)
  await page.goto('/confirmation')
  await expect(link(page)).toBeVisible()
  await expect(page.locator('main button')).toBeHidden()
})
