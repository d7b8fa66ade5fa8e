import type { Page } from '@playwright/test'
import { expect, test } from './site.ts'

/** Pages that people print, and one page of each other kind. */
const paths = [
  '/support/terms',
  '/support/faq',
  '/business/commission',
  '/business/commission/calculator?branch=eats&sales=5000',
  '/confirmation',
  '/onboarding',
  '/services/local',
  '/index',
]

/** Returns texts that are light, or that are on a dark background. */
const unreadable = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('No canvas')
    const lightness = (color: string, behind: string) => {
      for (const fill of [behind, color]) {
        context.fillStyle = fill
        context.fillRect(0, 0, 1, 1)
      }
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
      return (red + green + blue) / 3
    }
    return [...document.querySelectorAll<HTMLElement>('body, body *')]
      .filter((element) => element.innerText?.trim() && element.checkVisibility())
      .filter((element) => {
        const { color, backgroundColor } = getComputedStyle(element)
        return lightness(color, 'white') > 160 || lightness(backgroundColor, 'white') < 200
      })
      .map((element) => element.outerHTML.slice(0, 80))
  })

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, viewport: { width: 794, height: 1123 } })
    for (const path of paths) {
      test(`${path} prints dark text on white, without controls`, async ({ page }) => {
        await page.goto(path)
        await page.emulateMedia({ media: 'print', colorScheme })
        const controls = page.locator(
          ':is(.button, button, nav[aria-label="Main"], [popover], .motif-lattice):visible',
        )
        await expect(controls).toHaveCount(0)
        expect(await unreadable(page)).toEqual([])
        for (const answer of await page.locator('.faq > .prose').all()) {
          await expect(answer).toBeVisible()
        }
        const stays = await page
          .locator('body *')
          .evaluateAll(
            (all) =>
              all.filter(
                (element) =>
                  element.checkVisibility() &&
                  /fixed|sticky/.test(getComputedStyle(element).position),
              ).length,
          )
        expect(stays).toBe(0)
      })
    }
  })
}
