import { contentOf } from '../site-content.ts'
import { overflowing } from './layout.ts'
import { expect, test } from './site.ts'

/** Pages with features, and the number of features that each has. */
const paths = { '/services/local': 4, '/business/seller': 4, '/affiliates/regular': 3 }

for (const [path, count] of Object.entries(paths)) {
  test(`${path} has a different icon for each feature`, async ({ page }) => {
    await page.goto(path)
    const icons = page.locator('li > .tile > svg')
    await expect(icons).toHaveCount(count)
    const shapes = await icons.evaluateAll((all) => all.map((icon) => icon.innerHTML))
    expect(new Set(shapes).size).toBe(count)
    for (const icon of await icons.all()) {
      await expect(icon).toHaveAttribute('aria-hidden', 'true')
      const { width = 0 } = (await icon.boundingBox()) ?? {}
      expect(width).toBeGreaterThan(20)
    }
  })
}

test('steps have numbers', async ({ page }) => {
  await page.goto('/affiliates/regular')
  const numbers = page.locator('ol > li > .tile')
  await expect(numbers).toHaveText(['1', '2', '3'])
  await expect(numbers.locator('svg')).toHaveCount(0)
})

test('a feature without an icon has a check mark', async ({ page, site }) => {
  const content = contentOf(site)
  const others = { 'keyFeatures[1].icon': 'constructor', 'keyFeatures[2].icon': 'unknown' }
  await content.patch('service-rides').unset(['keyFeatures[0].icon']).set(others).commit()
  await page.goto('/services/rides')
  const shapes = await page
    .locator('li > .tile > svg')
    .evaluateAll((all) => all.map((icon) => icon.innerHTML))
  expect(shapes).toHaveLength(4)
  expect(new Set(shapes.slice(0, 3)).size).toBe(1)
})

test('the calculator’s bar has a legend', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/business/commission/calculator?branch=eats&sales=5000')
  const entries = page.locator('.bar-legend > li')
  const percent = (await entries.locator('b').allTextContents()).map((text) => parseInt(text, 10))
  expect(percent).toEqual([80, 5, 15])
  // The fourth entry says what the bar leaves out.
  await expect(entries).toHaveCount(4)

  // The parts also differ without color: by lightness and by a pattern.
  const fills = await page
    .locator('.share-bar > rect')
    .evaluateAll((all) => all.map((part) => getComputedStyle(part).fill))
  expect(new Set(fills).size).toBe(3)
  expect(fills.filter((fill) => fill.startsWith('url('))).toHaveLength(1)
  const swatches = await entries
    .locator('rect')
    .evaluateAll((all) => all.map((part) => getComputedStyle(part).fill))
  expect(swatches).toEqual(fills)
  await expect(page.locator('.share-bar')).toHaveAttribute('aria-hidden', 'true')
  expect(await overflowing(page)).toEqual([])
})

test('select fields look the same in all forms', async ({ page }) => {
  const looks: unknown[] = []
  for (const path of ['/onboarding', '/business/commission', '/business/commission/calculator']) {
    await page.goto(path)
    looks.push(
      await page
        .locator('select')
        .first()
        .evaluate((select) => {
          const { appearance, backgroundImage, borderTopWidth, minHeight, padding } =
            getComputedStyle(select)
          return { appearance, backgroundImage, borderTopWidth, minHeight, padding }
        }),
    )
  }
  expect(looks).toEqual([looks[0], looks[0], looks[0]])
  expect(looks[0]).toMatchObject({ appearance: 'none' })
})
