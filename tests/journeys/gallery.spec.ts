import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './site.ts'

const opener = (page: Page) => page.getByRole('button', { name: 'View Halvi Ecosystem Apps' })
const panel = (page: Page) => page.locator('#apps')
const screenshots = (page: Page) => panel(page).locator('figure')

test('the button opens and closes the gallery, whose images load then', async ({ page }) => {
  const loaded = () =>
    screenshots(page)
      .locator('img')
      .evaluateAll((all) => (all as HTMLImageElement[]).filter((one) => one.complete).length)
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(panel(page)).toBeHidden()
  // The hero above shows two of the images.
  expect(await loaded()).toBeLessThan(3)

  await opener(page).click()
  await expect(panel(page)).toBeInViewport({ ratio: 0.99 })
  await expect(screenshots(page).locator('img').first()).toHaveJSProperty('complete', true)
  await expectAccessible(page)

  await panel(page).getByRole('button', { name: 'Close the gallery' }).click()
  await expect(panel(page)).toBeHidden()
})

test('the gallery shows 29 different screenshots with captions, 0.1 s apart, in a panel that scrolls', async ({
  page,
}) => {
  await page.goto('/')
  await opener(page).click()
  await expect(screenshots(page)).toHaveCount(29)
  expect(await screenshots(page).locator('figcaption > :first-child').allTextContents()).toEqual(
    Array.from({ length: 29 }, (_, index) => `Screen ${index + 1}`),
  )
  const images = await screenshots(page)
    .locator('img')
    .evaluateAll((all) =>
      (all as HTMLImageElement[]).map((image) => ({
        src: image.getAttribute('src') ?? '',
        alt: image.alt,
        ratio: Number(image.getAttribute('width')) / Number(image.getAttribute('height')),
        loading: image.loading,
      })),
    )
  expect(new Set(images.map(({ src }) => src)).size).toBe(29)
  for (const image of images) {
    expect(image.src).toContain('auto=format')
    expect(image.src).toContain('w=480')
    expect(image.alt).not.toBe('')
    expect(image.ratio).toBeCloseTo(780 / 1688)
    expect(image.loading).toBe('lazy')
  }

  const height = await panel(page).evaluate((element) => element.getBoundingClientRect().height)
  expect(height).toBeCloseTo(0.7 * 800, 0)
  const delays = await panel(page)
    .locator('li')
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).animationDelay)))
  expect(delays).toHaveLength(29)
  for (const [index, delay] of delays.entries()) expect(delay).toBeCloseTo(index * 0.1)

  const before = await page.evaluate(() => scrollY)
  await page.keyboard.press('End')
  await expect(screenshots(page).last()).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(before)
})
