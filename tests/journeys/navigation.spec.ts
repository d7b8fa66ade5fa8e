import { contentOf } from '../site-content.ts'
import { expect, test } from './site.ts'

test('the second page looks the same with stylesheets from files @no-script', async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled !== false, 'speculation rules would prerender the next page')
  await page.goto('/support/terms')
  const file = page.locator('link[rel=stylesheet]')
  const first = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)
  await expect(file).toHaveCount(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/support/privacy')
  await expect(file).toHaveCount(1)
  await expect(page.locator('h1')).toHaveCSS('font-family', first)
})

test.describe('a menu with more links than fit in a row', () => {
  const settings = 'siteSettings'
  test.use({ viewport: { width: 1440, height: 900 } })

  test('keeps a row of those that fit, and has all under More', async ({ page, site }) => {
    const [count, label] = [8, 'متاجر حلال Lebensmittel']
    const content = contentOf(site)
    const before = await content.getDocument(settings)
    const link = before?.headerLinks[0]
    const added = Array.from({ length: count }, (_, at) => ({ ...link, _key: `k${at}`, label }))
    await content.patch(settings).insert('before', 'headerLinks[0]', added).commit()
    try {
      const row = page.locator('.menu-row a')
      await page.goto('/support/terms')
      await expect(row).toHaveCount(count + 6)
      const shown = await row.evaluateAll((all) => {
        const { top, bottom } = (all[0] as Element).getBoundingClientRect()
        return all.filter((one) => one.getBoundingClientRect().top < bottom && top > 0).length
      })
      expect(shown).toBeGreaterThan(2)
      expect(shown).toBeLessThan(count + 6)
      await row.last().focus()
      await expect(row.last()).toBeInViewport()
      await page.getByRole('button', { name: 'More' }).click()
      await expect(page.locator('#menu .menu-link:visible')).toHaveCount(count + 10)
    } finally {
      if (before) await content.createOrReplace(before)
    }
  })
})
