import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './site.ts'

const opener = (page: Page) => page.getByRole('button', { name: 'View Halvi Ecosystem Apps' })
const panel = (page: Page) => page.locator('#apps')
const screenshots = (page: Page) => panel(page).locator('figure')

test('the button opens and closes the gallery, which loads then', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(panel(page)).toBeHidden()
  expect(requested).not.toContain('/index')
  await expect(screenshots(page)).toHaveCount(0)

  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeInViewport({ ratio: 0.99 })
  await expect(screenshots(page).locator('img').first()).toHaveJSProperty('complete', true)
  expect(requested).toContain('/index')
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

test('in Arabic, the gallery has Arabic captions and runs from right to left', async ({ page }) => {
  await page.goto('/ar')
  await page.locator('[commandfor=apps][command=show-modal]').click()
  await expect(screenshots(page)).toHaveCount(29)
  const [first, second] = await Promise.all(
    [0, 1].map((at) => screenshots(page).nth(at).boundingBox()),
  )
  expect(first?.x).toBeGreaterThan(second?.x ?? Number.POSITIVE_INFINITY)
  await expect(screenshots(page).first().locator('figcaption')).toHaveText(/[\u0600-\u06ff]/)
  await expect(screenshots(page).first().locator('.sample-tag')).toHaveCSS('position', 'absolute')
})

test('without JavaScript, a link leads to the screenshots @no-script', async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled !== false, 'the button opens the gallery')
  await page.goto('/')
  await expect(opener(page)).toBeHidden()
  await page.getByRole('link', { name: 'View Halvi Ecosystem Apps' }).click()
  await expect(page).toHaveURL('/index#apps')
  await expect(screenshots(page)).toHaveCount(29)
})

test('if the screenshots do not load, the gallery has a link to them', async ({
  page,
  pageErrors,
}) => {
  await page.goto('/')
  await page.route('/index', (route) => route.abort())
  const logged = page.waitForEvent('console', (message) => /TypeError/.test(message.text()))
  await opener(page).click()
  await logged
  const link = panel(page).getByRole('link', { name: 'View Halvi Ecosystem Apps' })
  await expect(link).toHaveAttribute('href', '/index#apps')
  pageErrors.length = 0
})
