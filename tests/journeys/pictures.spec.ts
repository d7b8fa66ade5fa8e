import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { type RunningSite, startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'

let site: RunningSite
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site.remove())

for (const [shape, width, height] of [
  ['landscape', 1600, 900],
  ['square', 800, 800],
  ['portrait', 800, 1000],
] as const) {
  test(`a ${shape} image fills its panel, also on phones`, async ({ page }) => {
    const content = contentOf(site)
    const create = { width, height, channels: 3, background: '#2b5ca0' } as const
    const data = await sharp({ create }).png().toBuffer()
    const { _id } = await content.assets.upload('image', data, { filename: `${shape}.png` })
    const figure = { _type: 'figure', alt: shape, asset: { _type: 'reference', _ref: _id } }
    const driver = await content.getDocument('feature-driver')
    const slug = { _type: 'slug', current: shape }
    const sections = driver?.sections.map((section: { _type: string }) =>
      section._type === 'heroSection' ? { ...section, figure } : section,
    )
    const document = { ...driver, _id: `feature-${shape}`, _type: 'featurePage', slug, sections }
    await content.createOrReplace(document)
    for (const viewport of [360, 768, 1440]) {
      await page.setViewportSize({ width: viewport, height: 900 })
      await page.goto(`${site.url}/business/${shape}`)
      const image = page.getByAltText(shape, { exact: true })
      await image.scrollIntoViewIfNeeded()
      const box = await image.boundingBox()
      const panel = await page.locator('.branch-panel').boundingBox()
      if (!box || !panel) throw new Error('The image is not visible')
      expect(box.width / box.height).toBeCloseTo(width / height, 1)
      expect(box.height / panel.height).toBeGreaterThan(0.75)
      expect(box.width / panel.width).toBeGreaterThan(0.65)
      expect(box.width).toBeLessThanOrEqual(panel.width)
    }
  })
}
