import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { canonicalPaths } from './paths.ts'
import { expect, test } from './site.ts'

// Saves screenshots of every page to test-results/screenshots, for a visual check: npm run screenshots.
test.skip(!process.env.SCREENSHOTS, 'set SCREENSHOTS to run this')

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 768, 1440]) {
    test.describe(() => {
      test.use({
        colorScheme,
        viewport: { width, height: 900 },
        contextOptions: { reducedMotion: 'reduce' },
      })

      test(`every page, ${width} px wide, ${colorScheme}`, async ({ page }, { project }) => {
        test.setTimeout(180_000)
        for (const path of canonicalPaths) {
          const response = await page.goto(path)
          expect(response?.ok()).toBe(true)
          await loadImages(page)
          const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
          await page.screenshot({
            path: join(project.outputDir, 'screenshots', `${width}-${colorScheme}`, `${name}.png`),
            fullPage: true,
          })
        }
      })
    })
  }
}

/** Loads images that are outside the viewport, which a browser delays, so that the screenshot has them all. */
async function loadImages(page: Page) {
  await page.locator('img[loading=lazy]').evaluateAll((images) =>
    Promise.all(
      images.map((image) => {
        const element = image as HTMLImageElement
        element.loading = 'eager'
        return element.decode().catch(() => {})
      }),
    ),
  )
  await page.evaluate(() => document.fonts.ready)
}
