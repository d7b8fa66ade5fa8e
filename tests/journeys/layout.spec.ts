import type { Page } from '@playwright/test'
import { canonicalPaths } from './paths.ts'
import { expect, test } from './site.ts'

/** What lies beyond the right edge: scrolling for the page, and what is fixed to the window. */
const beyondTheEdge = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const fixed = [...document.querySelectorAll('header, header *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px of the page`] : []),
      ...fixed.map((element) => element.outerHTML.slice(0, 80)),
    ]
  })

for (const path of canonicalPaths) {
  test(`${path} needs no sideways scrolling`, async ({ page }) => {
    await page.goto(path)
    // 640 px are a window of 1280 px at 200 % zoom.
    for (const width of [320, 360, 640, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await beyondTheEdge(page), `at ${width} px`).toEqual([])
    }
  })
}

test.describe('with text at twice its size', () => {
  test.use({ viewport: { width: 720, height: 900 } })
  for (const path of ['/', '/waitlist', '/affiliates/challenge', '/support/contact']) {
    test(`${path} needs no sideways scrolling`, async ({ page }) => {
      await page.goto(path)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      expect(await beyondTheEdge(page)).toEqual([])
    })
  }
})

/** Sum of all layout shifts since the page opened, without those that follow an input. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are handed over before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )

for (const [size, viewport] of Object.entries({
  'a phone': { width: 360, height: 740 },
  'a desktop': { width: 1440, height: 900 },
})) {
  test.describe(`on ${size}`, () => {
    test.use({ viewport })
    for (const path of canonicalPaths) {
      test(`${path} stays where it is while it loads`, async ({ page }) => {
        await page.goto(path, { waitUntil: 'networkidle' })
        await page.evaluate(() => document.fonts.ready)
        for (let scrolled = 0; scrolled < 6; scrolled++) await page.mouse.wheel(0, 900)
        expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      })
    }
  })
}

test.describe('with motion reduced', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  for (const path of canonicalPaths) {
    test(`nothing moves on ${path}`, async ({ page }) => {
      await page.goto(path)
      const moving = await page.evaluate(() => {
        const timed = [...document.querySelectorAll('*')].filter((element) => {
          const { transitionDuration, scrollBehavior } = getComputedStyle(element)
          return parseFloat(transitionDuration) > 0 || scrollBehavior === 'smooth'
        })
        return [
          ...document.getAnimations().map(String),
          ...timed.map((element) => element.outerHTML.slice(0, 80)),
        ]
      })
      expect(moving).toEqual([])
    })
  }
})
