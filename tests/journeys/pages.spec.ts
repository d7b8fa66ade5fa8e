import { canonicalPaths, contentPaths } from './paths.ts'
import { expect, expectAccessible, expectStatusComplaint, test } from './site.ts'

for (const path of canonicalPaths) {
  test(`${path} is a whole page @no-script`, async ({ page, javaScriptEnabled }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator('main')).toHaveCount(1)
    expect(await page.title()).not.toBe('')
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\S/)
    if (javaScriptEnabled === false) return
    await expectAccessible(page)
  })
}

test('content pages load no framework script', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  for (const path of contentPaths) await page.goto(path)
  const own = /^\/assets\/countdown-[\w-]+\.js$/
  expect(scripts.filter((path) => !own.test(path))).toEqual([])
})

test.describe('in the dark theme', () => {
  test.use({ colorScheme: 'dark' })
  for (const path of canonicalPaths) {
    test(`${path} is accessible`, async ({ page }) => {
      await page.goto(path)
      await expectAccessible(page)
    })
  }
})

test('an unknown address says so, keeps its status and names the path in the console', async ({
  page,
  complaints,
  site,
}) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expectAccessible(page)
  expect(logged.some((text) => text.includes('/no/such/page'))).toBe(true)
  expect(site.lines.some((line) => line.includes('/no/such/page'))).toBe(true)
  expectStatusComplaint(complaints, 404)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})
