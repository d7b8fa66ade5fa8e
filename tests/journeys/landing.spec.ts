import type { Page } from '@playwright/test'
import { expect, test, waitForIslandsWithPausedClock } from './site.ts'

/** Returns the word that is currently shown. */
const word = (page: Page) => page.locator('.rotating-words [data-current]')

test('the rotating word can be paused', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await waitForIslandsWithPausedClock(page)
  await page.getByRole('button', { name: 'Pause the changing words' }).press('Enter')
  const still = await word(page).textContent()
  await page.clock.runFor(10_000)
  await expect(word(page)).toHaveText(still ?? '')
  await page.getByRole('button', { name: 'Resume the changing words' }).click()
  await page.clock.runFor(3_000)
  await expect(word(page)).not.toHaveText(still ?? '')
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('words and headlines do not rotate and are all visible', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await expect(page.locator('.rotating-list')).toBeVisible()
    await expect(page.locator('.rotating-words')).toBeHidden()
    await expect(page.locator('.rotating-pause')).toBeHidden()
    const before = await page.locator('[data-current]').allTextContents()
    const current = page.locator('.live-headlines [data-current]')
    const figure = await current.getAttribute('data-figure')
    // In this time, words and headlines would have changed.
    await page.clock.runFor(25_000)
    await expect(current).toHaveAttribute('data-figure', figure ?? '')
    expect(await page.locator('[data-current]').allTextContents()).toEqual(before)
    for (const opacity of await page
      .locator('.live-headlines > div')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity))) {
      expect(opacity).toBe('1')
    }
  })
})

test('the header turns dark and blurred below a scroll position of 10 px', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const header = page.locator('.site-header')
  const look = () =>
    header.evaluate((element) => {
      const { backgroundColor, backdropFilter } = getComputedStyle(element)
      return { backgroundColor, backdropFilter }
    })
  const top = await look()
  expect(top.backdropFilter).toBe('none')
  await page.evaluate(() => scrollTo(0, 10))
  await page.waitForFunction(() => scrollY === 10)
  await expect(header).not.toHaveAttribute('data-scrolled')
  await page.evaluate(() => scrollTo(0, 11))
  await expect(header).toHaveAttribute('data-scrolled')
  const scrolled = await look()
  expect(scrolled.backdropFilter).toContain('blur')
  expect(scrolled.backgroundColor).not.toBe(top.backgroundColor)
  await page.evaluate(() => scrollTo(0, 10))
  await expect(header).not.toHaveAttribute('data-scrolled')
})

test('the hero links to its pages, and fits into small windows with the product', async ({
  page,
}) => {
  await page.goto('/')
  const hero = page.locator('.landing-hero')
  for (const [name, href] of [
    ['Join', '/waitlist'],
    ['Start Onboarding', '/onboarding'],
    ['Become an Affiliate - Passive Income', '/affiliates'],
  ] as const) {
    await expect(hero.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
  const partner = hero.getByRole('link', { name: 'Multiply Your Reach' })
  await expect(partner).toHaveAttribute('href', /^https:/)
  await expect(partner).toHaveAttribute('target', '_blank')
  await expect(partner).toHaveAttribute('rel', /noopener/)
  for (const [width, height] of [
    [360, 640],
    [1366, 641],
  ] as const) {
    await page.setViewportSize({ width, height })
    const subtitle = hero.locator('.hero-subtitle')
    const join = hero.getByRole('link', { name: 'Join', exact: true })
    for (const whole of [hero.getByRole('heading', { level: 1 }), subtitle, join]) {
      const box = await whole.boundingBox()
      expect(box?.y).toBeGreaterThan(0)
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(height)
    }
    await expect(subtitle).toContainText('verified halal businesses')
    // Enough of each phone is visible to recognize its screen, not only its frame.
    for (const phone of await hero.locator('.phone img').all()) {
      const box = await phone.boundingBox()
      expect(height - (box?.y ?? Infinity)).toBeGreaterThan(80)
      expect(box?.width).toBeGreaterThan(120)
    }
    await expect(page.locator('.phone img')).toHaveCount(2)
  }
})

test('phones load images of their size, the first one with high priority', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
  })
  const page = await context.newPage()
  await page.goto('/', { waitUntil: 'networkidle' })
  const images = await page.locator('.phone img').evaluateAll((all) =>
    (all as HTMLImageElement[]).map((image) => ({
      priority: image.getAttribute('fetchpriority'),
      width: Number(new URL(image.currentSrc).searchParams.get('w')),
      bytes: (performance.getEntriesByName(image.currentSrc)[0] as PerformanceResourceTiming)
        .encodedBodySize,
    })),
  )
  expect(images.map(({ priority }) => priority)).toEqual(['high', null])
  for (const { width, bytes } of images) {
    expect(width).toBeLessThanOrEqual(480)
    expect(bytes).toBeLessThan(40_000)
  }
  await context.close()
})

test('the certificate opens one part at a time, also by keyboard', async ({ page }) => {
  await page.goto('/')
  const parts = page.locator('.certificate details')
  await expect(parts).toHaveCount(3)
  await expect(page.locator('.certificate [open]')).toHaveCount(1)
  const second = parts.nth(1)
  await second.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(second).toHaveAttribute('open')
  await expect(second.locator('p')).toBeVisible()
  await expect(page.locator('.certificate [open]')).toHaveCount(1)
  await page.keyboard.press('Space')
  await expect(page.locator('.certificate [open]')).toHaveCount(0)

  await page.emulateMedia({ media: 'print' })
  for (const part of await parts.locator('p').all()) await expect(part).toBeVisible()
})

test('the waitlist dialog offers the affiliate programs and the waitlist', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Join the Movement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Join the Halvi Movement' })
  await expect(dialog.getByRole('link', { name: 'Continue to Application' })).toHaveAttribute(
    'href',
    '/waitlist',
  )
  await dialog.getByRole('link', { name: 'Check the Affiliate Programs' }).click()
  await expect(page).toHaveURL('/affiliates')
})
