import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { canonicalPaths } from './paths.ts'
import { expect, test } from './site.ts'

// Every page as visitors see it, in test-results/screenshots, to be looked at: npm run screenshots.
test.skip(!process.env.SCREENSHOTS, 'made when asked for')

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
          await loadPictures(page)
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

/** Pictures further down load once they come near; a screenshot has to have them all. */
async function loadPictures(page: Page) {
  await page.locator('img[loading=lazy]').evaluateAll((images) =>
    Promise.all(
      images.map((image) => {
        const picture = image as HTMLImageElement
        picture.loading = 'eager'
        return picture.decode().catch(() => {})
      }),
    ),
  )
  await page.evaluate(() => document.fonts.ready)
}
