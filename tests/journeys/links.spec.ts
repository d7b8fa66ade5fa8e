import { canonicalPaths } from './paths.ts'
import { expect, test } from './site.ts'

test('every internal link answers', async ({ page, request }) => {
  test.setTimeout(120_000)
  const found = new Map<string, string>()
  for (const path of canonicalPaths) {
    await page.goto(path)
    const links = await page
      .locator('a[href]')
      .evaluateAll((anchors) => anchors.map((anchor) => (anchor as HTMLAnchorElement).href))
    for (const link of links) {
      const url = new URL(link)
      if (url.origin === new URL(page.url()).origin) found.set(url.pathname + url.search, path)
    }
  }
  expect(found.size).toBeGreaterThan(20)
  for (const [link, from] of found) {
    const response = await request.get(link)
    expect(response.status(), `${link} on ${from}`).toBe(200)
  }
})

test('a fragment link has its target', async ({ page }) => {
  test.setTimeout(120_000)
  for (const path of canonicalPaths) {
    await page.goto(path)
    const missing = await page
      .locator('a[href^="#"]')
      .evaluateAll((anchors) =>
        anchors
          .map((anchor) => anchor.getAttribute('href')?.slice(1) ?? '')
          .filter((id) => !document.getElementById(id)),
      )
    expect(missing, path).toEqual([])
  }
})
